"""How things look in a picture: the styles of land and river, and tokens, tiles and ziggurats drawn around 0 0.

A seat is told by its shape and its colour, a kind of token by the symbol on it; a token that lies face down is hollow.
"""

from __future__ import annotations

from engine.babylonia.components import TOKENS, UNKNOWN
from engine.colours import colour
from engine.svg import number, tag, upright_hexagon
from engine.symbols import symbol

LETTERS = "mop"
"""By kind of token from merchant on: what the names of city symbols are made of."""


def style(size: float) -> str:
    """The style sheet for hexes of this size."""
    regions = "".join(f".{region}{{fill:{colour(region)}}}" for region in ("north", "centre", "south"))
    return (
        f"{regions}.hex{{stroke:{colour('paper')};stroke-width:2}}"
        f".river{{fill:url(#waves);stroke:{colour('river')};stroke-width:1}}"
        f".out{{fill:none;stroke:{colour('line')};stroke-width:1.5;stroke-dasharray:3 4}}"
        f".net{{fill:none;stroke-width:{number(size * 0.28)};stroke-opacity:.75}}"
        + "".join(f".n{seat}{{stroke:{colour(f'seat-{seat + 1}-line')}}}" for seat in range(4))
        + f".zig{{fill:{colour('clay')};stroke:{colour('clay')};stroke-width:2}}.clay-ink{{color:{colour('clay-ink')}}}"
        f".zig-done{{fill:{colour('paper')};stroke:{colour('clay')};stroke-width:4}}"
        f".gone{{fill:none;stroke:{colour('last')};stroke-width:4;stroke-dasharray:6 5}}"
        f".city{{fill:{colour('city')};stroke:{colour('plate-line')};stroke-width:4}}"
        f".farm{{fill:{colour('farm')};stroke:{colour('farm-line')};stroke-width:4}}"
        f".v{{font-size:{number(size * 0.95)}px;font-weight:700;text-anchor:middle;fill:{colour('plate-ink')}}}"
        f".w{{font-size:{number(size * 0.62)}px;font-weight:700;text-anchor:middle;fill:{colour('plate-ink')}}}"
        f".furrow{{stroke:{colour('plate-ink')};stroke-width:3}}"
    )


def definitions(size: float) -> str:
    """The shapes, drawn around 0 0, and the pattern of the rivers."""
    waves = tag(
        "pattern",
        tag("path", d="M0 0h30v20H0z", fill=colour("river"))
        + tag("path", d="M0 10q7.500-6 15 0t15 0", fill="none", stroke=colour("wave"), stroke_width=1.6),
        id="waves", width=30, height=20, patternUnits="userSpaceOnUse",
    )  # fmt: skip
    return (
        waves
        + tag("polygon", id="hex", points=upright_hexagon(size))
        + tag("polygon", id="mark", points=upright_hexagon(size * 0.94))
        + tag("polygon", id="plate", points=upright_hexagon(size * 0.88))
    )


def token(seat: int, kind: int, face_up: bool, size: float) -> str:
    """A token: the shape of its seat with the symbol of its kind; hollow where it lies face down."""
    shape = symbol(f"seat-{seat + 1}" if face_up else f"seat-{seat + 1}-down", 0, 0, size * 1.46)
    if kind == UNKNOWN:
        return shape
    up = 0.08 if seat == 3 else 0.0
    return shape + symbol(TOKENS[kind], 0, -size * up, size * 0.84, f"g{seat}" if face_up else f"l{seat}")


def city(symbols: tuple[int, ...], size: float) -> str:
    """A city tile: the symbols that it pays for on a plate."""
    plate = tag("use", href="#plate", class_="city")
    places: tuple[tuple[float, float], ...]
    if len(symbols) == 1:
        places, large = ((0, 0),), 1.0
    elif len(symbols) == 2:
        places, large = ((-0.4, 0), (0.4, 0)), 0.7
    else:
        places, large = ((-0.36, -0.26), (0.36, -0.26), (0, 0.4)), 0.6
    drawn = (
        symbol(TOKENS[kind], x * size, y * size, size * large, "plate")
        for kind, (x, y) in zip(symbols, places, strict=True)
    )
    return plate + "".join(drawn)


def farm(value: int, by_cities: bool, size: float) -> str:
    """A farm tile: its number underlined; one with the city symbol has a wall over what it is worth."""
    plate = tag("use", href="#plate", class_="farm")
    if not by_cities:
        line = tag("path", d=f"M{number(-size * 0.36)} {number(size * 0.52)}h{number(size * 0.72)}", class_="furrow")
        return plate + tag("text", str(value), y=size * 0.32, class_="v") + line
    return (
        plate
        + symbol("wall", 0, -size * 0.24, size * 0.8, "plate")
        + tag("text", str(value), y=size * 0.66, class_="w")
    )


def ziggurat(scored: bool, size: float) -> str:
    """A ziggurat on a hex of clay; a scored one is outlined."""
    plate = tag("use", href="#plate", class_="zig-done" if scored else "zig")
    return plate + symbol("ziggurat", 0, -size * 0.04, size * 1.1, "clay" if scored else "clay-ink")
