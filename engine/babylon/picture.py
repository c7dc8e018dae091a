"""The gardens and the quarry of Babylon as an SVG document, with a text alternative.

Gardens are seen from above: on every column the highest tile, its level as a number and as a shade.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import picture_sentences as general
from engine.babylon import look
from engine.babylon.actions import BUILD, DIG, PLACE, BabylonAction
from engine.babylon.cells import (
    BELVEDERE,
    BRIDGE,
    COLUMN_NAMES,
    COLUMNS,
    FOUNTAIN,
    NO_PIECE,
    SIDE,
    SPACES,
    STAIRS,
    STATUE,
    STATUE_STANDING,
)
from engine.babylon.garden import Garden
from engine.babylon.legend import draw_legend, legend_height
from engine.babylon.state import BabylonState
from engine.babylon.words import column_in_words, describe, flower_letter
from engine.game import Action
from engine.message import Say
from engine.picture_words import title
from engine.svg import BOLD, WIDTH, clean, document, fit, label, number, seat_mark, tag

CELL = 41.0
EDGE = 20.0
HEAD = 38.0
GARDEN = EDGE + SIDE * CELL + 12
GARDENS_A_LINE = 2


def draw_position(state: BabylonState, names: Sequence[str], last: Sequence[Action], say: Say) -> str:
    """The position as SVG. `last` are the actions to point out. Seats are counted from 1."""
    actions = [action for action in last if isinstance(action, BabylonAction)]
    lines = -(-state.players // GARDENS_A_LINE)
    top = lines * (HEAD + GARDEN)
    gardens = [
        _GardenPicture(
            state,
            state.gardens[seat],
            seat,
            names[seat],
            [action for action in actions if action.seat == seat],
            EDGE + (seat % GARDENS_A_LINE) * (WIDTH / GARDENS_A_LINE),
            (seat // GARDENS_A_LINE) * (HEAD + GARDEN) + HEAD,
            say,
        ).draw()
        for seat in range(state.players)
    ]
    dug = {action.where for action in actions if action.op == DIG}
    return document(
        WIDTH,
        top + legend_height(state),
        title(say, "Babylon", names),
        describe(state, names, last, say),
        look.style(),
        [look.definitions(), *gardens, *draw_legend(state, names, top, dug, say)],
    )


@dataclass(frozen=True, slots=True)
class _GardenPicture:
    """One garden, its board with the upper left corner at `left`, `top`."""

    state: BabylonState
    garden: Garden
    seat: int
    name: str
    last: list[BabylonAction]
    left: float
    top: float
    say: Say

    def draw(self) -> str:
        """The whole garden in one group. What a move changes is in groups inside, whose keys stay from move to move."""
        points = self.say(general.POINTS.message(count=self.state.scores[self.seat]))
        parts = [
            *seat_mark(self.seat, self.left, self.top - 36),
            label(self.left + 38, self.top - 13, fit(self.name, 24 * BOLD, 210), "r b"),
            label(self.left + SIDE * CELL, self.top - 13, points, "k e"),
            *self.board(),
            *(self.column(column) for column in range(COLUMNS)),
            tag("g", "".join(self.borders()), data_part="borders"),
            tag("g", "".join(self.flowers()), data_part="flowers"),
            tag("g", "".join(self.decorations()), data_part="decorations"),
            tag("g", "".join(self.pointed_out()), data_part="last"),
        ]
        return tag("g", "".join(parts), data_garden=str(self.seat))

    def corner(self, column: int) -> tuple[float, float]:
        """The upper left corner of a column."""
        return self.left + column % SIDE * CELL, self.top + column // SIDE * CELL

    def centre(self, column: int) -> tuple[float, float]:
        """The centre of a column."""
        x, y = self.corner(column)
        return x + CELL / 2, y + CELL / 2

    def board(self) -> list[str]:
        """The bare board with the names of its rows and columns."""
        parts = [tag("rect", x=self.left, y=self.top, width=SIDE * CELL, height=SIDE * CELL, class_="board")]
        for place in range(SIDE):
            x, y = self.left + (place + 0.5) * CELL, self.top + (place + 0.5) * CELL
            parts.append(label(x, self.top + SIDE * CELL + 15, "abcdefgh"[place], "c m"))
            parts.append(label(self.left - 10, y + 6, str(place + 1), "c m"))
        return parts

    def column(self, column: int) -> str:
        """What is seen from above on a column: a hole, or a space with its level and icon."""
        garden = self.garden
        x, y = self.corner(column)
        level = garden.heights[column]
        content = [tag("title", clean(self.say(column_in_words(self.state, garden, column))))]
        if not level:
            content.append(tag("circle", cx=x + CELL / 2, cy=y + CELL / 2, r=5, class_="hole"))
        else:
            shade = look.level_class(level)
            content.append(tag("rect", x=x, y=y, width=CELL, height=CELL, class_=f"space l{shade}"))
            content.append(label(x + 4, y + 14, str(level), f"v u{shade}"))
            if garden.pieces[column] == NO_PIECE:
                content.append(look.icon(garden.icons[column], x + CELL / 2 + 3, y + CELL / 2 + 3, f"o{shade}"))
            elif garden.pieces[column] == BELVEDERE:
                content.append(look.belvedere(x + CELL / 2 + 3, y + CELL / 2 + 3))
        content.append(tag("rect", x=x, y=y, width=CELL, height=CELL, class_="hit"))
        return tag("g", "".join(content), data_column=COLUMN_NAMES[column])

    def borders(self) -> list[str]:
        """A line wherever two tiles, or a tile and the board, meet; a group of its own for each column."""
        tops = self.garden.tops
        parts = []
        for column in range(COLUMNS):
            x, y = self.corner(column)
            row, place = divmod(column, SIDE)
            here = tops[column]
            west = tops[column - 1] if place else -1
            north = tops[column - SIDE] if row else -1
            path = []
            if here != west:
                path.append(f"M{number(x)} {number(y)}v{number(CELL)}")
            if here != north:
                path.append(f"M{number(x)} {number(y)}h{number(CELL)}")
            if place == SIDE - 1 and here >= 0:
                path.append(f"M{number(x + CELL)} {number(y)}v{number(CELL)}")
            if row == SIDE - 1 and here >= 0:
                path.append(f"M{number(x)} {number(y + CELL)}h{number(CELL)}")
            if path:
                parts.append(tag("path", d="".join(path), class_="tile", data_border=COLUMN_NAMES[column]))
        return parts

    def flowers(self) -> list[str]:
        """The flower of each tile in sight, on its first space in sight, towards the middle of the tile."""
        parts = []
        components = self.state.components
        for tile_number, placed in enumerate(self.garden.placed):
            columns = [column for column in SPACES[placed.anchor] if self.garden.tops[column] == tile_number]
            if columns:
                middle_x, middle_y = self.corner(placed.anchor + SIDE + 1)
                x, y = self.centre(columns[0])
                kind = components.tiles[placed.tile].flower
                at = middle_x + (9 if x > middle_x else -9), middle_y + (9 if y > middle_y else -9)
                drawing = look.flower(kind, flower_letter(components, kind, self.say), *at)
                parts.append(tag("g", drawing, data_flower=str(tile_number)))
        return parts

    def decorations(self) -> list[str]:
        """The decorations of which an end is in sight."""
        parts = []
        for place, found in enumerate(self.garden.decorations):
            if not self.garden.shows_end(found):
                continue
            ends = [
                column
                for column, tile in ((found.column, found.tile), (found.other, found.other_tile))
                if column >= 0 and self.garden.tops[column] == tile
            ]
            if found.kind == STATUE and self.garden.pieces[found.column] != STATUE_STANDING:
                continue
            content = []
            if len(ends) == 2:
                content.append(self.span(found.kind, *ends))
            for column in ends:
                x, y = self.centre(column)
                content.append(look.piece(found.kind, x + 3, y + 3))
            parts.append(tag("g", "".join(content), data_piece=str(place)))
        return parts

    def span(self, kind: int, one: int, other: int) -> str:
        """What joins the two ends of a piece."""
        (x, y), (to_x, to_y) = self.centre(one), self.centre(other)
        path = f"M{number(x + 3)} {number(y + 3)}L{number(to_x + 3)} {number(to_y + 3)}"
        inner = {FOUNTAIN: "inner wet", STAIRS: "inner treads", BRIDGE: "inner"}[kind]
        return tag("path", d=path, class_="span") + tag("path", d=path, class_=inner)

    def pointed_out(self) -> list[str]:
        """A mark on each tile and piece of the last turn."""
        parts = []
        for action in self.last:
            if action.op == PLACE and action.where >= 0:
                x, y = self.corner(action.where)
                parts.append(
                    tag("rect", x=x + 3, y=y + 3, width=2 * CELL - 6, height=2 * CELL - 6, rx=5, class_="last")
                )
            elif action.op == BUILD:
                for column in (action.where, action.other):
                    if column >= 0:
                        x, y = self.centre(column)
                        parts.append(tag("circle", cx=x + 3, cy=y + 3, r=17, class_="last"))
        return parts
