"""Every score source has a drawing that is told from the others of its game, by day and by night."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from itertools import combinations

import pytest

from engine.colours import COLOURS, contrast
from engine.game import Game
from engine.registry import GAMES
from engine.source_picture import GROUND, source_picture
from engine.symbols import symbols

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())

PAGES = ("#ffffff", "#1b1e23")
"""What the pages put behind it, by day and by night."""

LEAST = 3.0
"""Contrast of graphics (WCAG 2.2, 1.4.11)."""


@EVERY_GAME
def test_every_source_has_a_drawing_of_its_own(game: Game) -> None:
    for source in game.sources:
        assert source.symbol in symbols(), source.key
    assert len({source_picture(source) for source in game.sources}) == len(game.sources)
    assert len({(source.symbol, source.ink) for source in game.sources}) == len(game.sources)


@EVERY_GAME
def test_a_drawing_needs_nothing_from_elsewhere_and_is_small(game: Game) -> None:
    for source in game.sources:
        picture = source_picture(source)
        root = ElementTree.fromstring(picture)
        ids = {element.get("id") for element in root.iter()}
        assert {href[1:] for element in root.iter() if (href := element.get("href"))} <= ids
        assert len(picture) < 3000


def painted(picture: str) -> set[str]:
    """The colours that are really put on: what is filled or drawn, and the current one only where it is asked for."""
    found = set(re.findall(r'(?:fill|stroke)="(?:var\([^,]+,)?(#[0-9a-f]{6})', picture))
    if "currentColor" in picture:
        found |= set(re.findall(r'<g [^>]*color="(?:var\([^,]+,)?(#[0-9a-f]{6})', picture))
    return found


@EVERY_GAME
def test_a_drawing_is_readable_by_day_and_by_night(game: Game) -> None:
    for source in game.sources:
        used = painted(source_picture(source))
        for page in PAGES:
            assert max(contrast(colour, page) for colour in used) >= LEAST, f"{source.key} is lost on {page}"
        assert max(contrast(one, other) for one, other in combinations(used, 2)) >= LEAST, source.key
        if source.ink:
            assert contrast(COLOURS[source.ink][0], COLOURS[GROUND][0]) >= LEAST, source.key


def test_a_colour_that_nothing_is_painted_with_does_not_count() -> None:
    assert painted('<g color="#000000"><path fill="#ffffff"/></g>') == {"#ffffff"}
    assert painted('<g color="#000000"><path fill="currentColor"/></g>') == {"#000000"}
