"""How things look in a picture of Babylon: levels, icons, pieces, flowers and quarry tiles.

Each level has its own shade and its number stands on every space. Icons are drawn in outline, pieces filled; each kind
has a shape of its own. Flowers have letters.
"""

from __future__ import annotations

from engine.babylon.cells import BRIDGE, FOUNTAIN, LAYERS, NO_ICON, STAIRS, STATUE
from engine.svg import DARK, LAST_INK, LIGHT, base_style, clean, ink_on, number, tag

HOLE_FILL = "#f7f4ec"
LEVEL_FILLS = ("#efe2c0", "#dfc48a", "#c79a4e", "#9a6a2b", "#6b4417", "#3f270b")
"""From level 1 up; the last one also for all above."""
MATERIAL_FILLS = {"basalt": "#8f8f8f", "granite": "#d7b3a2", "clay": "#e9c37e"}
FLOWER_FILLS = ("#ffffff", "#f4a6c4", "#b7a0e3", "#f5dc5a")
PIECE_FILLS = {STAIRS: "#ffffff", FOUNTAIN: "#8fd0f0", BRIDGE: "#f2f2f2", STATUE: "#ffffff"}

TEXT_ON_FILL = (
    *((ink_on(fill), fill) for fill in LEVEL_FILLS),
    *((DARK, fill) for fill in MATERIAL_FILLS.values()),
    *((DARK, fill) for fill in FLOWER_FILLS),
    (DARK, HOLE_FILL),
    (DARK, LIGHT),
)
"""Every pair of text colour and fill beside those of the seats."""


def level_class(level: int) -> int:
    """The number of the shade of a level."""
    return min(level, len(LEVEL_FILLS)) - 1


def style() -> str:
    """The style sheet."""
    levels = "".join(
        f".l{n}{{fill:{fill}}}.o{n}{{fill:none;stroke:{ink_on(fill)};stroke-width:1.3}}.u{n}{{fill:{ink_on(fill)}}}"
        for n, fill in enumerate(LEVEL_FILLS)
    )
    materials = (
        "".join(f".m{n}{{fill:{MATERIAL_FILLS[name]}}}" for n, name in enumerate(LAYERS, start=1))
        + f".m0{{fill:{HOLE_FILL}}}"
    )
    flowers = "".join(f".w{n}{{fill:{fill}}}" for n, fill in enumerate(FLOWER_FILLS))
    pieces = "".join(f".y{kind}{{fill:{fill}}}" for kind, fill in PIECE_FILLS.items())
    return (
        f"{base_style()}{levels}{materials}{flowers}{pieces}.board{{fill:{HOLE_FILL};stroke:{DARK};stroke-width:1.6}}"
        ".hole{fill:#d9d2c0}.space{stroke:#7a6236;stroke-width:.5}"
        f".tile{{fill:none;stroke:{DARK};stroke-width:2.4;stroke-linecap:round}}"
        f".piece{{stroke:{DARK};stroke-width:1.8;stroke-linejoin:round}}.out{{fill:none;stroke:{DARK};stroke-width:1.3}}"
        f".span{{fill:none;stroke:{DARK};stroke-width:9;stroke-linecap:round}}"
        ".inner{fill:none;stroke:#ffffff;stroke-width:5;stroke-linecap:round}.wet{stroke:#8fd0f0}"
        ".treads{stroke-dasharray:3 3;stroke-linecap:butt}"
        f".flower{{stroke:{DARK};stroke-width:1}}.last{{fill:none;stroke:{LAST_INK};stroke-width:3.4}}"
        f".stack{{stroke:{DARK};stroke-width:1.4}}.hit{{fill:{LIGHT};fill-opacity:0}}"
        ".v{font-size:16px;font-weight:700}.z{font-size:15px;font-weight:700;text-anchor:middle}"
    )


def definitions() -> str:
    """The shapes of icons and pieces, in a box of 20 around 0 0."""
    shapes = {
        STAIRS: "M-9 8V3h6v-5h6v-5h6v15z",
        FOUNTAIN: "M-9 1h18q-1 8-9 8t-9-8zM0 1V-8M0-7q-5-3-7 3M0-7q5-3 7 3",
        BRIDGE: "M-10-5H10V7H6Q5 0 0 0T-6 7h-4z",
        STATUE: "M-6 9h12V5H3V-1q4-2 2-5H3q1-5-3-5t-3 5h-2q-2 3 2 5v6h-3z",
    }
    parts = [tag("path", id=f"i{kind}", d=path) for kind, path in shapes.items()]
    parts.append(tag("path", id="tower", d="M-7 9V-3h-2v-6h4v2h2v-2h6v2h2v-2h4v6h-2V9z"))
    return tag("defs", "".join(parts))


def icon(kind: int, x: float, y: float, class_: str, scale: float = 1.0) -> str:
    """An icon as it is printed, nothing for a blank space."""
    if kind == NO_ICON:
        return ""
    place = f"translate({number(x)} {number(y)})" + (f" scale({scale:.2f})" if scale != 1 else "")
    return tag("use", href=f"#i{kind}", class_=class_, transform=place)


def piece(kind: int, x: float, y: float) -> str:
    """A piece standing on a space."""
    return tag("use", href=f"#i{kind}", x=x, y=y, class_=f"piece y{kind}")


def belvedere(x: float, y: float) -> str:
    """A belvedere on its corner."""
    return tag("use", href="#tower", x=x, y=y, class_="piece y1")


def flower(kind: int, letter: str, x: float, y: float) -> str:
    """The flower of a tile, with a letter for its colour."""
    return tag("circle", cx=x, cy=y, r=9, class_=f"flower w{kind % len(FLOWER_FILLS)}") + tag(
        "text", clean(letter), x=x, y=y, dy="0.36em", class_="z"
    )
