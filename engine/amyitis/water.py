"""Irrigation: which areas water can reach, and cubes put on them (rulebook: irrigation areas)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.amyitis.garden import AREAS_OF, BETWEEN, CORNER_BITS, SIDES, SIDES_OF, available_sides
from engine.amyitis.names import EMPTY, GREY

if TYPE_CHECKING:
    from engine.amyitis.position import Position

_ALL_SIDES = range(len(SIDES))


def irrigate_side(position: Position, side: int, owner: int) -> None:
    """Put a cube of this owner on the first empty area of a side."""
    areas = position.areas
    area = 2 * side if areas[2 * side] == EMPTY else 2 * side + 1
    areas[area] = owner
    bit = 1 << side
    full = area & 1 or areas[area + 1] != EMPTY
    if full:
        position.irrigated |= bit
    if not position.flowing & bit and (full or position.rulings.one_cube_leads_on):
        position.flowing |= bit
        corners = CORNER_BITS[side]
        wet = position.wet
        if corners & wet and corners & ~wet:
            position.wet = _spread(wet | corners, position.flowing)
    position.available = available_sides(areas, position.wet)


def _spread(wet: int, flowing: int) -> int:
    """The corner points that water reaches along flowing sides."""
    reached = 0
    while reached != wet:
        reached = wet
        for side in _ALL_SIDES:
            if flowing >> side & 1 and CORNER_BITS[side] & wet:
                wet |= CORNER_BITS[side]
    return wet


def irrigate_next_to_planted(position: Position, square: int) -> None:
    """Grey cubes on every empty area between this square and planted neighbours (rulebook: neutral irrigation)."""
    areas = position.areas
    for side in SIDES_OF[square]:
        one, other = BETWEEN[side]
        neighbour = other if one == square else one
        if position.planted_by[neighbour] < 0:
            counts = position.rulings.starred_count_as_planted and position.tiles[neighbour] < 0
            if not counts:
                continue
        while position.grey_left and (areas[2 * side] == EMPTY or areas[2 * side + 1] == EMPTY):
            if position.grey_left > 0:
                position.grey_left -= 1
            irrigate_side(position, side, GREY)


def cubes_around(position: Position, square: int) -> list[int]:
    """How many irrigation cubes each seat has on the sides of a square that count for the majority."""
    areas = position.areas
    around = AREAS_OF[square]
    if position.rulings.only_irrigated_sides:
        around = tuple([area for area in around if position.irrigated >> area // 2 & 1])
    counts = [0] * (GREY + 1)
    for area in around:
        owner = areas[area]
        if owner >= 0:
            counts[owner] += 1
    return counts[: position.players]
