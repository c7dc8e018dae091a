"""Text that people have typed, as the fonts of pictures can show it."""

from __future__ import annotations

import unicodedata
from functools import cache

from anyascii import anyascii
from PIL import ImageFont

from nabu.core.pictures.fonts import FONT_FILES, FONTS

MOST_TYPED = 500
"""So many characters are looked at: no name has as many, and no line shows them."""

MOST_MARKS = 2
"""Accents above one another on a letter; more would run into the lines around it."""

NOTHING = "–"
"""What is shown of a name of which nothing is left."""

MEASURED = 100
"""The size at which text is measured."""


def drawable(text: str) -> str:
    """The text in one line. Letters that the fonts have not become Latin ones: right-to-left and ideographic names can
    be read, and never turn a line around. What cannot be read out, such as emoji and control characters, is left out.
    """
    shown: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text[:MOST_TYPED]):
        marks = marks + 1 if unicodedata.combining(sign) else 0
        if marks <= MOST_MARKS:
            shown.append(_drawn(sign))
    return " ".join("".join(shown).split()) or (NOTHING if text.strip() else "")


def width_of(text: str, size: float, bold: bool = False) -> float:
    """How wide a drawable text is."""
    return _font(bold).getlength(text) * size / MEASURED


def fit(text: str, size: float, bold: bool, width: float) -> str:
    """A drawable text, shortened with an ellipsis if it is wider than that."""
    if width_of(text, size, bold) <= width:
        return text
    kept = text
    while kept and width_of(f"{kept}…", size, bold) > width:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


def _drawn(sign: str) -> str:
    if sign.isspace():
        return " "
    category = unicodedata.category(sign)
    if category.startswith("C") or category == "So":
        return ""
    return sign if sign in _covered() else anyascii(sign)


@cache
def _font(bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT_FILES[bold], MEASURED, layout_engine=ImageFont.Layout.BASIC)


@cache
def _covered() -> frozenset[str]:
    return frozenset((FONTS / "covered.txt").read_text(encoding="utf-8"))
