"""A value over time in the band of its 95% interval, as a drawing that needs no script.

Places are percentages of a box of any size, written as SVG wants them, so that lines stretch with the page while text
and dots keep their size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

MOST_LEVELS = 5
"""More grid lines than this are in the way of the line."""

MOST_DOTS = 60
"""More dots than this run into each other."""

STEPS = (10, 20, 50, 100, 200, 300, 500, 1000, 2000)


@dataclass(frozen=True, slots=True)
class Moment:
    """A value with half the width of its interval, from the point `at` on; any scale will do."""

    at: float
    value: float
    margin: float


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something is drawn, in percent from the left and from the top."""

    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Level:
    """A grid line: its height in percent from the top, and the value that it stands for."""

    y: str
    value: int


@dataclass(frozen=True, slots=True)
class OverTime:
    """The corners of the stepped line and of the band, a spot for each moment (none if they were too many), the grid
    lines, and the end of the line."""

    line: str
    band: str
    spots: tuple[Spot, ...]
    levels: tuple[Level, ...]
    end: Spot


def over_time(moments: Sequence[Moment]) -> OverTime | None:
    """The drawing of these moments in order; None for fewer than two, which make no line."""
    if len(moments) < 2:
        return None
    low = min(moment.value - moment.margin for moment in moments)
    high = max(moment.value + moment.margin for moment in moments)
    first, last = moments[0].at, moments[-1].at

    def x(at: float) -> float:
        return 100 * (at - first) / ((last - first) or 1)

    def y(value: float) -> float:
        return 100 * (high - value) / ((high - low) or 1)

    line = _steps([(x(one.at), y(one.value)) for one in moments])
    upper = _steps([(x(one.at), y(one.value + one.margin)) for one in moments])
    lower = _steps([(x(one.at), y(one.value - one.margin)) for one in moments])
    spots = tuple(Spot(_written(x(one.at)), _written(y(one.value))) for one in moments)
    levels = tuple(Level(_written(y(value)), value) for value in _levels(low, high))
    return OverTime(
        line=_corners(line),
        band=_corners([*upper, *reversed(lower)]),
        spots=spots if len(spots) <= MOST_DOTS else (),
        levels=levels,
        end=spots[-1],
    )


def _steps(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """A value holds until the next one comes."""
    corners = [points[0]]
    for before, after in zip(points, points[1:], strict=False):
        corners += [(after[0], before[1]), after]
    return corners


def _levels(low: float, high: float) -> list[int]:
    """Round values between the ends."""
    found: list[int] = []
    for step in STEPS:
        found = [step * number for number in range(ceil(low / step), floor(high / step) + 1)]
        if len(found) <= MOST_LEVELS:
            break
    return found


def _corners(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{_written(x)},{_written(y)}" for x, y in points)


def _written(percent: float) -> str:
    return f"{percent:.2f}"
