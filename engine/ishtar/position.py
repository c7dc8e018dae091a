"""The fields of a position of Ishtar, the first position, copies and JSON.

Inside there are only small integers and flat lists (see `cells`). What the rules ask most is kept beside the board
(`reach`, `watch`, flowerbeds), so that no action searches it; tests recompute it.
"""

from __future__ import annotations

from typing import Self

from engine.game import CHANCE, NOBODY, JsonObject, Ruleset
from engine.ishtar.cells import FREE, GEM, NO_GEM, TERRAIN
from engine.ishtar.components import SKILLS, STACKS, IshtarComponents
from engine.ishtar.counts import MOST_BASIC_TILES
from engine.ishtar.grid import Grid, grid_of
from engine.ishtar.ground import Ground
from engine.ishtar.phases import OVER, TAKE, TILE, TREES
from engine.ishtar.rulings import Rulings, read_rulings
from engine.plain_fields import PlainFields

_NUMBERS = (
    "to_move", "turn", "phase", "active", "can", "drawn_stack", "hand", "icon", "icon_cell", "bloom_kind",
    "settlers", "tree_supply", "tokens_lost", "to_draw", "draw_for", "ending",
)  # fmt: skip
_LISTS = (
    "scores", "cells", "flowers", "gem_at", "reach", "watch", "bed_at", "fountain_at", "board_fountains", "cups", "top",
    "left", "tile_seen", "card_seen", "token_on", "row", "supply", "owned", "in_supply", "on_carpet", "bloom_left",
    "bloom_lost", "removed", "placed_now",
)  # fmt: skip
_NESTED = ("boards", "gems", "paid", "bought", "reserved", "laid", "bloomed", "assistants")

END_OF_TURN, AFTER_RESERVE, TOP_OF_DECK = range(3)
"""What tree cards are drawn for (`draw_for`)."""

NO_LABEL = -1


