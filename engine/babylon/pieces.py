"""The pieces of Babylon: quarry and starting tiles, round tokens, decorations."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from engine.babylon import look
from engine.babylon.cells import EFFECTS, ICONS
from engine.babylon.components import PIECE_KINDS, Components
from engine.babylon.labels import EFFECT_SYMBOLS
from engine.pieces import Piece, around
from engine.svg import tag
from engine.symbols import symbol

EDGE = 1.5
"""What is left free for the line around a tile."""
NEAR, FAR = look.FACE / 4, look.FACE * 3 / 4
ROUND, EFFECT = 34.0, 42.0
"""The radius of a round token, and the size of the symbol on it."""

STYLE = look.style()
SHAPES = look.definitions(0) + look.tray_definitions()


def piece(components: Components, key: str, value: Any) -> Piece | None:
    """The piece of a tile, a round token or a decoration."""
    if key in ("tile", "quarry", "starting"):
        return _tile(components, components.tile_number[value]) if value in components.tile_number else None
    if key == "token" and value in components.token_number:
        return _token(components.effects[components.token_number[value]])
    return _decoration(value) if key in ("piece", "as") and value in PIECE_KINDS else None


@lru_cache(maxsize=1024)
def _tile(components: Components, tile: int) -> Piece:
    """A tile that is not turned, with a spot for each of its spaces, clockwise from the north-west."""
    side = look.FACE + 2 * EDGE
    return Piece(
        -EDGE, -EDGE, side, side, look.tile(components, tile), ((NEAR, NEAR), (FAR, NEAR), (FAR, FAR), (NEAR, FAR))
    )


@cache
def _token(effect: int) -> Piece:
    side = 2 * (ROUND + EDGE)
    return around(
        side, side, tag("circle", r=ROUND, class_="card") + symbol(EFFECT_SYMBOLS[EFFECTS[effect]], 0, 0, EFFECT)
    )


@cache
def _decoration(kind: str) -> Piece:
    return around(look.CELL, look.CELL, look.piece(ICONS.index(kind), 0, 0))
