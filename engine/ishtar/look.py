"""How things look in a picture of Ishtar: colours, styles and the shapes of gems, flowers, trees and fountains.

Everything has a letter or a number of its own, so that it reads without colours: gems and icons a letter of the
reader's language (in English P, R, W and A, S, J); a flower cell the number of its flowers; an assistant the number of
its seat; a fountain its letter and points.
"""

from __future__ import annotations

from math import cos, pi, sin

from engine.ishtar import picture_sentences as said
from engine.ishtar.cells import COLOURS
from engine.ishtar.components import ASSISTANT, JOKER, SKILL
from engine.message import Say
from engine.svg import DARK, LAST_INK, LIGHT, base_style, clean, hexagon, ink_on, number, tag

SAND_FILL, ROCK_FILL, TABLET_FILL = "#f4e6c6", "#d9cdb8", "#b7b2a6"
GRASS_FILL, FLOWER_FILL, WATER_FILL, TREE_FILL = "#b9d98c", "#fbe0ea", "#bfe3f2", "#1f5c2e"
GEM_FILLS = {"purple": "#6a2c91", "red": "#b3261e", "white": "#ffffff"}
ICON_FILL = "#fff3a6"

TEXT_ON_FILL = (
    *((ink_on(fill), fill) for fill in GEM_FILLS.values()),
    (DARK, FLOWER_FILL),
    (DARK, WATER_FILL),
    (DARK, TABLET_FILL),
    (DARK, ICON_FILL),
    (DARK, LIGHT),
)
"""Every pair of text colour and fill beside those of the seats."""


def style(size: float) -> str:
    """The style sheet for hexes of this size."""
    gems = "".join(f".g{n}{{fill:{GEM_FILLS[c]}}}.j{n}{{fill:{ink_on(GEM_FILLS[c])}}}" for n, c in enumerate(COLOURS))
    return (
        f"{base_style()}{gems}.cell{{stroke:#8a7b58;stroke-width:1}}"
        f".sand{{fill:{SAND_FILL}}}.rock{{fill:{ROCK_FILL}}}.tablet{{fill:{TABLET_FILL}}}.water{{fill:{WATER_FILL}}}"
        f".grass,.tree{{fill:{GRASS_FILL}}}.flower{{fill:{FLOWER_FILL}}}.gem{{stroke:{DARK};stroke-width:1.2}}"
        f".slab{{fill:none;stroke:{DARK};stroke-width:1.4}}.leaf{{fill:{TREE_FILL};stroke:{DARK};stroke-width:1}}"
        f".petal{{fill:#fff6fa;stroke:#d58fb0;stroke-width:1}}.basin{{fill:{WATER_FILL};stroke:{DARK};stroke-width:2}}"
        f".edge{{fill:none;stroke:#2e4a12;stroke-width:{number(size * 0.11)};stroke-linecap:round}}"
        f".board{{fill:none;stroke:{DARK};stroke-width:2.4;stroke-linecap:round}}"
        f".ring{{fill:none;stroke-width:{number(size * 0.16)}}}.icon{{fill:{ICON_FILL};stroke:{DARK};stroke-width:1.2}}"
        f".last{{fill:none;stroke:{LAST_INK};stroke-width:{number(size * 0.17)}}}"
        f".can{{fill:{LAST_INK}}}.card{{fill:{LIGHT};stroke:{DARK};stroke-width:1.4}}.hit{{fill:{LIGHT};fill-opacity:0}}"
        f".f{{font-size:{number(size * 0.92)}px;font-weight:700;text-anchor:middle}}"
        f".t{{font-size:{number(size * 0.72)}px;font-weight:700;text-anchor:middle}}"
    )


