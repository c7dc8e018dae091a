"""The picture of a position."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Action
from engine.ishtar.grid import ROTATIONS
from engine.ishtar.state import IshtarState
from engine.svg import document, label


def draw_position(state: IshtarState, names: Sequence[str], last: Sequence[Action]) -> str:
    """The position as one SVG document with a text alternative."""
    tiles = [
        f"{state.components.tiles[tile].name} turned {turn % ROTATIONS} on {state.grid.ids[cell]}"
        for tile, turn, cell in state.laid
    ]
    seats = [f"{name}: {points} points" for name, points in zip(names, state.scores, strict=True)]
    words = [f"Turn {state.turn}: {state.due()}", *seats, *tiles, *(action.text() for action in last)]
    lines = [label(8, 20 + 16 * row, line, "line") for row, line in enumerate(words)]
    return document(360, 32 + 16 * len(words), "Ishtar", ". ".join(words), ".line{font:12px sans-serif}", lines)
