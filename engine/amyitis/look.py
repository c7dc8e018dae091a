"""How things look in a picture of Amyitis: styles by colour names, shapes around 0 0, the symbols of what there is.

A seat is told by its shape and its colour together, everything else by a symbol.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.amyitis.components import CAMEL_BONUS, CHOICE, COURT_BONUS, RESOURCE_BONUS, Tile
from engine.amyitis.names import ANY, GREY, RESOURCES, REWARDS, TEMPLES, TYPES
from engine.colours import colour
from engine.message import Message, Say
from engine.svg import clean, number, tag
from engine.symbols import symbol

HALF = 64.0
"""Half the diagonal of a square of the garden."""

OWNERS = {**{seat: f"seat-{seat + 1}" for seat in range(GREY)}, GREY: "grey-cube"}
"""The symbols of cubes by owner."""

CRAFT_SYMBOLS = {"peasant": "peasant", "priest": "priest-craft", "engineer": "engineer", "merchant": "merchant-craft"}

_ACTION_SYMBOLS = {
    "pass": "passed", "caravan": "camel", "field": "peasant", "temple": "priest-craft", "irrigate": "irrigation",
    "sell": "any-resource", "buy": "any-card", "plant": "tree", "choose": "any-card", "take": "any-resource",
    "token": "any-resource", "keep": "any-resource",
}  # fmt: skip
_COUNTED = {"camels": "camel", "gardeners": "gardener"}
_RESOURCE_SYMBOLS = {name: name for name in (*RESOURCES, *REWARDS)}
_SYMBOLS: Mapping[str, Mapping[str, str]] = {
    "do": _ACTION_SYMBOLS,
    "craft": CRAFT_SYMBOLS,
    "groups": CRAFT_SYMBOLS,
    "temple": {name: f"temple-{name}" for name in TEMPLES},
    "card": {name: name for name in TYPES},
    **dict.fromkeys(("resources", "resource", "pay", "give", "take"), _RESOURCE_SYMBOLS),
}
"""By key of a log line: the symbols of its words."""

FLOOR_FILLS = {1: "stone", 2: "stone-2", 3: "stone-3", 4: "stone-3"}
"""By floor of the garden: the higher, the darker."""

TEXT_ON_FILL = (
    *(("ink", fill) for fill in (*FLOOR_FILLS.values(), "centre", "card", "paper", "panel")),
    ("paper", "ink"),
    ("good", "card"),
    ("ink-2", "paper"),
)
"""Every pair of the names of a text's colour and of what it stands on."""


def style() -> str:
    """The style sheet of the board."""
    floors = "".join(f".f{floor}{{fill:{colour(fill)}}}" for floor, fill in FLOOR_FILLS.items())
    return (
        f"{floors}.square{{stroke:{colour('stone-edge')};stroke-width:2;stroke-linejoin:round}}"
        f".planted{{fill:{colour('centre')}}}"
        f".river,.road{{fill:none;stroke:{colour('river')};stroke-width:18;stroke-linecap:round;stroke-linejoin:round}}"
        f".road{{stroke:{colour('north')};stroke-width:30}}"
        f".wave,.wet{{fill:none;stroke:{colour('wave')};stroke-width:2;stroke-dasharray:10 10}}"
        ".wet{stroke-width:11;stroke-dasharray:none;stroke-linecap:round}"
        f".then{{fill:none;stroke:{colour('ink-2')};stroke-width:3.5;stroke-linecap:round;stroke-linejoin:round}}"
        f".here{{stroke:{colour('clay')};stroke-width:5}}.good{{fill:{colour('good')}}}"
        f".n{{font-size:36px;font-weight:700;text-anchor:middle}}.quality{{fill:{colour('leaf')}}}"
        f".water{{color:{colour('wave')}}}.through{{pointer-events:none}}.shelf{{fill:{colour('panel')}}}"
        f".pill{{fill:{colour('ink')}}}.on-pill{{fill:{colour('paper')};color:{colour('paper')}}}"
        f".up{{fill:{colour('card')};stroke:{colour('edge')};stroke-width:2}}"
    )


def definitions() -> str:
    """The shapes: a square, the room that takes the taps on a side and what goes round its areas, an arrow."""
    half = HALF / 2
    side = ((-half, -half), (0, -half), (half, 0), (half, half), (0, half), (-half, 0))
    return (
        tag("path", id="square", d=diamond(HALF - 2.5))
        + tag("path", id="inner-square", d=diamond(HALF - 12))
        + tag("polygon", id="side-down", points=" ".join(f"{number(x)},{number(y)}" for x, y in side))
        + tag("polygon", id="side-up", points=" ".join(f"{number(-x)},{number(y)}" for x, y in side))
        + tag("rect", id="along-side", x=-41, y=-19, width=82, height=38, rx=15, transform="rotate(-45)")
        + tag("path", id="then", d="M-4-8L4 0L-4 8")
    )


def diamond(half: float) -> str:
    """The path of a square on its corner around 0 0."""
    return f"M{number(-half)} 0L0 {number(-half)}L{number(half)} 0L0 {number(half)}z"


def titled(say: Say, message: Message) -> str:
    """What an element says when it is pointed at."""
    return tag("title", clean(say(message)))


def hit(x: float, y: float, width: float, height: float, rounded: float = 8) -> str:
    """The room that takes the taps on a place."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=rounded, class_="hit")


def last(x: float, y: float, width: float, height: float) -> str:
    """Points out what was just done."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=10, class_="last")


def cube(owner: int, x: float, y: float, size: float) -> str:
    """A cube of a seat, or a grey one."""
    return symbol(OWNERS[owner], x, y, size)


def arrow(x: float, y: float, turned: int = 0) -> str:
    """An arrow to the right, or turned clockwise by so many degrees."""
    more = {"transform": f"rotate({turned} {number(x)} {number(y)})"} if turned else {}
    return tag("use", href="#then", x=x, y=y, class_="then", **more)


def plant(quality: int, x: float, y: float) -> str:
    """A plant; a dot for each point of its quality."""
    left = x - 7 * (quality - 1)
    dots = (tag("circle", cx=left + 14 * place, cy=y + 29, r=4.5, class_="quality") for place in range(quality))
    return symbol("tree", x, y, 42, "leaf") + "".join(dots)


def bonus_symbols(tile: Tile) -> Iterator[str]:
    """What a garden tile gives beside its prestige, a symbol for each thing."""
    for kind, value in tile.bonus:
        if kind == COURT_BONUS:
            yield "any-card" if value == CHOICE else TYPES[value]
        elif kind == RESOURCE_BONUS:
            yield "any-resource" if value == ANY else RESOURCES[value]
        else:
            yield from ["camel" if kind == CAMEL_BONUS else "talent"] * value


def symbol_of(key: str, value: Any) -> str:
    """The symbol of what stands behind a word of a log line, "" for none."""
    if key in _COUNTED:
        return _COUNTED[key] if value else ""
    return _SYMBOLS.get(key, {}).get(value, "") if isinstance(value, str) else ""
