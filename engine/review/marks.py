"""When a decision is marked, and how accurate decisions are. docs/review.md explains the limits and the scales."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import NamedTuple

DOUBTFUL, COSTLY = "doubtful", "costly"


class Limits(NamedTuple):
    """More points lost than this are a mark."""

    doubtful: float
    costly: float


LIMITS: Mapping[str, Limits] = {
    "babylonia": Limits(3, 6),
    "ishtar": Limits(3, 6),
    "amyitis": Limits(3, 6),
    "babylon": Limits(3, 6),
}
"""By game. All four end at 60 to 130 points for a good player, so the limits are the same."""

SURE = 2.0
"""A mark needs a loss of so many standard errors."""


def mark_of(game: str, loss: float, error: float) -> str:
    """The mark of a decision that has lost so many points, "" for none."""
    limits = LIMITS[game]
    if loss <= limits.doubtful or loss <= SURE * error:
        return ""
    return COSTLY if loss > limits.costly else DOUBTFUL


AT_RANDOM: Mapping[str, float] = {
    "babylonia": 0.38,
    "ishtar": 0.46,
    "amyitis": 0.66,
    "babylon": 0.83,
}
"""By game: the mean of `exp(-loss / limit)` over decisions at random, where the limit is that of a doubtful decision.
Measured by `python -m benchmarks.accuracy_scale`.
"""


def accuracy_of(game: str, loss: float) -> float:
    """At most 100, for a decision that has lost so many points; 0 is what a random player has on average, so a bad
    decision is below 0.
    """
    left = exp(-max(0.0, loss) / LIMITS[game].doubtful)
    return 100 * (1 - (1 - left) / (1 - AT_RANDOM[game]))


def shown_accuracy(mean: float) -> float:
    """A mean accuracy as people see it: worse than at random is not told apart."""
    return max(0.0, mean)


def shrunk(lost: float, error: float) -> float:
    """What is believed of a loss that was measured with this error: noise alone is no loss."""
    return lost * lost * lost / (lost * lost + error * error) if lost else 0.0
