"""Differences around zero: the axis near the first row, whole titles, and nothing found that crosses zero."""

from __future__ import annotations

from analytics.figures.effects import MOST_ROWS, EffectRow, EffectWords, effects_figure
from tests.analytics.figures.drawn import check, names_of

LONG = "Games in which “Skill 5: double bloom and much more to say” is taken"
ROWS = [
    EffectRow(LONG, 0.5, 0.4, 0.5, 0.2, False),
    EffectRow("Turns in a game", -2.5, -0.6, 0.3, 0.2, True),
    EffectRow("Wins of <b>seat</b> 1", 0.1, 0.3, 0.2, 0.1, True),
]


def test_titles_are_whole_and_the_axis_stands_near_the_first_row() -> None:
    figure = effects_figure(ROWS * 7, EffectWords())
    check(figure)
    assert len(names_of(figure)) == MOST_ROWS
    assert figure.layout["xaxis"]["side"] == "top"
    assert LONG in {name.replace("<br>", " ") for name in names_of(figure)}
    assert "<b>seat" not in str(figure.to_json())


def test_the_largest_difference_stands_first_and_what_was_found_does_not_cross_zero() -> None:
    figure = effects_figure(ROWS, EffectWords())
    assert names_of(figure)[0] == "Turns in a game"
    assert figure.alt.endswith("furthest from zero: Turns in a game, −0.60 standard deviations.")
    found, other = figure.data
    assert (found["marker"]["symbol"], other["marker"]["symbol"]) == ("circle", "circle-open")
    assert all(abs(x) > half for x, half in zip(found["x"], found["error_x"]["array"], strict=True))
    assert found["customdata"][0]["text"] == "Turns in a game<br>−2.50 (−0.60)"
    matters = [shape["x1"] for shape in figure.layout["shapes"] if shape["type"] == "rect"]
    assert matters == [0.2, 0.2, 0.1]
    assert [key.mark for key in figure.keys] == ["answer", "open", "band"]
