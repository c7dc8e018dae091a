"""The luck of a whole game from few pairs a draw: for adding up over many games, where the mean has to be right."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Bot
from engine.luck.draws import draws_of
from engine.luck.measured import MEASURED
from engine.luck.worth import worth_of
from engine.search.in_parts import at_once
from engine.table.table import Table

FEW_PAIRS = 8
"""So many pairs a draw: with twice as many a game takes twice as long, and its luck is hardly better known."""

WEIGHTS: Mapping[str, float] = {"babylonia": 0.4, "ishtar": 0.5, "amyitis": 0.6, "babylon": 0.5}
"""By game, how much of the mean of so few pairs is taken for luck: the rest is their noise, and what the turns after
them undo. Any weight that is fixed beforehand leaves the mean luck at 0; the best one takes most off the variance. It
is the slope of the margin on the mean of the pairs (`python -m benchmarks.lab_luck`).
"""


def luck_of_game(table: Table, policy: Bot, seed: str) -> list[float]:
    """By seat, what all draws of a finished game with recorded chance gave to its margin, in points."""
    game, players = table.game.key, table.players
    measured = MEASURED[game][players]
    luck = [0.0] * players
    state, at = table.at(0).state, 0
    for number in draws_of(table):
        for move in table.moves[at:number]:
            state.apply(move.action)
        at = number
        drawn = table.moves[number].action
        worth = at_once(worth_of(state, drawn, policy, measured, f"{seed}/{number}", FEW_PAIRS, 0))
        for seat, mean in enumerate(worth.mean):
            luck[seat] += mean
    return [WEIGHTS[game] * points for points in luck]
