"""An SVG document as a PNG file, with our fonts and no others, so that it looks the same everywhere.

Call `to_png` in the background (`nabu.core.background`): it holds the processor for a tenth of a second.
"""

from __future__ import annotations

import re

import resvg_py

from nabu.core.pictures.fonts import FONT_FILES

MOST_SVG = 1_000_000
"""Characters. The largest board has a tenth of it."""

MOST_SIDE = 2000
"""Dots."""

_PROPERTY = re.compile(r"var\(--[\w-]+,\s*([^()]*)\)")
"""A colour as boards name it, with what it is outside a page (engine/colours.py)."""

_FILE = re.compile(r"<(?:\w+:)?(?:image|feImage)\b")
"""The library would open it, wherever it lies. No drawing of ours has one, and typed text no element."""


def to_png(svg: str, width: int, height: int) -> bytes:
    """The picture in this size. Raises ValueError for one that is too large, names another file, or is no SVG."""
    if len(svg) > MOST_SVG or max(width, height) > MOST_SIDE:
        raise ValueError("a picture is too large to be drawn")
    if _FILE.search(svg):
        raise ValueError("a picture names a file")
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=_PROPERTY.sub(r"\1", svg),
            width=width,
            height=height,
            skip_system_fonts=True,
            font_files=FONT_FILES,
            font_family="Inter",
            sans_serif_family="Inter",
        )
    )
