"""The pieces that a page shows, as JSON: each once, with the style sheet and the shapes that they share."""

from __future__ import annotations

from typing import Any

from engine.colours import SHARED_STYLE
from engine.game import Game, JsonObject
from engine.pieces import Piece
from engine.symbols import used_in


class Pieces:
    """The pieces of a page, each once. They have the colour of `seat` where they belong to one."""

    def __init__(self, game: Game, components: Any, seat: int | None = None) -> None:
        self._game, self._components, self._seat = game, components, seat
        self._names: dict[tuple[str, Any], str] = {}
        self._drawn: dict[str, Piece] = {}

    def name_of(self, key: str, value: Any) -> str:
        """The name by which the page finds the piece of a thing (see `Game.piece`), "" if it has none."""
        if not isinstance(value, (str, int)):
            return ""
        thing = key, value
        name = self._names.get(thing)
        if name is None:
            piece = self._game.piece(self._components, key, value, self._seat)
            name = self._names[thing] = "" if piece is None else f"{key}:{value}"
            if piece is not None:
                self._drawn[name] = piece
        return name

    def to_json(self) -> JsonObject | None:
        """The pieces that were asked for, the style sheet and the shapes that they share; None if none was found."""
        if not self._drawn:
            return None
        shapes = self._game.piece_shapes
        return {
            "style": SHARED_STYLE + self._game.piece_style,
            "shapes": shapes + used_in(shapes + "".join(piece.content for piece in self._drawn.values())),
            "drawn": {name: piece.to_json() for name, piece in self._drawn.items()},
        }
