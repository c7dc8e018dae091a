"""The figures about ratings are valid for plotly, go into JSON, and have the numbers that they were given."""

from __future__ import annotations

import json

import pytest

from analytics.figures.ratings import CalibrationDot, calibration_figure, loss_figure, rating_figure
from analytics.intervals import Interval
from tests.analytics.figures.drawn import check


def test_a_rating_is_a_step_line_in_its_band() -> None:
    figure = rating_figure([1520.0, 1505.5], [200.0, 180.0], ["Ana, 1st", "Bo & <i>Cy</i>"])
    check(figure)
    low, high, line = figure.data
    assert (line["y"], low["y"], high["y"]) == ([1520, 1505.5], [1320, 1325.5], [1720, 1685.5])
    assert "<i>" not in json.dumps(figure.to_json())
    assert len(rating_figure([1.0] * 90, [1.0] * 90, [""] * 90).data[-1]["y"]) == 90
    with pytest.raises(ValueError, match="label"):
        rating_figure([1.0], [], [])


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
    for empty in (loss_figure([], [], []), calibration_figure([]), rating_figure([], [], [])):
        check(empty)
        assert empty.data == []


def test_a_dot_at_the_end_of_all_chances_is_drawn_whole() -> None:
    figure = calibration_figure([CalibrationDot(1.0, 1.0, Interval(0.8, 1.0), 9)])
    for name in ("xaxis", "yaxis"):
        low, high = figure.layout[name]["range"]
        assert low < 0
        assert high > 1