class Position(PlainFields):
    """A position. Lists by seat unless said otherwise; -1 stands for none.

    - by cell: `cells`, `flowers` (on flower cells), `gem_at` (colour), `reach` (bits of the fountains whose gardens
      would hold a tile there: the fountain or a tile of it is next to the cell), `fountain_at` (the bit of the fountain
      of a covered cell), `bed_at` (label of its flowerbed), `watch` (bits of the assistants in flowerbeds next to it).
    - `ground`: what is worked out from the boards; None when they have changed since. Copies share it.
    - `beds`: label of a flowerbed -> its cells; `holder`: label -> number of its assistant in `assistants`.
    - `boards`: [face as number of the data, rotation] by place of the layout; `board_fountains` by place.
    - by stack: `cups` (shape), `top` (the tile that lies face up), `left` (tiles below it); `can`: where the watering
      can stands.
    - `tile_seen`, `card_seen`: by tile and card; `token_on`: whether the card (in the row or reserved) holds a tree
      token; `row` by place; `tree_supply`: tree tokens left; `to_draw`, `draw_for`: tree cards due.
    - `gems`, `supply`: by colour; `paid`: three numbers for each of the ten skills; `owned`: bits of the skills.
    - `in_supply`, `on_carpet`: assistants of a seat; `settlers`: freed ones that must be settled.
    - `laid`: [tile, turn, cell] in order; `bloomed`: [kind, cells...]; `assistants`: [cell, seat]; `removed`: tiles.
    - `bloom_left`, `bloom_lost`: by kind. `placed_now`: cells changed in this turn, for the picture.
    - `hand`: the tile taken; `icon`, `icon_cell`: the icon that may be used now; `ending`: this is the last round.
    """

    __slots__ = (
        "beds", "components", "grid", "ground", "holder", "neighbours", "players", "rulings", "ruleset",
        *_NUMBERS, *_LISTS, *_NESTED,
    )  # fmt: skip
    numbers, lists, nested = _NUMBERS, _LISTS, _NESTED

    beds: dict[int, tuple[int, ...]]
    components: IshtarComponents
    grid: Grid
    ground: Ground | None
    holder: dict[int, int]
    neighbours: tuple[tuple[int, ...], ...]
    players: int
    rulings: Rulings
    ruleset: Ruleset
    to_move: int
    turn: int
    phase: int
    active: int
    can: int
    drawn_stack: int
    hand: int
    icon: int
    icon_cell: int
    bloom_kind: int
    settlers: int
    tree_supply: int
    tokens_lost: int
    to_draw: int
    draw_for: int
    ending: bool
    scores: list[int]
    cells: list[int]
    flowers: list[int]
    gem_at: list[int]
    reach: list[int]
    watch: list[int]
    bed_at: list[int]
    fountain_at: list[int]
    board_fountains: list[int]
    cups: list[int]
    top: list[int]
    left: list[int]
    tile_seen: list[bool]
    card_seen: list[bool]
    token_on: list[bool]
    row: list[int]
    supply: list[int]
    owned: list[int]
    in_supply: list[int]
    on_carpet: list[int]
    bloom_left: list[int]
    bloom_lost: list[int]
    removed: list[int]
    placed_now: list[int]
    boards: list[list[int]]
    gems: list[list[int]]
    paid: list[list[int]]
    bought: list[list[int]]
    reserved: list[list[int]]
    laid: list[list[int]]
    bloomed: list[list[int]]
    assistants: list[list[int]]

    @classmethod
    def start(
        cls,
        components: IshtarComponents,
        ruleset: Ruleset,
        players: int,
        boards: list[tuple[str, int]],
        fountains: list[int],
        cups: list[int],
        starting: list[int],
        trees: list[int],
    ) -> Self:
        """The first position. The setup is valid (see `engine.ishtar.setup`)."""
        self = cls.__new__(cls)
        self._use(components, ruleset, players)
        rulings = self.rulings
        size = len(self.grid.ids)
        self.cells, self.flowers, self.gem_at = [FREE] * size, [0] * size, [NO_GEM] * size
        self.reach, self.watch, self.fountain_at = [0] * size, [0] * size, [0] * size
        self.bed_at = [NO_LABEL] * size
        self.beds, self.holder = {}, {}
        self.supply = list(components.gems)
        faces = list(components.faces)
        self.boards = [[faces.index(face), rotation] for face, rotation in boards]
        self.board_fountains = list(fountains)
        for number, (face, rotation) in enumerate(boards):
            self._lay_board(number, "".join(components.faces[face]), self.grid.board_cells[number][rotation])
        self.cups, self.top = list(cups), list(starting)
        self.left = [MOST_BASIC_TILES if rulings.always_six else components.stack_size[players]] * STACKS
        self.tile_seen = [tile.starting for tile in components.tiles]
        self.row = list(trees)
        self.card_seen = [card in self.row for card in range(len(components.trees))]
        self.tree_supply = components.tree_tokens
        self.token_on = [False] * len(components.trees)
        self.give_tokens(trees)
        self.gems = [list(components.starting_gems) for _ in range(players)]
        for colour, count in enumerate(components.starting_gems):
            self.supply[colour] -= players * count
        self.paid = [[0] * 3 * len(SKILLS) for _ in range(players)]
        self.owned = [0] * players
        self.in_supply = [components.assistants_kept] * players
        self.on_carpet = [components.assistants_on_carpet] * players
        self.bloom_left, self.bloom_lost = list(components.bloom_counts), [0, 0]
        self.bought = [[] for _ in range(players)]
        self.reserved = [[] for _ in range(players)]
        self.laid, self.bloomed, self.assistants, self.removed = [], [], [], []
        self.scores = [0] * players
        self.turn = self.tokens_lost = self.settlers = self.to_draw = self.draw_for = self.icon = 0
        self.can = self.drawn_stack = self.hand = self.icon_cell = self.bloom_kind = -1
        self.ending = False
        self.begin_turn(0)
        return self

    def _use(self, components: IshtarComponents, ruleset: Ruleset, players: int) -> None:
        self.components, self.ruleset, self.players = components, ruleset, players
        self.rulings = read_rulings(ruleset)
        self.grid = grid_of(components, players, self.rulings)
        self.neighbours = self.grid.neighbours
        self.ground = None

    def _lay_board(self, number: int, letters: str, numbers: tuple[int, ...]) -> None:
        for letter, cell in zip(letters, numbers, strict=True):
            self.cells[cell] = TERRAIN[letter]
            if letter in GEM:
                self.gem_at[cell] = GEM[letter]
                self.supply[GEM[letter]] -= 1
            elif letter == "F":
                self.fountain_at[cell] = 1 << number
                for near in self.neighbours[cell]:
                    self.reach[near] |= 1 << number

    def begin_turn(self, seat: int) -> None:
        """The next turn starts, and this seat takes a tile."""
        self.turn += 1
        self.active = self.to_move = seat
        self.phase = TAKE
        self.placed_now = []

    def give_tokens(self, cards: list[int]) -> None:
        """Each of these cards gets a tree token, while the supply lasts."""
        for card in cards:
            if self.tree_supply:
                self.tree_supply -= 1
                self.token_on[card] = True

    def deck_size(self) -> int:
        """How many tree cards are left in the deck."""
        return self.card_seen.count(False)

    def due_next(self, phase: int) -> None:
        """Set what is due; the seat to move follows from it."""
        self.phase = phase
        self.to_move = CHANCE if phase in (TILE, TREES) else NOBODY if phase == OVER else self.active

    def copy(self) -> Self:
        """An independent copy."""
        other = type(self).__new__(type(self))
        other.components, other.ruleset, other.players = self.components, self.ruleset, self.players
        other.rulings, other.grid, other.neighbours = self.rulings, self.grid, self.neighbours
        other.ground = self.ground
        self.copy_plain_to(other)
        other.beds, other.holder = dict(self.beds), dict(self.holder)
        return other

    def to_json(self) -> JsonObject:
        """The whole state, hidden parts included."""
        return self.plain_json()

    @classmethod
    def from_json(cls, data: JsonObject, components: IshtarComponents, ruleset: Ruleset) -> Self:
        """The inverse of `to_json`, for a component set and ruleset that are already read."""
        self = cls.__new__(cls)
        self._use(components, ruleset, data["players"])
        self.read_plain(data)
        members: dict[int, list[int]] = {}
        for cell, label in enumerate(self.bed_at):
            if label != NO_LABEL:
                members.setdefault(label, []).append(cell)
        self.beds = {label: tuple(cells) for label, cells in members.items()}
        self.holder = {self.bed_at[cell]: number for number, (cell, _) in enumerate(self.assistants)}
        return self
