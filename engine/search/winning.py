"""How likely a seat wins, from the margins with which continuations of a position end."""

from __future__ import annotations

from math import erf, exp, pi, sqrt


def winning_chance(mean: float, deviation: float) -> float:
    """How likely a margin is above 0 that has this mean and standard deviation, by the normal distribution."""
    if deviation <= 0:
        return 0.5 if mean == 0 else float(mean > 0)
    return 0.5 * (1 + erf(mean / deviation / sqrt(2)))


def chance_of_a_point(mean: float, deviation: float) -> float:
    """How much winning chance one more point is worth there."""
    return exp(-0.5 * (mean / deviation) ** 2) / (deviation * sqrt(2 * pi)) if deviation > 0 else 0.0
