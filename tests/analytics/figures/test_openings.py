"""Figures of openings."""

from __future__ import annotations

from analytics.figures.openings import OpeningDot, OpeningWords, openings_figure
from analytics.intervals import Interval
from tests.analytics.figures.drawn import check


def test_the_text_names_the_highest_dot_wherever_it_stands() -> None:
    """Rows are ordered by their shrunk differences, so the largest difference need not be the first."""
    rows = [
        OpeningDot("Many games", 400, 0.05, Interval(0.01, 0.09), True),
        OpeningDot("Few games", 30, 0.09, Interval(-0.1, 0.28), False),
        OpeningDot("Others", 90, -0.02, Interval(-0.1, 0.06), False),
    ]
    figure = openings_figure(rows, OpeningWords())
    check(figure)
    assert figure.alt.endswith("the highest is Few games.")
