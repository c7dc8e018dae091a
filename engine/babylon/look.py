"""How things look in a picture of Babylon: terraces, icons, pieces, flowers and quarry tiles, drawn around 0 0.

A terrace rises with its level and is darker there; from level 2 up a figure says which. An icon is ink on the stone; a
piece stands on a light plate. Flowers differ by shape and by colour.
"""

from __future__ import annotations

from functools import cache, lru_cache

from engine.babylon.cells import BRIDGE, CLAY_LAYER, ICONS, NO_ICON
from engine.babylon.components import PIECE_KINDS, Components
from engine.babylon.labels import flower_symbol
from engine.colours import colour
from engine.svg import number, tag
from engine.symbols import symbol

CELL = 88.0
"""The side of a space of the garden that is drawn large."""
TERRACE = 2 * CELL
GAP = 2.0
"""Half of what stays free between two terraces side by side."""

SHADES = 4
"""Shades of stone; the last one also for all levels above."""
STEP, HIGHEST = 5.0, 6
"""How far a terrace rises with each level, up to this level."""

ICON, PIECE, PLATE, DECK = 50.0, 44.0, 31.0, 26.0
"""The size of an icon, of the symbol of a piece, the radius of its plate, how wide the middle of a bridge is."""
EDGE = 2.5
"""How thick the edge of a plate is."""
BED = 30.0
"""The radius of the ground of a flower."""

FACE = 84.0
"""The side of a tile that lies in the quarry, in hand or in a storage."""
LAYER = 4.0
"""How much of the side of each tile of a stack is seen."""

TEXT_ON_FILL = (
    *(("ink", f"stone-{shade}" if shade > 1 else "stone") for shade in range(1, SHADES + 1)),
    ("paper", "ink"), ("plate-ink", "city"), ("ink", "panel"), ("ink-2", "panel"), ("ink", "centre"),
)  # fmt: skip
"""Every pair of ink and ground beside those of the seats."""


def rise(level: int) -> float:
    """How far the top of a terrace lies above its place."""
    return STEP * min(level, HIGHEST)


def shade(level: int) -> int:
    """The number of the shade of a level."""
    return min(level, SHADES)


def _stone(number_: int) -> str:
    return colour("stone" if number_ == 1 else f"stone-{number_}")


@cache
def style() -> str:
    """The style sheet of board and tray."""
    flowers = "".join(f".{name}{{color:{colour(name)}}}" for name in ("white", "pink", "violet", "yellow"))
    stones = "".join(f".s{place}{{fill:{_stone(place)}}}" for place in range(1, SHADES + 1))
    return (
        f"{stones}{flowers}.ground{{fill:{colour('centre')};stroke:currentColor;stroke-width:5}}"
        f".holes{{fill:none;stroke:{colour('hole')};stroke-width:13;stroke-linecap:round}}"
        f".face{{stroke:{colour('stone-edge')};stroke-width:2.5}}.side{{fill:{colour('stone-edge')}}}"
        ".shade{fill:#000;fill-opacity:.2}"
        f".layer{{stroke:{colour('stone-edge')};stroke-width:1.5}}"
        f".cross{{stroke:{colour('stone-edge')};stroke-width:2;stroke-opacity:.6}}"
        f".bed{{fill:{colour('core')}}}.small .face{{stroke-width:6}}.small .cross{{stroke-width:4}}"
        f".plate-fill{{fill:{colour('city')};stroke:{colour('plate-line')};stroke-width:{EDGE}}}"
        f".span{{fill:none;stroke:{colour('plate-line')};stroke-linecap:round}}"
        f".deck{{fill:none;stroke:{colour('city')};stroke-linecap:round}}"
        f".pill{{fill:{colour('ink')};stroke:{colour('paper')};stroke-width:2}}"
        f".fig{{font-size:25px;font-weight:700;text-anchor:middle;fill:{colour('paper')}}}.space{{fill:none}}"
        ".small .last{stroke-width:16px}.small .ground{stroke-width:12px}"
        f".panel{{fill:{colour('panel')}}}.lit{{stroke:{colour('accent')};stroke-width:4}}"
        f".empty{{fill:none;stroke:{colour('edge')};stroke-width:2.5;stroke-dasharray:7 6}}"
        f".v{{font-size:30px;font-weight:700}}"
    )


