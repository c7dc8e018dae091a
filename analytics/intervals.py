"""Confidence intervals, 95 %, and when a sample is large enough to say something.

Small samples are shown and marked, never hidden; what is not known is None, never 0 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, hypot, sqrt
from typing import Literal, NamedTuple

Z95 = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""

TINY_BELOW = 20
RANKED_FROM = 30
"""From so many takers or games on the interval of a rate decides what can be said of it: it is about 16 percentage
points to each side then, so only large differences stand out, and those do."""

LEAST_GROUP = 10
"""Nobody is compared with fewer others: a mean of a few, or a place among them, tells of single people."""

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
    return "small" if n < RANKED_FROM else "enough"


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


def t975(freedom: float) -> float:
    """The 97.5 % quantile of Student's t distribution.

    A table for up to 10 degrees of freedom, and straight lines in 1/freedom between its entries (Welch has fractions;
    the quantile is convex in 1/freedom, so this errs on the wide side); then the expansion 26.7.5 of Abramowitz and
    Stegun, which is right to three decimals there. Raises ValueError below 1.
    """
    if freedom < 1:
        raise ValueError(f"{freedom} degrees of freedom")
    if freedom <= len(_T975):
        whole = min(int(freedom), len(_T975) - 1)
        part = (1 / whole - 1 / freedom) * whole * (whole + 1)
        return _T975[whole - 1] + part * (_T975[whole] - _T975[whole - 1])
    z, v = Z95, freedom
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )


class Moments(NamedTuple):
    """Size, mean and variance (with n - 1) of a sample. `variance` is None for a single value."""

    n: int
    mean: float
    variance: float | None

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None for a single value."""
        return None if self.variance is None else sqrt(self.variance / self.n)


def moments(n: int, total: int, squares: int, *, unit: int = 1) -> Moments | None:
    """The moments of n values x from whole sums; None without values. `total` is unit * sum(x), `squares` is
    unit * sum(x^2): one unit, not its square, so that both fit 64 bits.

    The numerator of the variance, n * sum(x^2) - sum(x)^2, is a difference of large numbers: it is taken in whole
    numbers, where nothing cancels. Squares that were rounded to the unit can leave it a trace below zero; it is zero
    then.
    """
    if n == 0:
        return None
    n, total, squares = int(n), int(total), int(squares)
    mean = total / (n * unit)
    if n == 1:
        return Moments(n, mean, None)
    return Moments(n, mean, max(0, n * squares * unit - total * total) / (n * (n - 1) * unit * unit))


def clustered_moments(
    clusters: int, total: int, sizes: int, total_squares: int, products: int, size_squares: int
) -> Moments | None:
    """The moments of a mean over members of clusters of different sizes: players of games. None without members.

    With t the total and m the size of a cluster, the sums are those of t, m, t^2, t m and m^2. The mean is R = sum(t) /
    sum(m), and its error that of a ratio (Cochran, Sampling Techniques, 6.5): error^2 = k / (k - 1) sum((t - R m)^2) /
    sum(m)^2 for k clusters. `n` counts clusters, and `variance` is k error^2. With equal sizes these are the moments of
    the clusters' means.
    """
    if sizes == 0:
        return None
    k, t, m = int(clusters), int(total), int(sizes)
    if k == 1:
        return Moments(k, t / m, None)
    # sum((t - R m)^2) times sum(m)^2, in whole numbers.
    residuals = m * m * int(total_squares) - 2 * t * m * int(products) + t * t * int(size_squares)
    return Moments(k, t / m, k * k * residuals / ((k - 1) * m**4))


def moments_interval(sample: Moments | None, *, signed: bool = True) -> Interval | None:
    """The t interval of a mean; None if the values show no spread to learn from (fewer than two, or all equal).
    `signed=False`: the values cannot be negative, so neither can the interval.
    """
    if sample is None or not sample.variance:
        return None
    half = t975(sample.n - 1) * sqrt(sample.variance / sample.n)
    return Interval(sample.mean - half if signed else max(0.0, sample.mean - half), sample.mean + half)


