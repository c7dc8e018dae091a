"""How the worth of draws is measured, by game and number of players. `python -m benchmarks.luck --build` finds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Measured(NamedTuple):
    """`turns`: how many turns a continuation looks ahead. `spread`: the standard deviation of what one draw is
    worth, in points. `scale`: how much of a point after those turns is left in the final margin.
    """

    turns: int
    spread: float
    scale: float


MEASURED: Mapping[str, Mapping[int, Measured]] = {
    "babylonia": {2: Measured(4, 1.8, 1.0), 3: Measured(6, 1.8, 1.0), 4: Measured(8, 1.8, 1.0)},
    "ishtar": {2: Measured(8, 2.5, 1.0), 3: Measured(12, 2.5, 1.0), 4: Measured(16, 2.5, 1.0)},
    "amyitis": {2: Measured(8, 2.5, 1.0), 3: Measured(12, 2.5, 1.0), 4: Measured(16, 2.5, 1.0)},
    "babylon": {2: Measured(8, 2.5, 1.0), 3: Measured(12, 2.5, 1.0), 4: Measured(16, 2.5, 1.0)},
}
