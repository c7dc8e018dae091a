"""The quarry of the Babylon reference: how high the stacks are, what is on top, which edges pay."""

from __future__ import annotations

from typing import Any

Stack = tuple[int, int]
STACKS = [(x, y) for y in range(4) for x in range(4)]
STACK_NAMES = {"abcd"[x] + str(y + 1): (x, y) for x, y in STACKS}
HEIGHT = 3


def stack_name(stack: Stack) -> str:
    """`a1` is the north-west stack, `d1` the north-east one."""
    return next(name for name, place in STACK_NAMES.items() if place == stack)


class Quarry:
    """The stacks. `seen` are the tiles that lie or lay open; what is deeper is not known."""

    def __init__(self, switches: dict[str, Any], clay: list[str]) -> None:
        self.switches = switches
        self.heights = dict.fromkeys(STACKS, HEIGHT)
        self.tops = dict(zip(STACKS, clay, strict=True))
        self.seen = set(clay)

    def take(self, stack: Stack) -> str:
        """The top tile leaves its stack; what is under it is not known yet."""
        self.heights[stack] -= 1
        return self.tops.pop(stack)

    def uncover(self, stack: Stack, tile: str) -> None:
        """This tile is found on top."""
        self.tops[stack] = tile
        self.seen.add(tile)

    def paying_edges(self, stack: Stack, layer: int) -> int:
        """How many edges of a tile pay that lies, or lay, in this layer of the stack."""
        x, y = stack
        sides = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        inside = [side for side in sides if side in STACKS]
        walls = len(sides) - len(inside)
        if self.switches["quarry_corner_edges"] == "one_per_tile":
            walls = min(walls, 1)
        paying = [side for side in inside if self._pays(self.heights[side], layer)]
        return walls + len(paying)

    def _pays(self, height: int, layer: int) -> bool:
        """Whether a neighbouring stack of this height pays for a tile of this layer."""
        if height == 0:
            return layer == 1 or self.switches["quarry_empty_neighbour"] == "pays_for_any_layer"
        if self.switches["quarry_lower_neighbour"] == "one_layer_lower_only":
            return height in (layer, layer - 1)
        return height <= layer
