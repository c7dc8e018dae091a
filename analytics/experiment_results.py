"""What an experiment has found, measure by measure, and how sure that is.

The mean of a measure in an arm is compared with the base by the differences of the pairs of games with the same seed:
difference = mean of (arm - base), with the t interval of a mean. This is exact in what it assumes (the pairs are
independent of each other), and never worse than comparing two separate samples by more than chance: what the two games
of a pair share cancels out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, sqrt

from analytics.card_points import CARD_OF_SOURCE
from analytics.experiments import ArmSums, ExperimentSums, LuckMeasures, Measure, Tally
from analytics.findings import WORTH_KNOWING, WORTH_KNOWING_SHARE, Finding, MeasuredDifference, judge
from analytics.intervals import TINY_BELOW, Z95, Interval, mean_interval_from_sums, moments
from analytics.seats import LEAST_GAMES_A_SEAT
from analytics.significance import RATIO_BELOW, chi_square_p, sample_ratio_p

SETTLED = 0.01
"""Rules that deal a card to all games or to none may fail in so many: a game in which nobody takes any."""


@dataclass(frozen=True, slots=True)
class Value:
    """The mean of a measure in one arm, with its 95 % interval; None where nothing is known."""

    mean: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """One measure of one arm against the base.

    `difference` is arm - base over `pairs` pairs of games, `deviation` the standard deviation of a single game and
    `effect` the difference in such deviations. `matters` is the smallest size worth knowing.
    `detectable` is the difference that gets the verdict "differs" in four of five experiments of this size. `q` allows
    for all measures of all arms. `bound` is the largest difference, in either direction, that the interval leaves
    possible. `forced`: it is about a card that the rules of one arm deal to all games or to none, so that players have
    no part in it.
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
    matters: float
    detectable: float | None
    p: float | None
    q: float | None
    finding: Finding
    bound: float | None
    forced: bool


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
class LuckGain:
    """What measuring luck did for a difference of margins: the part of its variance that is `left` without luck, with
    the 95 % interval.
    """

    arm: int
    measure: Measure
    pairs: int
    left: float
    interval: Interval

    @property
    def worth(self) -> int:
        """So many pairs whose luck is not measured are as precise."""
        return round(self.pairs / self.left)


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
        comparisons=tuple(_judged(compared, sums.arms)),
        seats=tuple(
            seat_shares(number, arm, [measure for measure in measures if measure.group == "seats"])
            for number, arm in enumerate(sums.arms)
        ),
    )


def luck_gains(sums: ExperimentSums, measures: LuckMeasures) -> list[LuckGain]:
    """What measuring luck did, by arm but the base. Nothing is said of fewer than `TINY_BELOW` pairs, and where no pair
    differs.

    The ratio of two variances that are measured on the same pairs, with correlation r: its logarithm has the standard
    error 2 sqrt((1 - r^2) / (n - 1)) if the differences are normal (delta method). With many equal pairs it is larger.
    """
    gains = []
    for number, arm in enumerate(sums.arms[1:], 1):
        tallies = [arm.differences.get(measure.key, Tally()) for measure in measures]
        pairs = min(tally.n for tally in tallies)
        if pairs < TINY_BELOW:
            continue
        raw, without, luck = (_variance(tally, measures.margin.unit) for tally in tallies)
        if not raw or not without:
            continue
        r = (raw + without - luck) / 2 / sqrt(raw * without)
        half = Z95 * 2 * sqrt(max(0.0, 1 - r * r) / (pairs - 1))
        left = without / raw
        interval = Interval(left * exp(-half), left * exp(half))
        gains.append(LuckGain(number, measures.without, pairs, left, interval))
    return gains


def _variance(tally: Tally, unit: int) -> float:
    found = moments(*tally, unit=unit)
    return found.variance if found and found.variance else 0.0


def value_of(arm: ArmSums, measure: Measure) -> Value:
    """The mean of a measure over the games of an arm that have it."""
    tally = arm.values.get(measure.key, Tally())
    found = moments(*tally, unit=measure.unit)
    return Value(found.mean if found else None, mean_interval_from_sums(*tally, unit=measure.unit))


