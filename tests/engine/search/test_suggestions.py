"""What a bot would consider: its own choice first, and nothing that is not allowed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import CHANCE, Game, State
from engine.registry import GAMES
from tests.engine.strategies import Table, tables, walk
from tests.profiles import examples

LOOKED_AT = 12
"""About so many positions of a walk are looked at."""


def decisions(table: Table) -> list[State[Any]]:
    """Some positions of a game where a seat is to move, early and late ones."""
    positions = [state for state, _, _ in walk(table) if state.to_move != CHANCE]
    return positions[table.seed % 5 :: max(1, len(positions) // LOOKED_AT)]


@examples(6)
@given(tables(), st.integers(1, 9), st.integers(0, 99))
def test_suggestions_are_allowed_and_begin_with_the_choice(table: Table, most: int, seed: int) -> None:
    bot = table.game.bots["greedy"]
    for state in decisions(table):
        suggested = bot.suggest(state, most, Random(seed))
        allowed = state.legal_actions()
        assert 1 <= len(suggested) <= most
        assert suggested[0] == bot.choose(state, Random(seed))
        assert len(set(suggested)) == len(suggested)
        assert all(action in allowed for action in suggested)


@pytest.mark.parametrize("key", ["amyitis", "babylonia"])
def test_leaving_off_is_always_considered(key: str) -> None:
    """Who may stop, pass or decline thinks of it, unless there is room for one action only."""
    game: Game = GAMES[key]
    bot = game.bots["greedy"]
    seen: set[str] = set()
    for seed in range(6):
        for state in decisions(Table(game, 3, game.rulesets[0], {}, seed, 0.1)):
            leaving = [action for action in state.legal_actions() if action.kind in ("stop", "pass", "decline")]
            seen.update(action.kind for action in leaving)
            assert set(leaving) <= set(bot.suggest(state, 3, Random(seed)))
    assert seen
