"""Whole games of Amyitis: what is kept beside the board is right, nothing is lost, bots end, greedy beats random.

Long profile before an issue is closed: `NABU_HYPOTHESIS=long pytest tests/engine/test_amyitis_games.py`.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from engine.amyitis.garden import BANK, CORNER_BITS, SIDES
from engine.amyitis.names import EMPTY, NO_AREA
from engine.amyitis.state import AmyitisState
from engine.game import NOBODY, CardEvent
from engine.log.replay import replay
from engine.simulate import MOST_TURNS, play
from tests.engine.amyitis_positions import AMYITIS
from tests.engine.strategies import Table, tables, walk
from tests.profiles import examples

STALLING = {"out_of_game", "illegal"}
"""Options with which every gardener may come into the hand of a seat that can never move the caravan again."""

EXAMPLES = Path(__file__).parent / "examples" / "amyitis"


def check_counters(state: AmyitisState) -> None:
    """The fields that follow from others, worked out from scratch."""
    pairs = [state.areas[2 * side : 2 * side + 2] for side in range(len(SIDES))]
    irrigated = [EMPTY not in pair for pair in pairs]
    flowing = [
        full or (state.rulings.one_cube_leads_on and any(owner >= 0 for owner in pair))
        for full, pair in zip(irrigated, pairs, strict=True)
    ]
    wet = BANK
    for _ in SIDES:
        for side, flows in enumerate(flowing):
            if flows and CORNER_BITS[side] & wet:
                wet |= CORNER_BITS[side]
    available = [EMPTY in pair and bool(CORNER_BITS[side] & wet) for side, pair in enumerate(pairs)]
    assert state.wet == wet
    for bits, found in ((state.irrigated, irrigated), (state.flowing, flowing), (state.available, available)):
        assert [bool(bits >> side & 1) for side in range(len(SIDES))] == found
    assert all(pair[0] != NO_AREA for pair in pairs)
    assert state.held == [sum(state.resources[5 * seat : 5 * seat + 5]) for seat in range(state.players)]
    assert state.passed_count == sum(state.passed)
    in_garden = [tile >= 0 and owner < 0 for tile, owner in zip(state.tiles, state.planted_by, strict=True)]
    assert state.tiles_left == sum(in_garden)


def check_nothing_is_below_zero(state: AmyitisState) -> None:
    for kind, places in state.census().items():
        assert all(count >= 0 for count in places.values()), (kind, places)


@given(tables("amyitis"))
@examples(20)
def test_counters_are_those_of_the_board_and_no_stock_is_overdrawn(table: Table) -> None:
    for state, _, events in walk(table):
        assert isinstance(state, AmyitisState)
        check_counters(state)
        check_nothing_is_below_zero(state)
        for event in events:
            if isinstance(event, CardEvent) and event.what == "taken":
                assert event.card in event.offered


@given(tables("amyitis"))
@examples(30)
def test_every_game_ends_and_its_log_verifies(table: Table) -> None:
    bots = ["greedy", "random"] if table.wildness < 1 else ["random"]
    played = play("amyitis", table.players, "base", bots, table.seed, table.switches)
    may_stall = STALLING & set(table.switches.values())
    if may_stall and table.players == 2 and not played.winners:
        assert replay(played.log).verdict == "unfinished"
        return
    assert played.winners
    assert played.turns < MOST_TURNS
    assert replay(played.log).verdict == "verified"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_clearly_beats_random(players: int) -> None:
    games, share = 20, 0.0
    for seed in range(games):
        played = play("amyitis", players, "base", ["greedy", "random"], seed)
        share += sum(seat % 2 == 0 for seat in played.winners) / len(played.winners)
    assert share >= 0.85 * games


def test_both_bots_end_without_a_gardener_to_be_had() -> None:
    """The garden of two players cannot be finished without gardeners; they are used up here."""
    for seed in range(3):
        played = play("amyitis", 2, "base", ["random"], seed, {"gardener_discard": "out_of_game"})
        assert played.winners


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_example_logs_verify(path: Path) -> None:
    report = replay(path.read_bytes())
    assert (report.verdict, report.reason) == ("verified", None)
    assert f"p{len(report.scores)}-" in path.name


def test_example_logs_are_for_two_three_and_four_players() -> None:
    assert sorted(path.name[:2] for path in EXAMPLES.glob("*.jsonl")) == ["p2", "p3", "p4"]


def test_the_bots_never_choose_what_is_not_allowed_whatever_the_position() -> None:
    """Greedy chooses in positions that random play leads to."""
    for seed in range(6):
        rng = Random(seed)
        rules = AMYITIS.ruleset("base", {})
        components = AMYITIS.components("amyitis-2007")
        players = 2 + seed % 3
        state = AMYITIS.start(players, rules, components, AMYITIS.new_setup(players, rules, components, rng))
        while state.to_move != NOBODY:
            if state.to_move < 0:
                state.apply(state.draw(rng))
                continue
            chosen = AMYITIS.bots["greedy"].choose(state, rng)
            assert chosen in state.legal_actions()
            state.apply(state.legal_actions().sample(rng))
