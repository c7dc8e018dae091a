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
    "babylonia": {2: Measured(5, 1.8, 5.6, 0.75), 3: Measured(8, 2.0, 6.5, 0.75), 4: Measured(10, 2.1, 7.2, 0.75)},
    "ishtar": {2: Measured(8, 2.9, 7.2, 0.4), 3: Measured(12, 2.9, 7.2, 0.4), 4: Measured(16, 2.9, 7.2, 0.4)},
    "amyitis": {
        2: Measured(60, 3.7, 10.4, 1.0),
        3: Measured(90, 3.7, 11.0, 1.0),
        4: Measured(120, 3.8, 13.0, 1.0),
    },
    "babylon": {2: Measured(8, 0.9, 3.9, 0.7), 3: Measured(12, 0.9, 3.9, 0.7), 4: Measured(16, 0.9, 3.9, 0.7)},
}
