"""Where a vegetation tile may lie (rulebook: placing a vegetation tile)."""

from __future__ import annotations

from engine.ishtar import refusals as why
from engine.ishtar.cells import FREE
from engine.ishtar.components import Tile
from engine.ishtar.gardens import joins_assistants
from engine.ishtar.grid import Trio
from engine.ishtar.position import Position


def refuse_trio(position: Position, tile: Tile, trio: Trio) -> int:
    """Why the tile may not lie on these cells of the boards, or ALLOWED."""
    cells, reach = position.cells, position.reach
    first, second, third = trio
    if cells[first] or cells[second] or cells[third]:
        return why.COVERED
    fountains = reach[first] | reach[second] | reach[third]
    if not fountains:
        return why.NOT_CONNECTED
    if fountains & (fountains - 1):
        return why.TWO_FOUNTAINS
    watch = position.watch
    if watch[first] | watch[second] | watch[third] and joins_assistants(
        position, [trio[space] for space in tile.blooms]
    ):
        return why.TWO_ASSISTANTS
    return why.ALLOWED


def legal_spots(position: Position, number: int) -> list[int]:
    """All spots where the tile may lie, in ascending order."""
    tile = position.components.tiles[number]
    cells, spots = position.cells, position.grid.spots[tile.shape]
    # Most spots are out of the question: nothing is near, or a cell is covered or next to two fountains' gardens.
    edge = blocked = 0
    bit = 1
    for cell, fountains in enumerate(position.reach):
        if cells[cell] != FREE or fountains & (fountains - 1):
            blocked |= bit
        elif fountains:
            edge |= bit
        bit <<= 1
    near = [spot for spot, mask in position.grid.masks[tile.shape] if mask & edge and not mask & blocked]
    found = []
    for spot in near:
        trio = spots[spot]
        assert trio is not None
        if not refuse_trio(position, tile, trio):
            found.append(spot)
    return found


def has_place(position: Position, number: int) -> bool:
    """Whether the tile has a legal place."""
    tile = position.components.tiles[number]
    spots, covering = position.grid.spots[tile.shape], position.grid.covering[tile.shape]
    cells = position.cells
    for cell, fountains in enumerate(position.reach):
        if fountains and cells[cell] == FREE and not fountains & (fountains - 1):
            for spot in covering[cell]:
                trio = spots[spot]
                if trio is not None and not refuse_trio(position, tile, trio):
                    return True
    return False
