"""What positions of Ishtar and Babylon are worth before the points are given, and what their bots would consider."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import CHANCE, ScoreEvent, State
from engine.registry import GAMES
from tests.engine.strategies import Table, final_state, tables, walk
from tests.profiles import examples

SCORED_AT_THE_END = pytest.mark.parametrize("key", ["babylon", "ishtar"])


def decisions(key: str, seed: int, players: int = 2) -> list[State[Any]]:
    """The positions of a nearly greedy game where a seat is to move."""
    game = GAMES[key]
    table = Table(game, players, game.rulesets[0], {}, seed, 0.05)
    return [state for state, _, _ in walk(table) if state.to_move != CHANCE]


@SCORED_AT_THE_END
@given(data=st.data())
@examples(5)
def test_a_finished_game_is_worth_its_scores(key: str, data: st.DataObject) -> None:
    end = final_state(data.draw(tables(key)))
    assert list(end.standing()) == end.scores


@SCORED_AT_THE_END
@given(data=st.data())
@examples(3)
def test_before_the_last_action_it_is_worth_what_will_be_scored(key: str, data: st.DataObject) -> None:
    table = data.draw(tables(key))
    *_, (before, _, events) = walk(table)
    scored = [0] * table.players
    for event in events:
        if isinstance(event, ScoreEvent):
            scored[event.seat] += event.points
    assert list(before.standing()) == scored


@SCORED_AT_THE_END
def test_asking_what_a_position_is_worth_changes_nothing(key: str) -> None:
    for state in decisions(key, 1, 3)[::9]:
        before = state.to_json()
        assert len(state.standing()) == 3
        assert state.to_json() == before


def test_what_is_held_is_worth_something_until_the_end_is_near() -> None:
    for key, more in (("ishtar", _with_a_gem), ("babylon", _with_a_pillar)):
        early, *_, late = decisions(key, 2)
        assert more(early).standing()[0] > early.standing()[0]
        assert more(late).standing()[0] - late.standing()[0] < more(early).standing()[0] - early.standing()[0]


def _with_a_gem(state: State[Any]) -> Any:
    richer: Any = state.copy()
    richer.gems[0][2] += 1
    return richer


def _with_a_pillar(state: State[Any]) -> Any:
    richer: Any = state.copy()
    richer.simple[0] += 1
    return richer


@SCORED_AT_THE_END
def test_leaving_off_is_always_considered(key: str) -> None:
    """Who may decline, discard, finish or end the turn thinks of it, unless there is room for two actions only."""
    seen: set[str] = set()
    for state in decisions(key, 3):
        leaving = {action for action in state.legal_actions() if action.kind in ("decline", "discard", "end", "finish")}
        seen.update(action.kind for action in leaving)
        assert leaving <= set(GAMES[key].bots["greedy"].suggest(state, 3, Random(1)))
    assert seen >= ({"discard", "finish"} if key == "babylon" else {"decline", "end"})


def test_spots_that_lay_an_ishtar_tile_alike_are_considered_once() -> None:
    bot = GAMES["ishtar"].bots["greedy"]
    placings = 0
    for state in decisions("ishtar", 4):
        suggested = bot.suggest(state, 8, Random(1))
        if suggested[0].kind == "place":
            placings += 1
            shown = []
            for action in suggested:
                after: Any = state.copy()
                after.apply(action)
                shown.append((after.cells, after.flowers, after.icon_cell))
            assert all(one not in shown[:number] for number, one in enumerate(shown))
    assert placings > 10


def test_places_for_a_babylon_tile_differ() -> None:
    bot = GAMES["babylon"].bots["greedy"]
    most = 0
    for state in decisions("babylon", 5):
        placed = [action for action in bot.suggest(state, 8, Random(1))[1:] if action.kind == "place"]
        most = max(most, len(placed))
        assert len({(action.tile, action.where, action.level) for action in placed}) == len(placed)
    assert most >= 5
