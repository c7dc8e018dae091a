"""The fields of a position of Babylonia, the first position, copies and JSON.

Inside there are only small integers and flat lists (see `cells`). Counters are kept beside the board (missing
neighbours of each site, touched ziggurats of each seat), so that no action looks at the whole board; tests recompute
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from engine.babylonia.cells import CITY, FARM, KINDS, OWNER
from engine.babylonia.components import FARMER, Board, Components
from engine.babylonia.phases import DEAL, PLACING
from engine.babylonia.rulings import Rulings, read_rulings
from engine.game import CHANCE, JsonObject, Ruleset
from engine.plain_fields import PlainFields

_NUMBERS = (
    "to_move", "turn", "phase", "active", "cities_left", "card2_spent", "card2_turn", "ending",
    "noble_on_farm", "exact", "paid_ziggurats", "winner", "draw_seat", "draw_size", "end",
)  # fmt: skip
_LISTS = (
    "cells", "tile_at", "missing", "network", "network_nobles", "touched", "scored", "scores", "won", "cards",
    "cards_before", "offer", "card_owner", "rack_size", "pool_size", "surrounded", "emptied", "placed_hexes",
)  # fmt: skip
_NESTED = ("available", "pool")

_ONE_NOBLE = (0, *(1 << 8 * kind for kind in range(1, KINDS)))
"""One noble of a kind as `network_nobles` counts it."""


class Position(PlainFields):
    """A position. Lists by seat unless said otherwise.

    - `cells`, `tile_at` (number of the tile, -1 if none), `missing` (land neighbours still free): by hex.
    - `network`, `network_nobles`: by hex. Following `network` from an own token leads to one token of its network, the
      same for all of them; there `network_nobles` counts the face-up nobles, eight bits for each kind. Tokens never
      leave the board, so networks only grow. Links by cards 8 and 9 are not in them (see `networks`).
    - `placed_hexes`: where tokens were placed this turn, in that order; `exact`: how many a first turn places, or 0.
    - `touched`: bits of the ziggurats next to an own token; `scored`: by ziggurat.
    - `won`: city tiles in front; `cards`: bits of the ziggurat cards; `offer`: cards still to be taken.
    - `available`: how many tokens of each kind the rack may hold. With recorded chance that is the rack itself, with
      hidden chance what is left of the supply. `rack_size` and `pool_size` are exact in both.
    - `doubtful`: with hidden chance and `farm_support_token_kind: noble_only`, groups of unknown river tokens of
      which at least one must be a noble.
    """

    __slots__ = (
        "board", "components", "hidden", "is_river", "neighbours", "players", "rulings", "ruleset", "sites_near",
        "ziggurat_near", "doubtful", *_NUMBERS, *_LISTS, *_NESTED,
    )  # fmt: skip
    numbers, lists, nested = _NUMBERS, _LISTS, _NESTED

    board: Board
    is_river: tuple[bool, ...]
    neighbours: tuple[tuple[int, ...], ...]
    sites_near: tuple[tuple[int, ...], ...]
    ziggurat_near: tuple[int, ...]
    components: Components
    hidden: bool
    players: int
    rulings: Rulings
    ruleset: Ruleset
    to_move: int
    turn: int
    phase: int
    active: int
    cities_left: int
    card2_spent: bool
    card2_turn: int
    ending: str
    noble_on_farm: bool
    exact: int
    paid_ziggurats: int
    winner: int
    draw_seat: int
    draw_size: int
    end: str
    cells: list[int]
    tile_at: list[int]
    missing: list[int]
    network: list[int]
    network_nobles: list[int]
    touched: list[int]
    scored: list[bool]
    scores: list[int]
    won: list[int]
    cards: list[int]
    cards_before: list[int]
    offer: list[int]
    card_owner: list[int]
    rack_size: list[int]
    pool_size: list[int]
    surrounded: list[int]
    emptied: list[int]
    placed_hexes: list[int]
    available: list[list[int]]
    pool: list[list[int]]
    doubtful: list[list[list[int]]]

    @classmethod
    def start(
        cls,
        components: Components,
        ruleset: Ruleset,
        players: int,
        tiles: dict[str, str],
        cards: Sequence[int],
        hidden: bool,
    ) -> Self:
        """The first position. `tiles` and `cards` are valid (see `engine.babylonia.game`)."""
        self = cls.__new__(cls)
        board = components.boards[players]
        self.components, self.ruleset = components, ruleset
        self._use_board(board)
        self.rulings = read_rulings(ruleset)
        self.players, self.hidden = players, hidden
        self.cells = list(board.empty_cells)
        self.tile_at = [-1] * len(board.ids)
        number, tile_number = board.number, components.tile_number
        for hex_id, tile_name in tiles.items():
            hex_number = number[hex_id]
            self.tile_at[hex_number] = tile = tile_number[tile_name]
            self.cells[hex_number] = CITY if components.tiles[tile].is_city else FARM
        self.cities_left = self.cells.count(CITY)
        self.network = list(range(len(board.ids)))
        self.network_nobles = [0] * len(board.ids)
        self.missing = list(board.missing)
        self.touched = [0] * players
        self.scored = [False] * len(board.ziggurats)
        self.scores = [0] * players
        self.won = [0] * players
        self.cards = [0] * players
        self.cards_before = [0] * players
        self.offer = sorted(cards)
        self.card_owner = [-1] * 10
        self.card2_spent = False
        self.card2_turn = 0
        supply = components.supply
        total = sum(supply)
        limit = components.rack_limit
        self.pool = [list(supply) for _ in range(players)]
        self.available = [[*supply, total] if hidden else [0] * KINDS for _ in range(players)]
        self.rack_size = [limit if hidden else 0] * players
        self.pool_size = [total - limit if hidden else total] * players
        self.doubtful = [[] for _ in range(players)]
        self.surrounded, self.emptied, self.placed_hexes = [], [], []
        self.turn = 0
        self.active = 0
        self.winner = -1
        self.ending = self.end = ""
        self.paid_ziggurats = self.exact = 0
        self.noble_on_farm = False
        if hidden:
            self.draw_seat, self.draw_size = -1, 0
            self.begin_turn(0)
        else:
            self.phase, self.to_move = DEAL, CHANCE
            self.draw_seat, self.draw_size = 0, limit
        return self

    def _use_board(self, board: Board) -> None:
        """Keep the board, and its tables that every placement needs close at hand."""
        self.board = board
        self.is_river, self.neighbours = board.is_river, board.neighbours
        self.sites_near, self.ziggurat_near = board.sites_near, board.ziggurat_near

    def begin_turn(self, seat: int) -> None:
        """The next turn starts, and this seat is to place tokens."""
        self.turn += 1
        self.active = self.to_move = seat
        self.phase = PLACING
        self.paid_ziggurats = 0
        self.noble_on_farm = False
        self.placed_hexes = []
        if self.emptied:
            self.emptied = []
        if self.turn <= 3:
            self.exact = self.turn if self.turn <= 2 and self.rulings.first_round_limits else 0

    def join_network(self, hex_number: int, noble: int) -> None:
        """A token was placed there: it joins the networks of its seat next to it. `noble` is a face-up kind, or 0."""
        cells, network, nobles = self.cells, self.network, self.network_nobles
        own, owner_of = self.active, OWNER
        count = _ONE_NOBLE[noble]
        for near in self.neighbours[hex_number]:
            if owner_of[cells[near]] == own:
                while near != network[near]:
                    network[near] = near = network[network[near]]
                if near != hex_number:
                    network[near] = hex_number
                    count += nobles[near]
        nobles[hex_number] = count

    def around(self, site: int, symbols: Sequence[int] = ()) -> tuple[list[int], list[int]]:
        """What each seat has at a site: tokens next to it (every kind, river tokens too), and face-up nobles of these
        kinds in its network for the site, without link cards.
        """
        cells, network, network_nobles = self.cells, self.network, self.network_nobles
        tokens = [0] * self.players
        packed = [0] * self.players
        seen = []
        for near in self.neighbours[site]:
            owner = OWNER[cells[near]]
            if owner >= 0:
                tokens[owner] += 1
                while near != network[near]:
                    near = network[near]
                if near not in seen:
                    seen.append(near)
                    packed[owner] += network_nobles[near]
        if len(symbols) == 1:
            shift = 8 * symbols[0]
            return tokens, [count >> shift & 255 for count in packed]
        return tokens, [sum([count >> 8 * symbol & 255 for symbol in symbols]) if count else 0 for count in packed]

    def placed_set(self) -> tuple[int, int, int]:
        """The tokens placed this turn: farmers, nobles, and the kinds of the nobles as bits."""
        farmers = nobles = kinds = 0
        for hex_number in self.placed_hexes:
            kind = self.cells[hex_number] & 7
            if kind == FARMER:
                farmers += 1
            else:
                nobles += 1
                kinds |= 1 << kind
        return farmers, nobles, kinds

    def copy(self) -> Self:
        """An independent copy."""
        other = type(self).__new__(type(self))
        other.components, other.rulings = self.components, self.rulings
        other._use_board(self.board)
        other.ruleset, other.players, other.hidden = self.ruleset, self.players, self.hidden
        self.copy_plain_to(other)
        other.doubtful = [[group[:] for group in groups] for groups in self.doubtful]
        return other

    def to_json(self) -> JsonObject:
        """The whole state, hidden parts included."""
        doubtful = [[group[:] for group in groups] for groups in self.doubtful]
        return {**self.plain_json(), "hidden": self.hidden, "doubtful": doubtful}

    @classmethod
    def from_json(cls, data: JsonObject, components: Components, ruleset: Ruleset) -> Self:
        """The inverse of `to_json`, for a component set and ruleset that are already read."""
        self = cls.__new__(cls)
        self.components, self.ruleset = components, ruleset
        self.rulings = read_rulings(ruleset)
        self.players, self.hidden = data["players"], data["hidden"]
        self._use_board(components.boards[self.players])
        self.read_plain(data)
        self.doubtful = [[group[:] for group in groups] for groups in data["doubtful"]]
        return self
