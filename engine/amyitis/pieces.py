"""The pieces of Amyitis: craft, court and plant cards, garden tiles, tokens of resources."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from engine.amyitis import look, pyramid, tray
from engine.amyitis.components import Components, PlantSide
from engine.amyitis.names import CRAFTS, RESOURCES, TYPES
from engine.pieces import Piece, around
from engine.svg import label, tag
from engine.symbols import symbol

CARD_WIDE, CARD_HIGH = 58.0, 78.0
"""A craft card or a court card."""
PLANT_WIDE = 80.0
"""How wide one side of a plant card is."""
EDGE = 1.5
"""What is left free for the line around a card."""
TOKEN = 40.0

STYLE = look.style()
SHAPES = look.definitions()

_GARDEN = ("summit", "quality-1", "quality-2", "quality-3")


def piece(components: Components, key: str, value: Any) -> Piece | None:
    """The piece of a card, a tile or a token."""
    if key in ("craft", "groups"):
        return _craft(value) if value in CRAFTS else None
    if key == "card":
        kind, _, level = str(value).partition("-")
        return _court(kind, level) if kind in TYPES else None
    if key in _GARDEN:
        return _tile(components, value)
    if key in ("plants", "khorsabad"):
        return _plant_card(components, value)
    if key == "khorsabad-side":
        (card,) = (card for card in components.plant_cards if card.for_khorsabad)
        return _plant_side(card.sides[value])
    return _token(value) if key == "tokens" and value in RESOURCES else None


@cache
def _craft(craft: str) -> Piece:
    return _card(tray.craft_card(craft, CARD_WIDE), 0, tray.CARDS_Y, CARD_WIDE, tray.CARD_HIGH)


@cache
def _court(kind: str, level: str) -> Piece:
    """A court card with its level; the gardener has none."""
    drawn = _box(CARD_WIDE)
    drawn += symbol(kind, CARD_WIDE / 2, 30 if level else CARD_HIGH / 2, 40)
    if level:
        drawn += label(CARD_WIDE / 2, 71, level, "r b m")
    return _card(drawn, 0, 0, CARD_WIDE, CARD_HIGH)


@lru_cache(maxsize=1024)
def _tile(components: Components, name: str) -> Piece | None:
    """A garden tile on a square of its quality."""
    found = next((tile for tile in components.tiles if tile.name == name), None)
    return None if found is None else around(2 * look.HALF, 2 * look.HALF, pyramid.tile(found.quality, found))


@lru_cache(maxsize=1024)
def _plant_card(components: Components, name: str) -> Piece | None:
    """A plant card with what is on its front and, faded behind it, on its back."""
    found = next((card for card in components.plant_cards if card.name == name), None)
    if found is None:
        return None
    front, back = found.sides
    drawn = _box(2 * PLANT_WIDE) + _side(front, 0) + tag("path", d=f"M{PLANT_WIDE:g} 8v62", class_="rule")
    return _card(drawn + tag("g", _side(back, PLANT_WIDE), class_="faded"), 0, 0, 2 * PLANT_WIDE, CARD_HIGH)


@cache
def _plant_side(side: PlantSide) -> Piece:
    return _card(_box(PLANT_WIDE) + _side(side, 0), 0, 0, PLANT_WIDE, CARD_HIGH)


def _side(side: PlantSide, x: float) -> str:
    """The plant, and the resource that it asks for beside that of the city."""
    if side.extra < 0:
        return look.plant(side.quality, x + PLANT_WIDE / 2, 34)
    return symbol(RESOURCES[side.extra], x + 20, 34, 30) + look.plant(side.quality, x + 54, 34)


@cache
def _token(resource: str) -> Piece:
    return around(TOKEN, TOKEN, symbol(resource, 0, 0, TOKEN))


def _box(wide: float) -> str:
    return tag("rect", x=2, width=wide - 4, height=CARD_HIGH, rx=8, class_="card")


def _card(content: str, x: float, y: float, wide: float, high: float) -> Piece:
    return Piece(x + 2 - EDGE, y - EDGE, wide - 4 + 2 * EDGE, high + 2 * EDGE, content, ((x + wide / 2, y + high / 2),))
