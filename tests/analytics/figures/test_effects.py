"""Differences around zero: low rows, an axis near the first of them, and nothing found that crosses zero."""

from __future__ import annotations

import plotly.graph_objects as go

from analytics.figures.effects import MOST_ROWS, EffectRow, EffectWords, effects_figure
from analytics.figures.parts import FigureWords, folded, new_layout, written

LONG = "Games in which “Skill 5: double bloom and much more to say” is taken"
ROWS = [
    EffectRow(LONG, 0.5, 0.1, 0.2, 0.2, False),
    EffectRow("Turns in a game", -2.5, -0.6, 0.3, 0.2, True),
    EffectRow("Wins of <b>seat</b> 1", 0.1, 0.3, 0.2, 0.1, True),
]


def test_rows_are_low_whatever_their_titles_and_the_axis_stands_near() -> None:
    figure = effects_figure(ROWS * 10, EffectWords())
    go.Figure(figure.to_json())
    assert len(figure.layout["annotations"]) == MOST_ROWS
    assert figure.layout["height"] / MOST_ROWS < 45
    assert figure.layout["xaxis"]["side"] == "top"
    assert max(len(title["text"]) for title in figure.layout["annotations"]) < 50
    assert "<b>" not in str(figure.to_json())


def test_the_largest_difference_stands_first_and_what_was_found_does_not_cross_zero() -> None:
    figure = effects_figure(ROWS, EffectWords())
    assert figure.layout["annotations"][0]["text"] == "Turns in a game"
    assert figure.alt.endswith("furthest from zero: Turns in a game, −0.60 standard deviations.")
    found, other = figure.data
    assert (found["name"], other["name"]) == ("unlikely to be chance", "may be chance")
    assert all(abs(x) > half for x, half in zip(found["x"], found["error_x"]["array"], strict=True))
    assert found["customdata"][0][1:] == ["−2.50", "−0.60"]
    assert [shape["x1"] for shape in figure.layout["shapes"]] == [0.2, 0.1, 0.2]


def test_numbers_and_titles_for_people() -> None:
    german = FigureWords(separators=",.")
    assert written(german, -1.26, 1) == "−1,3"
    assert [written(german, value, 0, signed=True) for value in (3, -3, 0.2)] == ["+3", "−3", "0"]
    title = "difference in standard deviations of a game; grey: too small to matter"
    assert max(map(len, folded(title, 38).split("<br>"))) <= 38
    assert "<br>" in new_layout(german, title, 3, 1)["xaxis"]["title"]["text"]
