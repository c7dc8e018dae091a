"""The luck of a whole game from few pairs a draw: for adding up over many games, where the mean has to be right."""

from __future__ import annotations

from engine.game import Bot
from engine.luck.draws import draws_of, positions_before
from engine.luck.measured import MEASURED
from engine.luck.worth import worth_of
from engine.search.in_parts import at_once
from engine.table.table import Table

FEW_PAIRS = 8
"""So many pairs a draw: with twice as many a game takes twice as long, and its luck is hardly better known."""


def luck_of_game(table: Table, policy: Bot, seed: str) -> list[float]:
    """By seat, what all draws of a finished game with recorded chance gave to its margin, in points."""
    game, players = table.game.key, table.players
    measured = MEASURED[game][players]
    luck = [0.0] * players
    for number, state in positions_before(table, draws_of(table)):
        drawn = table.moves[number].action
        worth = at_once(worth_of(state, drawn, policy, measured, f"{seed}/{number}", FEW_PAIRS, 0))
        for seat, points in enumerate(worth.points):
            luck[seat] += points
    return luck
