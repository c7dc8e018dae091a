"""The board of a position: land and rivers, networks, tokens, tiles, ziggurats, and what was just done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from engine.babylonia import look
from engine.babylonia import picture_sentences as said
from engine.babylonia.actions import PLACE, SCORE, BabyloniaAction
from engine.babylonia.cells import CITY, FARM, KIND, OWNER, ZIGGURAT
from engine.babylonia.components import TOKENS, Board, Components
from engine.babylonia.state import BabyloniaState
from engine.babylonia.words import sites_due, tile_in_words, ziggurat_in_words
from engine.game import Action
from engine.message import Message, Say
from engine.shown import WIDTH, Drawing
from engine.svg import HALF_HEIGHT, HexGrid, clean, label, number, tag

EDGE = 4.0
"""What is left free around the board."""

NUMBERS = 34.0
"""Room for the numbers of columns and rows, on paper."""


@cache
def areas(components: Components) -> dict[str, str]:
    """The region or the river of each hex."""
    return {entry["id"]: entry.get("region") or entry["river"] for entry in components.data["hexes"]}


def draw_board(state: BabyloniaState, names: Sequence[str], last: Sequence[Action], say: Say) -> Drawing:
    """The board. `last` are the actions to point out; without them the tokens of the turn on hand are.

    Kinds of face-down tokens are shown: who sees the picture may know the whole record.
    """
    picture = _Picture.of(state, names, last, say)
    return Drawing(
        height=picture.bottom + EDGE,
        style=look.style(picture.grid.size),
        definitions=look.definitions(picture.grid.size),
        content=[
            *picture.ground(),
            tag("g", "".join(picture.networks()), data_part="networks"),
            *(picture.hex(hex_number) for hex_number in state.board.in_play),
        ],
        edges=picture.edges(),
        margin=NUMBERS,
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
        size = (WIDTH - 2 * EDGE) / (HALF_HEIGHT * (len(rows) + 1))
        actions = [action for action in last if isinstance(action, BabyloniaAction)]
        placed = {action.hex for action in actions if action.op == PLACE}
        scored = {action.hex for action in actions if action.op == SCORE}
        grid = HexGrid(size, EDGE, EDGE, columns.start, rows[-1])
        return cls(state, names, placed or set(state.placed_hexes), scored, grid, columns, rows, say)

    @property
    def board(self) -> Board:
        return self.state.board

    @property
    def bottom(self) -> float:
        """Where the board ends."""
        return self.grid.column_y(self.columns[-1]) + self.grid.size

    def ground(self) -> list[str]:
        """The land and the rivers, and in dots what is out of play."""
        playing = set(self.board.in_play)
        of_hex = areas(self.state.components)
        kinds: dict[str, list[str]] = {}
        for hex_number, hex_id in enumerate(self.board.ids):
            if int(hex_id[:2]) not in self.columns:
                continue
            terrain = "river" if self.board.is_river[hex_number] else of_hex[hex_id]
            kinds.setdefault(terrain if hex_number in playing else "out", []).append(hex_id)
        order = sorted(kinds, key=lambda kind: (kind != "out", kind == "river", kind))
        return [tag("path", d=self.grid.outlines(kinds[kind]), class_=f"hex {kind}") for kind in order]

    def edges(self) -> list[str]:
        """The numbers of the columns on both sides, of the rows above and below."""
        parts = []
        for column in self.columns:
            for x in (-NUMBERS / 2, WIDTH + NUMBERS / 2):
                parts.append(label(x, self.grid.column_y(column) + 6, f"{column:02d}", "edge m"))
        for row in self.rows:
            for y in (-12.0, self.bottom + EDGE + 22):
                parts.append(label(self.grid.row_x(row), y, f"{row:02d}", "edge m"))
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
                    x, y = self.grid.centre(self.board.ids[here])
                    to_x, to_y = self.grid.centre(self.board.ids[near])
                    lines[owner].append(f"M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}")
        return [tag("path", d="".join(line), class_=f"net n{seat}") for seat, line in enumerate(lines) if line]

    def hex(self, hex_number: int) -> str:
        """What lies on a hex, under a title that says so."""
        x, y = self.grid.centre(self.board.ids[hex_number])
        content = [tag("title", clean(self.say(self.title(hex_number)))), self.drawn(hex_number)]
        if hex_number in self.placed:
            content.append(tag("use", href="#mark", class_="last"))
        if hex_number in self.scored:
            content.append(tag("use", href="#mark", class_="gone"))
        if hex_number in sites_due(self.state):
            content.append(tag("use", href="#mark", class_="due"))
        content.append(tag("use", href="#hex", class_="hit"))
        return tag("g", "".join(content), data_hex=self.board.ids[hex_number],
                   transform=f"translate({number(x)} {number(y)})")  # fmt: skip

    def drawn(self, hex_number: int) -> str:
        """The token, tile or ziggurat on a hex, nothing if it is free."""
        state, size = self.state, self.grid.size
        cell = state.cells[hex_number]
        if OWNER[cell] >= 0:
            return look.token(OWNER[cell], KIND[cell], not self.board.is_river[hex_number], size)
        if cell == ZIGGURAT:
            return look.ziggurat(state.scored[self.board.ziggurats.index(hex_number)], size)
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
        where = said.AREA[areas(state.components)[board.ids[hex_number]]].message()
        return said.HEX.message(hex=board.ids[hex_number], where=where, what=what)
