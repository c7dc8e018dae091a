"""How things look in a picture: colours, styles and the shapes of tokens, tiles and ziggurats.

A seat is told by its colour and by its number 1 to 4 in the order of play, a kind of token by its shape and by a
letter. Farmers are round, merchants square, officials a diamond, priests a gabled house; a face-down token is a striped
hexagon whatever its kind.
"""

from __future__ import annotations

from engine.babylonia.components import MERCHANT, OFFICIAL, PRIEST, UNKNOWN
from engine.svg import DARK, LAST_FILL, LAST_INK, LIGHT, SEAT_FILLS, base_style, hexagon, ink_on, number, tag

REGION_FILLS = {"north": "#f6e3bd", "centre": "#e3efcf", "south": "#f6dcd0"}
RIVER_FILL, RIVER_INK = "#cfe6f5", "#4b93bd"
CITY_FILL, FARM_FILL = "#fffdf4", "#fff3a6"
FADED_INK = "#b9b9b9"

LETTERS = ("F", "M", "O", "P", "?")
"""By kind of token. Face-down tokens have the small letter."""

TEXT_ON_FILL = (
    *((ink_on(fill), fill) for fill in SEAT_FILLS),
    (DARK, CITY_FILL),
    (DARK, FARM_FILL),
    (DARK, LIGHT),
    (LIGHT, DARK),
)
"""Every pair of text colour and fill that a picture uses."""


def style(size: float) -> str:
    """The style sheet for hexes of this size."""
    regions = "".join(f".{region}{{fill:{fill};stroke:#8a7b58}}" for region, fill in REGION_FILLS.items())
    return (
        f"{base_style()}"
        f".t{{font-size:{number(size * 0.68)}px;font-weight:700;text-anchor:middle}}"
        f".u{{font-size:{number(size * 0.7)}px;font-weight:700;text-anchor:middle}}"
        f".w{{font-size:{number(size * 0.56)}px;font-weight:700;text-anchor:middle}}"
        f".v{{font-size:{number(size * 0.92)}px;font-weight:700;text-anchor:middle}}"
        f"{regions}.hex{{stroke-width:1}}.river{{fill:url(#waves);stroke:{RIVER_INK}}}"
        f".out{{fill:none;stroke:{FADED_INK};stroke-dasharray:2 3}}"
        f".net{{fill:none;stroke-width:{number(size * 0.32)};stroke-linecap:round}}"
        ".back{fill:none;stroke-width:1.6;stroke-dasharray:3 2}"
        f".last{{fill:{LAST_FILL};stroke:{LAST_INK};stroke-width:{number(size * 0.15)}}}"
        f".gone{{fill:none;stroke:{LAST_INK};stroke-width:{number(size * 0.12)};stroke-dasharray:4 3}}"
        f".city{{fill:{CITY_FILL};stroke:{DARK};stroke-width:2.2}}.farm{{fill:{FARM_FILL};stroke:#6b5d00;stroke-width:1.6}}"
        ".furrow{fill:none;stroke:#6b5d00;stroke-width:1.4}"
        f".ziggurat{{fill:#a4511f;stroke:{DARK};stroke-width:1.4}}.done{{fill:{LIGHT};stroke:{DARK};stroke-width:1.8}}"
        f".tick{{fill:none;stroke:{DARK};stroke-width:{number(size * 0.16)}}}"
        f".halo{{stroke:{LIGHT};stroke-width:{number(size * 0.36)}}}.hit{{fill:{LIGHT};fill-opacity:0}}"
    )


def definitions(size: float) -> str:
    """The shapes, drawn around 0 0, and the pattern of the rivers."""
    waves = tag(
        "pattern",
        tag("path", d="M0 0h16v10H0z", fill=RIVER_FILL)
        + tag("path", d="M0 5q4-4 8 0t8 0", fill="none", stroke=RIVER_INK, stroke_width=1.3),
        id="waves", width=16, height=10, patternUnits="userSpaceOnUse",
    )  # fmt: skip
    shapes = [
        _shape("k0", "circle", r=size * 0.72),
        _shape("k1", "path", d=_square(size * 0.62)),
        _shape("k2", "path", d=_diamond(size * 0.86)),
        _shape("k3", "path", d=_house(size * 0.62, size * 0.8)),
        _shape("k4", "polygon", points=hexagon(size * 0.78)),
        _shape("inner", "polygon", points=hexagon(size * 0.66)),
        _shape("hex", "polygon", points=hexagon(size)),
        _shape("mark", "polygon", points=hexagon(size * 0.95)),
        _shape("tile", "polygon", points=hexagon(size * 0.9)),
        _shape("steps", "path", d=_steps(size)),
        _shape("tick", "path", d=f"M{number(-size * 0.34)} {number(size * 0.18)}l{number(size * 0.26)} "
               f"{number(size * 0.28)}l{number(size * 0.5)} {number(-size * 0.62)}"),
        _shape("gate", "path", d=_gate(size * 0.32)),
        _shape(f"y{MERCHANT}", "path", d=_square(size * 0.17)),
        _shape(f"y{OFFICIAL}", "path", d=_diamond(size * 0.25)),
        _shape(f"y{PRIEST}", "path", d=_house(size * 0.17, size * 0.24)),
        _shape("furrows", "path", d="".join(f"M{number(-size * 0.5)} {number(size * y)}h{number(size)}"
                                           for y in (0.52, 0.68))),
    ]  # fmt: skip
    return tag("defs", waves + "".join(shapes))


