"""A garden as it is drawn: the holes of its board, terraces, icons, pieces and flowers, and what was just done.

All gardens are drawn alike, in the units of the large one; a small one is scaled. Only in the large one does every
column have a title and take taps; in the others those have a place that points may be paid for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from engine.babylon import look
from engine.babylon.actions import BUILD, PLACE, BabylonAction
from engine.babylon.cells import (
    BELVEDERE,
    COLUMN_NAMES,
    COLUMNS,
    NO_PIECE,
    SIDE,
    SPACES,
    STATUE,
    STATUE_STANDING,
)
from engine.babylon.garden import Decoration, Garden
from engine.babylon.look import CELL, TERRACE
from engine.babylon.state import BabylonState
from engine.babylon.words import column_in_words
from engine.message import Say
from engine.svg import clean, number, tag

WIDE = SIDE * CELL
"""The width of a garden."""
_CORNERS = ((17.0, 13.0), (TERRACE - 17, 13.0), (TERRACE - 17, TERRACE - 15), (17.0, TERRACE - 15))
"""Where the figure of a terrace stands that is covered in part: in the corner of a space in sight."""
_TO_SIGHT = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""From the middle of a terrace to its spaces, clockwise from the north-west."""


def corner(column: int) -> tuple[float, float]:
    """The upper left corner of a column."""
    return column % SIDE * CELL, column // SIDE * CELL


@dataclass(frozen=True, slots=True)
class TerracesPicture:
    """The garden of a seat with its upper left corner at 0 0. `last` are the actions to point out."""

    state: BabylonState
    seat: int
    last: Sequence[BabylonAction]
    say: Say

    @property
    def garden(self) -> Garden:
        return self.state.gardens[self.seat]

    def large(self) -> list[str]:
        """The parts of the garden of which every column can be tapped."""
        figures = tag("g", "".join(self.figures()), data_part="levels")
        return [*self._ground(), *(self.column(column) for column in range(COLUMNS)), self._above(figures)]

    def small(self) -> list[str]:
        """The parts of a garden that is only looked at."""
        return [*self._ground(), *self._small_columns(), self._above()]

    def _ground(self) -> Iterator[str]:
        holes = "".join(_hole(column) for column, top in enumerate(self.garden.tops) if top < 0)
        yield tag("rect", width=WIDE, height=WIDE, rx=14, class_=f"ground l{self.seat}")
        yield tag("path", d=holes, class_="holes")
        yield tag("g", "".join(self.terraces()), data_part="terraces")

    def _above(self, figures: str = "") -> str:
        """What lies over the columns; taps go through it to them."""
        placed = tag("g", "".join(self.placed_last()), data_part="placed-last")
        pieces = tag("g", "".join(self.decorations()), data_part="decorations")
        built = tag("g", "".join(self.built_last()), data_part="built-last")
        return tag("g", placed + pieces + built + figures, pointer_events="none")

    def terraces(self) -> Iterator[str]:
        """The tiles in sight with their flowers, from the lowest level up."""
        garden, tiles = self.garden, self.state.components.tiles
        order = sorted((placed.level, placed.anchor, tile) for tile, placed in enumerate(garden.placed))
        for level, anchor, tile in order:
            if garden.visible_spaces[tile]:
                flower = tiles[garden.placed[tile].tile].flower
                at = _flower_at(level, self.seen(anchor, tile))
                drawn = _terrace(level) + look.bed(self.state.components, flower, *at)
                yield tag("g", drawn, data_terrace=str(tile), transform=_moved(anchor))

    def figures(self) -> Iterator[str]:
        """The figures of the levels from 2 up, one on each terrace in sight."""
        garden = self.garden
        for tile, placed in enumerate(garden.placed):
            if placed.level > 1 and garden.visible_spaces[tile]:
                x, y = corner(placed.anchor)
                dx, dy = _figure_at(self.seen(placed.anchor, tile))
                yield _figure(placed.level, x + dx, y + dy)

    def seen(self, anchor: int, tile: int) -> tuple[bool, ...]:
        """Which spaces of a tile are in sight, clockwise from the north-west."""
        return tuple(self.garden.tops[column] == tile for column in SPACES[anchor])

    def centre(self, column: int) -> tuple[float, float]:
        """The middle of the top of a column."""
        x, y = corner(column)
        return x + CELL / 2, y + CELL / 2 - look.rise(self.garden.heights[column])

    def decorations(self) -> Iterator[str]:
        """The decorations of which an end is in sight."""
        garden = self.garden
        for place, found in enumerate(garden.decorations):
            ends = self.ends(found)
            if not ends or found.kind == STATUE and garden.pieces[found.column] != STATUE_STANDING:
                continue
            if len(ends) == 2:
                west, east = sorted(ends)
                falls = east == west + 1 and garden.heights[west] > garden.heights[east]
                drawn = look.span(found.kind, *self.centre(west), *self.centre(east), falls)
            else:
                drawn = look.piece(found.kind, *self.centre(ends[0]))
            yield tag("g", drawn, data_piece=str(place))

    def ends(self, found: Decoration) -> list[int]:
        """The columns where a decoration is in sight."""
        tops = self.garden.tops
        ends = ((found.column, found.tile), (found.other, found.other_tile))
        return [column for column, tile in ends if column >= 0 and tops[column] == tile]

    def column(self, column: int) -> str:
        """What is seen from above on a column, under a title that says so."""
        title = tag("title", clean(self.say(column_in_words(self.state, self.garden, column))))
        return f'<g data-column="{COLUMN_NAMES[column]}">{title}{self.standing(column)}{_hit(column)}</g>'

    def standing(self, column: int) -> str:
        """The icon or the belvedere on a column."""
        garden = self.garden
        piece = garden.pieces[column]
        if piece == NO_PIECE:
            return _icon(garden.icons[column], column, garden.heights[column]) if garden.heights[column] else ""
        return look.belvedere(*self.centre(column)) if piece == BELVEDERE else ""

    def _small_columns(self) -> Iterator[str]:
        """The icons and belvederes, and a place for each column that points may be paid for."""
        garden = self.garden
        yield tag("g", "".join(self.standing(column) for column in range(COLUMNS)), data_part="icons")
        paid = {end for found in garden.decorations for end in (found.column, found.other)}
        paid.update(garden.belvedere_column(tile) for tile in range(len(garden.placed)))
        for column in sorted(paid - {-1}):
            x, y = corner(column)
            yield tag("g", tag("use", href="#space", x=x, y=y), data_column=COLUMN_NAMES[column])

    def placed_last(self) -> Iterator[str]:
        """A mark on each tile of the last turn."""
        for action in self.last:
            if action.op == PLACE and action.seat == self.seat:
                x, y = corner(action.where)
                yield tag("use", href="#outline", x=x, y=y - look.rise(action.level), class_="last")

    def built_last(self) -> Iterator[str]:
        """A mark around each piece of the last turn."""
        for action in self.last:
            if action.op == BUILD and action.seat == self.seat:
                ends = [self.centre(column) for column in (action.where, action.other) if column >= 0]
                yield look.ring(action.icon, *ends[0], *ends[-1])


