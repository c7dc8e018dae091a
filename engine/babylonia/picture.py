"""The board and a position as an SVG document, with a text alternative."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from engine.babylonia import look
from engine.babylonia import picture_sentences as said
from engine.babylonia.actions import PLACE, SCORE, BabyloniaAction
from engine.babylonia.cells import CITY, FARM, KIND, OWNER, ZIGGURAT
from engine.babylonia.components import TOKENS, Board, Components
from engine.babylonia.legend import draw_legend, legend_height
from engine.babylonia.state import BabyloniaState
from engine.babylonia.words import describe, sites_due, tile_in_words, ziggurat_in_words
from engine.game import Action
from engine.message import Message, Say
from engine.picture_words import title
from engine.svg import WIDTH, HexGrid, clean, document, label, number, tag

SIDE, EDGE = 34.0, 28.0
"""Room for the row numbers beside the board, and for the column numbers above and below it."""


@cache
def _areas(components: Components) -> dict[str, str]:
    """The region or the river of each hex."""
    return {entry["id"]: entry.get("region") or entry["river"] for entry in components.data["hexes"]}


def draw_position(state: BabyloniaState, names: Sequence[str], last: Sequence[Action], say: Say) -> str:
    """The position as SVG. `last` are the actions to point out; without them the tokens of the turn on hand are.

    Kinds of face-down tokens are shown: who sees the picture may know the whole record. Seats are counted from 1.
    """
    picture = _Picture.of(state, names, last, say)
    height = picture.bottom + legend_height(state)
    return document(
        WIDTH,
        height,
        title(say, "Babylonia", names),
        describe(state, names, last, say),
        look.style(picture.grid.size),
        [
            look.definitions(picture.grid.size),
            *picture.ground(),
            *picture.edges(),
            tag("g", "".join(picture.networks()), data_part="networks"),
            *(picture.hex(hex_number) for hex_number in state.board.in_play),
            *draw_legend(state, names, picture.bottom, picture.grid.size, say),
        ],
    )


@dataclass(frozen=True, slots=True)
class _Picture:
    """What is being drawn, and where."""

    state: BabyloniaState
    names: Sequence[str]
    placed: set[int]
    scored: set[int]
    grid: HexGrid
    columns: range
    rows: range
    say: Say

    @classmethod
    def of(cls, state: BabyloniaState, names: Sequence[str], last: Sequence[Action], say: Say) -> _Picture:
        """The board cut to the columns and rows in play, as large as the width allows."""
        ids = [state.board.ids[index] for index in state.board.in_play]
        columns = range(min(int(i[:2]) for i in ids), max(int(i[:2]) for i in ids) + 1)
        rows = range(min(int(i[2:]) for i in ids), max(int(i[2:]) for i in ids) + 1)
        size = (WIDTH - 2 * SIDE) / (1.5 * (len(columns) - 1) + 2)
        actions = [action for action in last if isinstance(action, BabyloniaAction)]
        placed = {action.hex for action in actions if action.op == PLACE}
        scored = {action.hex for action in actions if action.op == SCORE}
        grid = HexGrid(size, SIDE, EDGE, columns.start, rows.start)
        return cls(state, names, placed or set(state.placed_hexes), scored, grid, columns, rows, say)

    @property
    def board(self) -> Board:
        return self.state.board

    @property
    def bottom(self) -> float:
        """Where the board and its column numbers end."""
        return self.grid.row_y(self.rows[-1] + 1) + EDGE

    def ground(self) -> list[str]:
        """The land and the rivers, and in dots what is out of play."""
        playing = set(self.board.in_play)
        areas = _areas(self.state.components)
        kinds: dict[str, list[str]] = {}
        for hex_number, hex_id in enumerate(self.board.ids):
            if int(hex_id[:2]) not in self.columns:
                continue
            terrain = "river" if self.board.is_river[hex_number] else areas[hex_id]
            kinds.setdefault(terrain if hex_number in playing else "out", []).append(hex_id)
        order = sorted(kinds, key=lambda kind: (kind != "out", kind == "river", kind))
        return [tag("path", d=self.grid.outlines(kinds[kind]), class_=f"hex {kind}") for kind in order]

    def edges(self) -> list[str]:
        """The numbers of the columns above and below, of the rows on both sides."""
        parts = []
        for column in self.columns:
            for y in (EDGE - 9, self.bottom - 8):
                parts.append(label(self.grid.column_x(column), y, f"{column:02d}", "c m"))
        for row in self.rows:
            for x in (SIDE / 2 - 2, WIDTH - SIDE / 2 + 2):
                parts.append(label(x, self.grid.row_y(row) + 6, f"{row:02d}", "c m"))
        return parts

    def networks(self) -> list[str]:
        """A line between every two tokens of a seat that lie next to each other."""
        lines: list[list[str]] = [[] for _ in range(self.state.players)]
        cells = self.state.cells
        for here in self.board.in_play:
            owner = OWNER[cells[here]]
            if owner < 0:
                continue
            for near in self.board.neighbours[here]:
                if near > here and OWNER[cells[near]] == owner:
                    (x, y), (to_x, to_y) = (
                        self.grid.centre(self.board.ids[here]),
                        self.grid.centre(self.board.ids[near]),
                    )
                    lines[owner].append(f"M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}")
        return [tag("path", d="".join(line), class_=f"net n{seat}") for seat, line in enumerate(lines) if line]

    def hex(self, hex_number: int) -> str:
        """What lies on a hex, under a title that says so."""
        x, y = self.grid.centre(self.board.ids[hex_number])
        content = [tag("title", clean(self.say(self.title(hex_number))))]
        if hex_number in self.placed:
            content.append(tag("use", href="#mark", class_="last"))
        content.append(self.drawn(hex_number))
        if hex_number in sites_due(self.state):
            content.append(tag("use", href="#mark", class_="due"))
        if hex_number in self.scored:
            content.append(tag("use", href="#mark", class_="gone"))
        content.append(tag("use", href="#hex", class_="hit"))
        return tag("g", "".join(content), data_hex=self.board.ids[hex_number],
                   transform=f"translate({number(x)} {number(y)})")  # fmt: skip

    def drawn(self, hex_number: int) -> str:
        """The token, tile or ziggurat on a hex, nothing if it is free."""
        state, size = self.state, self.grid.size
        cell = state.cells[hex_number]
        if OWNER[cell] >= 0:
            return look.token(OWNER[cell], KIND[cell], face_up=not self.board.is_river[hex_number])
        if cell == ZIGGURAT:
            return look.ziggurat(state.scored[self.board.ziggurats.index(hex_number)])
        if cell in (CITY, FARM):
            tile = state.components.tiles[state.tile_at[hex_number]]
            if tile.is_city:
                return look.city(tile.symbols, size)
            worth = sum(state.won) if tile.value is None else tile.value
            return look.farm(worth, tile.value is None, size)
        return ""

    def title(self, hex_number: int) -> Message:
        """The hex and what lies on it, in words."""
        state, board = self.state, self.board
        river = board.is_river[hex_number]
        cell = state.cells[hex_number]
        if OWNER[cell] >= 0:
            seat, token = OWNER[cell], said.TOKEN[TOKENS[KIND[cell]]].message()
            name = self.names[seat]
            if river:
                what = said.TOKEN_DOWN.message(token=token, seat=seat, name=name)
            else:
                what = said.TOKEN_UP.message(token=token, seat=seat, name=name)
        elif cell == ZIGGURAT:
            what = ziggurat_in_words(state, hex_number)
        elif cell in (CITY, FARM):
            what = tile_in_words(state, state.tile_at[hex_number])
        else:
            what = said.FREE.message()
        where = said.AREA[_areas(state.components)[board.ids[hex_number]]].message()
        return said.HEX.message(hex=board.ids[hex_number], where=where, what=what)