def _compare(number: int, arm: ArmSums, base: ArmSums, measure: Measure) -> Comparison:
    """A comparison, before it is known what else is looked at."""
    pairs = arm.differences.get(measure.key, Tally())
    found = moments(*pairs, unit=measure.unit)
    # Points matter as much with luck as without.
    deviation = _deviation(arm, base, replace(measure, key=measure.with_luck))
    difference = found.mean if found else None
    is_share = measure.kind in ("share", "above_par")
    return Comparison(
        arm=number,
        measure=measure,
        base=value_of(base, measure),
        value=value_of(arm, measure),
        pairs=pairs.n,
        difference=difference,
        interval=None,
        deviation=deviation,
        effect=difference / deviation if difference is not None and deviation else None,
        matters=WORTH_KNOWING_SHARE if is_share else WORTH_KNOWING * (deviation or 0.0),
        detectable=None,
        p=None,
        q=None,
        finding="too_few",
        bound=None,
        forced=_is_forced(base, arm, measure),
    )


def _is_forced(base: ArmSums, arm: ArmSums, measure: Measure) -> bool:
    """Whether the rules decide it: a card lies on offer in all games of one arm or in none, and not so in the other."""
    family, _colon, key = measure.key.partition(":")
    card = key if family == "taken" else CARD_OF_SOURCE.get(key) if family == "source" else None
    offered = Measure(f"offered:{card}", "share", "offers")
    one, other = value_of(base, offered).mean, value_of(arm, offered).mean
    if one is None or other is None:
        return False
    settled = any(min(rate, 1 - rate) <= SETTLED for rate in (one, other))
    return settled and abs(other - one) >= WORTH_KNOWING_SHARE


def _judged(comparisons: Sequence[Comparison], arms: Sequence[ArmSums]) -> list[Comparison]:
    """The comparisons with what may be said of them when all are looked at together."""
    tested = [_measured(one, arms[one.arm].differences.get(one.measure.key, Tally())) for one in comparisons]
    judgements = iter(judge([one for one in tested if one is not None])[0])
    judged = []
    for comparison, measured in zip(comparisons, tested, strict=True):
        if measured is None:
            judged.append(comparison)
            continue
        judgement, interval = next(judgements), measured.interval
        known = replace(
            comparison,
            interval=interval,
            detectable=judgement.detectable,
            p=measured.p,
            q=judgement.q,
            finding=judgement.finding,
            bound=max(abs(interval.low), abs(interval.high)),
        )
        judged.append(known)
    return judged


def _measured(comparison: Comparison, pairs: Tally) -> MeasuredDifference | None:
    """The difference as it is judged; None unless there are two pairs."""
    found = moments(*pairs, unit=comparison.measure.unit)
    if found is None or found.error is None:
        return None
    return MeasuredDifference(found.mean, found.error, found.n - 1, comparison.matters, found.n >= TINY_BELOW)


def _deviation(one: ArmSums, other: ArmSums, measure: Measure) -> float | None:
    """The standard deviation of a single game, pooled over both arms; None unless both are known."""
    found = [moments(*arm.values.get(measure.key, Tally()), unit=measure.unit) for arm in (one, other)]
    variances = [sample.variance for sample in found if sample and sample.variance is not None]
    return sqrt(sum(variances) / 2) if len(variances) == 2 else None


def seat_shares(number: int, arm: ArmSums, measures: Sequence[Measure]) -> SeatShares:
    """The wins by seat of an arm. `measures` are those of the seats, in their order."""
    shares = tuple(value_of(arm, measure) for measure in measures)
    known = [share.mean for share in shares if share.mean is not None]
    if not known:
        return SeatShares(number, 0, shares, None, None)
    par = 1 / len(known)
    statistic = arm.finished * sum((share - par) ** 2 for share in known) / par
    p = chi_square_p(statistic, len(known) - 1) if arm.finished >= LEAST_GAMES_A_SEAT * len(known) else None
    return SeatShares(number, arm.finished, shares, max(known) - min(known), p)