def definitions(size: float) -> str:
    """The shapes, drawn around 0 0."""
    petals = "".join(
        tag("circle", cx=cos(angle) * size * 0.5, cy=sin(angle) * size * 0.5, r=size * 0.2, class_="petal")
        for angle in (k * pi / 3 + pi / 6 for k in range(6))
    )
    slab = (
        f"M{number(-size * 0.4)} {number(size * 0.55)}V{number(-size * 0.2)}q0 {number(-size * 0.4)} "
        f"{number(size * 0.4)} {number(-size * 0.4)}t{number(size * 0.4)} {number(size * 0.4)}V{number(size * 0.55)}z"
        f"M{number(-size * 0.2)} {number(-size * 0.15)}h{number(size * 0.4)}"
        f"m{number(-size * 0.4)} {number(size * 0.22)}h{number(size * 0.4)}"
        f"m{number(-size * 0.4)} {number(size * 0.22)}h{number(size * 0.25)}"
    )
    leaf = (
        f"M0 {number(-size * 0.75)}L{number(size * 0.5)} {number(size * 0.3)}H{number(size * 0.12)}"
        f"V{number(size * 0.65)}H{number(-size * 0.12)}V{number(size * 0.3)}H{number(-size * 0.5)}z"
    )
    shapes = [
        tag("polygon", id="hex", points=hexagon(size)),
        tag("polygon", id="ring", points=hexagon(size * 0.84)),
        tag("polygon", id="mark", points=hexagon(size * 0.93)),
        tag("g", petals, id="petals"),
        tag("path", id="slab", d=slab),
        tag("path", id="leaf", d=leaf),
        tag("path", id="gem", d=f"M0 {number(-size * 0.62)}l{number(size * 0.54)} {number(size * 0.62)}"
            f"l{number(-size * 0.54)} {number(size * 0.62)}l{number(-size * 0.54)} {number(-size * 0.62)}z"),
        tag("circle", id="disc", r=size * 0.62),
        tag("path", id="can", d="M-9 -12H9L0 2z"),
    ]  # fmt: skip
    return tag("defs", "".join(shapes))


def gem_letters(say: Say) -> list[str]:
    """The letter of each colour of gem."""
    return say(said.LETTERS_OF_GEMS.message()).split()


def icon_letters(say: Say) -> dict[int, str]:
    """The letter of each icon."""
    return dict(zip((ASSISTANT, SKILL, JOKER), say(said.LETTERS_OF_ICONS.message()).split(), strict=True))


def gem(colour: int, say: Say) -> str:
    """A gem around 0 0."""
    letter = tag("text", clean(gem_letters(say)[colour]), dy="0.36em", class_=f"t j{colour}")
    return tag("use", href="#gem", class_=f"gem g{colour}") + letter


def flowers(count: int, holder: int | None) -> str:
    """A flower cell around 0 0: its number of flowers, ringed by the seat that controls its flowerbed."""
    return _blossom(holder) + tag("text", str(count), dy="0.36em", class_="f")


def tended_flowers(count: int, seat: int, size: float) -> str:
    """A flower cell around 0 0 with the assistant of a seat on it."""
    shift = number(size * 0.3)
    person = tag("g", assistant(seat), transform=f"translate(-{shift} -{shift}) scale(0.68)")
    words = tag("text", str(count), x=size * 0.3, y=size * 0.28, dy="0.36em", class_="t")
    return _blossom(seat) + person + words


def flowers_with_icon(count: int, kind: int, size: float, say: Say) -> str:
    """A flower cell around 0 0 with an icon in its upper corner."""
    words = tag("text", str(count), x=-size * 0.32, y=size * 0.26, dy="0.36em", class_="t")
    return _blossom(None) + words + icon(kind, size, say)


def _blossom(holder: int | None) -> str:
    ring = "" if holder is None else tag("use", href="#ring", class_=f"ring n{holder}")
    return tag("use", href="#petals") + ring


def assistant(seat: int) -> str:
    """An assistant around 0 0."""
    return tag("use", href="#disc", class_=f"token s{seat}") + tag(
        "text", str(seat + 1), dy="0.36em", class_=f"f i{seat}"
    )


def fountain(colour: int, points: int, say: Say) -> str:
    """A fountain around 0 0: its letter and its points."""
    words = clean(f"{gem_letters(say)[colour]}{points}")
    return tag("use", href="#disc", class_=f"gem g{colour}") + tag("text", words, dy="0.36em", class_=f"t j{colour}")


def tree() -> str:
    """A tree token around 0 0."""
    return tag("use", href="#leaf", class_="leaf")


def tablet() -> str:
    """A sacred tablet around 0 0."""
    return tag("use", href="#slab", class_="slab")


def icon(kind: int, size: float, say: Say) -> str:
    """An icon in the upper corner of a cell."""
    x, y = size * 0.4, -size * 0.4
    letter = tag("text", clean(icon_letters(say)[kind]), x=x, y=y, dy="0.36em", class_="t")
    return tag("circle", cx=x, cy=y, r=size * 0.46, class_="icon") + letter
