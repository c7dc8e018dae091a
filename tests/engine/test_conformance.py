"""What every game must fulfil, whatever its rules are. A new game gets these tests by registering."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import CHANCE, NOBODY, Game, IllegalAction, ScoreEvent
from engine.log.replay import replay
from engine.registry import GAMES
from engine.simulate import MOST_TURNS, play
from tests.engine.strategies import choose, final_state, tables, walk
from tests.profiles import examples

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


@EVERY_GAME
@given(data=st.data(), every=st.integers(0, 40))
@examples(12, long=1500)
def test_listed_actions_are_exactly_the_allowed_ones(game: Game, data: st.DataObject, every: int) -> None:
    """Listing, membership, check and apply say the same about every action; nothing refused changes the position."""
    table = data.draw(tables(game.key))
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


@EVERY_GAME
@given(data=st.data())
@examples(8)
def test_a_sample_is_allowed_and_reaches_everything_that_is(game: Game, data: st.DataObject) -> None:
    table = data.draw(tables(game.key))
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


@EVERY_GAME
@given(data=st.data())
@examples(8)
def test_copies_and_json_are_the_same_position_and_independent(game: Game, data: st.DataObject) -> None:
    table = data.draw(tables(game.key))
    for number, (state, action, _) in enumerate(walk(table)):
        if number % 5:
            continue
        written = state.to_json()
        again = game.state_from_json(json.loads(json.dumps(written)), table.components)
        assert again.to_json() == written
        copied = state.copy()
        events = list(copied.apply(action))
        assert state.to_json() == written
        assert list(again.apply(action)) == events
        assert again.to_json() == copied.to_json()
        read = game.action_from_json(json.loads(json.dumps(action.to_json())), table.components)
        assert read == action
        assert hash(read) == hash(action)


@EVERY_GAME
@given(data=st.data())
@examples(12, long=1500)
def test_scores_are_the_sum_of_score_events(game: Game, data: st.DataObject) -> None:
    table = data.draw(tables(game.key))
    keys = {source.key for source in game.sources}
    cards = {card.key for card in table.components.cards}
    totals = [0] * table.players
    for state, last, events in walk(table):
        assert state.scores == totals
        action = last
        for event in events:
            if isinstance(event, ScoreEvent):
                assert event.points != 0
                assert event.source in keys
                assert event.cause
                totals[event.seat] += event.points
            else:
                assert event.card in cards
                assert set(event.offered) <= cards
                assert (event.card in event.offered) == (event.what == "taken")
    state.apply(action)
    result = state.result()
    if result is None:
        assert state.turn > MOST_TURNS, "a game may stand still where all can pass, but it does not stop"
        return
    assert list(result.scores) == state.scores == totals
    assert list(result.winners) == [seat for seat, place in enumerate(result.places) if place == 1]
    assert max(totals) == totals[result.winners[0]]


@EVERY_GAME
@given(data=st.data(), rng=st.randoms(use_true_random=False))
@examples(10)
def test_an_observation_leaks_nothing_hidden(game: Game, data: st.DataObject, rng: Random) -> None:
    """Two positions that differ only in a draw look the same to the seats that do not see it."""
    table = data.draw(tables(game.key, switches=False))
    for state, _, _ in walk(table):
        if state.to_move != CHANCE:
            continue
        seen_by = state.draw_seen_by()
        one, other = state.copy(), state.copy()
        one.apply(one.draw(rng))
        other.apply(other.draw(rng))
        for seat in range(table.players):
            if seen_by is not None and seat != seen_by:
                assert one.observation(seat) == other.observation(seat)
        if seen_by is not None:
            assert one.observation(table.players) == other.observation(table.players)


@EVERY_GAME
@given(data=st.data())
@examples(10)
def test_looking_changes_nothing_and_words_are_plain(game: Game, data: st.DataObject) -> None:
    table = data.draw(tables(game.key))
    for number, (state, action, _) in enumerate(walk(table)):
        if number % 9:
            continue
        before = state.to_json()
        json.dumps([state.observation(seat) for seat in range(table.players)])
        assert state.due() == state.due().strip()
        assert action.text() == action.text().strip()
        assert action.kind in action.text() or action.kind in json.dumps(action.to_json())
        assert state.to_json() == before


@EVERY_GAME
@given(data=st.data())
@examples(12, long=1500)
def test_no_component_is_created_or_lost(game: Game, data: st.DataObject) -> None:
    """Conservation after every action: the census of each kind always adds up to the same number."""
    table = data.draw(tables(game.key))
    totals = None
    for state, _, _ in walk(table):
        census = state.census()
        assert census
        assert all(count >= 0 for places in census.values() for count in places.values())
        found = {kind: sum(places.values()) for kind, places in census.items()}
        assert totals is None or found == totals
        totals = found
    assert final_state(table).census().keys() == census.keys()


@EVERY_GAME
@given(data=st.data())
@examples(12, long=2500)
def test_simulated_games_verify_and_say_the_same(game: Game, data: st.DataObject) -> None:
    table = data.draw(tables(game.key))
    played = play(
        table.game.key,
        table.players,
        table.ruleset,
        ["greedy", "random"] if table.wildness < 1 else ["random"],
        table.seed,
        table.switches,
    )
    report = replay(played.log)
    if not played.winners:
        assert (report.verdict, played.turns) == ("unfinished", MOST_TURNS + 1)
        return
    assert report.verdict == "verified", (report.line, report.reason)
    assert report.scores == list(played.scores) == [sum(of_seat.values()) for of_seat in report.sources]
    assert report.winners == list(played.winners)
    assert all(points for of_seat in report.sources for points in of_seat.values()), "zeros are left out"


@EVERY_GAME
@given(data=st.data())
@examples(4)
def test_the_same_seed_writes_the_same_bytes(game: Game, data: st.DataObject) -> None:
    table = data.draw(tables(game.key))
    arguments = (table.game.key, table.players, table.ruleset, ["greedy", "random"], table.seed, table.switches)
    assert play(*arguments).log == play(*arguments).log


@EVERY_GAME
@given(data=st.data())
@examples(6)
def test_the_end_is_the_end(game: Game, data: st.DataObject) -> None:
    table = data.draw(tables(game.key))
    state = table.start()
    rng = Random(table.seed + 1)
    actions = []
    while state.to_move != NOBODY:
        if state.turn > MOST_TURNS:
            return
        assert state.result() is None
        actions.append(choose(table, state, rng))
        state.apply(actions[-1])
    assert state.result() is not None
    assert list(state.legal_actions()) == []
    for action in actions:
        refused = state.check(action)
        assert refused is not None
        assert refused.code == "after_end"
