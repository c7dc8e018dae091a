"""Could this be chance? Tests, and what to do when many questions are asked at once.

One test in twenty raises a false alarm; a list of 240 cards raises a dozen. Two remedies, used together: q-values say
how many of the marked rows are expected to be false alarms, and shrinkage pulls every estimate towards the mean of all
by as much as its own noise deserves, so that a small sample neither leads nor closes a list.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, expm1, fsum, inf, lgamma, log, log1p, sqrt
from statistics import NormalDist
from typing import NamedTuple

from analytics.intervals import Sample

Q_BELOW = 0.08
"""A row of a long list is marked at this q: of the marked rows at most one in ten is expected to be a false alarm, with
some room for what approximations add."""

P_BELOW = 0.05
"""A single question, asked once, is answered with "a difference" below this."""

RATIO_BELOW = 0.001
"""Counts that fit their planned shares as badly as this were not drawn as planned. Stricter than `P_BELOW`, because the
check runs beside every comparison (the threshold of GrowthBook's sample-ratio check)."""

ROUNDS = 200
"""Fixed-point iterations and bisections stop here at the latest; they settle far earlier."""


def normal_p(z: float) -> float:
    """The two-sided p-value of a standard normal deviate: P(|Z| >= |z|) = erfc(|z| / sqrt 2)."""
    return erfc(abs(z) / sqrt(2))


def student_p(t: float, freedom: float) -> float:
    """The two-sided p-value of Student's t, by Wallace's normal deviate (1959, Ann. Math. Stat. 30, 1121-1130):
    z = (8v + 1) / (8v + 3) sqrt(v ln(1 + t^2 / v)). Near p = 0.05 it is right to 0.001 from 4 degrees of freedom on.
    """
    return normal_p((8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(t * t / freedom)))


def student_quantile(p: float, freedom: float) -> float:
    """The t whose two-sided p-value this is: the inverse of `student_p`. Infinite freedom: the normal distribution."""
    z = NormalDist().inv_cdf(1 - p / 2)
    if freedom == inf:
        return z
    scaled = z * (8 * freedom + 3) / (8 * freedom + 1)
    return sqrt(freedom * expm1(scaled * scaled / freedom))


def chi_square_p(statistic: float, freedom: int) -> float:
    """P(X >= statistic) for chi-square with this many degrees of freedom.

    Closed form by the recurrence 26.4.8 of Abramowitz and Stegun: Q(x; 1) = erfc(sqrt(x/2)), Q(x; 2) = exp(-x/2),
    Q(x; k+2) = Q(x; k) + (x/2)^(k/2) exp(-x/2) / Gamma(k/2 + 1). Raises ValueError below one degree of freedom or for a
    negative statistic.
    """
    if freedom < 1 or statistic < 0:
        raise ValueError(f"chi-square {statistic} with {freedom} degrees of freedom")
    half = statistic / 2
    if half == 0:
        return 1.0
    p = erfc(sqrt(half)) if freedom % 2 else exp(-half)
    for k in range(1 if freedom % 2 else 2, freedom, 2):
        p += exp(k / 2 * log(half) - half - lgamma(k / 2 + 1))
    return min(1.0, p)


def q_values(p_values: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg's q-values (1995, JRSS B 57, 289-300), in the order given.

    q of the i-th smallest of m p-values is the smallest of p_j * m / j over j >= i. Marking all rows with q <= 0.10
    makes at most a tenth of the marked ones false alarms, on average.
    """
    m = len(p_values)
    q = [1.0] * m
    least = 1.0
    for rank, number in enumerate(sorted(range(m), key=lambda i: p_values[i], reverse=True)):
        least = min(least, p_values[number] * m / (m - rank))
        q[number] = least
    return q


def hardly_chance(q: float | None, sample: Sample) -> bool:
    """Whether a row of a list may be called different: by its q-value, and not with a tiny sample, in which a few equal
    small numbers make a t that no chance explains."""
    return q is not None and q <= Q_BELOW and sample != "tiny"


def sample_ratio_p(counts: Sequence[int], shares: Sequence[float]) -> float:
    """The p-value that these counts were drawn with these shares (they need not sum to one): Pearson's chi-square.

    Below `RATIO_BELOW` something broke the assignment, and a comparison of the groups is not to be trusted. 1 without
    observations or with a single group. Raises ValueError if a share is not positive.
    """
    if any(share <= 0 for share in shares):
        raise ValueError("every group needs a positive share")
    n, whole = sum(counts), fsum(shares)
    if n == 0 or len(counts) < 2:
        return 1.0
    expected = [n * share / whole for share in shares]
    statistic = fsum((count - e) ** 2 / e for count, e in zip(counts, expected, strict=True))
    return chi_square_p(statistic, len(counts) - 1)


class BetaPrior(NamedTuple):
    """What is known of a rate before its own observations: `mean`, worth `strength` observations. Infinite strength:
    the rates differ no more than chance makes them.
    """

    mean: float
    strength: float

    def shrink(self, successes: float, n: int) -> float:
        """The posterior mean, (successes + strength * mean) / (n + strength)."""
        return self.mean if self.strength == inf else (successes + self.strength * self.mean) / (n + self.strength)


def beta_prior(successes: Sequence[float], counts: Sequence[int]) -> BetaPrior | None:
    """The prior that a list of rates suggests for each of them; None without observations. Rows with a count of 0 do
    not matter.

    Moments of the beta-binomial with Kleinman's weights (1973, JASA 68, 46-54), n / (1 + (n - 1) r), r = 1 / (strength
    + 1), found by iteration. Weights n alone let the largest row decide the mean; with these the result is that of
    maximum likelihood within a few percent, without an optimiser.
    """
    rows = [(x / n, n) for x, n in zip(successes, counts, strict=True) if n]
    if not rows:
        return None
    weights = [float(n) for _, n in rows]
    mean, r = 0.0, 0.0
    for _ in range(ROUNDS):
        whole = fsum(weights)
        mean = fsum(w * p for w, (p, _) in zip(weights, rows, strict=True)) / whole
        spread = fsum(w * (p - mean) ** 2 for w, (p, _) in zip(weights, rows, strict=True))
        # E(spread) = mean (1 - mean) ((1 - r) chance + r full): chance alone makes the one, no chance at all the other.
        chance = fsum(w * (1 - w / whole) / n for w, (_, n) in zip(weights, rows, strict=True))
        full = fsum(w * (1 - w / whole) for w in weights)
        binomial = mean * (1 - mean)
        if binomial == 0 or full <= chance or spread / binomial <= chance:
            return BetaPrior(mean, inf)
        before, r = r, min((spread / binomial - chance) / (full - chance), 0.99)
        if abs(r - before) <= 1e-12 * r:
            break
        weights = [n / (1 + (n - 1) * r) for _, n in rows]
    return BetaPrior(mean, 1 / r - 1)


class Estimate(NamedTuple):
    """A number with its standard error."""

    value: float
    error: float


class NormalPrior(NamedTuple):
    """How true effects scatter: around `mean` (known up to `mean_error`) with standard deviation `spread`."""

    mean: float
    mean_error: float
    spread: float

    def shrink(self, estimate: Estimate) -> Estimate:
        """The posterior mean and its error.

        value = mean + b (value - mean) with b = spread^2 / (spread^2 + error^2); error^2 = b error^2 + (1 - b)^2
        mean_error^2, so that even effects that do not scatter at all keep the error of their mean.
        """
        noise, scatter = estimate.error**2, self.spread**2
        b = scatter / (scatter + noise) if scatter + noise else 1.0
        error = sqrt(b * noise + ((1 - b) * self.mean_error) ** 2)
        return Estimate(self.mean + b * (estimate.value - self.mean), error)


def normal_prior(estimates: Sequence[Estimate]) -> NormalPrior | None:
    """The scatter of true effects behind these estimates; None without any with a positive error (others do not
    matter).

    Paule and Mandel (1982), J. Res. NBS 87, 377-385: the spread t at which sum((value - mean)^2 / (error^2 + t^2)) is
    k - 1, with the mean weighted by 1 / (error^2 + t^2); 0 where chance alone explains more. The sum falls with t, so
    bisection finds it.
    """
    known = [estimate for estimate in estimates if estimate.error > 0]
    if not known:
        return None
    low, high = 0.0, fsum((e.value - known[0].value) ** 2 for e in known)
    if _excess(known, 0.0) <= 0:
        high = 0.0
    for _ in range(ROUNDS):
        if high - low <= 1e-12 * high:
            break
        middle = (low + high) / 2
        low, high = (middle, high) if _excess(known, middle) > 0 else (low, middle)
    mean, weight = _weighted_mean(known, high)
    return NormalPrior(mean, 1 / sqrt(weight), sqrt(high))


def _excess(estimates: Sequence[Estimate], scatter: float) -> float:
    mean, _ = _weighted_mean(estimates, scatter)
    return fsum((e.value - mean) ** 2 / (e.error**2 + scatter) for e in estimates) - (len(estimates) - 1)


def _weighted_mean(estimates: Sequence[Estimate], scatter: float) -> tuple[float, float]:
    """The mean with weights 1 / (error^2 + scatter), and the sum of these."""
    weights = [1 / (e.error**2 + scatter) for e in estimates]
    whole = fsum(weights)
    return fsum(w * e.value for w, e in zip(weights, estimates, strict=True)) / whole, whole
