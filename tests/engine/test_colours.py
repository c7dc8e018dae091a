"""The colours of pictures: readable on a light and on a dark ground, and the same on pages."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from engine.colours import COLOURS, colour, contrast
from tests.cases import each

CSS = Path(__file__).parents[2] / "static" / "nabu" / "board" / "drawing" / "board.css"
PAGES = CSS.parents[2] / "web" / "nabu.css"
THEMES = {"light": 0, "dark": 1}
SEATS = range(1, 5)

TEXT = [
    *((ink, ground) for ink in ("ink", "ink-2") for ground in ("paper", "card", "panel")),
    *((f"seat-{seat}-ink", f"seat-{seat}") for seat in SEATS),
    *(("plate-ink", plate) for plate in ("city", "farm")),
    *(("good", "paper"), ("last", "paper"), ("accent", "paper")),
    *(("ink", ground) for ground in ("north", "centre", "south", "river", "stone", "stone-2")),
]
"""Ink and ground of all that has to be read."""

MARKS = [
    *((f"seat-{seat}-line", "paper") for seat in SEATS),
    *((mark, ground) for mark in ("accent", "last") for ground in ("north", "centre", "south", "river")),
    ("clay-ink", "clay"),
    ("clay", "paper"),
]
"""What has to be seen, but is larger than text (WCAG 2.2, 1.4.11)."""


@each("theme", THEMES)
def test_text_and_marks_stand_out_from_what_they_stand_on(theme: str) -> None:
    at = THEMES[theme]
    faint = [
        (ink, ground, round(contrast(COLOURS[ink][at], COLOURS[ground][at]), 2))
        for pairs, least in ((TEXT, 4.5), (MARKS, 3))
        for ink, ground in pairs
        if contrast(COLOURS[ink][at], COLOURS[ground][at]) < least
    ]
    assert not faint


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffffff", "#777777") == pytest.approx(4.48, abs=0.01)


@each("theme", THEMES)
def test_of_two_seats_the_shape_or_the_grey_differs_whoever_sees_no_colours(theme: str) -> None:
    fills = [COLOURS[f"seat-{seat}"][THEMES[theme]] for seat in SEATS]
    alike = [(one, other) for one, other in combinations(fills, 2) if contrast(one, other) < 1.05]
    assert not alike


def test_pages_have_the_same_colours() -> None:
    found = dict(re.findall(r"--nabu-([a-z0-9-]+): ([^;]+);", CSS.read_text("utf-8")))
    assert found == {
        name: light if light == dark else f"light-dark({light}, {dark})" for name, (light, dark) in COLOURS.items()
    }


def test_a_picture_falls_back_on_the_colours_of_a_light_ground() -> None:
    assert colour("ink") == "var(--nabu-ink,#1c232d)"


def test_marks_of_seats_have_the_boards_colours_on_every_page() -> None:
    stated = PAGES.read_text(encoding="utf-8")
    for seat in SEATS:
        light, dark = COLOURS[f"seat-{seat}-line"]
        assert f"--seat-{seat}: light-dark({light}, {dark});" in stated
