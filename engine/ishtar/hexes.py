"""Cells as coordinates: neighbours, the cells of a board, turning and mirroring."""

Cell = tuple[int, int]

NEIGHBOURS: tuple[Cell, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The steps from a cell to those next to it."""


def add_cells(cell: Cell, step: Cell) -> Cell:
    """The cell that a step leads to."""
    return cell[0] + step[0], cell[1] + step[1]


def turn_cell(cell: Cell, times: int) -> Cell:
    """A cell turned round the origin by 60 degrees so many times."""
    q, r = cell
    for _ in range(times):
        q, r = -r, q + r
    return q, r


def mirror_cell(cell: Cell) -> Cell:
    """A cell mirrored on the axis through the origin and its first neighbour."""
    q, r = cell
    return q + r, -r


def board_cells() -> list[Cell]:
    """The 37 cells of a board, from its centre, in the order in which the rows of a face name them."""
    return [(q, r) for r in range(-3, 4) for q in range(max(-3, -3 - r), min(3, 3 - r) + 1)]
