"""How things look in a picture: the styles, and flowers, assistants, fountains, gems and icons drawn around 0 0.

A gem is told by its shape and its colour, a seat by its shape and its colour; flowers are drawn one by one.
"""

from __future__ import annotations

from functools import cache

from engine.colours import colour
from engine.ishtar.cells import COLOURS, FREE, TABLET
from engine.ishtar.components import ASSISTANT, JOKER, SKILL
from engine.ishtar.plan import Turned
from engine.svg import BOLD, number, tag, text_width
from engine.symbols import symbol

GEM_COLOURS = ("violet", "clay", "ink-2")
"""By colour of gem: purple, red, white."""
ICON_SYMBOLS = {ASSISTANT: "assistant", SKILL: "skill", JOKER: "joker"}
MOST_DRAWN = 4
"""More flowers than these on a cell are a flower and a number."""

FLOWERS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-0.41, 0), (0.41, 0)),
    3: ((0, -0.36), (-0.39, 0.3), (0.39, 0.3)),
    4: ((-0.36, -0.36), (0.36, -0.36), (-0.36, 0.36), (0.36, 0.36)),
}
FLOWER_SIZES = {1: 0.96, 2: 0.72, 3: 0.7, 4: 0.66}
"""Where so many flowers are on a hex of size 1, and how large each is."""
ROW: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, -0.6),),
    2: ((-0.24, -0.56), (0.24, -0.56)),
    3: ((-0.44, -0.47), (0, -0.63), (0.44, -0.47)),
    4: ((-0.62, -0.4), (-0.22, -0.62), (0.22, -0.62), (0.62, -0.4)),
}
ROW_SIZES = {1: 0.52, 2: 0.46, 3: 0.43, 4: 0.41}
"""The same above an assistant or an icon."""


def style(size: float) -> str:
    """The style sheet for hexes of this size."""
    gems = "".join(
        f'.{name},[href="#gem-{name}"]{{color:{colour(ink)}}}' for name, ink in zip(COLOURS, GEM_COLOURS, strict=True)
    )
    lines = "".join(f".n{seat}{{stroke:{colour(f'seat-{seat + 1}-line')}}}" for seat in range(4))
    return (
        f'{gems}{lines}[href="#tree"]{{color:{colour("leaf")}}}[href="#flower-pink"]{{color:{colour("pink")}}}'
        f".ground{{stroke:{colour('stone-2')};stroke-width:3;stroke-linejoin:round}}"
        f".boards{{fill:none;stroke:{colour('stone-edge')};stroke-width:3.5;stroke-linecap:round}}"
        f".sand{{fill:{colour('north')}}}.rock{{fill:{colour('stone')}}}.tablet{{fill:{colour('stone-3')}}}"
        f".water{{fill:{colour('river')}}}.grass{{fill:{colour('centre')}}}.flowers{{fill:{colour('core')}}}"
        f".garden{{stroke:{colour('leaf')};stroke-width:2.4;stroke-linejoin:round}}"
        f".tiles{{fill:none;stroke:{colour('leaf')};stroke-width:5.5;stroke-linecap:round}}"
        f".bed{{fill:none;stroke-width:{number(size * 0.26)}}}.ends{{stroke-linecap:round}}"
        f".icon{{fill:{colour('card')};stroke:{colour('ink')};stroke-width:2}}"
        f".badge{{fill:{colour('ink')}}}.on-badge{{color:{colour('paper')};fill:{colour('paper')}}}"
        f".hand{{fill:{colour('card')};stroke:{colour('accent')};stroke-width:5}}"
        f".v{{font-size:{number(size * 0.74)}px;font-weight:700;text-anchor:middle}}"
        f".p{{font-size:30px;font-weight:700}}"
    )


def definitions(turned: Turned) -> str:
    """The shapes, drawn around 0 0."""
    size = turned.size
    groups = [
        tag("g", "".join(_flower(x, y, sizes[count], size) for x, y in places), id=f"{name}{count}")
        for name, found, sizes in (("flowers-", FLOWERS, FLOWER_SIZES), ("row-", ROW, ROW_SIZES))
        for count, places in found.items()
    ]
    return (
        tag("polygon", id="hex", points=turned.polygon())
        + tag("polygon", id="mark", points=turned.polygon(0.9))
        + "".join(groups)
    )


def _flower(x: float, y: float, large: float, size: float) -> str:
    return symbol("flower-pink", x * size, y * size, large * size)


@cache
def flowers(count: int, size: float) -> str:
    """The flowers of a cell."""
    if count <= MOST_DRAWN:
        return tag("use", href=f"#flowers-{count}")
    return _flower(0, -0.4, 0.7, size) + tag("text", str(count), y=size * 0.66, class_="v")


@cache
def _flowers_above(count: int, size: float) -> str:
    if count <= MOST_DRAWN:
        return tag("use", href=f"#row-{count}")
    return _flower(-0.3, -0.52, 0.4, size) + tag("text", str(count), x=size * 0.24, y=-size * 0.28, class_="v")


@cache
def tended_flowers(count: int, seat: int, size: float) -> str:
    """The flowers of a cell with the assistant of a seat on it."""
    low, up = size * 0.24, size * (0.06 if seat == 3 else 0)
    token = symbol(f"seat-{seat + 1}", 0, low, size * 1.18) + symbol("assistant", 0, low - up, size * 0.7, f"g{seat}")
    return _flowers_above(count, size) + token


@cache
def flowers_with_icon(count: int, icon: int, size: float) -> str:
    """The flowers of a cell with an icon that may be used."""
    plate = tag("circle", cy=size * 0.27, r=size * 0.5, class_="icon")
    return _flowers_above(count, size) + plate + symbol(ICON_SYMBOLS[icon], 0, size * 0.27, size * 0.7)


def ground(holds: int, is_rock: bool) -> str:
    """The class of what lies under tiles and tokens on a cell."""
    if holds == FREE:
        return "rock" if is_rock else "sand"
    return "tablet" if holds == TABLET else "water"


@cache
def gem(gem_colour: int, size: float) -> str:
    """A gem on its rock."""
    return symbol(f"gem-{COLOURS[gem_colour]}", 0, 0, size * 0.98)


@cache
def tree(size: float) -> str:
    """A tree token."""
    return symbol("tree", 0, 0, size * 1.3)


@cache
def tablet(size: float) -> str:
    """A sacred tablet."""
    return symbol("tablet", 0, 0, size * 1.06)


@cache
def fountain(gem_colour: int, points: int, seats: tuple[int, ...], size: float) -> str:
    """A fountain in the colour of its gems: its points, and the seats that have the most flower cells at it."""
    text = str(points)
    width = text_width(text, size * 0.74 * BOLD)
    step = min(size * 0.52, (size * 1.6 - width) / max(1, len(seats)))
    left = -(width + len(seats) * step) / 2
    drawn = symbol("fountain", 0, -size * 0.36, size * 0.84, COLOURS[gem_colour])
    drawn += tag("text", text, x=left + width / 2, y=size * 0.68, class_="v")
    for place, seat in enumerate(seats):
        drawn += symbol(f"seat-{seat + 1}", left + width + step * (place + 0.5), size * 0.42, step * 1.04)
    return drawn
