"""The words of log lines as people say them: on a button, and inside a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.babylon import sentences as say
from engine.babylon.cells import CORNERS as CORNER_NAMES
from engine.babylon.cells import EFFECTS, ICONS, NO_CORNER
from engine.babylon.components import Components
from engine.message import Message, verbatim, word

ACTIONS = {
    "remove": say.REMOVE.message(),
    "dig": say.DIG.message(),
    "exchange": say.EXCHANGE.message(),
    "place": say.PLACE.message(),
    "read": say.READ.message(),
    "build": say.BUILD.message(),
    "claim": say.CLAIM.message(),
    "finish": say.FINISH.message(),
    "store": say.STORE.message(),
    "discard": say.DISCARD.message(),
}
DRAWS = {"remove": say.REMOVE.message(), "uncover": say.UNCOVER.message(), "round": say.TURN_UP.message()}
PIECES = {
    "stairs": say.STAIRS.message(),
    "fountain": say.FOUNTAIN.message(),
    "bridge": say.BRIDGE.message(),
    "statue": say.STATUE.message(),
}
A_PIECE = {
    "stairs": say.SOME_STAIRS.message(),
    "fountain": say.A_FOUNTAIN.message(),
    "bridge": say.A_BRIDGE.message(),
    "statue": say.A_STATUE.message(),
}
ICON_TITLES = PIECES | {"none": say.BLANK.message()}
"""What a space shows; `none` is a space without an icon."""

CORNERS = {
    "nw": say.NORTH_WEST.message(),
    "ne": say.NORTH_EAST.message(),
    "se": say.SOUTH_EAST.message(),
    "sw": say.SOUTH_WEST.message(),
    "none": say.NO_CORNER.message(),
}
CORNER_OPEN = {
    "nw": say.OPEN_NORTH_WEST.message(),
    "ne": say.OPEN_NORTH_EAST.message(),
    "se": say.OPEN_SOUTH_EAST.message(),
    "sw": say.OPEN_SOUTH_WEST.message(),
    "none": say.NOTHING_OPEN.message(),
}
FLOWERS = {
    "white": say.WHITE.message(),
    "pink": say.PINK.message(),
    "violet": say.VIOLET.message(),
    "yellow": say.YELLOW.message(),
}
EFFECT_TITLES = {
    "none": say.NO_EFFECT.message(),
    "gain_simple": say.GAIN_SIMPLE.message(),
    "gain_double": say.GAIN_DOUBLE.message(),
    "change_icon": say.CHANGE_ICON.message(),
    "fill_blank": say.FILL_BLANK.message(),
    "flower_double": say.FLOWER_DOUBLE.message(),
    "pillar_less": say.PILLAR_LESS.message(),
}

EFFECT_SYMBOLS = {
    "none": "no-effect",
    "gain_simple": "gain-simple",
    "gain_double": "gain-double",
    "change_icon": "change-icon",
    "fill_blank": "fill-blank",
    "flower_double": "flower-double",
    "pillar_less": "pillar-less",
}
"""What stands for the effect of a round token in a picture."""

_TABLES: Mapping[str, Mapping[str, Message]] = {
    "do": ACTIONS,
    "chance": DRAWS,
    "piece": PIECES,
    "as": PIECES,
    "open": CORNERS,
}
"""By key of a log line: its words, where there is a fixed number of them."""


def degrees(rotation: int) -> int:
    """A number of quarter turns clockwise in degrees."""
    return 90 * rotation


def label_of(key: str, value: Any) -> Message:
    """What stands behind a word of a log line, for a button; tiles and tokens have functions of their own."""
    if key in _TABLES:
        return word(_TABLES[key], value)
    if key == "rotation":
        return say.TURN.message(degrees=degrees(value)) if value else say.NO_TURN.message()
    if key == "level":
        return say.LEVEL.message(level=value)
    return verbatim(str(value))


@lru_cache(maxsize=1024)
def tile_label(components: Components, tile: str) -> Message:
    """A tile as one can tell it from the others: its name, flower, and icons from the north-west clockwise."""
    number = components.tile_number.get(tile)
    if number is None:
        return verbatim(tile)
    found = components.tiles[number]
    icons = tuple(ICON_TITLES[ICONS[icon]] for icon in found.icons[0])
    return say.TILE.message(tile=tile, flower=word(FLOWERS, components.flowers[found.flower]), icons=icons)


def token_label(components: Components, token: str) -> Message:
    """A round token by its effect; its name tells it from the others with the same one."""
    number = components.token_number.get(token)
    if number is None:
        return verbatim(token)
    return say.TOKEN.message(effect=EFFECT_TITLES[EFFECTS[components.effects[number]]], token=token)


def flower_symbol(components: Components, flower: int) -> str:
    """The symbol of a flower; one of an unknown colour gets one of the four that there are."""
    colour = components.flowers[flower]
    return f"flower-{colour if colour in FLOWERS else list(FLOWERS)[flower % len(FLOWERS)]}"


def symbol_of(components: Components, key: str, value: Any) -> str:
    """The symbol of what stands behind a word of a log line; "" for none."""
    if key in ("piece", "as"):
        return value if value in PIECES else ""
    if key == "tile" and value in components.tile_number:
        return flower_symbol(components, components.tiles[components.tile_number[value]].flower)
    if key == "token" and value in components.token_number:
        return EFFECT_SYMBOLS[EFFECTS[components.effects[components.token_number[value]]]]
    if key == "open":
        return "" if value == CORNER_NAMES[NO_CORNER] else "belvedere"
    return "rotate" if key == "rotation" and value else ""
