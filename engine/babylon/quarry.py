"""What a tile of the quarry pays, and how many pillars are to be had."""

from __future__ import annotations

from engine.babylon.cells import FLOWER_DOUBLE, PILLAR_LESS, STACKS_BESIDE
from engine.babylon.position import SIMPLE, Position


def edge_pay(position: Position, stack: int) -> int:
    """Simple pillars for the four edges of the tile on top of a stack (rulebook, A: dig a tile)."""
    rulings, heights = position.rulings, position.stack_heights
    layer = heights[stack]
    beside = STACKS_BESIDE[stack]
    walls = 4 - len(beside)
    pay = walls if rulings.corner_pays_each_edge else min(walls, 1)
    for near in beside:
        height = heights[near]
        if height == 0:
            pay += rulings.floor_pays_any_layer or layer == 1
        elif height <= layer:
            pay += rulings.lower_pays_any_depth or height >= layer - 1
    return pay


def flower_pay(position: Position, seat: int, tile: int) -> int:
    """Simple pillars for a tile with the flower of the seat's board."""
    tiles = position.components.tiles
    if tiles[tile].flower != tiles[position.starting[seat]].flower:
        return 0
    return 2 if position.effect == FLOWER_DOUBLE else 1


def pay_for(position: Position, seat: int, stack: int) -> int:
    """What the seat receives for the tile on top of a stack; -1: a stored pillar goes back."""
    pay = edge_pay(position, stack) + flower_pay(position, seat, position.stack_tops[stack])
    if position.effect != PILLAR_LESS:
        return pay
    if pay == 0 and position.rulings.less_takes_stored:
        return -1 if position.simple[seat] else 0
    return max(pay - 1, 0)


def give(position: Position, seat: int, kind: int, count: int) -> None:
    """The seat takes that many pillars of a kind from the supply, or gives them back; no more than there are."""
    if position.rulings.pillars_limited:
        count = min(count, position.supply[kind])
    position.supply[kind] -= count
    (position.simple if kind == SIMPLE else position.double)[seat] += count
