"""The garden of every game: squares, their sides, and the corner points where sides meet.

A square is `rRcC`; `r0c0` is the top of the diamond, floor 4, and row 3 and column 3 are floor 1 on the river.
Irrigation areas lie on the sides that two squares share. A side joins two corner points; a corner point in row 4 or
column 4 lies on the river bank (rulebook: irrigation). Sides, squares and corner points are numbered from 0; sets of
them are bits.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.amyitis.names import EMPTY

SIZE = 4
SQUARES = tuple(f"r{row}c{column}" for row in range(SIZE) for column in range(SIZE))
SQUARE_NUMBER = {name: number for number, name in enumerate(SQUARES)}
FLOOR = tuple(SIZE - max(row, column) for row in range(SIZE) for column in range(SIZE))
QUALITY = tuple(min(floor, 3) for floor in FLOOR)
"""The plant quality that a square asks for."""

_pairs = sorted(
    (SQUARES[row * SIZE + column], SQUARES[(row + down) * SIZE + column + right])
    for row in range(SIZE)
    for column in range(SIZE)
    for down, right in ((0, 1), (1, 0))
    if row + down < SIZE and column + right < SIZE
)
SIDES = tuple(f"{one}-{other}" for one, other in _pairs)
SIDE_NUMBER = {name: number for number, name in enumerate(SIDES)}
BETWEEN = tuple((SQUARE_NUMBER[one], SQUARE_NUMBER[other]) for one, other in _pairs)
"""The two squares of each side."""

SIDES_OF = tuple(tuple(side for side, pair in enumerate(BETWEEN) if square in pair) for square in range(len(SQUARES)))
SIDE_BITS = tuple(sum(1 << side for side in sides) for sides in SIDES_OF)
"""The shared sides of each square, as numbers and as bits."""

AREAS_OF = tuple(tuple(area for side in sides for area in (2 * side, 2 * side + 1)) for sides in SIDES_OF)
"""The irrigation areas on the sides of each square."""


def _corner(row: int, column: int) -> int:
    return row * (SIZE + 1) + column


def _corners_of(one: int, other: int) -> tuple[int, int]:
    row, column = divmod(other, SIZE)
    if other - one == 1:
        return _corner(row, column), _corner(row + 1, column)
    return _corner(row, column), _corner(row, column + 1)


CORNERS = tuple(_corners_of(*pair) for pair in BETWEEN)
CORNER_BITS = tuple(1 << one | 1 << other for one, other in CORNERS)
"""The two corner points of each side, as numbers and as bits."""

BANK = sum(1 << _corner(SIZE, line) | 1 << _corner(line, SIZE) for line in range(SIZE)) | 1 << _corner(SIZE, SIZE)
"""The corner points on the river bank."""


def double_by_floor(lowest: int, both: bool) -> frozenset[int]:
    """The sides of which at least one square (`both`: each of the two) is on this floor or above."""
    wanted = all if both else any
    return frozenset(side for side, pair in enumerate(BETWEEN) if wanted(FLOOR[square] >= lowest for square in pair))


def available_sides(areas: Sequence[int], wet: int) -> int:
    """Bits of the sides that have an empty area and a corner point joined to the river."""
    available = 0
    for side in range(len(SIDES)):
        if CORNER_BITS[side] & wet and (areas[2 * side] == EMPTY or areas[2 * side + 1] == EMPTY):
            available |= 1 << side
    return available
