"""Small parts that every picture is made of: elements, safe text, how wide a text is, a grid of hexes.

A picture is one standalone SVG document: no script, nothing from elsewhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import sqrt
from xml.sax.saxutils import escape, quoteattr

HALF_HEIGHT = sqrt(3) / 2
"""How far the sides of a hex are from its centre, whose corners are 1 away."""

BOLD = 1.13
"""How much wider bold text is."""


_FORBIDDEN = re.compile("[^\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 does not allow (https://www.w3.org/TR/xml/#charsets), and line ends and tabs."""

_TO_QUOTE = re.compile('[&<>"\\t\\n\\r]')
"""What cannot stand in an attribute as it is."""


def clean(text: str) -> str:
    """Text as XML may hold it: characters that XML 1.0 forbids become U+FFFD, markup is escaped."""
    return escape(_FORBIDDEN.sub("\ufffd", text))


def number(value: float) -> str:
    """A coordinate with at most one decimal: `12`, `12.5`."""
    text = f"{value:.1f}"
    text = text[:-2] if text.endswith(".0") else text
    return "0" if text == "-0" else text


def tag(name: str, content: str = "", **attributes: str | float) -> str:
    """One element. `content` is markup already; attribute names use `_` for `-`, and `class_` for `class`."""
    # A picture is some hundreds of elements, and pages draw one for every move: most attributes need no quoting.
    opened = f"<{name}"
    for key, value in attributes.items():
        text = value if isinstance(value, str) else number(value)
        quoted = quoteattr(text) if _TO_QUOTE.search(text) else f'"{text}"'
        opened += f" {_attribute(key)}={quoted}"
    return f"{opened}>{content}</{name}>" if content else f"{opened}/>"


@cache
def _attribute(key: str) -> str:
    """The name of an attribute as markup has it."""
    return key.rstrip("_").replace("_", "-")


def label(x: float, y: float, words: str, class_: str) -> str:
    """A text at a place; `class_` gives size, anchor and ink."""
    return tag("text", clean(words), x=x, y=y, class_=class_)


def text_width(text: str, size: float) -> float:
    """A generous guess at the width of a text in a sans-serif font: no font is at hand to measure with."""
    return sum(_width_in_em(character) for character in text) * size


def _width_in_em(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.05
    if character in "mwMW@%":
        return 0.92
    if character in "iljtfr.,:;'| ":
        return 0.36
    return 0.72 if character.isupper() else 0.6


def fit(text: str, size: float, width: float) -> str:
    """The text, shortened with an ellipsis if it is likely to be wider than `width`."""
    if text_width(text, size) <= width:
        return text
    kept = text
    while kept and text_width(kept + "…", size) > width:
        kept = kept[:-1]
    return kept.rstrip() + "…"


@dataclass(frozen=True, slots=True)
class HexGrid:
    """A board of flat-top hexes, turned a quarter clockwise so that it is higher than it is wide: pointed hexes.

    An id is two digits column, two digits row, and their sum is even. Columns go down, rows from right to left. `size`
    is the distance from centre to corner; `left` and `top` are the margins.
    """

    size: float
    left: float
    top: float
    first_column: int
    last_row: int

    def column_y(self, column: int) -> float:
        """The y of the centres of a column."""
        return self.top + self.size * (1 + 1.5 * (column - self.first_column))

    def row_x(self, row: int) -> float:
        """The x of the centres of a row."""
        return self.left + self.size * HALF_HEIGHT * (1 + self.last_row - row)

    def centre(self, hex_id: str) -> tuple[float, float]:
        """The centre of a hex."""
        return self.row_x(int(hex_id[2:])), self.column_y(int(hex_id[:2]))

    def outlines(self, hex_ids: Iterable[str]) -> str:
        """One path around each of these hexes."""
        half, wide = self.size / 2, self.size * HALF_HEIGHT
        steps = f"l{number(wide)} {number(half)}v{number(self.size)}l{number(-wide)} {number(half)}"
        steps += f"l{number(-wide)} {number(-half)}v{number(-self.size)}z"
        starts = (self.centre(hex_id) for hex_id in hex_ids)
        return "".join(f"M{number(x)} {number(y - self.size)}{steps}" for x, y in starts)


def upright_hexagon(size: float) -> str:
    """The points of a pointed hex around 0 0."""
    half, wide = size / 2, size * HALF_HEIGHT
    corners = ((0, -size), (wide, -half), (wide, half), (0, size), (-wide, half), (-wide, -half))
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)
