"""The pieces of Babylonia: tokens of a seat, city and farm tiles, ziggurat cards."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine.babylonia import look
from engine.babylonia.choices import cards_by_number
from engine.babylonia.components import TOKENS, UNKNOWN, Components
from engine.pieces import Piece, around
from engine.svg import HALF_HEIGHT
from engine.symbols import symbol

SIZE = 40.0
"""From the middle of a hex to its corner."""
CARD_WIDE, CARD_HIGH, CARD = 46.0, 57.0, 64.0
"""A card, and how large its symbol is, which leaves room around it."""

STYLE = look.style(SIZE)
SHAPES = look.definitions(SIZE)


def piece(components: Components, key: str, value: Any, seat: int | None) -> Piece | None:
    """The piece of a token, a tile or a card."""
    if key in ("token", "tokens"):
        return _token(seat, TOKENS.index(value)) if seat is not None and value in TOKENS[:UNKNOWN] else None
    if key == "tiles" and value in components.tile_number:
        tile = components.tiles[components.tile_number[value]]
        return _city(tile.symbols) if tile.is_city else _farm(tile.value)
    return _card(value) if key in ("card", "cards") and str(value) in cards_by_number(components) else None


@cache
def _token(seat: int, kind: int) -> Piece:
    return _on_hex(look.token(seat, kind, True, SIZE))


@cache
def _city(symbols: tuple[int, ...]) -> Piece:
    return _on_hex(look.city(symbols, SIZE))


@cache
def _farm(value: int | None) -> Piece:
    """A farm with the city symbol is worth nothing as long as nobody has won a city."""
    return _on_hex(look.farm(value or 0, value is None, SIZE))


def _on_hex(drawn: str) -> Piece:
    return around(2 * HALF_HEIGHT * SIZE, 2 * SIZE, drawn)


@cache
def _card(card: int) -> Piece:
    return around(CARD_WIDE, CARD_HIGH, symbol(f"card-{card}", 0, 0, CARD))
