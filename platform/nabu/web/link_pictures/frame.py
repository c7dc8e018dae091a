"""What all pictures of links have in common: the ground, the mark of the site, and lines of text that fit.

Sizes are for a picture of 1200 by 630 that is shown 300 wide in a chat. Text has its style in the element: boards bring
style sheets of their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin
from pathlib import Path

from django.conf import settings

from engine.svg import clean, number, tag
from nabu.core.pictures.text import drawable, fit, width_of

WIDTH, HEIGHT = 1200, 630
EDGE = 64
ROOM = WIDTH - 2 * EDGE
"""The width between the edges."""

ROW = 64
"""The height of a line of a table."""

PAGE, SURFACE, SUNKEN, LINE = "#f8f6f2", "#ffffff", "#efebe4", "#e0dad0"
TEXT, TEXT_2, ACCENT, CLAY, CLAY_TEXT, CLAY_SOFT = "#1d1a16", "#5c554a", "#22508f", "#b5793c", "#84501c", "#f6e9d9"
"""The light colours of the pages."""

_TRAY = re.compile(r'data-part="tray" transform="translate\(0 ([0-9.]+)\)"')


@cache
def mark() -> str:
    """The shapes of the mark, on a grid of 32 by 32."""
    text = (Path(settings.ROOT) / "static/nabu/web/mark.svg").read_text("utf-8")
    return text[text.index(">") + 1 : text.rindex("</svg>")]


def document(*parts: str) -> str:
    """The whole picture on its ground."""
    ground = tag("rect", width=WIDTH, height=HEIGHT, fill=PAGE)
    bar = tag("rect", width=WIDTH, height=10, fill=CLAY)
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{ground}{bar}{"".join(parts)}</svg>'


def signature(x: float = EDGE, y: float = 44) -> str:
    """The mark and the name of the site."""
    drawn = tag("g", mark(), transform=f"translate({number(x)} {number(y)}) scale(1.5)")
    return drawn + line(x + 62, y + 35, "Nabu", 32, bold=True)


def line(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    bold: bool = False,
    fill: str = TEXT,
    anchor: str = "start",
    width: float = ROOM,
) -> str:
    """One line of text at its base line, shortened to the width."""
    words = fit(drawable(text), size, bold, width)
    style = f"font:{700 if bold else 400} {number(size)}px Inter;fill:{fill};text-anchor:{anchor}"
    return tag("text", clean(words), x=x, y=y, style=style)


def title(x: float, y: float, text: str, width: float = ROOM, size: float = 60) -> tuple[str, float]:
    """A heading of one line, or of two smaller ones if it is long; and the base line of what comes next."""
    words = drawable(text)
    if width_of(words, size, bold=True) <= width:
        return line(x, y, words, size, bold=True, width=width), y + size
    size *= 0.8
    first = _first_line(words, size, width)
    rest = words[len(first) :].strip()
    lines = line(x, y, first, size, bold=True, width=width)
    return lines + line(x, y + 1.2 * size, rest, size, bold=True, width=width), y + 2.3 * size


def _first_line(words: str, size: float, width: float) -> str:
    """As many whole words as fit; of a single long word what fits."""
    kept = ""
    for word in words.split():
        longer = f"{kept} {word}".strip()
        if width_of(longer, size, bold=True) > width:
            break
        kept = longer
    while not kept or width_of(kept, size, bold=True) > width:
        kept = (kept or words)[:-1]
    return kept


def place_sign(x: float, y: float, place: int, radius: float = 30) -> str:
    """The number of a place in a hexagon, the first one in clay."""
    first = place == 1
    corners = [(x + radius * cos(pi / 3 * turn), y + radius * sin(pi / 3 * turn)) for turn in range(6)]
    points = " ".join(f"{number(across)},{number(down)}" for across, down in corners)
    border = CLAY if first else "#8f8778"
    hexagon = tag("polygon", points=points, fill=CLAY if first else SUNKEN, stroke=border, stroke_width=2)
    digits = str(place)
    size = radius * (1 if len(digits) < 3 else 0.75)
    number_in_it = line(x, y + 0.36 * size, digits, size, bold=True, fill=SURFACE if first else TEXT, anchor="middle")
    return hexagon + number_in_it


def board(picture: str, x: float, y: float, width: float, height: float) -> str:
    """The board of a screen picture (`engine.whole_picture`) as large as fits, without the tray below it."""
    inner = picture[picture.index(">") + 1 : picture.rindex("</svg>")]
    wide, high = picture[picture.index('viewBox="') :].split('"')[1].split()[2:]
    tray = _TRAY.search(picture)
    box = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f'<svg {box} viewBox="0 0 {wide} {tray[1] if tray else high}">{inner}</svg>'


def rows(top: float, lines: Sequence[tuple[int, str, str]]) -> str:
    """Lines of a table: place, name, figure."""
    parts = []
    for index, (place, name, figure) in enumerate(lines):
        y = top + index * ROW
        parts.append(tag("path", d=f"M{EDGE} {number(y)}H{WIDTH - EDGE}", stroke=LINE, stroke_width=2))
        parts.append(place_sign(EDGE + 28, y + ROW / 2, place, 24))
        parts.append(line(EDGE + 80, y + ROW / 2 + 12, name, 34, bold=place == 1, width=ROOM - 300))
        parts.append(line(WIDTH - EDGE, y + ROW / 2 + 12, figure, 34, bold=True, anchor="end", width=200))
    return "".join(parts)
