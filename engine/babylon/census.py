"""Where the components of a position are, counted from what lies there."""

from __future__ import annotations

from engine.babylon.cells import STAIRS, STATUE
from engine.babylon.components import PIECE_KINDS
from engine.babylon.position import BELVEDERES, DOUBLE, FIRST_PIECE, SIMPLE, Position


def census(state: Position) -> dict[str, dict[str, int]]:
    """Kind of component -> place -> how many. Kinds that cannot run out are left out."""
    rulings = state.rulings
    tokens = len(state.components.effects)
    counts = {
        "tiles": _tiles(state),
        "round tokens": {
            "turned up": len(state.tokens_seen),
            "stack": state.tokens_left,
            "box": tokens - len(state.tokens_seen) - state.tokens_left,
        },
    }
    if rulings.pillars_limited:
        counts["simple pillars"] = {"supply": state.supply[SIMPLE]}
        counts["double pillars"] = {"supply": state.supply[DOUBLE]}
        for seat, garden in enumerate(state.gardens):
            simple, double = counts["simple pillars"], counts["double pillars"]
            simple[f"seat {seat}"], double[f"seat {seat}"] = state.simple[seat], state.double[seat]
            simple[f"garden {seat}"] = sum(placed.simple for placed in garden.placed)
            double[f"garden {seat}"] = sum(placed.double for placed in garden.placed)
    if rulings.pieces_limited:
        counts["belvederes"] = {"supply": state.supply[BELVEDERES]}
        for seat, garden in enumerate(state.gardens):
            counts["belvederes"][f"garden {seat}"] = sum(placed.has_belvedere for placed in garden.placed)
        for kind in range(STAIRS, STATUE + 1):
            places = {"supply": state.supply[FIRST_PIECE + kind - STAIRS]}
            for seat, garden in enumerate(state.gardens):
                places[f"garden {seat}"] = sum(found.kind == kind for found in garden.decorations)
            counts[PIECE_KINDS[kind - STAIRS]] = places
    return counts


def _tiles(state: Position) -> dict[str, int]:
    at_hand = int(state.dug >= 0)
    places = {
        "quarry": sum(state.stack_heights),
        "removed": len(state.removed),
        "discarded": len(state.discarded),
        "just dug": at_hand,
        "box": len(state.components.starting) - state.players,
    }
    for seat, garden in enumerate(state.gardens):
        places[f"storage {seat}"] = int(state.stored[seat] >= 0)
        places[f"garden {seat}"] = len(garden.placed)
    return places
