"""The share of skill: how much of the variance of margins comes from who plays.

Two players. The margin of one against the other has a mean, their difference in skill, and varies around it: draws,
setup, seat, and the chance in how they play. Two of a population meet, either of them may be called the first, so the
mean of all margins is 0 and the variance that comes from who plays is the mean of the squared differences in skill.

    share of skill = mean of skill^2 / (mean of skill^2 + mean variance around it)

It depends on the population: equals have a share of 0. Squares of estimates are too large by their squared errors,
which are taken off (the estimate from the analysis of variance; Searle, Casella and McCulloch, Variance Components,
chapter 3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from analytics.intervals import Z95, Interval, Moments

Margins = NDArray[np.float64]

RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class SkillShare:
    """`skill`, `seat` and `rest` are variances of the margin and add up to it; `share` is the part of `skill`, with its
    95 % interval. `skill` and `seat` may come out below 0 where there is none; `share` does not.
    """

    skill: float
    seat: float
    rest: float
    share: float
    interval: Interval


def skill_share(pairings: Sequence[tuple[Margins, Margins]], seed: int = 0, resamples: int = RESAMPLES) -> SkillShare:
    """From the margins of the first bot of each pairing: in games in which it started, and in as many others. All games
    are independent of each other. Each pairing counts as much as the others.

    The interval is that of a bootstrap over the games of each pairing and seat. Raises ValueError with fewer than two
    games of a pairing and seat.
    """
    if any(len(margins) < 2 for pairing in pairings for margins in pairing):
        raise ValueError("fewer than two games of a pairing and seat")
    skill, seat, rest = _parts([_cell_moments(margins) for pairing in pairings for margins in pairing], 1)
    rng = np.random.default_rng(seed)
    resampled = [_resampled(margins, rng, resamples) for pairing in pairings for margins in pairing]
    # A resampled mean has an error of its own beside that of the sample: both are taken off.
    again = _parts(resampled, 2)
    low, high = np.quantile(_share(*again), (0.025, 0.975))
    return SkillShare(
        float(skill), float(seat), float(rest), float(_share(skill, seat, rest)), Interval(float(low), float(high))
    )


def skill_share_of_two(margin: Moments) -> tuple[float, Interval] | None:
    """The share of skill between two players and its 95 % interval, from the margins of one of them over games in which
    both sat at each seat equally often. None below two games, and if no game is decided by anything but skill.

    With d = mean / deviation it is d^2 / (1 + d^2), less what the error of d adds: d^2 - 1/n. The interval of d has the
    squared error 1/n + d^2 / 2n (Hedges and Olkin, Statistical Methods for Meta-Analysis, chapter 5, one sample).
    """
    if not margin.variance:
        return None
    d, n = abs(margin.mean) / sqrt(margin.variance), margin.n
    half = Z95 * sqrt(1 / n + d * d / (2 * n))
    unbiased = max(0.0, d * d - 1 / n)
    low, high = max(0.0, d - half), d + half
    return unbiased / (1 + unbiased), Interval(low * low / (1 + low * low), high * high / (1 + high * high))


def _cell_moments(margins: Margins) -> tuple[Margins, Margins, int]:
    """Mean, variance and number of the games, which are along the last axis."""
    return margins.mean(-1), margins.var(-1, ddof=1), margins.shape[-1]


def _resampled(margins: Margins, rng: np.random.Generator, resamples: int) -> tuple[Margins, Margins, int]:
    """The same of samples from these games with replacement. Their variance is (n - 1) / n of that of the games on
    average, which would make the interval too optimistic."""
    n = len(margins)
    mean, variance, _n = _cell_moments(margins[rng.integers(0, n, (resamples, n))])
    return mean, variance * n / (n - 1), n


def _parts(cells: Sequence[tuple[Margins, Margins, int]], errors: int) -> tuple[Margins, Margins, Margins]:
    """Skill, seat and rest; the cells are those of the first seat and of the other, pairing by pairing. `errors`: how
    often the squared error of a mean is in its square."""
    skill, seat, rest = [], [], []
    for (one, variance, n), (other, other_variance, m) in zip(cells[::2], cells[1::2], strict=True):
        error = errors * (variance / n + other_variance / m) / 4
        skill.append(((one + other) / 2) ** 2 - error)
        seat.append(((one - other) / 2) ** 2 - error)
        rest.append((variance + other_variance) / 2)
    return np.mean(skill, axis=0), np.mean(seat, axis=0), np.mean(rest, axis=0)


def _share(skill: Margins, seat: Margins, rest: Margins) -> Margins:
    of_skill, of_seat = np.maximum(skill, 0.0), np.maximum(seat, 0.0)
    return of_skill / np.maximum(of_skill + of_seat + rest, np.finfo(float).tiny)