@cache
def definitions(levels: int) -> str:
    """The shapes: terraces up to a level, their figures and outlines, plates with pieces, flowers on their ground."""
    wide = TERRACE - 2 * GAP
    parts = []
    for level in range(1, levels + 1):
        up = rise(level)
        parts.append(
            tag(
                "g",
                tag("rect", x=GAP, y=GAP + 8, width=wide, height=wide - 2, rx=10, class_="shade")
                + tag("rect", x=GAP, y=GAP - up, width=wide, height=wide + up, rx=10, class_="side")
                + tag("rect", x=GAP, y=GAP - up, width=wide, height=wide - 2, rx=10, class_=f"face s{shade(level)}")
                + tag(
                    "path",
                    d=f"M{number(CELL)} {number(12 - up)}v{number(TERRACE - 26)}"
                    f"M12 {number(CELL - up)}h{number(TERRACE - 24)}",
                    class_="cross",
                ),
                id=f"level-{level}",
            )  # fmt: skip
        )
        if level > 1:
            figure = tag("rect", x=-19, y=-16, width=38, height=32, rx=16, class_="pill")
            parts.append(tag("g", figure + tag("text", str(level), y=9, class_="fig"), id=f"figure-{level}"))
    parts.append(tag("rect", id="outline", x=GAP, y=GAP, width=wide, height=wide - 2, rx=10))
    parts.append(tag("rect", id="space", width=CELL, height=CELL, class_="space"))
    parts.append(tag("circle", id="plate", r=PLATE, class_="plate-fill"))
    for name in PIECE_KINDS:
        drawn = tag("use", href="#plate") + symbol(name, 0, 0, PIECE, "plate")
        parts.append(tag("g", drawn, id=f"piece-{name}"))
    for name in ("white", "pink", "violet", "yellow"):
        drawn = tag("circle", r=BED, class_="bed") + symbol(f"flower-{name}", 0, 0, BED * 1.7)
        parts.append(tag("g", drawn, id=f"bed-{name}", class_=name))
    return "".join(parts)


@cache
def tray_definitions() -> str:
    """A tile that lies alone, and the stacks of the quarry by their height: clay lies on granite on basalt."""
    parts = []
    for height in range(CLAY_LAYER + 1):
        sides = "".join(
            tag("rect", y=_top(layer - 1), width=FACE, height=FACE, rx=8, class_=f"layer s{CLAY_LAYER + 1 - layer}")
            for layer in range(1, height + 1)
        )
        y, stone = (_top(height), CLAY_LAYER + 1 - height) if height else (0.0, 1)
        cross = f"M{number(FACE / 2)} {number(y + 6)}v{number(FACE - 12)}M6 {number(y + FACE / 2)}h{number(FACE - 12)}"
        face = tag("rect", y=y, width=FACE, height=FACE, rx=8, class_=f"face s{stone}")
        parts.append(tag("g", sides + face + tag("path", d=cross, class_="cross"), id=f"stack-{height}"))
    return "".join(parts)


def _top(height: int) -> float:
    """How far the top of a stack lies below that of the highest one."""
    return LAYER * (CLAY_LAYER - height)


@cache
def icon(kind: int, x: float, y: float, size: float = ICON) -> str:
    """An icon as it is printed, nothing for a blank space."""
    return "" if kind == NO_ICON else symbol(ICONS[kind], x, y, size)


@cache
def belvedere(x: float, y: float) -> str:
    """A belvedere. No tile has it as an icon, so it needs no plate."""
    return symbol("belvedere", x, y, ICON)


