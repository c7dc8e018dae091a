"""Games that score at the end show what each seat would have if the game ended now."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.game import CHANCE, NOBODY, State
from engine.registry import GAMES
from engine.whole_picture import around
from tests.cases import each
from tests.engine.pictures import NAMES

AT_THE_END = ("ishtar", "babylon")


def projected(key: str, state: State[Any], players: int) -> list[int | None]:
    """By seat what the page shows beside the points."""
    seats = around(GAMES[key].screen_picture(state, NAMES[:players]))["seats"]
    return [seat["projected"] and seat["projected"]["points"] for seat in seats]


@pytest.mark.parametrize("key", AT_THE_END)
@each("players", (2, 3, 4))
def test_before_the_step_that_ends_a_game_the_projection_is_its_result(key: str, players: int) -> None:
    """The last step of these games, to end a turn or to store a tile, brings and takes nothing."""
    game, rng = GAMES[key], Random(players)
    components = game.components(game.component_sets[0])
    ruleset = game.ruleset("base", {})
    state = game.start(players, ruleset, components, game.new_setup(players, ruleset, components, rng))
    before = state
    while state.to_move != NOBODY:
        before = state.copy()
        state.apply(state.draw(rng) if state.to_move == CHANCE else state.legal_actions().sample(rng))
    assert projected(key, before, players) == list(state.scores)
    assert max(state.scores) > 0
    assert projected(key, state, players) == [None] * players, "what has ended is not projected"


@pytest.mark.parametrize("key", sorted(GAMES.keys() - set(AT_THE_END)))
def test_games_that_score_on_the_way_project_nothing(key: str) -> None:
    game = GAMES[key]
    components, ruleset = game.components(game.component_sets[0]), game.ruleset("base", {})
    state = game.start(2, ruleset, components, game.new_setup(2, ruleset, components, Random(1)))
    assert projected(key, state, 2) == [None, None]
