"""The boards and a position of Ishtar as an SVG document, with a text alternative."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from engine.game import Action
from engine.ishtar import look
from engine.ishtar import picture_sentences as said
from engine.ishtar.actions import BLOOM, PLACE, PLANT, SETTLE, IshtarAction
from engine.ishtar.cells import FLOWER, FOUNTAIN, GRASS, TREE
from engine.ishtar.grid import Grid
from engine.ishtar.hexes import NEIGHBOURS, Cell
from engine.ishtar.legend import draw_legend, legend_height
from engine.ishtar.state import IshtarState
from engine.ishtar.words import cell_in_words, describe, holder_of
from engine.message import Say
from engine.picture_words import title
from engine.svg import HALF_HEIGHT, WIDTH, clean, document, number, tag

MARGIN = 8.0
LARGEST = 30.0
"""The size of hexes where the layout leaves room for more."""

CORNERS = ((1.0, 0.0), (0.5, -HALF_HEIGHT), (-0.5, -HALF_HEIGHT), (-1.0, 0.0), (-0.5, HALF_HEIGHT), (0.5, HALF_HEIGHT))
"""The corners of a hex of size 1, from the right one against the clock."""

EDGES = ((5, 0), (0, 1), (1, 2), (2, 3), (3, 4), (4, 5))
"""The two corners of the edge to the neighbour in each of NEIGHBOURS."""


def draw_position(state: IshtarState, names: Sequence[str], last: Sequence[Action], say: Say) -> str:
    """The position as SVG. `last` are the actions to point out; without them what this turn has placed is.

    Tree cards already bought are counted in the points only at the end, as in the game. Seats are counted from 1.
    """
    picture = _Picture.of(state, names, last, say)
    top = picture.bottom
    return document(
        WIDTH,
        top + legend_height(state),
        title(say, "Ishtar: Gardens of Babylon", names),
        describe(state, names, last, say),
        look.style(picture.size),
        [
            look.definitions(picture.size),
            *(picture.cell(cell) for cell in range(len(state.grid.ids))),
            tag("g", "".join(picture.outlines()), data_part="outlines"),
            tag("g", "".join(picture.pointed_out()), data_part="last"),
            *draw_legend(state, names, top, picture.size, say),
        ],
    )


@dataclass(frozen=True, slots=True)
class _Picture:
    """What is being drawn, and where."""

    state: IshtarState
    names: Sequence[str]
    changed: set[int]
    size: float
    left: float
    top: float
    bottom: float
    say: Say

    @classmethod
    def of(cls, state: IshtarState, names: Sequence[str], last: Sequence[Action], say: Say) -> _Picture:
        """The boards as large as the width allows."""
        places = [_unit(cell) for cell in state.grid.ids]
        low_x, high_x = min(x for x, _ in places) - 1, max(x for x, _ in places) + 1
        low_y, high_y = min(y for _, y in places) - HALF_HEIGHT, max(y for _, y in places) + HALF_HEIGHT
        size = min(LARGEST, (WIDTH - 2 * MARGIN) / (high_x - low_x))
        left = (WIDTH - (high_x - low_x) * size) / 2 - low_x * size
        top = MARGIN - low_y * size
        bottom = MARGIN * 2 + (high_y - low_y) * size
        return cls(state, names, changed_cells(state, last), size, left, top, bottom, say)

    def centre(self, cell: int) -> tuple[float, float]:
        """The centre of a cell."""
        x, y = _unit(self.state.grid.ids[cell])
        return self.left + x * self.size, self.top + y * self.size

    def cell(self, cell: int) -> str:
        """A cell and what lies on it, under a title that says so."""
        state = self.state
        q, r = state.grid.ids[cell]
        x, y = self.centre(cell)
        words = said.CELL.message(cell=f"{q},{r}", what=cell_in_words(state, cell, self.names))
        content = [
            tag("title", clean(self.say(words))),
            tag("use", href="#hex", class_=f"cell {self.ground(cell)}"),
            self.drawn(cell),
            *([tag("use", href="#mark", class_="due")] if cell == state.icon_cell else []),
            tag("use", href="#hex", class_="hit"),
        ]
        return tag("g", "".join(content), data_cell=f"{q},{r}", transform=f"translate({number(x)} {number(y)})")

    def ground(self, cell: int) -> str:
        """The class of a cell's own colour."""
        holds = self.state.cells[cell]
        if holds == FLOWER:
            return "flower"
        if holds in (GRASS, TREE):
            return "grass"
        if holds == FOUNTAIN:
            return "water"
        if self.state.gem_at[cell] >= 0:
            return "rock"
        return "tablet" if holds else "sand"

    def drawn(self, cell: int) -> str:
        """What lies on a cell, nothing on sand and plain grass."""
        state = self.state
        holds = state.cells[cell]
        if holds == FOUNTAIN:
            found = state.components.fountains[state.board_fountains[state.grid.board_of[cell]]]
            return tag("g", look.fountain(found.colour, found.points, self.say), data_fountain=found.name)
        if holds == FLOWER:
            holder = holder_of(state, cell)
            here = next((seat for at, seat in state.assistants if at == cell), None)
            if here is not None:
                return look.tended_flowers(state.flowers[cell], here, self.size)
            return look.flowers(state.flowers[cell], holder)
        if holds == TREE:
            return look.tree()
        if state.gem_at[cell] >= 0:
            return look.gem(state.gem_at[cell], self.say)
        return look.tablet() if self.ground(cell) == "tablet" else ""

    def outlines(self) -> list[str]:
        """The borders of the boards, and of the vegetation tiles."""
        grid = self.state.grid
        boards = [self.border(cell, near_is_other) for cell, near_is_other in _board_borders(grid)]
        parts = [tag("path", d="".join(boards), class_="board")]
        for tile, turn, cell in self.state.laid:
            shape = self.state.components.tiles[tile].shape
            trio = grid.spots[shape][turn * len(grid.ids) + cell]
            if trio is not None:
                inside = {grid.ids[covered] for covered in trio}
                lines = [
                    self.border(covered, [(q + dq, r + dr) not in inside for dq, dr in NEIGHBOURS])
                    for covered in trio
                    for q, r in (grid.ids[covered],)
                ]
                name = tag("title", clean(self.state.components.tiles[tile].name))
                parts.append(tag("path", name, d="".join(lines), class_="edge"))
        return parts

    def border(self, cell: int, drawn: Sequence[bool]) -> str:
        """The edges of a cell for which `drawn` is true, as path data."""
        x, y = self.centre(cell)
        path = []
        for is_drawn, (start, end) in zip(drawn, EDGES, strict=True):
            if is_drawn:
                (from_x, from_y), (to_x, to_y) = CORNERS[start], CORNERS[end]
                path.append(
                    f"M{number(x + from_x * self.size)} {number(y + from_y * self.size)}"
                    f"L{number(x + to_x * self.size)} {number(y + to_y * self.size)}"
                )
        return "".join(path)

    def pointed_out(self) -> list[str]:
        """A mark on each cell that the last turn changed."""
        marks = []
        for cell in sorted(self.changed):
            x, y = self.centre(cell)
            marks.append(tag("use", href="#mark", x=x, y=y, class_="last"))
        return marks