def _shape(name: str, element: str, **attributes: str | float) -> str:
    return tag(element, "", id=name, **attributes)


def _square(half: float) -> str:
    return f"M{number(-half)} {number(-half)}h{number(2 * half)}v{number(2 * half)}h{number(-2 * half)}z"


def _diamond(half: float) -> str:
    step = number(half)
    return f"M{number(-half)} 0l{step} -{step}l{step} {step}l-{step} {step}z"


def _house(half: float, height: float) -> str:
    eaves = height * 0.1
    return (
        f"M{number(-half)} {number(height * 0.85)}V{number(-eaves)}L0 {number(-height)}L{number(half)} {number(-eaves)}"
        f"V{number(height * 0.85)}z"
    )


def _steps(size: float) -> str:
    """A ziggurat of four steps."""
    rise, width = size * 0.32, size * 0.19
    start = -4 * width
    up = f"v{number(-rise)}h{number(width)}" * 4
    down = f"v{number(rise)}h{number(width)}" * 4
    # The last step down must not run on: cut it to the ground line.
    down = down[: down.rfind("h")]
    return f"M{number(start)} {number(size * 0.62)}{up}{down}z"


def _gate(half: float) -> str:
    """A city wall with three battlements."""
    part = 2 * half / 5
    teeth = f"h{number(part)}v{number(part)}h{number(part)}v{number(-part)}" * 2
    return f"M{number(-half)} {number(half * 0.8)}V{number(-half * 0.8)}{teeth}h{number(part)}V{number(half * 0.8)}z"


def token(seat: int, kind: int, face_up: bool) -> str:
    """A token around 0 0."""
    if face_up:
        shape = tag("use", href=f"#k{kind}", class_=f"token s{seat}")
        drop = {OFFICIAL: 0.27, PRIEST: 0.36}.get(kind, 0.27)
        return shape + tag("text", f"{seat + 1}{LETTERS[kind]}", dy=f"{drop}em", class_=f"u i{seat}")
    shape = tag("use", href=f"#k{UNKNOWN}", class_=f"token s{seat}")
    back = tag("use", href="#inner", class_=f"back d{seat}")
    letter = LETTERS[kind].lower()
    return shape + back + tag("text", f"{seat + 1}{letter}", dy="0.33em", class_=f"u i{seat}")


def city(symbols: tuple[int, ...], size: float) -> str:
    """A city tile around 0 0: the shapes of its symbols over their letters."""
    parts = [tag("use", href="#tile", class_="city")]
    width, text_class = size * (0.47 if len(symbols) > 2 else 0.58), "w" if len(symbols) > 2 else "t"
    for place, symbol in enumerate(symbols):
        x = (place - (len(symbols) - 1) / 2) * width
        parts.append(tag("use", href=f"#y{symbol}", x=x, y=-size * 0.38, class_="ink"))
        parts.append(tag("text", LETTERS[symbol], x=x, y=size * 0.5, class_=text_class))
    return "".join(parts)


def farm(value: int, by_cities: bool, size: float) -> str:
    """A farm tile around 0 0: its number over furrows; one with the city symbol has a wall over what it is worth."""
    tile = tag("use", href="#tile", class_="farm") + tag("use", href="#furrows", class_="furrow")
    if not by_cities:
        return tile + tag("text", str(value), y=size * 0.36, class_="v")
    wall = tag("use", href="#gate", y=-size * 0.46, class_="ink")
    return tile + wall + tag("text", str(value), y=size * 0.44, class_="u")


def ziggurat(scored: bool) -> str:
    """A ziggurat around 0 0; a scored one is hollow and ticked off."""
    if not scored:
        return tag("use", href="#steps", class_="ziggurat")
    ticks = tag("use", href="#tick", class_="tick halo") + tag("use", href="#tick", class_="tick")
    return tag("use", href="#steps", class_="done") + ticks
