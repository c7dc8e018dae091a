"""The figures about ratings are valid for plotly, go into JSON, and have the numbers that they were given."""

from __future__ import annotations

import pytest

from analytics.figures.ratings import CalibrationDot, calibration_figure, loss_figure
from analytics.intervals import Interval
from tests.analytics.figures.drawn import check


def test_calibration_is_drawn_against_the_diagonal() -> None:
    dots = [
        CalibrationDot(0.2, 0.25, Interval(0.2, 0.3), 100),
        CalibrationDot(0.8, 0.7, Interval(0.6, 0.75), 50),
    ]
    figure = calibration_figure(dots)
    check(figure)
    assert figure.data[0]["x"] == figure.data[0]["y"] == [0, 1]
    assert figure.data[1]["error_y"]["array"] == pytest.approx([0.05, 0.05])
    assert "80% predicted, 70% won" in figure.alt


def test_losses_and_nothing() -> None:
    figure = loss_figure([10, 20], [1.0, 0.9], [1.1, 1.1])
    check(figure)
    assert [line["y"] for line in figure.data] == [[1.0, 0.9], [1.1, 1.1]]
    for empty in (loss_figure([], [], []), calibration_figure([])):
        check(empty)
        assert empty.data == []


def test_a_dot_at_the_end_of_all_chances_is_drawn_whole() -> None:
    figure = calibration_figure([CalibrationDot(1.0, 1.0, Interval(0.8, 1.0), 9)])
    for name in ("xaxis", "yaxis"):
        low, high = figure.layout[name]["range"]
        assert low < 0
        assert high > 1
