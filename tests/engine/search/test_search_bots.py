"""What the search bots promise: the same seed gives the same game, and a finished game is worth its scores."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from engine.game import CHANCE, Action, Game
from engine.registry import GAMES
from engine.simulate import simulate_game
from tests.engine.strategies import Table, final_state, tables
from tests.profiles import examples

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


@EVERY_GAME
def test_the_same_seed_gives_the_same_actions(game: Game) -> None:
    played = []
    for _ in range(2):
        state, rng = Table(game, 3, game.rulesets[0], {}, 7, 0.0).start(), Random(7)
        actions: list[Action] = []
        while len(actions) < 8:
            action = state.draw(rng) if state.to_move == CHANCE else game.bots["search-12"].choose(state, rng)
            state.apply(action)
            actions.append(action)
        played.append(actions)
    assert played[0] == played[1]


def test_the_same_seed_gives_the_same_bytes() -> None:
    bots = ("search-12", "greedy")
    assert simulate_game("babylonia", 2, "base", bots, 3) == simulate_game("babylonia", 2, "base", bots, 3)


@examples(8)
@given(tables())
def test_a_finished_game_is_worth_its_scores(table: Table) -> None:
    state = final_state(table)
    if state.result() is not None:
        assert list(state.standing()) == list(state.scores)


@EVERY_GAME
def test_looking_ahead_changes_nothing(game: Game) -> None:
    """Neither the choice of a search bot nor its judgement of a position touches the position."""
    state, rng = Table(game, 2, game.rulesets[0], {}, 2, 0.0).start(), Random(2)
    while state.to_move == CHANCE or state.turn < 2:
        state.apply(state.draw(rng) if state.to_move == CHANCE else state.legal_actions().sample(rng))
    before = state.to_json()
    game.bots["search-12"].choose(state, rng)
    state.standing()
    assert state.to_json() == before
