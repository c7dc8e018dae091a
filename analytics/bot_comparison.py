"""Does what holds for one bot hold for a better one? The same way to play, played by two line-ups of bots.

The two have nothing in common but the setups, since other bots play other games from the first turn on: their means
are compared as those of independent samples (Welch), which errs on the safe side where setups do matter. All
differences of a comparison stand in one list of q-values, as everywhere (`findings.judge`).

The seat that is talked about is the one whose share of the wins is furthest from even *in both together*. Taken from
one of the two alone, it would be the one that luck has helped most there, and would seem to shrink in the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from analytics.experiment_results import SeatShares, Value, seat_shares, value_of
from analytics.experiments import ArmSums, Measure, Tally
from analytics.findings import WORTH_KNOWING, WORTH_KNOWING_SHARE, Finding, Judgement, MeasuredDifference, judge
from analytics.intervals import TINY_BELOW, Interval, MeanDifference, mean_difference, moments, wilson
from analytics.power import games_for_rates
from analytics.significance import P_BELOW

Survival = Literal["too_few", "none", "remains", "turns", "vanishes", "unclear", "appears"]
"""What becomes of the seat effect. "none": neither line-up shows one. "remains", "turns": the second line-up shows
that of the first, or its opposite. "vanishes": whatever is left is below the smallest share worth knowing. "unclear":
the first shows one, and the games of the second do not tell. "appears": only the second shows one."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A measure under both line-ups. `difference` is the second minus the first, with its 95 % interval, which is None
    for too few games. `matters` is the smallest difference worth knowing, `detectable` the one that four of five such
    comparisons find.
    """

    measure: Measure
    one: Value
    other: Value
    difference: float | None
    interval: Interval | None
    matters: float
    detectable: float | None
    q: float | None
    finding: Finding


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """The seat whose wins are furthest from even, counted from 1. `one` and `other` are its wins above an even share,
    `change` its row among the wins by seat.
    """

    seat: int
    one: Value
    other: Value
    change: Beside
    survival: Survival


@dataclass(frozen=True, slots=True)
class BotComparison:
    """One way to play under both line-ups. `effect` is None before anything was played.

    `games_needed`: so many games of each show a change of 5 percentage points in the wins of a seat.
    """

    games: tuple[int, int]
    unfinished: tuple[int, int]
    shares: tuple[SeatShares, SeatShares]
    wins: tuple[Beside, ...]
    points: tuple[Beside, ...]
    sources: tuple[Beside, ...]
    effect: SeatEffect | None
    games_needed: int

    @property
    def rows(self) -> tuple[Beside, ...]:
        """Everything that is compared."""
        return self.wins + self.points + self.sources


def compare_bots(arms: Sequence[tuple[ArmSums, ArmSums]], measures: Sequence[Measure]) -> list[BotComparison]:
    """Each way to play, first by the first line-up and then by the second. `measures` are those of seats and sources
    (groups "seats", "seat_points", "source_shares"); what has not been counted in both is left out.
    """
    rows = [
        [
            _beside(one, other, measure)
            for measure in measures
            if _is_counted(one, measure) and _is_counted(other, measure)
        ]
        for one, other in arms
    ]
    tested = [(row, _measured(row, *pair)) for pair, of_pair in zip(arms, rows, strict=True) for row in of_pair]
    judgements = iter(judge([measured for _row, measured in tested if measured is not None])[0])
    judged = iter([_judged(row, measured, next(judgements) if measured else None) for row, measured in tested])
    return [
        _comparison(one, other, measures, [next(judged) for _row in of_pair])
        for (one, other), of_pair in zip(arms, rows, strict=True)
    ]


def _comparison(one: ArmSums, other: ArmSums, measures: Sequence[Measure], rows: Sequence[Beside]) -> BotComparison:
    seats = [measure for measure in measures if measure.group == "seats"]
    shares = _shares(0, one, seats), _shares(1, other, seats)
    groups = {
        group: tuple(row for row in rows if row.measure.group == group)
        for group in ("seats", "seat_points", "source_shares")
    }
    par = 1 / len(seats)
    return BotComparison(
        games=(one.finished, other.finished),
        unfinished=(one.unfinished, other.unfinished),
        shares=shares,
        wins=groups["seats"],
        points=groups["seat_points"],
        sources=groups["source_shares"],
        effect=_effect(groups["seats"], shares, par),
        games_needed=games_for_rates(par, par + WORTH_KNOWING_SHARE),
    )


def _shares(number: int, arm: ArmSums, seats: Sequence[Measure]) -> SeatShares:
    return replace(seat_shares(number, arm, seats), shares=tuple(_value(arm, measure) for measure in seats))


def _effect(wins: Sequence[Beside], shares: tuple[SeatShares, SeatShares], par: float) -> SeatEffect | None:
    if not wins:
        return None

    def distance(row: Beside) -> float:
        return abs((row.one.mean or 0.0) + (row.other.mean or 0.0) - 2 * par)

    change = max(wins, key=distance)
    one, other = _above(change.one, par), _above(change.other, par)
    seat = int(change.measure.key.partition(":")[2])
    return SeatEffect(seat, one, other, change, _survival(one, other, shares))


def _survival(one: Value, other: Value, shares: tuple[SeatShares, SeatShares]) -> Survival:
    p_one, p_other = (row.p for row in shares)
    if p_one is None or p_other is None or other.interval is None or one.mean is None:
        return "too_few"
    if p_one >= P_BELOW:
        return "appears" if p_other < P_BELOW else "none"
    low, high = other.interval
    if low > 0 or high < 0:
        return "remains" if (low > 0) == (one.mean > 0) else "turns"
    return "vanishes" if max(-low, high) < WORTH_KNOWING_SHARE else "unclear"


def _above(share: Value, par: float) -> Value:
    interval = share.interval and Interval(share.interval.low - par, share.interval.high - par)
    return Value(None if share.mean is None else share.mean - par, interval)


def _is_counted(arm: ArmSums, measure: Measure) -> bool:
    return arm.values.get(measure.key, Tally()).n > 0


def _beside(one: ArmSums, other: ArmSums, measure: Measure) -> Beside:
    """A row before it is known what else is compared."""
    return Beside(measure, _value(one, measure), _value(other, measure), None, None, 0.0, None, None, "too_few")


def _value(arm: ArmSums, measure: Measure) -> Value:
    """The mean of a measure. Shares of wins have the Wilson interval, and no share's interval leaves 0 to 1: these are
    shown for few games, too."""
    found = value_of(arm, measure)
    if found.mean is None or measure.group == "seat_points":
        return found
    if measure.group == "seats":
        tally = arm.values[measure.key]
        return Value(found.mean, wilson(tally.total / measure.unit, tally.n))
    interval = found.interval and Interval(max(0.0, found.interval.low), min(1.0, found.interval.high))
    return Value(found.mean, interval)


def _measured(row: Beside, one: ArmSums, other: ArmSums) -> MeasuredDifference | None:
    """The difference as it is judged; None unless there are two games of each."""
    found = _difference(row.measure, one, other)
    if found is None:
        return None
    games = min(arm.values[row.measure.key].n for arm in (one, other))
    matters = WORTH_KNOWING_SHARE if row.measure.group == "seats" else WORTH_KNOWING * found.deviation
    return MeasuredDifference(found.value, found.error, found.freedom, matters, games >= TINY_BELOW)


def _difference(measure: Measure, one: ArmSums, other: ArmSums) -> MeanDifference | None:
    first, second = (moments(*arm.values[measure.key], unit=measure.unit) for arm in (one, other))
    return mean_difference([(first, second)]) if first and second else None


def _judged(row: Beside, measured: MeasuredDifference | None, judgement: Judgement | None) -> Beside:
    """The row with what may be said of it when all are looked at together."""
    if measured is None or judgement is None:
        return row
    return replace(
        row,
        difference=measured.value,
        interval=measured.interval if measured.enough else None,
        matters=measured.matters,
        detectable=judgement.detectable,
        q=judgement.q,
        finding=judgement.finding,
    )
