"""How many games a question needs, and how small a difference a number of games can show.

A power of 80 %: a difference of that size gets its verdict four times in five. A question asked alone is answered at a
two-sided alpha of 5 %; of questions in a list each has to pass the test of the list. "No difference found" says little
without the size of difference that would have been found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import asin, ceil, exp, fsum, inf, lgamma, log, pi, sin, sqrt

from analytics.intervals import Z95, Interval
from analytics.significance import P_BELOW, Q_BELOW, chi_square_p, student_quantile

Z80 = 0.8416212335729143
"""The 80 % quantile of the normal distribution."""

REACH = Z95 + Z80
"""A true difference of this many standard errors (2.80) is found with 80 % power."""

POWER = 0.8

PRECISION = 1e-10


def smallest_effect(error: float, freedom: float = inf, tests: int = 1, matters: float = 0.0) -> float:
    """The smallest true difference that an estimate with this standard error would have found with 80 % power, as one
    of so many `tests` in a list of q-values, and for the verdict that it matters (see `findings.judge`).

    A question alone takes (1.96 + 0.84) errors. In a list of m, a difference that is the only one is sure to be called
    one where p is at most `Q_BELOW` / m (Benjamini and Hochberg); others that differ only make it easier. With t the
    quantile of that p, and s the estimated error, the estimate must exceed t s: by the normal approximation to
    noncentral t (Abramowitz and Stegun 26.7.10) that takes t (1 - 1 / 4v) + 0.84 sqrt(1 + t^2 / 2v) errors. For its
    interval to reach a size that `matters`, the estimate must exceed matters - t95 s.
    """
    t, t95 = student_quantile(min(P_BELOW, Q_BELOW / tests), freedom), student_quantile(P_BELOW, freedom)
    chance = t * (1 - 1 / (4 * freedom)) + Z80 * sqrt(1 + t * t / (2 * freedom))
    size = matters / error - t95 * (1 - 1 / (4 * freedom)) + Z80 * sqrt(1 + t95 * t95 / (2 * freedom)) if error else 0.0
    return max(chance, size) * error


def games_for_rates(rate: float, other: float) -> int:
    """Observations for each of two groups, to tell these two rates apart.

    Cohen's arcsine: n = 2 (REACH / h)^2, h = 2 asin(sqrt(other)) - 2 asin(sqrt(rate)). Raises ValueError if the rates
    are equal.
    """
    return ceil(2 * _arcsine_games(rate, other))


def games_against_par(rate: float, par: float) -> int:
    """Observations of one group, to tell its rate from a known one: n = (REACH / h)^2.

    Raises ValueError if the rates are equal.
    """
    return ceil(_arcsine_games(rate, par))


def games_for_means(difference: float, deviation: float) -> int:
    """Observations for each of two groups whose means differ by this: n = 2 (REACH deviation / difference)^2, that is
    15.7 sigma^2 / delta^2. Raises ValueError for no difference.
    """
    if difference == 0:
        raise ValueError("no number of games shows a difference of 0")
    return ceil(2 * (REACH * deviation / difference) ** 2)


def smallest_rate_above(par: float, n: int) -> float:
    """The smallest rate above par that n observations would have told from par (at most 1): the inverse of
    `games_against_par`, sin^2(asin(sqrt(par)) + REACH / (2 sqrt n)). 1 without observations.
    """
    if n == 0:
        return 1.0
    return sin(min(pi / 2, asin(sqrt(par)) + REACH / (2 * sqrt(n)))) ** 2


def games_for_shares(shares: Sequence[float]) -> int:
    """Games, to tell by chi-square that wins fall like these shares and not evenly: noncentrality / w^2 with Cohen's
    w^2 = k sum((share - 1/k)^2). Raises ValueError if the shares are even or fewer than two.
    """
    k = len(shares)
    effect = k * fsum((share - 1 / k) ** 2 for share in shares)
    if k < 2 or effect == 0:
        raise ValueError("no number of games shows a difference of 0")
    return ceil(noncentrality(k - 1) / effect)


def smallest_share_above(seats: int, n: int) -> float:
    """How far above even one seat's share of wins must be (the others losing it evenly) for n games to show it by
    chi-square. One seat at 1/k + d and the others at 1/k - d/(k - 1) have w^2 = k^2 d^2 / (k - 1). At most 1 - 1/k.
    """
    most = 1 - 1 / seats
    return most if n == 0 else min(most, sqrt(noncentrality(seats - 1) * (seats - 1) / n) / seats)


@lru_cache(maxsize=32)
def noncentrality(freedom: int) -> float:
    """The noncentrality at which a chi-square test of 5 % has 80 % power: 7.85, 9.63, 10.90 for 1, 2, 3 degrees."""
    far = 100.0 + 10 * freedom
    critical = _falls_to(lambda x: chi_square_p(x, freedom), P_BELOW, far)
    return _falls_to(lambda x: 1 - chi_square_power(critical, freedom, x), 1 - POWER, far)


def chi_square_power(critical: float, freedom: int, noncentral: float) -> float:
    """P(X >= critical) for noncentral chi-square.

    The mixture of chi-squares with freedom + 2j degrees, weighted by Poisson(noncentral / 2) at j, as far as ten
    deviations around its mean (Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 2, 29.3).
    """
    half, x = noncentral / 2, critical / 2
    if half == 0 or x == 0:
        return chi_square_p(critical, freedom)
    width = 10 * sqrt(half) + 30
    first = max(0, int(half - width))
    p = chi_square_p(critical, freedom + 2 * first)
    power = 0.0
    for j in range(first, int(half + width)):
        power += exp(j * log(half) - half - lgamma(j + 1)) * p
        # The next degree of freedom but one: see `chi_square_p`.
        k = freedom / 2 + j
        p += exp(k * log(x) - x - lgamma(k + 1))
    return power


@lru_cache(maxsize=1024)
def noncentral_interval(statistic: float, freedom: int) -> Interval:
    """The 95 % interval of the noncentrality of which this chi-square was seen, by inverting its distribution (Steiger
    and Fouladi 1997, in What If There Were No Significance Tests?, 221-257). Its low end is 0 where chance explains the
    statistic.
    """
    far = 4 * statistic + 100.0

    def to(level: float) -> float:
        """The noncentrality at which P(X >= statistic) is this; it grows with noncentrality."""
        return _falls_to(lambda x: 1 - chi_square_power(statistic, freedom, x), 1 - level, far)

    return Interval(to(0.025) if chi_square_p(statistic, freedom) < 0.025 else 0.0, to(0.975))


def _falls_to(function: Callable[[float], float], level: float, far: float) -> float:
    """Where a falling function of x passes a level, between 0 and `far`, by bisection."""
    low, high = 0.0, far
    while high - low > PRECISION * far:
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) > level else (low, middle)
    return high


def _arcsine_games(rate: float, other: float) -> float:
    h = 2 * (asin(sqrt(other)) - asin(sqrt(rate)))
    if h == 0:
        raise ValueError("no number of games shows a difference of 0")
    return (REACH / h) ** 2