@cache
def piece(kind: int, x: float, y: float) -> str:
    """A decoration on its plate."""
    return tag("use", href=f"#piece-{ICONS[kind]}", x=x, y=y)


@cache
def span(kind: int, x: float, y: float, to_x: float, to_y: float, falls: bool) -> str:
    """A piece that joins two spaces: one plate over both, or for a bridge two plates with a deck between them.

    `falls`: stairs lead down from left to right.
    """
    y, to_y = _level(x, y, to_x, to_y)
    path = f"M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}"
    wide = DECK if kind == BRIDGE else 2 * PLATE
    drawn = tag("path", d=path, class_="span", stroke_width=wide + EDGE)
    drawn += tag("path", d=path, class_="deck", stroke_width=wide - EDGE)
    if kind == BRIDGE:
        return drawn + piece(kind, x, y) + piece(kind, to_x, to_y)
    glyph = symbol(ICONS[kind], 0, 0, PIECE * 1.2, "plate")
    place = f"translate({number((x + to_x) / 2)} {number((y + to_y) / 2)})" + (" scale(-1 1)" if falls else "")
    return drawn + tag("g", glyph, transform=place)


def _level(x: float, y: float, to_x: float, to_y: float) -> tuple[float, float]:
    """The heights of the ends of a piece: halfway for stairs between two columns side by side."""
    return (y, to_y) if x == to_x else ((y + to_y) / 2,) * 2


@cache
def ring(kind: int, x: float, y: float, to_x: float, to_y: float) -> str:
    """A mark around a piece; around both ends of a bridge."""
    far = PLATE + 4
    if kind == BRIDGE:
        ends = ((x, y), (to_x, to_y))
        return "".join(tag("circle", cx=end_x, cy=end_y, r=far, class_="last") for end_x, end_y in ends)
    y, to_y = _level(x, y, to_x, to_y)
    wide, high = to_x - x + 2 * far, to_y - y + 2 * far
    return tag("rect", x=x - far, y=y - far, width=wide, height=high, rx=far, class_="last")


@lru_cache(maxsize=1024)
def bed(components: Components, flower: int, x: float, y: float) -> str:
    """The flower of a terrace on its ground."""
    return tag("use", href=f"#bed-{_flower(components, flower)}", x=x, y=y)


@lru_cache(maxsize=1024)
def tile(components: Components, number_: int, height: int = 0) -> str:
    """A tile in a square of the size `FACE`; `height` is that of the stack that it lies on, 0 if it lies alone."""
    found = components.tiles[number_]
    down = _top(height) if height else 0.0
    near, far = FACE * 0.26, FACE * 0.74
    parts = [tag("use", href=f"#stack-{height}")]
    for kind, (x, y) in zip(found.icons[0], ((near, near), (far, near), (far, far), (near, far)), strict=True):
        parts.append(icon(kind, x, y + down, FACE * 0.4))
    at = f"translate({number(FACE / 2)} {number(FACE / 2 + down)}) scale(.56)"
    parts.append(tag("use", href=f"#bed-{_flower(components, found.flower)}", transform=at))
    return "".join(parts)


@cache
def pay(count: int) -> str:
    """What a tile of the quarry pays, at the corner of its stack, where it hides no icon."""
    pill = tag("rect", x=FACE - 17, y=FACE - 13, width=32, height=30, rx=15, class_="pill")
    return pill + tag("text", str(count).replace("-", "−"), x=FACE - 1, y=FACE + 11, class_="fig")


@cache
def outlined(height: int) -> str:
    """A mark on a stack of the quarry from which a tile was just taken."""
    return tag("rect", y=_top(height), width=FACE, height=FACE, rx=8, class_="last")


def _flower(components: Components, flower: int) -> str:
    return flower_symbol(components, flower).removeprefix("flower-")
