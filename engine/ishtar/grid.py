"""The boards joined to a layout: cells, neighbours, and every spot where a vegetation tile fits on the grid.

Cells are numbered in the order of their coordinates. A *turn* is a rotation of a tile, 0 to 5, plus 6 if it lies
mirrored. A *spot* is a turn and the cell of the tile's first space as one number, `turn * cells + cell`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.ishtar.components import SHAPES, IshtarComponents
from engine.ishtar.hexes import NEIGHBOURS, Cell, add_cells, board_cells, mirror_cell, turn_cell
from engine.ishtar.rulings import Rulings

Trio = tuple[int, int, int]
Lie = tuple[int, int, int, int]
"""A spot and the three cells that a tile covers there."""
ROTATIONS = 6
STRAIGHT = SHAPES.index("straight")


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """`board_cells[place][rotation]` are the cells of a board in the order in which a face names them. `spots[shape]`
    gives for each spot the three cells of the tile in its own order, None where it would not lie on the boards.
    `covering[shape][cell]` are the spots that cover a cell.

    `lies[shape]` are the spots on the boards with their cells, in ascending order; `covered_by[shape][cell]` are those
    that cover a cell, as the bits of one number: bit *n* is for `lies[shape][n]`.
    """

    ids: tuple[Cell, ...]
    number: dict[Cell, int]
    board_of: tuple[int, ...]
    board_cells: tuple[tuple[tuple[int, ...], ...], ...]
    neighbours: tuple[tuple[int, ...], ...]
    spots: tuple[tuple[Trio | None, ...], ...]
    covering: tuple[tuple[tuple[int, ...], ...], ...]
    lies: tuple[tuple[Lie, ...], ...]
    covered_by: tuple[tuple[int, ...], ...]


def grid_of(components: IshtarComponents, players: int, rulings: Rulings) -> Grid:
    """The grid for this number of players under these rulings."""
    return _grid(
        components, players, rulings.line, rulings.mirrored_lattice, rulings.spanning, 12 if rulings.mirroring else 6
    )


@lru_cache(maxsize=64)
def _grid(
    components: IshtarComponents, players: int, line: bool, mirrored_lattice: bool, spanning: bool, turns: int
) -> Grid:
    centres = (components.line if line else components.compact)[players]
    if mirrored_lattice:
        centres = tuple((r, q) for q, r in centres)
    board_at = {(q + dq, r + dr): board for board, (q, r) in enumerate(centres) for dq, dr in board_cells()}
    ids = tuple(sorted(board_at))
    number = {cell: index for index, cell in enumerate(ids)}
    spots = tuple(
        tuple(
            _spot(number, board_at, cell, components.offsets[shape], turn, spanning)
            for turn in range(6 if shape == STRAIGHT else turns)
            for cell in ids
        )
        for shape in range(len(SHAPES))
    )
    lies = tuple(tuple((spot, *trio) for spot, trio in enumerate(of_shape) if trio is not None) for of_shape in spots)
    return Grid(
        ids=ids,
        number=number,
        board_of=tuple(board_at[cell] for cell in ids),
        board_cells=tuple(
            tuple(
                tuple(number[add_cells(centre, turn_cell(cell, times))] for cell in board_cells())
                for times in range(ROTATIONS)
            )
            for centre in centres
        ),
        neighbours=tuple(
            tuple(number[near] for step in NEIGHBOURS if (near := add_cells(cell, step)) in number) for cell in ids
        ),
        spots=spots,
        covering=tuple(_covering(of_shape, len(ids)) for of_shape in spots),
        lies=lies,
        covered_by=tuple(_covered_by(of_shape, len(ids)) for of_shape in lies),
    )


def _spot(
    number: dict[Cell, int],
    board_at: dict[Cell, int],
    cell: Cell,
    offsets: tuple[Cell, ...],
    turn: int,
    spanning: bool,
) -> Trio | None:
    steps = [mirror_cell(offset) if turn >= ROTATIONS else offset for offset in offsets]
    first, second, third = (add_cells(cell, turn_cell(step, turn % ROTATIONS)) for step in steps)
    if second not in number or third not in number:
        return None
    if not spanning and not board_at[first] == board_at[second] == board_at[third]:
        return None
    return number[first], number[second], number[third]


def _covering(spots: tuple[Trio | None, ...], cells: int) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in range(cells)]
    for spot, trio in enumerate(spots):
        for cell in trio or ():
            found[cell].append(spot)
    return tuple(map(tuple, found))


def _covered_by(lies: tuple[Lie, ...], cells: int) -> tuple[int, ...]:
    found = [0] * cells
    for number, (_, *trio) in enumerate(lies):
        for cell in trio:
            found[cell] |= 1 << number
    return tuple(found)
