"""How things look in a picture of Amyitis: colours, styles and the shapes of cubes, resources and cards.

Everything has a letter or a number, so that it reads without colours: a cube the number of its seat (grey ones none),
a resource a letter, a court card two letters and its level.
"""

from __future__ import annotations

from engine.amyitis import picture_sentences as said
from engine.amyitis.components import CAMEL_BONUS, CHOICE, COURT_BONUS, RESOURCE_BONUS, Tile
from engine.amyitis.labels import SOME_RESOURCE
from engine.amyitis.names import ANY, GREY, RESOURCES, TYPES
from engine.message import Message, Say
from engine.svg import DARK, LAST_INK, LIGHT, base_style, clean, ink_on, number, tag

FLOOR_FILLS = {1: "#f3e6c4", 2: "#e6d3a0", 3: "#d8bf7c", 4: "#c8a85a"}
"""By floor of the garden: the higher, the darker."""
PLANTED_FILL, STARRED_FILL, RIVER_INK = "#cfe8b4", "#efefef", "#2f7fb0"
RESOURCE_FILLS = ("#f2d24b", "#8a4b16", "#ffffff", "#2f7a33", "#7b1233")
GREY_FILL = "#9a9a9a"
CARD_LETTERS = tuple(said.LETTERS_OF_CARD[kind].message() for kind in TYPES)

TEXT_ON_FILL = (
    *((ink_on(fill), fill) for fill in RESOURCE_FILLS),
    *((DARK, fill) for fill in FLOOR_FILLS.values()),
    (DARK, PLANTED_FILL),
    (DARK, STARRED_FILL),
    (DARK, LIGHT),
)
"""Every pair of text colour and fill beside those of the seats."""


def style() -> str:
    """The style sheet."""
    resources = "".join(f".q{n}{{fill:{fill}}}.p{n}{{fill:{ink_on(fill)}}}" for n, fill in enumerate(RESOURCE_FILLS))
    floors = "".join(f".f{floor}{{fill:{fill}}}" for floor, fill in FLOOR_FILLS.items())
    return (
        f"{base_style()}{resources}{floors}.square{{stroke:#6b5d3a;stroke-width:1.4}}.planted{{fill:{PLANTED_FILL}}}"
        f".starred{{fill:{STARRED_FILL};stroke-dasharray:4 4}}.s{GREY}{{fill:{GREY_FILL}}}"
        f".river{{fill:none;stroke:{RIVER_INK};stroke-width:12;stroke-linecap:round;stroke-linejoin:round}}"
        f".wave{{fill:none;stroke:{LIGHT};stroke-width:2.4;stroke-dasharray:7 7}}"
        f".area{{fill:{LIGHT};stroke:{RIVER_INK};stroke-width:1.6}}.open{{fill:#bfe3f2}}"
        f".box{{fill:{LIGHT};stroke:{DARK};stroke-width:1.4}}.gone{{fill:#e4e4e4;stroke:#8a8a8a;stroke-dasharray:4 3}}"
        f".good{{stroke:{DARK};stroke-width:1.2}}.last{{fill:none;stroke:{LAST_INK};stroke-width:4}}"
        f".caravan{{fill:{LAST_INK};stroke:{DARK};stroke-width:1.2}}.hit{{fill:{LIGHT};fill-opacity:0}}"
        ".n{font-size:16px;font-weight:700;text-anchor:middle}.o{font-size:19px;font-weight:700}.g{font-size:30px;font-weight:700;text-anchor:middle}"
    )


def cube(owner: int, x: float, y: float, half: float = 11.0) -> str:
    """A cube with its centre at a place."""
    square = tag("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=2, class_=f"token s{owner}")
    if owner == GREY:
        return square
    return square + tag("text", str(owner + 1), x=x, y=y, dy="0.36em", class_=f"n i{owner}")


def empty_area(x: float, y: float, is_open: bool) -> str:
    """An irrigation area without a cube; an open one can be irrigated now."""
    return tag("circle", cx=x, cy=y, r=7, class_="area open" if is_open else "area")


def resource_letter(kind: int, say: Say) -> str:
    """The letter of a resource."""
    return say(said.LETTERS_OF_RESOURCES.message())[kind : kind + 1]


def resource(kind: int, x: float, y: float, say: Say) -> str:
    """A resource token with its centre at a place."""
    return tag("circle", cx=x, cy=y, r=11, class_=f"good q{kind}") + tag(
        "text", clean(resource_letter(kind, say)), x=x, y=y, dy="0.36em", class_=f"n p{kind}"
    )


def bonus_in_short(tile: Tile) -> list[Message]:
    """What a garden tile gives beside its prestige, in short: `Bk`, `card?`, `2T`, `1C`, `salt`."""
    words = []
    for kind, value in tile.bonus:
        if kind == COURT_BONUS:
            words.append(said.SHORT_ANY_CARD.message() if value == CHOICE else CARD_LETTERS[value])
        elif kind == RESOURCE_BONUS:
            words.append(said.SHORT_ANY_RESOURCE.message() if value == ANY else SOME_RESOURCE[RESOURCES[value]])
        elif kind == CAMEL_BONUS:
            words.append(said.SHORT_CAMELS.message(count=value))
        else:
            words.append(said.SHORT_TALENTS.message(count=value))
    return words


def camel(x: float, y: float) -> str:
    """The caravan."""
    path = f"M{number(x - 13)} {number(y + 9)}v-9q3-9 7 0q4-9 8 0l4-9h5v4h-3l-4 9v5h-3v-5h-8v5z"
    return tag("path", d=path, class_="caravan")
