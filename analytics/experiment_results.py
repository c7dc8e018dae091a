"""What an experiment has found, measure by measure, and how sure that is.

The mean of a measure in an arm is compared with the base by the differences of the pairs of games with the same seed:
difference = mean of (arm - base), with the t interval of a mean. This is exact in what it assumes (the pairs are
independent of each other), and never worse than comparing two separate samples by more than chance: what the two games
of a pair share cancels out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Literal

from analytics.experiments import ArmSums, ExperimentSums, Measure, Tally
from analytics.intervals import TINY_BELOW, Interval, mean_interval_from_sums, moments
from analytics.power import smallest_effect
from analytics.seats import LEAST_GAMES_A_SEAT
from analytics.significance import (
    Q_BELOW,
    RATIO_BELOW,
    chi_square_p,
    normal_p,
    q_values,
    sample_ratio_p,
)

Finding = Literal["differs", "hint", "none_larger", "same", "too_few"]
"""What may be said of a measure. See `_finding`."""

TELLING = 0.5
"""So many standard deviations of a single game a difference may at most need to have to be found. An experiment that
would overlook a larger one does not say "no difference": it says that there are too few games."""


@dataclass(frozen=True, slots=True)
class Value:
    """The mean of a measure in one arm, with its 95 % interval; None where nothing is known."""

    mean: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """One measure of one arm against the base.

    `difference` is arm - base over `pairs` pairs of games, `deviation` the standard deviation of a single game and
    `effect` the difference in such deviations.
    `detectable` is the difference that would have been found in four of five experiments of this size. `q` allows for
    all measures that were looked at. `bound` is the largest difference, in either direction, that the interval leaves
    possible.
    """

    arm: int
    measure: Measure
    base: Value
    value: Value
    pairs: int
    difference: float | None
    interval: Interval | None
    deviation: float | None
    effect: float | None
    detectable: float | None
    p: float | None
    q: float | None
    finding: Finding
    bound: float | None


@dataclass(frozen=True, slots=True)
class SeatShares:
    """The shares of wins by seat in one arm. `p` tests that all seats win equally often (chi-square, with the game as
    the unit), None if there are too few games for that; `spread` is the largest share minus the smallest.
    """

    arm: int
    games: int
    shares: tuple[Value, ...]
    spread: float | None
    p: float | None


@dataclass(frozen=True, slots=True)
class Results:
    """`comparisons` has every measure of every arm but the base; measures that were 0 in all games are left out.

    `ratio_p` is the sample-ratio check: all arms are to finish equally many games. Below `RATIO_BELOW` games are
    missing more often in one arm, and what is left is not comparable: `ratio_broken`.
    """

    played: tuple[int, ...]
    unfinished: tuple[int, ...]
    ratio_p: float
    ratio_broken: bool
    comparisons: tuple[Comparison, ...]
    seats: tuple[SeatShares, ...]

    def of_arm(self, arm: int) -> list[Comparison]:
        """The comparisons of one arm with the base."""
        return [comparison for comparison in self.comparisons if comparison.arm == arm]


def results_of(sums: ExperimentSums, measures: Sequence[Measure]) -> Results:
    """Everything an experiment has found. `measures` are those of its plan."""
    seen = [measure for measure in measures if any(arm.values.get(measure.key, Tally()).squares for arm in sums.arms)]
    compared = [
        _compare(number, arm, sums.arms[0], measure)
        for number, arm in enumerate(sums.arms)
        if number
        for measure in seen
    ]
    ratio_p = sample_ratio_p([arm.finished for arm in sums.arms], [1.0] * len(sums.arms))
    return Results(
        played=tuple(arm.played for arm in sums.arms),
        unfinished=tuple(arm.unfinished for arm in sums.arms),
        ratio_p=ratio_p,
        ratio_broken=ratio_p < RATIO_BELOW,
        comparisons=tuple(_with_q(compared)),
        seats=tuple(
            _seats(number, arm, [measure for measure in measures if measure.group == "seats"])
            for number, arm in enumerate(sums.arms)
        ),
    )


def value_of(arm: ArmSums, measure: Measure) -> Value:
    """The mean of a measure over the games of an arm that have it."""
    tally = arm.values.get(measure.key, Tally())
    found = moments(*tally, unit=measure.unit)
    return Value(found.mean if found else None, mean_interval_from_sums(*tally, unit=measure.unit))


def _compare(number: int, arm: ArmSums, base: ArmSums, measure: Measure) -> Comparison:
    pairs = arm.differences.get(measure.key, Tally())
    found, deviation = moments(*pairs, unit=measure.unit), _deviation(arm, base, measure)
    difference, error = (found.mean, found.error) if found else (None, None)
    interval = mean_interval_from_sums(*pairs, unit=measure.unit)
    if interval is None and error == 0 and difference is not None:
        interval = Interval(difference, difference)
    p = None
    if difference is not None and error is not None:
        p = normal_p(difference / error) if error else float(difference == 0)
    return Comparison(
        arm=number,
        measure=measure,
        base=value_of(base, measure),
        value=value_of(arm, measure),
        pairs=pairs.n,
        difference=difference,
        interval=interval,
        deviation=deviation,
        effect=difference / deviation if difference is not None and deviation else None,
        detectable=smallest_effect(error) if error else None,
        p=p,
        q=None,
        finding="too_few",
        bound=max(abs(interval.low), abs(interval.high)) if interval else None,
    )


def _with_q(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """The comparisons with what may be said of them when all are looked at together."""
    tested = [comparison.p for comparison in comparisons if comparison.p is not None]
    q = iter(q_values(tested))
    judged = []
    for comparison in comparisons:
        known = replace(comparison, q=next(q)) if comparison.p is not None else comparison
        judged.append(replace(known, finding=_finding(known)))
    return judged


def _finding(found: Comparison) -> Finding:
    """- "too_few": fewer than 20 pairs, or even a difference of half a standard deviation could have been overlooked;
    - "same": no pair of games differs at all;
    - "differs": the interval does not hold zero, and q is at most 0.10;
    - "hint": the interval does not hold zero, but with so many measures one of them easily does so by chance;
    - "none_larger": no difference was found, and none larger than `bound` is left possible.
    """
    if found.pairs < TINY_BELOW or found.interval is None or found.q is None:
        return "too_few"
    low, high = found.interval
    if low == high == 0:
        return "same"
    if low > 0 or high < 0:
        return "differs" if found.q <= Q_BELOW else "hint"
    if found.detectable and found.deviation and found.detectable > TELLING * found.deviation:
        return "too_few"
    return "none_larger"


def _deviation(one: ArmSums, other: ArmSums, measure: Measure) -> float | None:
    """The standard deviation of a single game, pooled over both arms; None unless both are known."""
    found = [moments(*arm.values.get(measure.key, Tally()), unit=measure.unit) for arm in (one, other)]
    variances = [sample.variance for sample in found if sample and sample.variance is not None]
    return sqrt(sum(variances) / 2) if len(variances) == 2 else None


def _seats(number: int, arm: ArmSums, measures: Sequence[Measure]) -> SeatShares:
    shares = tuple(value_of(arm, measure) for measure in measures)
    known = [share.mean for share in shares if share.mean is not None]
    if not known:
        return SeatShares(number, 0, shares, None, None)
    par = 1 / len(known)
    statistic = arm.finished * sum((share - par) ** 2 for share in known) / par
    p = chi_square_p(statistic, len(known) - 1) if arm.finished >= LEAST_GAMES_A_SEAT * len(known) else None
    return SeatShares(number, arm.finished, shares, max(known) - min(known), p)
