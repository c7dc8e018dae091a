"""The picture of a position: the gardens seen from above."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.babylon.cells import COLUMNS, SIDE
from engine.game import Action
from engine.svg import document, label, tag

if TYPE_CHECKING:
    from engine.babylon.state import BabylonState

CELL = 24


def draw_position(state: BabylonState, names: Sequence[str], last: Sequence[Action] = ()) -> str:
    """The position as an SVG document; the numbers are the levels of the columns."""
    parts = []
    for seat, garden in enumerate(state.gardens):
        top = 30 + seat * (SIDE * CELL + 40)
        parts.append(label(10, top - 8, f"{seat + 1} {names[seat]}", "name"))
        for column in range(COLUMNS):
            x, y = 10 + column % SIDE * CELL, top + column // SIDE * CELL
            parts.append(tag("rect", x=x, y=y, width=CELL, height=CELL, fill="#ffffff", stroke="#1a1a1a"))
            if garden.heights[column]:
                parts.append(label(x + 8, y + 17, str(garden.heights[column]), "level"))
    description = f"{state.due()}. " + " ".join(
        f"{names[seat]}: {len(garden.placed)} tiles, highest level {garden.highest}."
        for seat, garden in enumerate(state.gardens)
    )
    height = 30 + state.players * (SIDE * CELL + 40)
    return document(20 + SIDE * CELL, height, "Babylon", description, "text{font:14px sans-serif;fill:#1a1a1a}", parts)
