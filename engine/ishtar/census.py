"""Where every component is, counted from the position."""

from __future__ import annotations

from engine.ishtar.cells import COLOURS, TREE
from engine.ishtar.components import SHAPES
from engine.ishtar.phases import OVER
from engine.ishtar.position import Position


def census(position: Position) -> dict[str, dict[str, int]]:
    """Kind of component -> place -> how many; the sum of each kind stays the same for the whole game."""
    counted: dict[str, dict[str, int]] = {}
    for colour, name in enumerate(COLOURS):
        counted[f"{name} gems"] = {
            "supply": position.supply[colour],
            "boards": position.gem_at.count(colour),
            **{f"seat {seat}": gems[colour] for seat, gems in enumerate(position.gems)},
            **{f"skills of seat {seat}": sum(paid[colour::3]) for seat, paid in enumerate(position.paid)},
        }
    for shape, name in enumerate(SHAPES):
        counted[f"{name} tiles"] = _tiles(position, shape)
    for kind, name in enumerate(("single", "double")):
        counted[f"{name} blooming tokens"] = {
            "carpet": position.bloom_left[kind],
            "gardens": sum(token[0] == kind for token in position.bloomed),
            "lost": position.bloom_lost[kind],
        }
    for seat in range(position.players):
        counted[f"assistants of seat {seat}"] = {
            "supply": position.in_supply[seat],
            "carpet": position.on_carpet[seat],
            "gardens": sum(owner == seat for _, owner in position.assistants),
        }
    counted["tree tokens"] = {
        "supply": position.tree_supply,
        "cards": sum(position.token_on),
        "gardens": position.cells.count(TREE),
        "lost": position.tokens_lost,
    }
    reserved = "discarded" if position.phase == OVER else "reserved"
    counted["tree cards"] = {
        "deck": position.deck_size(),
        "row": sum(card >= 0 for card in position.row),
        reserved: sum(map(len, position.reserved)),
        **{f"seat {seat}": len(cards) for seat, cards in enumerate(position.bought)},
    }
    return counted


def _tiles(position: Position, shape: int) -> dict[str, int]:
    tiles = position.components.tiles
    of_shape = [number for number, tile in enumerate(tiles) if tile.shape == shape]
    laid = {tile for tile, _, _ in position.laid}
    stacks = [stack for stack, cup in enumerate(position.cups) if cup == shape]
    below = sum(position.left[stack] for stack in stacks)
    unseen = sum(not position.tile_seen[number] for number in of_shape)
    return {
        "stacks": below + sum(position.top[stack] >= 0 for stack in stacks),
        "box": unseen - below,
        "hand": int(position.hand in of_shape),
        "boards": sum(number in laid for number in of_shape),
        "removed": sum(number in position.removed for number in of_shape),
    }
