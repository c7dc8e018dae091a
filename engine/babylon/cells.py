"""Small numbers for what lies and stands in a garden, and the names of stacks and columns.

A *column* of a garden is one hole of the board with everything above it; a *space* is a quarter of a tile. Columns are
numbered from 0, row by row from the north: `a1` is 0, `b1` is 1, `a2` is 8. Stacks of the quarry likewise, four a row.
"""

from functools import cache

SIDE = 8
COLUMNS = SIDE * SIDE
QUARRY_SIDE = 4
STACKS = QUARRY_SIDE * QUARRY_SIDE

NO_ICON, STAIRS, FOUNTAIN, BRIDGE, STATUE = range(5)
ICONS = ("none", "stairs", "fountain", "bridge", "statue")
"""Kinds of icon and of decoration by number."""

NO_PIECE, STAIRS_LOW, FOUNTAIN_PART, BRIDGE_END, STATUE_STANDING, STAIRS_HIGH, BELVEDERE, BELVEDERE_MISSING = range(8)
PIECES = ("none", "stairs_low", "fountain", "bridge", "statue", "stairs_high", "belvedere", "belvedere_missing")
"""What stands on the top space of a column, by number. `belvedere_missing`: a corner left open when none was left."""

DECORATED = (False, True, True, True, True, True, False, False)
"""Whether a piece, by its number, is a decoration."""

NORTH_WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NO_CORNER = range(5)
CORNERS = ("nw", "ne", "se", "sw", "none")
CORNER_STEPS = (0, 1, SIDE + 1, SIDE)
"""From the anchor (the north-west column of a tile) to the column of each corner."""

LAYERS = ("basalt", "granite", "clay")
"""Materials from the floor of the quarry up; layer 1 is the first."""
CLAY_LAYER = 3

NO_EFFECT, GAIN_SIMPLE, GAIN_DOUBLE, CHANGE_ICON, FILL_BLANK, FLOWER_DOUBLE, PILLAR_LESS = range(7)
EFFECTS = ("none", "gain_simple", "gain_double", "change_icon", "fill_blank", "flower_double", "pillar_less")
"""Effects of the round tokens by number."""

COLUMN_NAMES = tuple(f"{'abcdefgh'[column % SIDE]}{column // SIDE + 1}" for column in range(COLUMNS))
COLUMN_NUMBER = {name: number for number, name in enumerate(COLUMN_NAMES)}
STACK_NAMES = tuple(f"{'abcd'[stack % QUARRY_SIDE]}{stack // QUARRY_SIDE + 1}" for stack in range(STACKS))
STACK_NUMBER = {name: number for number, name in enumerate(STACK_NAMES)}

ANCHORS = tuple(column for column in range(COLUMNS) if column % SIDE < SIDE - 1 and column < COLUMNS - SIDE)
"""The columns that can be the north-west corner of a tile."""

SPACES = tuple(
    tuple(column + step for step in CORNER_STEPS) if column in frozenset(ANCHORS) else () for column in range(COLUMNS)
)
"""The four columns below a tile, by its anchor, clockwise from the north-west; empty if the tile would stick out."""

ANCHORS_OVER = tuple(tuple(anchor for anchor in ANCHORS if column in SPACES[anchor]) for column in range(COLUMNS))
"""By column: the anchors of the tiles that would cover it."""


def _beside(stack: int) -> tuple[int, ...]:
    x, y = stack % QUARRY_SIDE, stack // QUARRY_SIDE
    near = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
    return tuple(nx + QUARRY_SIDE * ny for nx, ny in near if 0 <= nx < QUARRY_SIDE and 0 <= ny < QUARRY_SIDE)


STACKS_BESIDE = tuple(_beside(stack) for stack in range(STACKS))
"""The stacks that share an edge with each stack; the other edges meet a wall."""


NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)
OUTWARD = ((NORTH, WEST), (NORTH, EAST), (SOUTH, EAST), (SOUTH, WEST))
"""By corner of a tile: the directions that lead out of the tile."""


def column_away(column: int, direction: tuple[int, int], distance: int) -> int:
    """The column so far away in that direction, -1 over the edge."""
    x, y = column % SIDE + direction[0] * distance, column // SIDE + direction[1] * distance
    return x + SIDE * y if 0 <= x < SIDE and 0 <= y < SIDE else -1


@cache
def columns_at(column: int, distance: int) -> tuple[int, ...]:
    """The columns exactly so far away in the same row or column of the garden."""
    near = (column_away(column, direction, distance) for direction in (NORTH, EAST, SOUTH, WEST))
    return tuple(other for other in near if other >= 0)


NEIGHBOURS = tuple(columns_at(column, 1) for column in range(COLUMNS))
"""The columns that share an edge with each column."""


def in_line(one: int, other: int) -> bool:
    """Whether two columns lie in the same row or column of the garden."""
    return one % SIDE == other % SIDE or one // SIDE == other // SIDE


def between(one: int, other: int) -> range:
    """The columns strictly between two columns of one row or column; empty if they are in neither."""
    low, high = min(one, other), max(one, other)
    if low // SIDE == high // SIDE:
        return range(low + 1, high)
    if low % SIDE == high % SIDE:
        return range(low + SIDE, high, SIDE)
    return range(0)
