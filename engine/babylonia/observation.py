"""What one seat may know of a position.

Racks stand hidden and river tokens lie face down, so of the others a seat knows the sizes of rack and pool and where
their tokens are, but no kind that has not been seen (switches `rack_visibility`, `river_token_identity`).
"""

from __future__ import annotations

from typing import Any

from engine.babylonia.cells import KIND, OWNER
from engine.babylonia.components import TOKENS
from engine.babylonia.phases import PHASES
from engine.babylonia.position import Position
from engine.game import JsonObject


def observe(state: Position, seat: int) -> JsonObject:
    """What `seat` may know. A seat out of range is an onlooker who sees no rack. Every value is plain JSON."""
    board, components = state.board, state.components
    tokens: dict[str, dict[str, Any]] = {}
    for hex_number in board.in_play:
        cell = state.cells[hex_number]
        owner = OWNER[cell]
        if owner < 0:
            continue
        face_up = not board.is_river[hex_number]
        known = face_up or owner == seat or state.rulings.river_tokens_open
        tokens[board.ids[hex_number]] = {
            "seat": owner,
            "token": TOKENS[KIND[cell]] if known else "unknown",
            "face_up": face_up,
        }
    racks: list[dict[str, int] | None] = []
    for other in range(state.players):
        seen = not state.hidden and (other == seat or state.rulings.racks_open)
        racks.append(
            {TOKENS[kind]: count for kind, count in enumerate(state.available[other][:4]) if count} if seen else None
        )
    return {
        "seat": seat,
        "to_move": state.to_move,
        "turn": state.turn,
        "phase": PHASES[state.phase],
        "active": state.active,
        "placed": [board.ids[hex_number] for hex_number in state.placed_hexes],
        "surrounded": sorted(board.ids[hex_number] for hex_number in state.surrounded),
        "tokens": tokens,
        "tiles": {board.ids[slot]: components.tiles[tile].name for slot, tile in enumerate(state.tile_at) if tile >= 0},
        "scored_ziggurats": [board.ids[z] for z, done in zip(board.ziggurats, state.scored, strict=True) if done],
        "offer": list(state.offer),
        "card_owners": {str(card): owner for card, owner in enumerate(state.card_owner) if owner >= 0},
        "card2_spent": state.card2_spent,
        "scores": list(state.scores),
        "city_tiles": list(state.won),
        "racks": racks,
        "rack_sizes": list(state.rack_size),
        "pool_sizes": list(state.pool_size),
        "end": state.end,
    }
