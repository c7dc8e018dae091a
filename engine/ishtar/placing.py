"""Where a vegetation tile may lie (rulebook: placing a vegetation tile)."""

from __future__ import annotations

from itertools import compress

from engine.ishtar import refusals as why
from engine.ishtar.cells import FREE
from engine.ishtar.components import Tile
from engine.ishtar.gardens import joins_assistants
from engine.ishtar.grid import Trio
from engine.ishtar.ground import Ground, OpenSpots
from engine.ishtar.position import Position

_FLAGS = bytes.maketrans(b"0", b"\0")
"""Turns binary digits into what `compress` takes for no and yes."""


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


def ground_of(position: Position) -> Ground:
    """What follows from the boards of the position as they are now."""
    ground = position.ground
    if ground is None:
        ground = position.ground = Ground([], {})
        cells = position.cells
        for cell, fountains in enumerate(position.reach):
            if cells[cell] != FREE or fountains & (fountains - 1):
                ground.closed.append(cell)
            elif fountains:
                ground.beside.setdefault(fountains, []).append(cell)
    return ground


def open_spots(position: Position, shape: int) -> OpenSpots:
    """Where tiles of a shape may lie, if they do not join the flowerbeds of two assistants there."""
    ground = ground_of(position)
    found = ground.spots.get(shape)
    if found is None:
        found = ground.spots[shape] = _open_spots(position, ground, shape)
    return found


def _open_spots(position: Position, ground: Ground, shape: int) -> OpenSpots:
    """All spots are looked at together, as the bits of one number: most of them are out of the question."""
    covered_by = position.grid.covered_by[shape]
    near = closed = 0
    for cells in ground.beside.values():
        here = 0
        for cell in cells:
            here |= covered_by[cell]
        closed |= near & here
        near |= here
    for cell in ground.closed:
        closed |= covered_by[cell]
    flags = f"{near & ~closed:b}"[::-1].encode().translate(_FLAGS)
    lies = list(compress(position.grid.lies[shape], flags))
    watch = position.watch
    watched = [watch[first] | watch[second] | watch[third] for _, first, second, third in lies]
    return OpenSpots(lies, watched, [place for place, bits in enumerate(watched) if bits & (bits - 1)])


def joining_places(position: Position, found: OpenSpots, tile: Tile) -> set[int]:
    """The places among the open spots of its shape where the tile would join the flowerbeds of two assistants."""
    lies, _, contested = found
    return {
        place for place in contested if joins_assistants(position, [lies[place][1 + space] for space in tile.blooms])
    }


def legal_spots(position: Position, number: int) -> list[int]:
    """All spots where the tile may lie, in ascending order."""
    tile = position.components.tiles[number]
    found = open_spots(position, tile.shape)
    joining = joining_places(position, found, tile)
    return [spot for place, (spot, *_) in enumerate(found.lies) if place not in joining]


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
