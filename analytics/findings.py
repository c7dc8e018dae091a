"""What may be said of differences that are looked at together: in words that separate chance from size.

Two questions, always both. *Could it be chance?* All differences of a page stand in one list; one of them is called a
difference if its q-value is at most `Q_BELOW` and its 95 % interval does not hold zero. Where nothing differs at all,
so anything is called a difference on at most one page in ten. *Does it matter?* Every measure has a smallest size worth
knowing. An interval that stays within that size on both sides says that whatever differs is too small to matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from analytics.intervals import Interval, t975
from analytics.power import smallest_effect
from analytics.significance import P_BELOW, Q_BELOW, q_values, student_p

Finding = Literal["differs", "too_small", "hint", "none_that_matters", "same", "unknown", "too_few"]
"""What may be said of a difference. See `judge`."""

FINDINGS: tuple[Finding, ...] = get_args(Finding)

WORTH_KNOWING = 0.2
"""So many standard deviations of a single game a difference needs to be worth knowing (Cohen's "small")."""

WORTH_KNOWING_SHARE = 0.05
"""The same for shares of games or of wins: five games of a hundred, as for the seats (`seats.WORTH_FINDING`)."""


@dataclass(frozen=True, slots=True)
class MeasuredDifference:
    """A difference with its standard error and degrees of freedom, before others are looked at.

    `matters` is the smallest size worth knowing, in the same unit; 0 if any is. `enough`: there are enough games to say
    anything.
    """

    value: float
    error: float
    freedom: float
    matters: float
    enough: bool

    @property
    def p(self) -> float:
        """Student's p-value; where nothing varies, a difference is certain."""
        return student_p(self.value / self.error, self.freedom) if self.error else float(self.value == 0)

    @property
    def interval(self) -> Interval:
        """The 95 % interval."""
        half = t975(self.freedom) * self.error if self.error else 0.0
        return Interval(self.value - half, self.value + half)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What may be said of a difference. `q` allows for the whole list. `detectable` is the difference that gets the
    verdict "differs" in four of five such samples; None where nothing varies.
    """

    q: float
    detectable: float | None
    finding: Finding


def judge(found: Sequence[MeasuredDifference], beside: Sequence[float] = ()) -> tuple[list[Judgement], list[float]]:
    """What may be said of these differences when all are looked at together, and the q-values of further tests whose
    p-values stand `beside` them in the same list.

    - "too_few": not enough games to say anything;
    - "same": nothing differs in any game;
    - "differs": q is at most `Q_BELOW`, the interval does not hold zero, and it reaches a size that matters;
    - "too_small": the same, but the whole interval is below a size that matters;
    - "none_that_matters": the interval may hold zero, and every difference within it is too small to matter;
    - "hint": the interval does not hold zero, but among so many measures one easily looks like this by chance;
    - "unknown": the interval holds zero and differences that matter.
    """
    q = q_values([*(one.p for one in found), *beside])
    tests = len(q)
    judged = [
        Judgement(
            q[number],
            smallest_effect(one.error, one.freedom, tests, one.matters) if one.error else None,
            _finding(one, q[number]),
        )
        for number, one in enumerate(found)
    ]
    return judged, q[len(found) :]


def _finding(found: MeasuredDifference, q: float) -> Finding:
    low, high = found.interval
    if not found.enough:
        return "too_few"
    if low == high == 0:
        return "same"
    apart, within = low > 0 or high < 0, -found.matters < low and high < found.matters
    if apart and q <= Q_BELOW and found.p < P_BELOW:
        return "too_small" if within else "differs"
    if within:
        return "none_that_matters"
    return "hint" if apart else "unknown"
