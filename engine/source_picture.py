"""The drawing of a score source as a picture of its own, for pages that name the source beside it.

It looks the same on a light page and on a dark one, as things on the table do: what has no ground of its own lies on
a light plate. An image cannot know which of the two its page is.
"""

from __future__ import annotations

from functools import cache

from engine.colours import colour
from engine.game import Source
from engine.svg import tag
from engine.symbols import symbol, used_in

SIZE = 24.0
ON_PLATE = 19.0
"""The size of a symbol on its plate."""

GROUND, EDGE, DARK = "card", "edge", "plate-ink"
"""The colours of the plate, of its edge, and of what is printed on tiles and cards."""


@cache
def source_picture(source: Source) -> str:
    """An SVG document."""
    middle = SIZE / 2
    if source.ink:
        drawn = tag(
            "rect", x=0.7, y=0.7, width=SIZE - 1.4, height=SIZE - 1.4, rx=4.5,
            fill=colour(GROUND), stroke=colour(EDGE), stroke_width=1.4,
        ) + symbol(source.symbol, middle, middle, ON_PLATE)  # fmt: skip
    else:
        drawn = symbol(source.symbol, middle, middle, SIZE)
    parts = tag("defs", used_in(drawn)) + tag("g", drawn, color=colour(source.ink or DARK))
    return tag("svg", parts, xmlns="http://www.w3.org/2000/svg", viewBox="0 0 24 24", width=SIZE, height=SIZE)
