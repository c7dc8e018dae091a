"""Where on the boards a point was made: the cause of a score event as a place with coordinates.

The engine says causes in words ("city 1222", "bridge b5 b7"). Each game has a reader of its own for those that name a
place; other causes (a card, resources left) are nowhere on a board. Coordinates: x to the right, y up, the distance
from the centre of a cell to its corners is 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from types import MappingProxyType

from analytics.facts import Facts
from engine.amyitis.garden import SIZE
from engine.babylon.cells import COLUMN_NAMES, COLUMN_NUMBER
from engine.babylon.cells import SIDE as GARDEN_SIDE
from engine.babylonia.components import Components as BabyloniaComponents
from engine.game import ComponentSet
from engine.ishtar.components import IshtarComponents
from engine.ishtar.grid import grid_of
from engine.ishtar.rulings import read_rulings
from engine.registry import get_game
from engine.svg import HALF_HEIGHT

Point = tuple[float, float]

HEXAGON: tuple[Point, ...] = (
    (1.0, 0.0),
    (0.5, HALF_HEIGHT),
    (-0.5, HALF_HEIGHT),
    (-1.0, 0.0),
    (-0.5, -HALF_HEIGHT),
    (0.5, -HALF_HEIGHT),
)
DIAMOND: tuple[Point, ...] = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
_HALF = sqrt(0.5)
SQUARE: tuple[Point, ...] = ((_HALF, _HALF), (-_HALF, _HALF), (-_HALF, -_HALF), (_HALF, -_HALF))


@dataclass(frozen=True, slots=True)
class Place:
    """A place on a board by its name in the game, and its centre. `between`: it joins two cells, and the centre is the
    middle of both.
    """

    name: str
    x: float
    y: float
    between: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """A board as a drawing: the centres of its cells and the corners of a cell around its centre.

    `own`: every seat has such a board of its own; otherwise all play on one.
    """

    cells: tuple[Point, ...]
    corners: tuple[Point, ...]
    own: bool


@dataclass(frozen=True, slots=True)
class BoardReader:
    """How to read the causes of one game, and what its board looks like under these facts and components."""

    place: Callable[[str], Place | None]
    board: Callable[[Facts, ComponentSet], Board]


def reader_of(game: str) -> BoardReader | None:
    """The reader of a game; None if nobody has written one."""
    return READERS.get(game)


def _babylonia_place(cause: str) -> Place | None:
    found = re.fullmatch(r"(?:city|farm|ziggurat) (\d\d)(\d\d)", cause)
    return Place(found[1] + found[2], *_hex(found[1] + found[2])) if found else None


def _babylonia_board(facts: Facts, components: ComponentSet) -> Board:
    assert isinstance(components, BabyloniaComponents)
    board = components.boards[facts["players"]]
    return Board(tuple(_hex(board.ids[cell]) for cell in board.in_play), HEXAGON, own=False)


def _hex(hex_id: str) -> Point:
    """The centre of a hex in doubled rows: two digits column, two digits row, counted from the top."""
    return 1.5 * int(hex_id[:2]), -HALF_HEIGHT * int(hex_id[2:])


def _ishtar_place(cause: str) -> Place | None:
    found = re.fullmatch(r"flowerbed of the assistant on (-?\d+),(-?\d+)", cause)
    return Place(f"{found[1]},{found[2]}", *_axial(int(found[1]), int(found[2]))) if found else None


def _ishtar_board(facts: Facts, components: ComponentSet) -> Board:
    assert isinstance(components, IshtarComponents)
    rulings = read_rulings(get_game("ishtar").ruleset(facts["ruleset"], facts["switches"]))
    grid = grid_of(components, facts["players"], rulings)
    return Board(tuple(_axial(*cell) for cell in grid.ids), HEXAGON, own=False)


def _axial(q: int, r: int) -> Point:
    return 1.5 * q, -2 * HALF_HEIGHT * (r + q / 2)


def _amyitis_place(cause: str) -> Place | None:
    found = re.fullmatch(r"(?:square|side) (r(\d)c(\d))(?:-(r(\d)c(\d)))?", cause)
    if not found:
        return None
    x, y = _garden_square(int(found[2]), int(found[3]))
    if not found[4]:
        return Place(found[1], x, y)
    to_x, to_y = _garden_square(int(found[5]), int(found[6]))
    return Place(f"{found[1]}–{found[4]}", (x + to_x) / 2, (y + to_y) / 2, between=True)


def _amyitis_board(_facts: Facts, _components: ComponentSet) -> Board:
    cells = tuple(_garden_square(row, column) for row in range(SIZE) for column in range(SIZE))
    return Board(cells, DIAMOND, own=False)


def _garden_square(row: int, column: int) -> Point:
    """The garden stands on its corner as on the board: the highest square on top."""
    return float(column - row), -float(row + column)


def _babylon_place(cause: str) -> Place | None:
    found = re.fullmatch(r"(?:statue|fountain|bridge|stairs|belvedere) ([a-h][1-8])(?: ([a-h][1-8]))?", cause)
    if not found:
        return None
    x, y = _column(found[1])
    if not found[2]:
        return Place(found[1], x, y)
    to_x, to_y = _column(found[2])
    return Place(f"{found[1]}–{found[2]}", (x + to_x) / 2, (y + to_y) / 2, between=True)


def _babylon_board(_facts: Facts, _components: ComponentSet) -> Board:
    return Board(tuple(map(_column, COLUMN_NAMES)), SQUARE, own=True)


def _column(name: str) -> Point:
    row, place = divmod(COLUMN_NUMBER[name], GARDEN_SIDE)
    return 2 * _HALF * place, -2 * _HALF * row


READERS: Mapping[str, BoardReader] = MappingProxyType(
    {
        "babylonia": BoardReader(_babylonia_place, _babylonia_board),
        "ishtar": BoardReader(_ishtar_place, _ishtar_board),
        "amyitis": BoardReader(_amyitis_place, _amyitis_board),
        "babylon": BoardReader(_babylon_place, _babylon_board),
    }
)
