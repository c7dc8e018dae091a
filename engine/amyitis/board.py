"""The board of a position: the way of the caravan round the garden, below it temples, fields and stock."""

from __future__ import annotations

from collections.abc import Sequence

from engine.amyitis import cities, look, pyramid, rows
from engine.amyitis.actions import AmyitisAction
from engine.amyitis.state import AmyitisState
from engine.amyitis.words import tiles_left
from engine.message import Say
from engine.shown import Drawing
from engine.svg import label, tag
from engine.symbols import symbol

ROWS_Y = cities.BOTTOM + 18
"""Where the rows below the garden begin."""


def draw_board(state: AmyitisState, names: Sequence[str], last: Sequence[AmyitisAction], say: Say) -> Drawing:
    """The board. `last` are the actions to point out."""
    return Drawing(
        height=ROWS_Y + 3 * rows.APART + 2,
        style=look.style(),
        definitions=look.definitions(),
        content=[
            cities.road(),
            _tiles(state, say),
            *pyramid.draw_garden(state, names, last, say),
            *cities.draw_cities(state, last, say),
            *rows.draw_rows(state, last, ROWS_Y, say),
        ],
    )


def _tiles(state: AmyitisState, say: Say) -> str:
    """Left of the top of the garden how many tiles are left in it, right of it with how many the last round begins."""
    least = state.components.tiles_left[state.players]
    drawn = look.titled(say, tiles_left(state))
    drawn += symbol("garden-tile", 188, 86, 36) + label(212, 95, str(state.tiles_left), "h")
    drawn += symbol("last-round", 474, 86, 32) + label(496, 95, f"≤ {least}", "h")
    return tag("g", drawn)
