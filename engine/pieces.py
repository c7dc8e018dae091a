"""Pieces: the things that are drawn, laid out or placed, each with a drawing of its own, as it lies on the table.

The drawing is decoration: what it shows is said in words beside it (`Game.label`). It holds no words itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Piece:
    """A drawing: markup in the box that `left`, `top`, `width` and `height` give. It uses symbols and the shapes of its
    game (`Game.piece_shapes`), and looks as the game's style sheet says (`Game.piece_style`).

    `spots` are the middles of the places that the thing covers when it lies on the board, in the order of
    `Step.covers`. One that covers a single place has one spot, and the box of that place.
    """

    left: float
    top: float
    width: float
    height: float
    content: str
    spots: tuple[Point, ...]

    def to_json(self) -> dict[str, Any]:
        """Short keys: b (box), d (drawing), s (spots)."""
        return {
            "b": [round(each, 1) for each in (self.left, self.top, self.width, self.height)],
            "d": self.content,
            "s": [[round(x, 1), round(y, 1)] for x, y in self.spots],
        }


def around(width: float, height: float, content: str) -> Piece:
    """A piece drawn around 0 0 that covers one place."""
    return Piece(-width / 2, -height / 2, width, height, content, ((0.0, 0.0),))
