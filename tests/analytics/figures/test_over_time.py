"""A value over time as a drawing without a script."""

from __future__ import annotations

import pytest

from analytics.figures.over_time import MOST_DOTS, MOST_LEVELS, Moment, over_time


def corners(points: str) -> list[tuple[float, float]]:
    """As numbers."""
    return [(float(x), float(y)) for x, y in (point.split(",") for point in points.split())]


def test_a_value_holds_until_the_next_one_and_the_band_is_around_it() -> None:
    drawn = over_time([Moment(10, 1500, 100), Moment(20, 1600, 50), Moment(30, 1600, 50)])
    assert drawn is not None
    # From 1400 at the foot to 1650 on top.
    assert corners(drawn.line) == [(0, 60), (50, 60), (50, 20), (100, 20), (100, 20)]
    assert corners(drawn.band)[:3] == [(0, 20), (50, 20), (50, 0)]
    assert corners(drawn.band)[-1] == (0, 100)
    assert [(spot.x, spot.y) for spot in drawn.spots] == [("0.00", "60.00"), ("50.00", "20.00"), ("100.00", "20.00")]
    assert drawn.end == drawn.spots[-1]


@pytest.mark.parametrize("margin", [1, 17, 154, 400, 900])
def test_grid_lines_are_few_and_round(margin: float) -> None:
    drawn = over_time([Moment(0, 1500, margin), Moment(1, 1511, margin)])
    assert drawn is not None
    assert 1 <= len(drawn.levels) <= MOST_LEVELS
    assert all(level.value % 10 == 0 and 0 <= float(level.y) <= 100 for level in drawn.levels)


def test_what_makes_no_line_is_not_drawn_and_many_moments_have_no_dots() -> None:
    assert over_time([]) is None
    assert over_time([Moment(0, 1500, 10)]) is None
    long = over_time([Moment(number, 1500, 10) for number in range(MOST_DOTS + 1)])
    assert long is not None
    assert (long.spots, long.end.x) == ((), "100.00")
