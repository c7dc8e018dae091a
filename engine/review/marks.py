"""When a decision is marked, and how accurate decisions are. The limits are explained in docs/review.md."""

from __future__ import annotations

from collections.abc import Mapping
from math import erf, exp, pi, sqrt
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


def winning_chance(mean: float, deviation: float) -> float:
    """How likely a margin is above 0 that has this mean and standard deviation, by the normal distribution."""
    if deviation <= 0:
        return 0.5 if mean == 0 else float(mean > 0)
    return 0.5 * (1 + erf(mean / deviation / sqrt(2)))


def chance_of_a_point(mean: float, deviation: float) -> float:
    """How much winning chance one more point is worth there."""
    return exp(-0.5 * (mean / deviation) ** 2) / (deviation * sqrt(2 * pi)) if deviation > 0 else 0.0


def accuracy_of(lost: float, players: int) -> float:
    """0 to 100 for a decision that has lost so much winning chance (0 to 1).

    The curve of lichess.org (lichess.org/page/accuracy). With more than two players a chance counts as if an even table
    were at 50 %.
    """
    percent = 100 * max(0.0, lost) * players / 2
    return min(100.0, max(0.0, 103.1668 * exp(-0.04354 * percent) - 3.1669))


def shrunk(lost: float, error: float) -> float:
    """What is believed of a loss that was measured with this error: noise alone is no loss."""
    return lost * lost * lost / (lost * lost + error * error) if lost else 0.0
