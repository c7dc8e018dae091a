"""What Amyitis' greedy bot remembers is what it would work out anew."""

from __future__ import annotations

import pytest

from engine.amyitis.worth import _new_side_worths, side_worths
from engine.registry import GAMES
from engine.simulate import simulate_game
from engine.table.table import Table

GAME = GAMES["amyitis"]


@pytest.mark.parametrize("ruleset", GAME.rulesets)
@pytest.mark.parametrize("players", GAME.player_counts)
def test_remembered_sides_are_worth_what_new_ones_are(ruleset: str, players: int) -> None:
    """In two games with other gardens, one after the other: nothing of the first is taken for the second."""
    for seed in (1, 2):
        table, _report = Table.of_log(simulate_game("amyitis", players, ruleset, ("random", "greedy"), seed))
        assert table is not None
        state = table.at(0).state
        for move in table.moves:
            for seat in range(players):
                assert side_worths(state, seat) == _new_side_worths(state, seat)
            state.apply(move.action)
