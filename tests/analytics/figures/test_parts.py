"""What figures are made of: colours that the page defines, few round ticks, whole names, labels that stand apart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.figures.parts import (
    MOST_TICKS,
    NAME_LETTERS,
    SEAT_SYMBOLS,
    SOURCE_COLOURS,
    Dot,
    FigureWords,
    Row,
    apart,
    axis,
    dot_rows,
    folded,
    percentage,
    round_numbers,
    row_layout,
    seat_marker,
    source_style,
    tick,
    written,
)
from analytics.intervals import Interval
from engine.registry import GAMES
from tests.analytics.figures.drawn import check_rows, names_of

STYLES = [Path(f"static/nabu/{name}.css").read_text() for name in ("web/nabu", "core/charts/charts")]
TOKENS = dict(re.findall(r"(--[\w-]+): light-dark\((#\w{6}, #\w{6})\)", STYLES[0]))
COLOURS = {name: TOKENS[token] for name, token in re.findall(r"(--chart-[\w-]+): var\((--[\w-]+)\)", STYLES[1])}
"""The colours of figures, by day and by night."""
GROUND = "--chart-surface"


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, as WCAG 2 defines it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("night", [0, 1], ids=["light", "dark"])
def test_marks_stand_out_from_the_ground_and_words_can_be_read(night: int) -> None:
    of_day = {name: both.split(", ")[night] for name, both in COLOURS.items()}
    marks = [name for name in of_day if re.search("source|seat|answer$|rest|loss|zero", name)]
    assert len(marks) == SOURCE_COLOURS + len(SEAT_SYMBOLS) + 4
    for name in marks:
        assert contrast(of_day[name], of_day[GROUND]) >= 3, name
    for name in ("--chart-text", "--chart-label", "--chart-answer"):
        assert contrast(of_day[name], of_day[GROUND]) >= 4.5, name


def test_every_source_of_a_game_looks_different_and_so_does_every_seat() -> None:
    colours = {both for name, both in COLOURS.items() if "source" in name}
    assert len(colours) == SOURCE_COLOURS
    for game in GAMES.values():
        looks = [source_style(number) for number in range(len(game.sources))]
        assert len({(look["color"], look["pattern"]["shape"]) for look in looks}) == len(looks)
        assert {look["color"] for look in looks} <= COLOURS.keys()
    seats = [seat_marker(seat) for seat in range(4)]
    assert len({seat["symbol"] for seat in seats}) == len({seat["color"] for seat in seats}) == 4


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_an_axis_has_at_most_five_round_lines_inside_its_ends(low: float, wide: float) -> None:
    ticks = round_numbers(low, low + wide)
    assert 1 <= len(ticks) <= MOST_TICKS
    assert all(low - 1e-6 * abs(low) - 1e-9 <= one <= low + wide + 1e-6 * abs(low) + 1e-9 for one in ticks)


def test_numbers_as_people_read_them() -> None:
    german = FigureWords(separators=",.", percent="{number}\N{NO-BREAK SPACE}%")
    assert written(german, -1.26, 1) == "−1,3"
    assert [written(german, value, 0, signed=True) for value in (3, -3, 0.2, 0)] == ["+3", "−3", "0", "0"]
    assert [tick(german, value, signed=True) for value in (-0.5, 0, 20)] == ["−0,5", "0", "+20"]
    assert percentage(german, 0.274) == "27\N{NO-BREAK SPACE}%"
    assert axis(-12, 52, lambda value: tick(german, value, signed=True))["ticktext"] == ["0", "+20", "+40"]


@given(st.lists(st.text("ab <é", min_size=1, max_size=120), min_size=1, max_size=6), st.booleans())
def test_names_are_whole_and_intervals_lie_between_them(names: list[str], icons: bool) -> None:
    dots = [
        Dot(Row(name, "+1", icon="/x.svg" if icons else ""), 1.0, Interval(-9, 9), found=False, said="")
        for name in names
    ]
    figure = dot_rows(FigureWords(), dots, str)
    check_rows(figure)
    for name, lines in zip(names, names_of(figure), strict=True):
        assert "".join(lines.split("<br>")).replace("&lt;", "<").replace(" ", "") == name.replace(" ", "")


def test_long_words_break_and_rows_of_several_bars_are_higher() -> None:
    assert max(len(line) for line in folded("x" * 90, NAME_LETTERS).split("<br>")) <= NAME_LETTERS
    one, three = (row_layout(FigureWords(), [Row("a", "1")], axis(0, 1, str), marks=marks) for marks in (1, 3))
    assert three["height"] - one["height"] == 24


@given(st.lists(st.tuples(st.floats(0, 100), st.floats(5, 40)), max_size=12))
def test_labels_are_moved_apart_in_their_order(wanted: list[tuple[float, float]]) -> None:
    middles = apart([middle for middle, _ in sorted(wanted)], [size for _, size in sorted(wanted)], 100)
    sizes = [size for _, size in sorted(wanted)]
    for place in range(len(middles) - 1):
        assert middles[place + 1] - middles[place] >= (sizes[place] + sizes[place + 1]) / 2 - 1e-6
    if middles:
        assert middles[0] - sizes[0] / 2 >= -1e-6
        assert middles[-1] + sizes[-1] / 2 <= max(100, sum(sizes)) + 1e-6
