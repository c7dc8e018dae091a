"""Confidence intervals, 95 %, and when a sample is large enough to say something.

Small samples are shown and marked, never hidden; what is not known is None, never 0 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt
from typing import Literal, NamedTuple

Z95 = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""

TINY_BELOW = 20
UNRANKED_BELOW = 72
"""At n = 72 the 95 % interval of a rate near one quarter is about ten percent points to each side:
n = z^2 p (1 - p) / h^2 with p = 0.25 and h = 0.1."""

Sample = Literal["tiny", "small", "enough"]

_T975 = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)
"""The 97.5 % quantile of Student's t for 1 to 10 degrees of freedom, as in every printed table."""


class Interval(NamedTuple):
    """The two ends of a confidence interval."""

    low: float
    high: float


def sample_size(n: int) -> Sample:
    """How much n observations of a rate can carry: next to nothing, an unranked rate, or a ranked one."""
    if n < TINY_BELOW:
        return "tiny"
    return "small" if n < UNRANKED_BELOW else "enough"


def wilson(successes: float, n: int) -> Interval | None:
    """The Wilson score interval of a proportion; None without observations.

    `successes` may be a fraction: a shared win counts as a share of one. Formula: Wilson (1927), JASA 22, 209-212:
    (p + z^2/2n -+ z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n).
    Raises ValueError unless 0 <= successes <= n.
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes in {n} observations")
    if n == 0:
        return None
    p = successes / n
    z2 = Z95 * Z95
    scale = 1 + z2 / n
    centre = (p + z2 / (2 * n)) / scale
    half = Z95 * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / scale
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


def t975(freedom: int) -> float:
    """The 97.5 % quantile of Student's t distribution.

    A table for up to 10 degrees of freedom, then the expansion 26.7.5 of Abramowitz and Stegun, which is right to three
    decimals there. Raises ValueError below 1.
    """
    if freedom < 1:
        raise ValueError(f"{freedom} degrees of freedom")
    if freedom <= len(_T975):
        return _T975[freedom - 1]
    z, v = Z95, freedom
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )


def mean_interval(values: Sequence[float], *, signed: bool = True) -> Interval | None:
    """The t interval of the mean of independent values; None if they show no spread to learn from (fewer than two, or
    all equal). `signed=False`: the values cannot be negative, so neither can the interval.
    """
    n = len(values)
    if n < 2 or min(values) == max(values):
        return None
    mean = fsum(values) / n
    deviation = sqrt(fsum((value - mean) ** 2 for value in values) / (n - 1))
    half = t975(n - 1) * deviation / sqrt(n)
    return Interval(mean - half if signed else max(0.0, mean - half), mean + half)