def _unit(cell: Cell) -> tuple[float, float]:
    """The centre of an axial cell in hexes of size 1, flat side up."""
    q, r = cell
    return 1.5 * q, sqrt(3) * (r + q / 2)


def _board_borders(grid: Grid) -> list[tuple[int, list[bool]]]:
    """The cells at the border of a board, and which of their edges are border."""
    found = []
    for cell, (q, r) in enumerate(grid.ids):
        board = grid.board_of[cell]
        near = [grid.number.get((q + dq, r + dr)) for dq, dr in NEIGHBOURS]
        outer = [other is None or grid.board_of[other] != board for other in near]
        if any(outer):
            found.append((cell, outer))
    return found


def changed_cells(state: IshtarState, last: Sequence[Action]) -> set[int]:
    """The cells that these actions covered, bloomed, planted or settled; without actions those of this turn."""
    actions = [action for action in last if isinstance(action, IshtarAction)]
    if not actions:
        return set(state.placed_now)
    grid, changed = state.grid, set()
    for action in actions:
        if action.op in (BLOOM, PLANT, SETTLE):
            changed |= {grid.number[cell] for cell in action.cells if cell in grid.number}
        elif action.op == PLACE and action.cells[0] in grid.number:
            spot = action.number * len(grid.ids) + grid.number[action.cells[0]]
            for tile, turn, cell in state.laid:
                if (turn, cell) == (action.number, grid.number[action.cells[0]]):
                    changed |= set(grid.spots[state.components.tiles[tile].shape][spot] or ())
    return changed
