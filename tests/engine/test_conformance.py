"""What every game must fulfil, whatever its rules are. A new game gets these tests by registering."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import CHANCE, NOBODY, Game, IllegalAction, ScoreEvent
from engine.log.replay import replay
from engine.registry import GAMES
from engine.simulate import play
from tests.engine.strategies import Table, choose, tables, walk

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


@EVERY_GAME
def test_a_game_describes_itself(game: Game) -> None:
    assert game.rules_version >= 1
    assert game.player_counts
    assert all(switch.default in switch.options and switch.note for switch in game.switches)
    assert len({switch.name for switch in game.switches}) == len(game.switches)
    assert len({source.key for source in game.sources}) == len(game.sources)
    assert {"random", "greedy"} <= game.bots.keys()
    for name in game.rulesets:
        assert game.ruleset(name, {}).switches == {switch.name: switch.default for switch in game.switches}


@given(tables(), st.integers(0, 40))
def test_listed_actions_are_exactly_the_allowed_ones(table: Table, every: int) -> None:
    """Listing, membership, check and apply say the same about every action; nothing refused changes the position."""
    seen = []
    for number, (state, _, _) in enumerate(walk(table)):
        if state.to_move < 0 or number % (every + 7):
            continue
        listed = list(state.legal_actions())
        assert listed, "no dead ends"
        assert len(set(listed)) == len(listed) == len(state.legal_actions())
        before = state.to_json()
        for action in listed:
            assert action in state.legal_actions()
            assert state.check(action) is None
            state.copy().apply(action)
        for action in seen:
            refused = state.check(action)
            assert (refused is None) == (action in state.legal_actions()) == (action in listed)
            if refused is not None:
                with pytest.raises(IllegalAction) as error:
                    state.apply(action)
                assert (error.value.code, error.value.reason) == (refused.code, refused.reason)
        assert state.to_json() == before
        seen = listed[:40] + seen[:40]


@given(tables())
@settings(max_examples=20)
def test_a_sample_is_allowed_and_reaches_everything_that_is(table: Table) -> None:
    rng = Random(table.seed)
    small = 0
    for state, _, _ in walk(table):
        if state.to_move < 0:
            continue
        listed = set(state.legal_actions())
        assert state.legal_actions().sample(rng) in listed
        if 1 < len(listed) <= 6 and small < 5:
            small += 1
            assert {state.legal_actions().sample(rng) for _ in range(40 * len(listed))} == listed


@given(tables())
@settings(max_examples=20)
def test_copies_and_json_are_the_same_position_and_independent(table: Table) -> None:
    for number, (state, action, _) in enumerate(walk(table)):
        if number % 5:
            continue
        written = state.to_json()
        again = table.game.state_from_json(json.loads(json.dumps(written)))
        assert again.to_json() == written
        copied = state.copy()
        events = list(copied.apply(action))
        assert state.to_json() == written
        assert list(again.apply(action)) == events
        assert again.to_json() == copied.to_json()
        assert table.game.action_from_json(json.loads(json.dumps(action.to_json()))) == action


@given(tables())
def test_scores_are_the_sum_of_score_events(table: Table) -> None:
    keys = {source.key for source in table.game.sources}
    totals = [0] * table.players
    last = None
    for state, action, events in walk(table):
        assert state.scores == totals
        for event in events:
            if isinstance(event, ScoreEvent):
                assert event.points != 0
                assert event.source in keys
                assert event.cause
                totals[event.seat] += event.points
        last = (state, action)
    assert last is not None
    state, action = last
    state.apply(action)
    result = state.result()
    assert result is not None
    assert list(result.scores) == state.scores == totals
    assert list(result.winners) == [seat for seat, place in enumerate(result.places) if place == 1]
    assert max(totals) == totals[result.winners[0]]


@given(tables(switches=False), st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_an_observation_leaks_nothing_hidden(table: Table, rng: Random) -> None:
    """Two games that differ only in what a seat cannot know look the same to that seat.

    The second game gets other draws for the others; their choices follow the first game where they can, and only
    public parts of what happened are compared.
    """
    for state, _, _ in walk(table):
        if state.to_move != CHANCE:
            continue
        one, other = state.copy(), state.copy()
        drawer = one.draw_seat
        one.apply(one.draw(rng))
        other.apply(other.draw(rng))
        for seat in range(table.players):
            same = one.observation(seat) == other.observation(seat)
            assert same or seat == drawer
        assert one.observation(table.players) == other.observation(table.players)


@given(tables())
def test_simulated_games_verify_and_say_the_same(table: Table) -> None:
    played = play(
        table.game.key,
        table.players,
        table.ruleset,
        ["greedy", "random"] if table.wildness < 1 else ["random"],
        table.seed,
        table.switches,
    )
    report = replay(played.log)
    assert report.verdict == "verified", (report.line, report.reason)
    assert report.scores == list(played.scores) == [sum(of_seat.values()) for of_seat in report.sources]
    assert report.winners == list(played.winners)
    assert all(points for of_seat in report.sources for points in of_seat.values()), "zeros are left out"


@given(tables())
@settings(max_examples=15)
def test_the_same_seed_writes_the_same_bytes(table: Table) -> None:
    arguments = (table.game.key, table.players, table.ruleset, ["greedy", "random"], table.seed, table.switches)
    assert play(*arguments).log == play(*arguments).log


@given(tables())
@settings(max_examples=20)
def test_the_end_is_the_end(table: Table) -> None:
    state = table.start()
    rng = Random(table.seed + 1)
    actions = []
    while state.to_move != NOBODY:
        assert state.result() is None
        actions.append(choose(table, state, rng))
        state.apply(actions[-1])
    assert state.result() is not None
    assert list(state.legal_actions()) == []
    for action in actions:
        refused = state.check(action)
        assert refused is not None
        assert refused.code == "after_end"
