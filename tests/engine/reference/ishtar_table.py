"""The boards of Ishtar and what lies on them, for the reference implementation.

A cell is `(q, r)`. Flowerbeds, gardens and their fountains are searched for anew whenever somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from functools import cache
from itertools import pairwise
from typing import Any

Cell = tuple[int, int]
Flowers = dict[Cell, int]

NEIGHBOURS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
SAND, FOUNTAIN, TABLET = "S", "F", "T"
GEMS = {"P": "purple", "R": "red", "W": "white"}


@cache
def turned(cell: Cell, times: int) -> Cell:
    """The offset after so many rotations by 60 degrees."""
    for _ in range(times):
        cell = (-cell[1], cell[0] + cell[1])
    return cell


@cache
def near(cell: Cell) -> frozenset[Cell]:
    """The six neighbours."""
    return frozenset((cell[0] + dq, cell[1] + dr) for dq, dr in NEIGHBOURS)


def group(start: Cell, among: Set[Cell]) -> frozenset[Cell]:
    """Everything among these cells that is connected to `start`, one of them."""
    reached = {start}
    border = [start]
    while border:
        new = (near(border.pop()) & among) - reached
        reached |= new
        border += new
    return frozenset(reached)


def flowering(flowers: Flowers) -> set[Cell]:
    """The cells with a flower."""
    return {cell for cell, number in flowers.items() if number > 0}


def groups(cells: Iterable[Cell]) -> set[frozenset[Cell]]:
    """All maximal connected groups of these cells."""
    among = set(cells)
    found, left = set(), set(among)
    while left:
        found.add(group(left.pop(), among))
        left.difference_update(*found)
    return found


class Table:
    """The terrain, and the gems, tiles, blooming tokens, trees and assistants on it.

    `flowers` holds every covered cell with its flowers (0 is grass), `assistants` the seat that stands on a cell.
    """

    def __init__(self, data: dict[str, Any], centres: list[list[int]], setup: dict[str, Any]) -> None:
        self.ground: dict[Cell, str] = {}
        self.board: dict[Cell, int] = {}
        self.fountains: dict[Cell, str] = {}
        faces = {face["id"]: face["rows"] for face in data["faces"]}
        for number, (centre, board) in enumerate(zip(centres, setup["boards"], strict=True)):
            for row, letters in enumerate(faces[board["face"]]):
                r = row - 3
                for place, letter in enumerate(letters):
                    dq, dr = turned((max(-3, -3 - r) + place, r), board["rotation"])
                    cell = (centre[0] + dq, centre[1] + dr)
                    self.ground[cell] = letter
                    self.board[cell] = number
                    if letter == FOUNTAIN:
                        self.fountains[cell] = setup["fountains"][number]
        self.gems = {cell: GEMS[letter] for cell, letter in self.ground.items() if letter in GEMS}
        self.flowers: Flowers = {}
        self.trees: set[Cell] = set()
        self.assistants: dict[Cell, int] = {}

    # --- Beds and gardens ---------------------------------------------------------------------------------------------

    def bed(self, cell: Cell) -> frozenset[Cell]:
        """The flowerbed of a flower cell."""
        return group(cell, flowering(self.flowers))

    def beds(self) -> set[frozenset[Cell]]:
        """All flowerbeds."""
        return groups(flowering(self.flowers))

    def controlled_beds(self, seat: int) -> list[frozenset[Cell]]:
        """The flowerbeds with an assistant of the seat."""
        return [bed for bed in self.beds() if any(self.assistants.get(cell) == seat for cell in bed)]

    def free_beds(self) -> list[frozenset[Cell]]:
        """The flowerbeds without an assistant."""
        return [bed for bed in self.beds() if not bed & self.assistants.keys()]

    def gardens(self) -> set[frozenset[Cell]]:
        """All gardens: tiles are connected, so adjacent tiles are adjacent cells."""
        return groups(self.flowers)

    def gardens_with_bed_of(self, seat: int) -> list[frozenset[Cell]]:
        """The gardens that hold a flowerbed with an assistant of the seat."""
        own = self.controlled_beds(seat)
        return [garden for garden in self.gardens() if any(bed <= garden for bed in own)]

    def fountains_at(self, cells: Iterable[Cell]) -> set[Cell]:
        """The fountains next to some of these cells."""
        return {other for cell in cells for other in near(cell) if other in self.fountains}

    def grass(self) -> set[Cell]:
        """The grass cells without tree or blooming token."""
        return {cell for cell, number in self.flowers.items() if number == 0 and cell not in self.trees}

    # --- What may be laid ---------------------------------------------------------------------------------------------

    def tile_may_lie(self, cells: Sequence[Cell], flowers: Sequence[int], on_one_board: bool) -> bool:
        """Whether a vegetation tile may cover these cells with these flowers."""
        for cell in cells:
            if self.ground.get(cell, FOUNTAIN) in (FOUNTAIN, TABLET) or cell in self.flowers:
                return False
        if on_one_board and len({self.board[cell] for cell in cells}) > 1:
            return False
        if not any(other in self.flowers or other in self.fountains for cell in cells for other in near(cell)):
            return False
        after = {**self.flowers, **dict(zip(cells, flowers, strict=True))}
        garden = group(cells[0], after.keys())
        return len(self.fountains_at(garden)) == 1 and self._beds_have_one_assistant(cells, after)

    def bloom_may_lie(self, cells: Sequence[Cell], flowers: Sequence[int]) -> bool:
        """Whether a blooming token may cover these cells of the grass with these flowers."""
        if any(one not in near(other) for one, other in pairwise(cells)) or not self.grass().issuperset(cells):
            return False
        return self._beds_have_one_assistant(cells, {**self.flowers, **dict(zip(cells, flowers, strict=True))})

    def _beds_have_one_assistant(self, cells: Sequence[Cell], flowers: Flowers) -> bool:
        """Whether no flowerbed that these cells would be part of holds two assistants or more."""
        blooming = flowering(flowers)
        beds = [group(cell, blooming) for cell in cells if flowers[cell] > 0]
        return all(len(bed & self.assistants.keys()) <= 1 for bed in beds)

    # --- What is counted at the end -----------------------------------------------------------------------------------

    def adjacent(self, cells: Iterable[Cell], things: set[Cell]) -> set[Cell]:
        """The things that lie next to some of these cells."""
        return {other for cell in cells for other in near(cell) if other in things}

    def tablets(self) -> set[Cell]:
        """All cells with a sacred tablet."""
        return {cell for cell, letter in self.ground.items() if letter == TABLET}

    def cells_at_fountain(self, fountain: Cell, seat: int) -> int:
        """How many flower cells the seat controls in the gardens connected to this fountain."""
        connected = [garden for garden in self.gardens() if fountain in self.fountains_at(garden)]
        own = self.controlled_beds(seat)
        return sum(len(bed) for bed in own if any(bed <= garden for garden in connected))
