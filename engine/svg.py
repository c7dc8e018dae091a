"""Small parts that every game's picture is made of: elements, safe text, readable ink, a grid of hexes.

A picture is one standalone SVG document: no script, nothing from elsewhere, its own light background, so that it reads
the same on a light page, a dark page and paper.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from math import sqrt
from xml.sax.saxutils import escape, quoteattr

HALF_HEIGHT = sqrt(3) / 2
"""Half the height of a flat-top hex whose corners are 1 away from its centre."""

DARK, LIGHT = "#1a1a1a", "#ffffff"
"""The two inks for text."""

WIDTH = 720.0
"""The width of a picture. On a screen 360 pixels wide two units are one pixel."""

SEAT_FILLS = ("#0072b2", "#e69f00", "#222222", "#cc79a7")
"""Blue, orange, black, purple of the Okabe-Ito palette: they also differ as greys. The seat's number stands with it."""

LAST_FILL, LAST_INK = "#ffffff", "#b8340a"
"""What points out the last turn."""

BOLD = 1.13
"""How much wider bold text is."""


_FORBIDDEN = re.compile("[^\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 does not allow (https://www.w3.org/TR/xml/#charsets), and line ends and tabs."""

_TO_QUOTE = re.compile('[&<>"\\t\\n\\r]')
"""What cannot stand in an attribute as it is."""


def clean(text: str) -> str:
    """Text as XML may hold it: characters that XML 1.0 forbids become U+FFFD, markup is escaped."""
    return escape(_FORBIDDEN.sub("\ufffd", text))


@lru_cache(maxsize=4096)
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
        if not isinstance(value, str):
            quoted = f'"{number(value)}"'
        elif _TO_QUOTE.search(value):
            quoted = quoteattr(value)
        else:
            quoted = f'"{value}"'
        opened += f" {_attribute(key)}={quoted}"
    return f"{opened}>{content}</{name}>" if content else f"{opened}/>"


@cache
def _attribute(key: str) -> str:
    """The name of an attribute as markup has it."""
    return key.rstrip("_").replace("_", "-")


def label(x: float, y: float, words: str, class_: str) -> str:
    """A text at a place; `class_` gives size, anchor and ink."""
    return tag("text", clean(words), x=x, y=y, class_=class_)


def document(width: float, height: float, title: str, description: str, style: str, content: Iterable[str]) -> str:
    """The whole document. `title` and `description` are plain text: what a reader hears in place of the picture."""
    head = [
        tag("title", clean(title), id="title"),
        tag("desc", clean(description), id="desc"),
        tag("style", style),
        tag("rect", width=width, height=height, fill=LIGHT),
    ]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 {number(width)} {number(height)}" role="img" aria-labelledby="title desc">'
        + "\n".join([*head, *content])
        + "</svg>\n"
    )


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb` (WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance)."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.2). Small text needs 4.5."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(fill: str) -> str:
    """The ink, dark or light, that reads better on a fill."""
    return max((DARK, LIGHT), key=lambda ink: contrast(ink, fill))


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


def base_style() -> str:
    """The part of the style sheet that all games share: text sizes and anchors, and the colours of the seats.

    Sizes: `c` 18, `k` 21, `r` 24, `h` 25 bold. Of seat n: `sn` fills with its colour, `in` with the ink on it; `dn` and
    `nn` draw lines in these.
    """
    seats = "".join(
        f".s{seat}{{fill:{fill}}}.i{seat}{{fill:{ink_on(fill)}}}.d{seat}{{stroke:{ink_on(fill)}}}.n{seat}{{stroke:{fill}}}"
        for seat, fill in enumerate(SEAT_FILLS)
    )
    return (
        f"text{{font-family:system-ui,'DejaVu Sans',Arial,sans-serif;fill:{DARK};unicode-bidi:isolate}}"
        ".m{text-anchor:middle}.e{text-anchor:end}.b{font-weight:700}"
        ".c{font-size:18px}.k{font-size:21px}.r{font-size:24px}.h{font-size:25px;font-weight:700}"
        f".x{{text-decoration:line-through}}{seats}.token{{stroke:{DARK};stroke-width:1.2}}"
        f".due{{fill:none;stroke:{DARK};stroke-width:3;stroke-dasharray:7 4}}.ink{{fill:{DARK}}}"
    )


def seat_mark(seat: int, x: float, y: float) -> list[str]:
    """The square with the number of a seat, 30 wide, its upper left corner at a place."""
    return [
        tag("rect", x=x, y=y, width=30, height=30, rx=7, class_=f"token s{seat}"),
        label(x + 15, y + 23, str(seat + 1), f"r b m i{seat}"),
    ]


def seat_line(seat: int, y: float, on_turn: bool) -> list[str]:
    """The beginning of a seat's line, 36 high: a rule above it, an arrow if it is on turn, its mark.

    The line has the same elements on every turn, so that a page which replaces what differs leaves the others alone.
    """
    rule = tag("path", d=f"M8 {number(y + 2)}H712", stroke="#c9c9c9")
    arrow = tag("path", d=f"M4 {number(y + 10)}l10 8l-10 8z" if on_turn else "", class_="ink")
    return [rule, arrow, *seat_mark(seat, 18, y + 3)]


@dataclass(frozen=True, slots=True)
class HexGrid:
    """Flat-top hexes in doubled-row coordinates: an id is two digits column, two digits row, and their sum is even.

    `size` is the distance from centre to corner; `left` and `top` are the margins before the first column and row.
    """

    size: float
    left: float
    top: float
    first_column: int
    first_row: int

    def column_x(self, column: int) -> float:
        """The x of the centres of a column."""
        return self.left + self.size * (1 + 1.5 * (column - self.first_column))

    def row_y(self, row: int) -> float:
        """The y of the centres of a row."""
        return self.top + self.size * HALF_HEIGHT * (1 + row - self.first_row)

    def centre(self, hex_id: str) -> tuple[float, float]:
        """The centre of a hex."""
        return self.column_x(int(hex_id[:2])), self.row_y(int(hex_id[2:]))

    def outlines(self, hex_ids: Iterable[str]) -> str:
        """One path around each of these hexes."""
        half, high = self.size / 2, self.size * HALF_HEIGHT
        steps = f"l{number(half)} {number(-high)}h{number(self.size)}l{number(half)} {number(high)}"
        steps += f"l{number(-half)} {number(high)}h{number(-self.size)}z"
        starts = (self.centre(hex_id) for hex_id in hex_ids)
        return "".join(f"M{number(x - self.size)} {number(y)}{steps}" for x, y in starts)


def hexagon(size: float) -> str:
    """The points of a flat-top hex around 0 0."""
    half, high = size / 2, size * HALF_HEIGHT
    corners = ((-size, 0), (-half, -high), (half, -high), (size, 0), (half, high), (-half, high))
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)