def mean_interval_from_sums(n: int, total: int, squares: int, *, unit: int = 1, signed: bool = True) -> Interval | None:
    """The t interval of a mean, from the sums that `moments` takes (see `moments_interval`)."""
    return moments_interval(moments(n, total, squares, unit=unit), signed=signed)


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


def normal_interval(estimate: float, error: float) -> Interval:
    """The interval of an estimate with a standard error from many observations: estimate -+ 1.96 errors."""
    return Interval(estimate - Z95 * error, estimate + Z95 * error)


class MeanDifference(NamedTuple):
    """A difference of means, b - a, with its standard error and degrees of freedom (Welch).

    `a` and `b` are the two means, over the strata that both samples have; `deviation` is the standard deviation of a
    single value within a stratum. Error and deviation are 0 if no sample varies at all.
    """

    a: float
    b: float
    error: float
    freedom: float
    deviation: float

    @property
    def value(self) -> float:
        """b - a."""
        return self.b - self.a

    @property
    def interval(self) -> Interval:
        """The t interval of the difference."""
        half = t975(self.freedom) * self.error
        return Interval(self.value - half, self.value + half)


def mean_difference(strata: Sequence[tuple[Moments, Moments]]) -> MeanDifference | None:
    """The difference of two means, b - a, compared within each stratum; None unless some stratum has two values of
    either sample.

    The samples may have different variances. One stratum: Welch (1947), Biometrika 34, 28-35. Several: the mean of the
    strata's differences with the weights w = na nb / (na + nb) of Cochran (1954), Biometrics 10, 417-451, which are the
    best where the difference is the same in all. error^2 = sum((w / sum w)^2 v) over both means of each stratum, v the
    squared errors; freedom by Satterthwaite: error^4 / sum(((w / sum w)^2 v)^2 / (n - 1)).
    """
    usable = [(a, b) for a, b in strata if a.variance is not None and b.variance is not None]
    whole = fsum(a.n * b.n / (a.n + b.n) for a, b in usable)
    mean_a = mean_b = 0.0
    parts: list[tuple[float, int]] = []
    spreads: list[tuple[float, int]] = []
    for a, b in usable:
        weight = a.n * b.n / (a.n + b.n) / whole
        mean_a, mean_b = mean_a + weight * a.mean, mean_b + weight * b.mean
        for sample in (a, b):
            variance = sample.variance or 0.0
            parts.append((weight**2 * variance / sample.n, sample.n - 1))
            spreads.append(((sample.n - 1) * variance, sample.n - 1))
    if not usable:
        return None
    squared, freedom = fsum(part for part, _ in parts), float(sum(n for _, n in parts))
    if squared:
        freedom = max(1.0, squared**2 / fsum(part**2 / n for part, n in parts))
    deviation = sqrt(fsum(spread for spread, _ in spreads) / sum(n for _, n in spreads))
    return MeanDifference(mean_a, mean_b, sqrt(squared), freedom, deviation)


def proportion_difference(successes_a: float, n_a: int, successes_b: float, n_b: int) -> Interval | None:
    """The interval of the difference of two independent proportions, a - b; None if either has no observations.

    Newcombe's hybrid score interval (1998, Statistics in Medicine 17, 873-890, method 10): the two Wilson intervals
    joined as d - sqrt((pa - la)^2 + (ub - pb)^2), d + sqrt((ua - pa)^2 + (pb - lb)^2).
    """
    a, b = wilson(successes_a, n_a), wilson(successes_b, n_b)
    if a is None or b is None:
        return None
    p_a, p_b = successes_a / n_a, successes_b / n_b
    difference = p_a - p_b
    return Interval(difference - hypot(p_a - a.low, b.high - p_b), difference + hypot(a.high - p_a, p_b - b.low))