@cache
def _hole(column: int) -> str:
    """A dot in a path."""
    x, y = corner(column)
    return f"M{number(x + CELL / 2)} {number(y + CELL / 2)}h0"


@cache
def _hit(column: int) -> str:
    x, y = corner(column)
    return tag("rect", x=x, y=y, width=CELL, height=CELL, class_="hit")


@cache
def _icon(kind: int, column: int, level: int) -> str:
    x, y = corner(column)
    return look.icon(kind, x + CELL / 2, y + CELL / 2 - look.rise(level))


@cache
def _terrace(level: int) -> str:
    return tag("use", href=f"#level-{level}")


def _figure_at(seen: tuple[bool, ...]) -> tuple[float, float]:
    """Where the figure of a terrace stands on it: on its upper edge, or in the corner of a space in sight."""
    return (CELL, 3.0) if seen[0] and seen[1] else _CORNERS[seen.index(True)]


@cache
def _figure(level: int, x: float, y: float) -> str:
    return tag("use", href=f"#figure-{level}", x=x, y=y - look.rise(level))


@cache
def _moved(anchor: int) -> str:
    x, y = corner(anchor)
    return f"translate({number(x)} {number(y)})"


@cache
def _flower_at(level: int, seen: tuple[bool, ...]) -> tuple[float, float]:
    """The place of a flower: the middle of its terrace, or a little towards the spaces in sight."""
    count = sum(seen)
    x = sum(dx for (dx, _), is_seen in zip(_TO_SIGHT, seen, strict=True) if is_seen) / count
    y = sum(dy for (_, dy), is_seen in zip(_TO_SIGHT, seen, strict=True) if is_seen) / count
    return CELL + 16 * x, CELL + 16 * y - look.rise(level)
