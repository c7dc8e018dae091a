"""How the worth of draws is measured, by game and number of players. `python -m benchmarks.luck --build` finds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Measured(NamedTuple):
    """`turns`: how many turns a continuation looks ahead. In points of margin after them, `spread` is the standard
    deviation of what one draw is worth, and `noise` that of the difference of one pair of continuations around it.
    `scale`: how much of such a point was left in the final margins of games.
    """

    turns: int
    spread: float
    noise: float
    scale: float

    def believed(self, pairs: int) -> float:
        """How much of the mean of so many pairs is believed: that of the posterior of two normal distributions, times
        `scale`. It is the same for every draw, whatever it has brought: else what is believed would not be 0 on average
        over the bag.
        """
        worth = self.spread**2
        return self.scale * worth / (worth + self.noise**2 / pairs)


MEASURED: Mapping[str, Mapping[int, Measured]] = {
    "babylonia": {2: Measured(5, 1.8, 5.5, 0.75), 3: Measured(8, 1.8, 7.0, 0.75), 4: Measured(10, 1.8, 7.0, 0.75)},
    "ishtar": {2: Measured(8, 2.5, 7.1, 1.0), 3: Measured(12, 2.5, 7.1, 1.0), 4: Measured(16, 2.5, 7.1, 1.0)},
    "amyitis": {2: Measured(60, 4.8, 13.9, 1.0), 3: Measured(90, 4.8, 13.9, 1.0), 4: Measured(120, 4.8, 13.9, 1.0)},
    "babylon": {2: Measured(8, 0.9, 4.0, 1.0), 3: Measured(12, 0.9, 4.0, 1.0), 4: Measured(16, 0.9, 4.0, 1.0)},
}

TOLD = frozenset({"babylonia"})
"""The games whose luck is told: a point of it was found again in the results of bots that play at sight and of bots
that look ahead. In the others it was not (docs/luck.md), so nobody is told of it, and `scale` is 1.
"""


def is_told(game: str) -> bool:
    """Whether the luck of this game is told."""
    return game in TOLD
