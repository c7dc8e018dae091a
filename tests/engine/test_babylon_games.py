"""Babylon: generated games. The legal list is complete, counters are right, every sample has the same chance.

`NABU_HYPOTHESIS=long` plays thousands of games under any switches.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.babylon.actions import BabylonAction
from engine.babylon.cells import BRIDGE, COLUMN_NAMES, CORNERS, ICONS, NO_CORNER, SPACES, STACK_NAMES, between
from engine.babylon.game import BABYLON
from engine.babylon.garden import Garden
from engine.babylon.phases import BUILD
from engine.babylon.state import BabylonState
from engine.game import CHANCE, NOBODY, BadShape
from engine.log.replay import replay
from engine.simulate import play
from tests.cases import each
from tests.engine.babylon_positions import COMPONENTS, building, lay, show, start
from tests.engine.strategies import Table, choose, final_state, tables, walk
from tests.profiles import examples

EXAMPLES = Path(__file__).parent / "examples" / "babylon"


def thinkable(state: BabylonState) -> Iterator[BabylonAction]:
    """Every action that words can name for the seat to move: all tiles at hand, places, rotations, levels, corners."""
    lines: list[dict[str, Any]] = [{"do": word} for word in ("exchange", "claim", "finish")]
    lines += [{"do": do, "stack": stack} for do in ("remove", "dig") for stack in STACK_NAMES]
    names = [COMPONENTS.tiles[tile].id for tile in (state.dug, *state.stored) if tile >= 0] + ["clay-01", "basalt-16"]
    lines += [{"do": do, "tile": tile} for do in ("store", "discard") for tile in names]
    lines += [{"do": "read", "at": at, "as": icon} for at in COLUMN_NAMES for icon in ICONS]
    lines += [{"do": "build", "piece": "statue", "at": [at]} for at in COLUMN_NAMES]
    lines += [
        {"do": "build", "piece": piece, "at": [one, other]}
        for piece in ICONS
        for one in COLUMN_NAMES
        for other in COLUMN_NAMES
    ]
    lines += [
        {"do": "place", "tile": tile, "at": at, "rotation": rotation, "level": level, "open": corner}
        for tile in dict.fromkeys(names)
        for at in COLUMN_NAMES
        for rotation in range(4)
        for level in range(7)
        for corner in CORNERS
    ]
    for words in lines:
        yield BABYLON.action_from_json({"seat": state.to_move, **words}, COMPONENTS)


@given(table=tables("babylon"), moment=st.integers(0, 300))
@examples(4, long=600)
def test_the_list_is_every_thinkable_action_that_the_rule_allows(table: Table, moment: int) -> None:
    """Brute force over some 40,000 lines."""
    last = None
    for number, (state, _, _) in enumerate(walk(table)):
        if state.to_move >= 0:
            last = state
            if number >= moment:
                break
    assert isinstance(last, BabylonState)
    listed = list(last.legal_actions())
    assert len(set(listed)) == len(listed) == len(last.legal_actions())
    assert set(listed) == {action for action in thinkable(last) if last.check(action) is None}


def test_a_sample_gives_each_action_the_same_chance() -> None:
    """Few placements (listed) and many (guessed); chi-square against the uniform distribution."""
    for simple, least in ((0, 5), (3, 700)):
        state = building(simple=simple, double=0)
        lay(state, "g7", 1, now=True)
        show(state, "statue", "g7", "h8", "g8", "h7")
        listed = list(state.legal_actions())
        assert len(listed) >= least
        rng = Random(1)
        draws = 30 * len(listed)
        found = Counter(state.legal_actions().sample(rng) for _ in range(draws))
        assert set(found) <= set(listed)
        chi_square = sum((found[action] - 30) ** 2 / 30 for action in listed)
        freedom = len(listed) - 1
        assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


def recomputed(garden: Garden) -> tuple[list[int], list[int], list[int], int]:
    """Heights, tops, visible spaces and the highest level from the list of tiles alone."""
    heights, tops = [0] * 64, [-1] * 64
    for number, placed in enumerate(garden.placed):
        for column in SPACES[placed.anchor]:
            assert heights[column] < placed.level, "nothing goes under a tile"
            heights[column], tops[column] = placed.level, number
    seen = [tops.count(number) for number in range(len(garden.placed))]
    return heights, tops, seen, max(heights)


@given(table=tables("babylon"))
@examples(20)
def test_gardens_stand_and_counters_are_right(table: Table) -> None:
    """What the rules promise, read off the tiles alone: supports, footprints, levels, pieces on tops."""
    state = final_state(table)
    assert isinstance(state, BabylonState)
    for garden in state.gardens:
        assert recomputed(garden) == (garden.heights, garden.tops, garden.visible_spaces, garden.highest)
        levels = {placed.level for placed in garden.placed}
        assert levels == set(range(1, garden.highest + 1))
        for placed in garden.placed:
            statues = 4 - placed.simple - placed.double - (placed.corner != NO_CORNER)
            assert statues >= 0
        if state.rulings.footprint_banned_on_any_level:
            assert max(garden.footprints) <= 1
        for found, is_pillar in zip(garden.decorations, garden.is_pillar, strict=True):
            levels = [garden.placed[tile].level for tile in (found.tile, found.other_tile) if tile >= 0]
            assert levels == [found.level] * len(levels) or sorted(levels) == [found.level, found.level + 1]
            middle = between(found.column, found.other) if found.other >= 0 else ()
            assert len(middle) == (state.rulings.bridge_span if found.kind == BRIDGE else 0)
            assert not is_pillar or found.other < 0


@given(table=tables("babylon"))
def test_games_end_after_their_rounds_and_verify(table: Table) -> None:
    """Any switches, any mix of choices: no dead end, the printed number of goes, the log replays to the same scores."""
    state = table.start()
    rng = Random(table.seed)
    goes = (COMPONENTS.tokens_used[table.players] + 1) * table.players
    before = {kind: sum(places.values()) for kind, places in state.census().items()}
    while state.to_move != NOBODY:
        action = choose(table, state, rng)
        assert state.check(action) is None
        state.apply(action)
        census = state.census()
        assert {kind: sum(places.values()) for kind, places in census.items()} == before
        assert all(count >= 0 for places in census.values() for count in places.values())
    assert state.turn == goes
    played = play("babylon", table.players, "base", ["random"], table.seed, table.switches)
    report = replay(played.log)
    assert (report.verdict, report.turns, report.scores) == ("verified", goes, list(played.scores))


def test_what_is_in_the_box_is_what_the_census_counts() -> None:
    census = start(2).census()
    totals = {kind: sum(places.values()) for kind, places in census.items()}
    assert totals == {
        "tiles": 52, "round tokens": 14, "simple pillars": 148, "double pillars": 60, "belvederes": 38,
        "stairs": 15, "fountain": 15, "bridge": 15, "statue": 38,
    }  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_is_clearly_stronger_than_random(players: int) -> None:
    wins = 0
    for seed in range(6):
        played = play("babylon", players, "base", ["greedy", "random"], seed)
        wins += played.winners[0] % 2 == 0
        assert min(played.scores[::2]) > max(played.scores[1::2])
    assert wins == 6


def test_the_example_logs_verify_and_show_every_word() -> None:
    """Kept in the bytes in which they were simulated: an old log stays valid."""
    kinds: set[str] = set()
    for path in sorted(EXAMPLES.glob("*.jsonl")):
        data = path.read_bytes()
        assert replay(data).verdict == "verified", path.name
        lines = [json.loads(line) for line in data.splitlines()[1:-1]]
        kinds |= {line["do"] if "do" in line else f"chance {line['chance']}" for line in lines}
    assert kinds == {
        "dig", "exchange", "place", "read", "build", "claim", "finish", "store", "discard", "remove",
        "chance remove", "chance uncover", "chance round",
    }  # fmt: skip


@each(
    "words",
    [
        {"seat": 0, "do": "dance"},
        {"seat": "0", "do": "finish"},
        {"seat": 0, "do": "finish", "more": 1},
        {"seat": 0, "do": "dig"},
        {"seat": 0, "do": "dig", "stack": 3},
        {"seat": 0, "do": "place", "tile": "clay-01", "at": "c3", "rotation": True, "level": 1, "open": "nw"},
        {"seat": 0, "do": "place", "tile": "clay-01", "at": "c3", "rotation": 0, "level": "1", "open": "nw"},
        {"seat": 0, "do": "place", "tile": "clay-01", "at": "c3", "rotation": 0, "level": 1},
        {"seat": 0, "do": "build", "piece": "statue", "at": "c3"},
        {"seat": 0, "do": "build", "piece": "statue", "at": []},
        {"seat": 0, "do": "build", "piece": "bridge", "at": ["a1", "c1", "e1"]},
        {"seat": 0, "do": "build", "piece": "bridge", "at": ["a1", 5]},
        {"seat": 0, "do": "read", "at": "c3", "as": None},
        {"chance": "uncover", "stack": "a1"},
        {"chance": "round", "token": 5},
        {"chance": "dance"},
        {"chance": ["round"], "token": "round-01"},
        {},
    ],
)
def test_words_of_no_known_shape(words: dict[str, Any]) -> None:
    with pytest.raises(BadShape):
        BABYLON.action_from_json(words, COMPONENTS)


def test_only_the_seat_to_move_acts_and_names_are_readable() -> None:
    state = start()
    refused = state.check(BABYLON.action_from_json({"seat": 1, "do": "dig", "stack": "a1"}, COMPONENTS))
    assert refused is not None
    assert refused.code == "out_of_turn"
    assert next(iter(state.legal_actions())).text() == "seat 0: dig a1"
    assert state.to_move != CHANCE
    state = building()
    assert state.phase == BUILD
    texts = [action.text() for action in state.legal_actions()]
    assert "seat 0: place basalt-01 a1 rotation 0 level 1 open none" in texts


@pytest.mark.parametrize(
    "switches",
    [
        {"tile_face": "either", "board_assignment": "choose"},
        dict.fromkeys(("slide_under", "board_overhang", "pillar_on_pillar", "expansion_cards"), False),
        {"discard_pile": "out_of_game"},
    ],
)
def test_switches_for_documentation_change_nothing(switches: dict[str, Any]) -> None:
    plain, named = (play("babylon", 3, "base", ["greedy"], 5, found).log.splitlines() for found in ({}, switches))
    assert plain[1:] == named[1:]
    assert plain[0] != named[0]
