"""How numbers are spread: columns of whole steps that hold every value, the middle one marked."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from analytics.figures.parts import ANSWER
from analytics.figures.spread import MOST_COLUMNS, columns_of, quantile, spread_figure
from tests.analytics.figures.drawn import check

COUNTS = st.dictionaries(st.integers(-60, 400), st.integers(1, 50), min_size=1)


@given(COUNTS)
def test_every_value_is_in_one_column_and_the_middle_one_is_marked(counts: dict[int, int]) -> None:
    columns = columns_of(counts)
    assert len(columns) <= MOST_COLUMNS
    assert sum(column.count for column in columns) == sum(counts.values())
    assert len({column.high - column.low for column in columns}) == 1
    assert all(one.high + 1 == other.low for one, other in zip(columns, columns[1:], strict=False))
    figure = spread_figure(counts)
    check(figure)
    marked = [place for place, colour in enumerate(figure.data[0]["marker"]["color"]) if colour == ANSWER]
    (column,) = (columns[place] for place in marked)
    assert column.low <= quantile(counts, 0.5) <= column.high


def test_quantiles_are_values_that_were_reached() -> None:
    counts = {10: 1, 20: 8, 30: 1}
    assert [quantile(counts, part) for part in (0.1, 0.5, 0.9, 1.0)] == [10, 20, 20, 30]
    assert spread_figure({}).data == []
