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


class Scale(NamedTuple):
    """How accuracy falls with the points lost: by 63 % in `points`, and to 0 at the mean `random` of
    `exp(-loss / points)` over the decisions of a player who plays at random.
    """

    points: float
    random: float


SCALES: Mapping[str, Scale] = {
    "babylonia": Scale(3, 0.4),
    "ishtar": Scale(3, 0.4),
    "amyitis": Scale(3, 0.4),
    "babylon": Scale(3, 0.4),
}
"""By game, fitted and checked by `python -m benchmarks.accuracy_scale`."""


def accuracy_of(scale: Scale, loss: float) -> float:
    """At most 100, for a decision that has lost so many points; 0 is what a random player has on average, so a bad
    decision is below 0.
    """
    return 100 * (exp(-max(0.0, loss) / scale.points) - scale.random) / (1 - scale.random)


def shrunk(lost: float, error: float) -> float:
    """What is believed of a loss that was measured with this error: noise alone is no loss."""
    return lost * lost * lost / (lost * lost + error * error) if lost else 0.0
