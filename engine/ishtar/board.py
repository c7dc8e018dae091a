"""The boards of a position: their ground, the gardens with flowerbeds and assistants, and what was just done."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Action
from engine.ishtar import look
from engine.ishtar import picture_sentences as said
from engine.ishtar.actions import BLOOM, PLACE, PLANT, SETTLE, IshtarAction
from engine.ishtar.cells import FLOWER, FOUNTAIN, FREE, GRASS, TABLET, TREE
from engine.ishtar.plan import Plan, plan_of
from engine.ishtar.state import IshtarState
from engine.ishtar.words import cell_in_words, holders_of_fountains
from engine.message import Say
from engine.shown import Drawing
from engine.svg import clean, number, tag

BAR = (0.35, 0.3)
"""A bar between two cells of a flowerbed: where it begins and how long it is, in ways from centre to centre."""


def draw_board(state: IshtarState, names: Sequence[str], last: Sequence[Action], say: Say) -> Drawing:
    """The boards. `last` are the actions to point out; without them what this turn has placed is."""
    plan = plan_of(state.grid)
    picture = _Picture(state, names, plan, say)
    changed = changed_cells(state, last)
    return Drawing(
        height=plan.height,
        style=look.style(plan.turned.size),
        definitions=look.definitions(plan.turned),
        content=[
            *picture.ground(),
            *picture.gardens(),
            tag("g", "".join(picture.beds()), data_part="flowerbeds"),
            tag("path", d=plan.around(changed), class_="last ends"),
            *map(picture.cell, range(len(state.cells))),
        ],
    )


class _Picture:
    """What is being drawn, and where. `holders` are the seats that control each fountain, by place of its board;
    `helpers` the seats of assistants by cell; `plain` what has been said of cells without flowers.
    """

    def __init__(self, state: IshtarState, names: Sequence[str], plan: Plan, say: Say) -> None:
        self.state, self.names, self.plan, self.say = state, names, plan, say
        self.holders = holders_of_fountains(state)
        self.helpers = {at[0]: at[1] for at in state.assistants}
        self.plain: dict[tuple[int, int], str] = {}

    def ground(self) -> list[str]:
        """What lies under tiles and tokens, cell by cell, and the borders of the boards."""
        kinds: dict[str, list[str]] = {"sand": [], "rock": [], "tablet": [], "water": []}
        for holds, gem, outline in zip(self.state.cells, self.state.gem_at, self.plan.outlines, strict=True):
            if holds in (FREE, TABLET, FOUNTAIN):
                kinds[look.ground(holds, gem >= 0)].append(outline)
        return [
            *(tag("path", d="".join(outlines), class_=f"ground {kind}") for kind, outlines in kinds.items()),
            tag("path", d=self.plan.borders, class_="boards"),
        ]

    def gardens(self) -> list[str]:
        """The vegetation tiles: grass, flower cells, and a line around each tile."""
        state, plan = self.state, self.plan
        grass = [cell for cell, holds in enumerate(state.cells) if holds in (GRASS, TREE)]
        flowers = [cell for cell, holds in enumerate(state.cells) if holds == FLOWER]
        spots, count, tiles = state.grid.spots, len(state.cells), state.components.tiles
        laid = (spots[tiles[tile].shape][turn * count + cell] for tile, turn, cell in state.laid)
        return [
            tag("path", d="".join(plan.outlines[cell] for cell in grass), class_="garden grass"),
            tag("path", d="".join(plan.outlines[cell] for cell in flowers), class_="garden flowers"),
            tag("path", d="".join(plan.around(trio) for trio in laid if trio is not None), class_="tiles"),
        ]

    def beds(self) -> list[str]:
        """Bars between the cells of each flowerbed that somebody controls."""
        state, plan = self.state, self.plan
        bars: list[list[str]] = [[] for _ in range(state.players)]
        begin, length = BAR
        for label, holder in sorted(state.holder.items()):
            seat, bed = state.assistants[holder][1], state.beds[label]
            for cell in sorted(bed):
                x, y = plan.centres[cell]
                for near in plan.near[cell]:
                    if near > cell and near in bed:
                        to_x, to_y = plan.centres[near]
                        across, down = to_x - x, to_y - y
                        bars[seat].append(
                            f"M{number(x + begin * across)} {number(y + begin * down)}"
                            f"l{number(length * across)} {number(length * down)}"
                        )
        return [tag("path", d="".join(bar), class_=f"bed n{seat}") for seat, bar in enumerate(bars) if bar]

    def cell(self, cell: int) -> str:
        """What lies on a cell, under a title that says so."""
        drawn = self.drawn(cell)
        if cell == self.state.icon_cell:
            drawn += '<use href="#mark" class="due"/>'
        q, r = self.state.grid.ids[cell]
        title = clean(self.say(said.CELL.message(cell=f"{q},{r}", what=self.words(cell))))
        # There are hundreds of cells, and pages draw them for every move: what is the same each time is made once.
        return (
            f'<g {self.fountain(cell)}{self.plan.heads[cell]}{title}</title>{drawn}<use href="#hex" class="hit"/></g>'
        )

    def fountain(self, cell: int) -> str:
        """The name of the fountain on a cell, as an attribute."""
        if self.state.cells[cell] != FOUNTAIN:
            return ""
        found = self.state.components.fountains[self.state.board_fountains[self.state.grid.board_of[cell]]]
        return f'data-fountain="{clean(found.name)}" '

    def words(self, cell: int) -> str:
        """What lies on a cell, in words."""
        holds = self.state.cells[cell]
        if holds in (FLOWER, FOUNTAIN):
            return self.say(cell_in_words(self.state, cell, self.names))
        kind = (holds, self.state.gem_at[cell])
        if kind not in self.plain:
            self.plain[kind] = self.say(cell_in_words(self.state, cell, self.names))
        return self.plain[kind]

    def drawn(self, cell: int) -> str:
        """What lies on a cell, nothing on sand and plain grass."""
        state, size = self.state, self.plan.turned.size
        holds, gem = state.cells[cell], state.gem_at[cell]
        if holds == FOUNTAIN:
            board = state.grid.board_of[cell]
            found = state.components.fountains[state.board_fountains[board]]
            return look.fountain(found.colour, found.points, self.holders[board], size)
        if holds == FLOWER:
            if cell in self.helpers:
                return look.tended_flowers(state.flowers[cell], self.helpers[cell], size)
            if cell == state.icon_cell and state.icon in look.ICON_SYMBOLS:
                return look.flowers_with_icon(state.flowers[cell], state.icon, size)
            return look.flowers(state.flowers[cell], size)
        if holds == TREE:
            return look.tree(size)
        if gem >= 0:
            return look.gem(gem, size)
        return look.tablet(size) if holds == TABLET else ""


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
