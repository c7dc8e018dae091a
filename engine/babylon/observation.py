"""What one seat may know of a position: everything but what lies face down, and that nobody knows."""

from __future__ import annotations

from typing import Any

from engine.babylon.cells import (
    COLUMN_NAMES,
    COLUMNS,
    CORNERS,
    EFFECTS,
    ICONS,
    PIECES,
    STACK_NAMES,
)
from engine.babylon.components import SUPPLY_KINDS
from engine.babylon.garden import Garden
from engine.babylon.phases import PHASES
from engine.babylon.position import Position
from engine.game import JsonObject


def observe(state: Position, seat: int) -> JsonObject:
    """What `seat` may know; the same for every seat and for onlookers. Every value is plain JSON."""
    box = state.components

    def name(tile: int) -> str | None:
        return box.tiles[tile].id if tile >= 0 else None

    return {
        "seat": seat,
        "to_move": state.to_move,
        "turn": state.turn,
        "phase": PHASES[state.phase],
        "active": state.active,
        "quarry": {
            STACK_NAMES[stack]: {"height": height, "tile": name(state.stack_tops[stack])}
            for stack, height in enumerate(state.stack_heights)
        },
        "face_down": [[box.tiles[tile].id for tile in layer] for layer in state.unseen],
        "tokens_seen": [box.token_ids[token] for token in state.tokens_seen],
        "tokens_left": state.tokens_left,
        "effect": EFFECTS[state.effect],
        "removals_left": state.removals_left,
        "dug": name(state.dug),
        "claimed": state.claimed,
        "simple_pillars": list(state.simple),
        "double_pillars": list(state.double),
        "stored": [name(tile) for tile in state.stored],
        "starting": [name(tile) for tile in state.starting],
        "supply": dict(zip(SUPPLY_KINDS, state.supply, strict=True)),
        "removed": [box.tiles[tile].id for tile in state.removed],
        "discarded": [box.tiles[tile].id for tile in state.discarded],
        "gardens": [_garden(state, garden) for garden in state.gardens],
        "scores": list(state.scores),
    }


def _garden(state: Position, garden: Garden) -> JsonObject:
    columns: dict[str, Any] = {}
    for column in range(COLUMNS):
        if not garden.heights[column] and not garden.gaps[column]:
            continue
        columns[COLUMN_NAMES[column]] = {
            "level": garden.heights[column],
            "icon": ICONS[garden.icons[column]],
            "piece": PIECES[garden.pieces[column]],
            "bridge_over": garden.gaps[column],
        }
    return {
        "columns": columns,
        "tiles": [
            {
                "tile": state.components.tiles[placed.tile].id,
                "at": COLUMN_NAMES[placed.anchor],
                "rotation": placed.rotation,
                "level": placed.level,
                "open": CORNERS[placed.corner],
            }
            for placed in garden.placed
        ],
        "decorations": [
            {
                "piece": ICONS[found.kind],
                "level": found.level,
                "at": [COLUMN_NAMES[column] for column in (found.column, found.other) if column >= 0],
                "is_pillar": is_pillar,
            }
            for found, is_pillar in zip(garden.decorations, garden.is_pillar, strict=True)
        ],
    }
