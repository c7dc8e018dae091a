"""What one seat may know of a position.

Everything lies open but the order of the stacks and of the deck, and the tree cards that the others have bought: they
lie face down, though all have seen them (switch `tree_points_visible`).
"""

from __future__ import annotations

from typing import Any

from engine.game import JsonObject
from engine.ishtar.cells import CELL_WORDS, COLOURS, FREE
from engine.ishtar.components import ICONS, SHAPES, SKILLS
from engine.ishtar.phases import PHASES
from engine.ishtar.position import Position


def observe(state: Position, seat: int) -> JsonObject:
    """What `seat` may know. A seat out of range is an onlooker. Every value is plain JSON."""
    components, ids = state.components, state.grid.ids
    faces, trees, tiles = list(components.faces), components.trees, components.tiles
    return {
        "seat": seat,
        "to_move": state.to_move,
        "turn": state.turn,
        "phase": PHASES[state.phase],
        "active": state.active,
        "boards": [{"face": faces[face], "rotation": rotation} for face, rotation in state.boards],
        "fountains": [components.fountains[number].name for number in state.board_fountains],
        "cells": _cells(state),
        "tiles": [
            {"tile": tiles[tile].name, "rotation": turn % 6, "mirrored": turn > 5, "at": list(ids[cell])}
            for tile, turn, cell in state.laid
        ],
        "assistants": [{"seat": owner, "at": list(ids[cell])} for cell, owner in state.assistants],
        "can": state.can,
        "stacks": [
            {"shape": SHAPES[shape], "top": tiles[top].name if top >= 0 else None, "below": below}
            for shape, top, below in zip(state.cups, state.top, state.left, strict=True)
        ],
        "hand": tiles[state.hand].name if state.hand >= 0 else None,
        "icon": ICONS[state.icon],
        "row": [trees[card].name if card >= 0 else None for card in state.row],
        "tokens_on": [tree.name for tree, token in zip(trees, state.token_on, strict=True) if token],
        "deck": state.deck_size(),
        "tree_tokens": state.tree_supply,
        "blooming_tokens": {"single": state.bloom_left[0], "double": state.bloom_left[1]},
        "unseen_tiles": [tile.name for tile, seen in zip(tiles, state.tile_seen, strict=True) if not seen],
        "removed_tiles": [tiles[tile].name for tile in state.removed],
        "unseen_cards": [tree.name for tree, seen in zip(trees, state.card_seen, strict=True) if not seen],
        "seats": [_seat(state, other, seat) for other in range(state.players)],
        "last_round": state.ending,
        "scores": list(state.scores),
    }


def _cells(state: Position) -> list[JsonObject]:
    """Every cell that is not bare sand: what it holds."""
    found: list[JsonObject] = []
    for cell, (q, r) in enumerate(state.grid.ids):
        holds, gem = state.cells[cell], state.gem_at[cell]
        if holds == FREE and gem < 0:
            continue
        entry: dict[str, Any] = {"at": [q, r], "holds": CELL_WORDS[holds]}
        if gem >= 0:
            entry["gem"] = COLOURS[gem]
        if state.bed_at[cell] >= 0:
            entry["flowers"] = state.flowers[cell]
        found.append(entry)
    return found


def _seat(state: Position, seat: int, observer: int) -> JsonObject:
    trees = state.components.trees
    seen = seat == observer or state.rulings.trees_open
    paid = state.paid[seat]
    return {
        "gems": dict(zip(COLOURS, state.gems[seat], strict=True)),
        "skills": {
            name: dict(zip(COLOURS, paid[3 * number : 3 * number + 3], strict=True))
            for number, name in enumerate(SKILLS)
            if state.owned[seat] >> number & 1
        },
        "assistants": {"supply": state.in_supply[seat], "carpet": state.on_carpet[seat]},
        "reserved": [trees[card].name for card in state.reserved[seat]],
        "trees": [trees[card].name for card in state.bought[seat]] if seen else None,
        "trees_bought": len(state.bought[seat]),
    }
