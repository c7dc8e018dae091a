"""How values are spread, as a small drawing."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from analytics.among_players import BINS, spread_of
from analytics.figures.distribution import MARK, distribution

COLUMN = re.compile(r"M(-?[\d.]+) 100v(-?[\d.]+)h([\d.]+)V100z")


def columns(path: str) -> list[tuple[float, float, float]]:
    """Left edge, height and width of each."""
    found = [(float(left), -float(up), float(wide)) for left, up, wide in COLUMN.findall(path)]
    assert "".join(COLUMN.sub("", path)) == ""
    return found


def test_columns_are_as_high_as_many_and_the_mark_is_where_the_value_is() -> None:
    drawn = distribution(spread_of([0.0, 0.1, 16.0]), 8.0)
    assert columns(drawn.columns) == [(0, 100, 5.3), (93.8, 50, 5.3)]
    assert drawn.mark == "49.0"


def test_equal_values_are_one_column_in_the_middle() -> None:
    [(left, high, _wide)] = columns(distribution(spread_of([7.0] * 10), 7.0).columns)
    assert (left, high) == (50, 100)


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=30), st.integers(-60, 60))
def test_everything_lies_in_the_box(values: list[int], marked: int) -> None:
    drawn = distribution(spread_of(values), marked)
    found = columns(drawn.columns)
    assert 1 <= len(found) <= BINS
    assert all(left >= 0 and left + wide <= 100.1 and 0 < high <= 100 for left, high, wide in found)
    assert 0 <= float(drawn.mark) <= 100 - MARK
