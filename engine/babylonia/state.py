"""The rules of Babylonia: one position, what is allowed in it, and what an action does.

Inside there are only small integers and flat lists (see `cells`). Counters are kept beside the board (missing neighbours of each site, touched ziggurats of each seat), so that no
action looks at the whole board; tests recompute them.

One rule decides what is allowed: `_refusal`. `check`, `apply` and `legal_actions` all ask it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.babylonia import refusals as why
from engine.babylonia.actions import DRAW, EXTRA_TURN, PLACE, SCORE, STOP, TAKE, BabyloniaAction, draw
from engine.babylonia.cells import FREE, KIND, KINDS_PER_SEAT, OUT, OWNER, TILE, ZIGGURAT
from engine.babylonia.components import FARMER, UNKNOWN, Board, Components
from engine.babylonia.legal import BabyloniaLegalActions
from engine.babylonia.networks import scoring_nobles
from engine.babylonia.observation import observe
from engine.babylonia.phases import DEAL, EXTRA, OVER, PLACING, REFILL, SCORING, TAKING
from engine.babylonia.rulings import Rulings, read_rulings
from engine.babylonia.turn_options import is_complete, refuse_third_or_later
from engine.game import CHANCE, NOBODY, CardEvent, Event, IllegalAction, JsonObject, Result, Ruleset, ScoreEvent, State

NO_EVENTS: tuple[Event, ...] = ()

_NUMBERS = (
    "to_move", "turn", "phase", "active", "cities_left", "card2_spent", "card2_turn", "ending",
    "placed", "farmers", "nobles", "noble_kinds", "river_used", "noble_on_farm", "rack_at_start", "exact",
    "paid_ziggurats", "winner", "draw_seat", "draw_size", "end",
)  # fmt: skip
_LISTS = (
    "cells", "tile_at", "missing", "touched", "scored", "scores", "won", "cards", "cards_before", "offer",
    "card_owner", "rack_size", "pool_size", "surrounded", "emptied", "placed_hexes",
)  # fmt: skip
_NESTED = ("available", "pool", "doubtful")


class BabyloniaState(State[BabyloniaAction]):
    """A position. Lists by seat unless said otherwise.

    - `cells`, `tile_at` (number of the tile, -1 if none), `missing` (land neighbours still free): by hex.
    - `touched`: bits of the ziggurats next to an own token; `scored`: by ziggurat.
    - `won`: city tiles in front; `cards`: bits of the ziggurat cards; `offer`: cards still to be taken.
    - `available`: how many tokens of each kind the rack may hold. With recorded chance that is the rack itself, with
      hidden chance what is left of the supply. `rack_size` and `pool_size` are exact in both.
    - `doubtful`: with hidden chance and `farm_support_token_kind: noble_only`, groups of unknown river tokens of
      which at least one must be a noble.
    """

    __slots__ = (
        "board", "components", "hidden", "players", "rulings", "ruleset", *_NUMBERS, *_LISTS, *_NESTED,
    )  # fmt: skip

    board: Board
    components: Components
    hidden: bool
    players: int
    rulings: Rulings
    ruleset: Ruleset
    phase: int
    active: int
    cities_left: int
    card2_spent: bool
    card2_turn: int
    ending: str
    placed: int
    farmers: int
    nobles: int
    noble_kinds: int
    river_used: bool
    noble_on_farm: bool
    rack_at_start: int
    exact: int
    paid_ziggurats: int
    winner: int
    draw_seat: int
    draw_size: int
    end: str
    cells: list[int]
    tile_at: list[int]
    missing: list[int]
    touched: list[int]
    scored: list[bool]
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
    ) -> BabyloniaState:
        """The first position. `tiles` and `cards` are valid (see `engine.babylonia.game`)."""
        self = cls.__new__(cls)
        board = components.boards[players]
        self.board, self.components, self.ruleset = board, components, ruleset
        self.rulings = read_rulings(ruleset)
        self.players, self.hidden = players, hidden
        self.cells = [OUT] * len(board.ids)
        for hex_number in board.in_play:
            self.cells[hex_number] = FREE
        for hex_number in board.ziggurats:
            self.cells[hex_number] = ZIGGURAT
        self.tile_at = [-1] * len(board.ids)
        for hex_id, tile_name in tiles.items():
            self.cells[board.number[hex_id]] = TILE
            self.tile_at[board.number[hex_id]] = components.tile_number[tile_name]
        self.cities_left = sum(components.tiles[tile].is_city for tile in self.tile_at if tile >= 0)
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
        self.available = [[*supply, total] if hidden else [0] * KINDS_PER_SEAT for _ in range(players)]
        self.rack_size = [limit if hidden else 0] * players
        self.pool_size = [total - limit if hidden else total] * players
        self.doubtful = [[] for _ in range(players)]
        self.surrounded, self.emptied, self.placed_hexes = [], [], []
        self.turn = 0
        self.active = 0
        self.winner = -1
        self.ending = self.end = ""
        self._reset_turn()
        if hidden:
            self.draw_seat, self.draw_size = -1, 0
            self._begin_turn(0)
        else:
            self.phase, self.to_move = DEAL, CHANCE
            self.draw_seat, self.draw_size = 0, limit
        return self

    # What is allowed

    def check(self, action: BabyloniaAction) -> IllegalAction | None:
        """None if the action is allowed now, else why not."""
        number = self._refusal(action)
        return why.refusal(number, action.text()) if number else None

    def legal_actions(self) -> BabyloniaLegalActions:
        """The allowed actions of the seat to move."""
        return BabyloniaLegalActions(self)

    def _refusal(self, action: BabyloniaAction) -> int:
        to_move = self.to_move
        op = action.op
        if op == DRAW:
            return self._refuse_draw(action)
        if to_move != action.seat or to_move < 0:
            if to_move == NOBODY:
                return why.AFTER_END
            return why.DRAW_DUE if to_move == CHANCE else why.OUT_OF_TURN
        if op == PLACE:
            return self.refuse_place(action.token, action.hex)
        if op == STOP:
            return self.refuse_stop()
        if op == SCORE:
            if self.phase != SCORING:
                return why.NOT_NOW
            return why.ALLOWED if action.hex in self.surrounded else why.SITE_NOT_SURROUNDED
        if op == TAKE:
            if self.phase != TAKING:
                return why.NOT_NOW
            return why.ALLOWED if action.card in self.offer else why.CARD_NOT_ON_OFFER
        return why.ALLOWED if self.phase == EXTRA else why.NOT_NOW

    def refuse_place(self, token: int, hex_number: int) -> int:
        """Why the seat to move may not place this token there, or ALLOWED."""
        if self.phase != PLACING:
            return why.NOT_NOW
        if hex_number < 0:
            return why.UNKNOWN_HEX
        cell = self.cells[hex_number]
        if cell != FREE:
            if cell != TILE:
                return why.OUT_OF_PLAY if cell == OUT else why.ON_ZIGGURAT if cell == ZIGGURAT else why.OCCUPIED
            refused = self._refuse_tile(token, hex_number)
            if refused:
                return refused
        return self.refuse_token(token, self.board.is_river[hex_number])

    def refuse_token(self, token: int, on_river: bool) -> int:
        """Why this token may not be added to the tokens of the turn, wherever it goes, or ALLOWED."""
        seat = self.active
        available = self.available[seat]
        if token < 0:
            return why.UNKNOWN_TOKEN
        if token == UNKNOWN and not (self.hidden and on_river):
            return why.UNKNOWN_ONLY_IN_RIVER
        if not available[token] or not self.rack_size[seat]:
            return why.NOT_IN_RACK
        doubtful = self.doubtful[seat]
        if doubtful and FARMER < token < UNKNOWN and not self._nobles_suffice(doubtful, nobles_used=1):
            return why.NOT_IN_RACK
        placed = self.placed
        if self.exact:
            if placed >= self.exact and not (self.exact == 2 and self.rulings.seat2_farmers_option):
                return why.TURN_FULL
        if placed < 2:
            return why.ALLOWED
        if self.river_used or on_river:
            return why.RIVER_WITH_MORE_THAN_TWO
        if self.noble_on_farm and not self.rulings.card6_with_cards_4_5:
            return why.NOBLE_ON_FARM_WITH_CARD
        return refuse_third_or_later(
            token,
            self.farmers,
            self.nobles,
            self.noble_kinds,
            self.cards[seat],
            available,
            self.rack_size[seat],
            self.rulings.card5_noble_last,
            self.rulings.cards_4_and_5_together,
        )

    def refuse_stop(self) -> int:
        """Why the seat to move may not stop placing, or ALLOWED."""
        if self.phase != PLACING:
            return why.NOT_NOW
        placed = self.placed
        if placed == 2 or (placed == 1 and (self.exact == 1 or self.rack_at_start == 1)):
            return why.ALLOWED
        if placed > 2 and is_complete(self.farmers, self.nobles, self.noble_kinds, self.rulings.cards_4_and_5_together):
            return why.ALLOWED
        return why.SET_NOT_COMPLETE

    def _refuse_tile(self, token: int, hex_number: int) -> int:
        """Why this token may not go on the tile there, or ALLOWED."""
        if self.components.tiles[self.tile_at[hex_number]].is_city:
            return why.ON_CITY
        has_card6 = self.cards[self.active] & 1 << 6
        if token != FARMER:
            if not has_card6:
                return why.NOBLE_ON_FARM
            if self.placed >= 2 and not self.rulings.card6_with_cards_4_5:
                return why.NOBLE_ON_FARM_WITH_CARD
            return why.ALLOWED
        if has_card6 and self.rulings.card6_frees_farmers:
            return why.ALLOWED
        sure, doubtful = self._support(hex_number)
        if sure or (doubtful and self._nobles_suffice([*self.doubtful[self.active], doubtful])):
            return why.ALLOWED
        return why.FARM_WITHOUT_SUPPORT

    def _support(self, farm: int) -> tuple[bool, list[int]]:
        """Whether an own token allows a farmer on the farm, and the unknown tokens that would if they are nobles."""
        rulings, cells, seat = self.rulings, self.cells, self.active
        doubtful = []
        for near in self.board.neighbours[farm]:
            cell = cells[near]
            if OWNER[cell] != seat:
                continue
            if self.board.is_river[near] and not rulings.support_by_river_tokens:
                continue
            if not rulings.support_same_turn and near in self.placed_hexes:
                continue
            if rulings.support_by_farmers or FARMER < KIND[cell] < UNKNOWN:
                return True, []
            if KIND[cell] == UNKNOWN:
                doubtful.append(near)
        return False, doubtful

    def _nobles_suffice(self, groups: list[list[int]], nobles_used: int = 0) -> bool:
        """Whether the nobles left in the supply can give every group of unknown tokens at least one noble."""
        nobles_left = sum(self.available[self.active][kind] for kind in range(FARMER + 1, UNKNOWN)) - nobles_used

        def hit(remaining: list[list[int]], budget: int) -> bool:
            if not remaining:
                return True
            if budget == 0:
                return False
            return any(
                hit([group for group in remaining if chosen not in group], budget - 1) for chosen in remaining[0]
            )

        return hit(groups, nobles_left)

    def _refuse_draw(self, action: BabyloniaAction) -> int:
        if self.to_move == NOBODY:
            return why.AFTER_END
        if self.hidden:
            return why.DRAW_IN_HIDDEN_LOG
        if self.to_move != CHANCE:
            return why.DRAW_NOT_DUE
        if action.drawn_seat != self.draw_seat:
            return why.DRAW_OTHER_SEAT
        drawn, pool = action.drawn, self.pool[self.draw_seat]
        if drawn[0] < 0:
            return why.UNKNOWN_TOKEN_DRAWN
        if sum(drawn) != self.draw_size:
            return why.DRAW_WRONG_SIZE
        if drawn[0] > pool[0] or drawn[1] > pool[1] or drawn[2] > pool[2] or drawn[3] > pool[3]:
            return why.DRAW_NOT_IN_POOL
        return why.ALLOWED

    # What an action does

    def apply(self, action: BabyloniaAction) -> Sequence[Event]:
        """Carry the action out and return what happened. Raises IllegalAction and then changes nothing."""
        number = self._refusal(action)
        if number:
            raise why.refusal(number, action.text())
        op = action.op
        if op == PLACE:
            return self._place(action.token, action.hex)
        if op == DRAW:
            return self._draw(action.drawn)
        if op == STOP:
            return self._stop()
        if op == SCORE:
            self.surrounded.remove(action.hex)
            if self.cells[action.hex] == ZIGGURAT:
                return self._score_ziggurat(action.hex)
            events = self._score_city(action.hex)
            self._after_site()
            return events
        if op == TAKE:
            return self._take(action.card)
        return self._extra_turn(action.use)

    def _score(self, events: list[Event], seat: int, source: str, points: int, cause: str) -> None:
        if points:
            self.scores[seat] += points
            events.append(ScoreEvent(seat, source, points, cause))

    def _place(self, token: int, hex_number: int) -> Sequence[Event]:
        board, seat, rulings = self.board, self.active, self.rulings
        events: list[Event] | None = None
        if self.cells[hex_number] == TILE:
            events = []
            self._score_farm(events, token, hex_number)
        self.available[seat][token] -= 1
        self.rack_size[seat] -= 1
        self.cells[hex_number] = 1 + KINDS_PER_SEAT * seat + token
        self.placed += 1
        self.placed_hexes.append(hex_number)
        if token == FARMER:
            self.farmers += 1
        elif token != UNKNOWN:
            self.nobles += 1
            self.noble_kinds |= 1 << token
        ziggurat = board.ziggurat_near[hex_number]
        if ziggurat >= 0:
            self.touched[seat] |= 1 << ziggurat
            points = self.ziggurat_points(seat, ziggurat)
            self.paid_ziggurats |= 1 << ziggurat
            if points:
                events = [] if events is None else events
                self._score(events, seat, "ziggurat", points, f"ziggurat {board.ids[board.ziggurats[ziggurat]]}")
        if board.is_river[hex_number]:
            self.river_used = True
            if not rulings.tied_ziggurat_is_done and ziggurat >= 0:
                self._reopen_tied_ziggurat(ziggurat)
        else:
            missing = self.missing
            for site in board.sites_near[hex_number]:
                missing[site] -= 1
                if not missing[site] and (self.cells[site] == ZIGGURAT or self._is_city(site)):
                    self.surrounded.append(site)
        return NO_EVENTS if events is None else events

    def _is_city(self, hex_number: int) -> bool:
        tile = self.tile_at[hex_number]
        return tile >= 0 and self.components.tiles[tile].is_city

    def _reopen_tied_ziggurat(self, ziggurat: int) -> None:
        site = self.board.ziggurats[ziggurat]
        if not self.missing[site] and not self.scored[ziggurat] and site not in self.surrounded:
            self.surrounded.append(site)

    def _score_farm(self, events: list[Event], token: int, hex_number: int) -> None:
        """A token goes on a farm: the farm is scored and leaves the game (rulebook: points while placing)."""
        tile = self.components.tiles[self.tile_at[hex_number]]
        self.tile_at[hex_number] = -1
        if token == FARMER:
            sure, doubtful = self._support(hex_number)
            free = self.cards[self.active] & 1 << 6 and self.rulings.card6_frees_farmers
            if not sure and not free:
                self.doubtful[self.active].append(doubtful)
        else:
            self.noble_on_farm = True
            if not self.rulings.card6_scores:
                return
        if tile.value is None:
            self._score(events, self.active, "farm_cities", sum(self.won), f"farm {self.board.ids[hex_number]}")
        else:
            self._score(events, self.active, "farm_value", tile.value, f"farm {self.board.ids[hex_number]}")

    def ziggurat_points(self, seat: int, ziggurat: int) -> int:
        """Points for a token just placed next to that ziggurat, or about to be if it is touched already."""
        rulings = self.rulings
        if not rulings.scored_ziggurats_count and self.scored[ziggurat]:
            return 0
        if not rulings.ziggurat_pays_per_token and self.paid_ziggurats >> ziggurat & 1:
            return 0
        counted = (self.touched[seat] | 1 << ziggurat) if rulings.all_own_ziggurats_count else 1 << ziggurat
        if not rulings.scored_ziggurats_count:
            for number, scored in enumerate(self.scored):
                if scored:
                    counted &= ~(1 << number)
        return counted.bit_count() * self.components.ziggurat_points

    def _stop(self) -> Sequence[Event]:
        if self.surrounded:
            self.phase = SCORING
            self.cards_before = list(self.cards)
        else:
            self._refill()
        return NO_EVENTS

    def tokens_near(self, site: int) -> list[int]:
        """How many tokens each seat has next to the site: every kind, river tokens included."""
        counts = [0] * self.players
        for near in self.board.neighbours[site]:
            owner = OWNER[self.cells[near]]
            if owner >= 0:
                counts[owner] += 1
        return counts

    def majority(self, site: int) -> int:
        """The seat with the single highest number of tokens next to the site, or -1 on a tie."""
        counts = self.tokens_near(site)
        best = max(counts)
        return counts.index(best) if counts.count(best) == 1 else -1

    def _after_site(self) -> None:
        if self.surrounded:
            self.phase, self.to_move = SCORING, self.active
        else:
            self._refill()

    def _score_city(self, city: int) -> Sequence[Event]:
        """Step A pays the nobles, step B the tile (rulebook: scoring a city)."""
        events: list[Event] = []
        rulings = self.rulings
        cards = self.cards if rulings.cards_work_at_once else self.cards_before
        winner = self.majority(city)
        tile = self.components.tiles[self.tile_at[city]]
        cause = f"city {self.board.ids[city]}"
        if winner >= 0 or rulings.nobles_score_on_tie:
            for seat in range(self.players):
                self._score_nobles(events, seat, city, tile.symbols, cards[seat], cause)
        if winner >= 0:
            won_before = list(self.won)
            self.won[winner] += 1
            halved = self.won if rulings.card7_counts_new_city else won_before
            for seat in range(self.players):
                self._score(events, seat, "city_tiles", self.won[seat] * self.components.city_tile_points, cause)
                if cards[seat] & 1 << 7:
                    self._score(events, seat, "card7", halved[seat] // 2, cause)
        elif rulings.card7_on_discard:
            for seat in range(self.players):
                if cards[seat] & 1 << 7:
                    self._score(events, seat, "card7", self.won[seat] // 2, cause)
        self.cells[city] = FREE
        self.tile_at[city] = -1
        self.cities_left -= 1
        self.emptied.append(city)
        return events

    def _score_nobles(
        self, events: list[Event], seat: int, city: int, symbols: Sequence[int], cards: int, cause: str
    ) -> None:
        each = self.components.noble_points
        plain = self.city_nobles(seat, city, symbols, 0)
        self._score(events, seat, "city_nobles", len(plain) * each, cause)
        links = cards & (1 << 8 | 1 << 9)
        if not links:
            return
        with_8 = self.city_nobles(seat, city, symbols, links & 1 << 8) if links & 1 << 8 else plain
        with_9 = self.city_nobles(seat, city, symbols, links & 1 << 9) if links & 1 << 9 else plain
        with_all = self.city_nobles(seat, city, symbols, links) - plain
        only_8, only_9 = with_all & with_8 - with_9, with_all & with_9 - with_8
        self._score(events, seat, "city_nobles_card8", len(only_8) * each, cause)
        self._score(events, seat, "city_nobles_card9", len(only_9) * each, cause)
        rest = len(with_all) - len(only_8) - len(only_9)
        self._score(events, seat, "city_nobles_cards8_9", rest * each, cause)

    def city_nobles(self, seat: int, city: int, symbols: Sequence[int], link_cards: int) -> set[int]:
        """The hexes of the nobles that score for this seat and city, with these link cards (bits 8 and 9)."""
        rulings = self.rulings
        return scoring_nobles(
            self.board,
            self.cells,
            seat,
            city,
            symbols,
            land_links=bool(link_cards & 1 << 8),
            river_links=bool(link_cards & 1 << 9),
            links_may_start=rulings.links_may_start_free,
            no_links=() if rulings.emptied_hex_links else self.emptied,
        )

    def _score_ziggurat(self, site: int) -> Sequence[Event]:
        """The single highest takes a card; on a tie nobody does (rulebook: scoring a ziggurat)."""
        winner = self.majority(site)
        if winner >= 0 or self.rulings.tied_ziggurat_is_done:
            self.scored[self.board.ziggurats.index(site)] = True
        if winner < 0:
            self._after_site()
        else:
            self.phase, self.winner = TAKING, winner
            self.to_move = winner if self.rulings.winner_chooses_card else self.active
        return NO_EVENTS

    def _take(self, card: int) -> Sequence[Event]:
        owner = self.winner
        events: list[Event] = [CardEvent(owner, str(card), "taken", tuple(map(str, self.offer)))]
        self.offer.remove(card)
        self.cards[owner] |= 1 << card
        self.card_owner[card] = owner
        self.winner = -1
        if card == 1:
            self._score(events, owner, "card1", self.components.card1_points, "card 1")
        elif card == 2:
            self.card2_turn = self.turn
        self._after_site()
        return events

    # The end of a turn

    def _refill(self) -> None:
        seat = self.active
        if not self.rulings.end_check_after_refill:
            self.ending = self._end_condition()
            if self.ending and not (self.rulings.extra_turn_before_end and self._card2_ready()):
                self._finish()
                return
        limit = self.components.rack_limit_card3 if self.cards[seat] & 1 << 3 else self.components.rack_limit
        size = min(limit - self.rack_size[seat], self.pool_size[seat])
        if size <= 0:
            self._after_refill()
        elif self.hidden:
            self.rack_size[seat] += size
            self.pool_size[seat] -= size
            self._after_refill()
        else:
            self.phase, self.to_move = REFILL, CHANCE
            self.draw_seat, self.draw_size = seat, size

    def draw(self, rng: Random) -> BabyloniaAction:
        """A draw with a random outcome."""
        pool = list(self.pool[self.draw_seat])
        left = self.pool_size[self.draw_seat]
        tokens = []
        for _ in range(self.draw_size):
            pick = int(rng.random() * left)
            kind = 0
            while pick >= pool[kind]:
                pick -= pool[kind]
                kind += 1
            pool[kind] -= 1
            left -= 1
            tokens.append(kind)
        return draw(self.draw_seat, tokens)

    def _draw(self, drawn: Sequence[int]) -> Sequence[Event]:
        seat = self.draw_seat
        rack, pool = self.available[seat], self.pool[seat]
        for kind in range(4):
            rack[kind] += drawn[kind]
            pool[kind] -= drawn[kind]
        self.rack_size[seat] += self.draw_size
        self.pool_size[seat] -= self.draw_size
        self.draw_seat, size = -1, self.draw_size
        self.draw_size = 0
        if self.phase == REFILL:
            self._after_refill()
        elif seat + 1 < self.players:
            self.draw_seat, self.draw_size = seat + 1, size
        else:
            self._begin_turn(0)
        return NO_EVENTS

    def _card2_ready(self) -> bool:
        """Whether the seat on turn may use card 2 at the end of this turn."""
        if self.card2_spent or self.card_owner[2] != self.active:
            return False
        return self.rulings.card2_same_turn or self.card2_turn != self.turn

    def _after_refill(self) -> None:
        if self.rulings.end_check_after_refill:
            self.ending = self._end_condition()
        offered = self._card2_ready() and self.rack_size[self.active] > 0
        if self.ending and not (offered and self.rulings.extra_turn_before_end):
            self._finish()
        elif offered:
            self.phase, self.to_move = EXTRA, self.active
        else:
            self._begin_turn((self.active + 1) % self.players)

    def _extra_turn(self, use: bool) -> Sequence[Event]:
        seat = self.active
        if use:
            self.card2_spent = True
            self._begin_turn(seat)
            return (CardEvent(seat, "2", "used", ()),)
        if self.ending:
            self._finish()
        else:
            self._begin_turn((seat + 1) % self.players)
        return (CardEvent(seat, "2", "declined", ()),)

    def _end_condition(self) -> str:
        cities = self.cities_left <= self.components.cities_left_to_end
        empty = self.rack_size[self.active] == 0
        if cities:
            return "cities+rack_empty" if empty else "cities"
        return "rack_empty" if empty else ""

    def _begin_turn(self, seat: int) -> None:
        self.turn += 1
        self.active = self.to_move = seat
        self.phase = PLACING
        self._reset_turn()
        self.rack_at_start = self.rack_size[seat]
        if self.turn <= 2 and self.rulings.first_round_limits:
            self.exact = self.turn

    def _reset_turn(self) -> None:
        self.placed = self.farmers = self.nobles = self.noble_kinds = self.paid_ziggurats = 0
        self.rack_at_start = self.exact = 0
        self.river_used = self.noble_on_farm = False
        self.placed_hexes = []
        self.emptied = []

    def _finish(self) -> None:
        self.phase, self.to_move = OVER, NOBODY
        self.end = self.ending

    # Looking at the position

    def result(self) -> Result | None:
        """Highest score wins, then more city tiles; what is still equal is shared (rulebook: end of the game)."""
        if self.phase != OVER:
            return None
        ranks = list(zip(self.scores, self.won, strict=True))
        places = tuple(1 + sum(other > mine for other in ranks) for mine in ranks)
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        return Result(self.end, tuple(self.scores), winners, places)

    def due(self) -> str:
        """What is due now, in a few plain words."""
        if self.to_move == CHANCE:
            return f"seat {self.draw_seat} draws {self.draw_size} tokens"
        if self.phase == OVER:
            return "the game is over"
        words = {
            PLACING: "places tokens or stops",
            SCORING: "chooses the next site to score",
            TAKING: "takes a ziggurat card",
            EXTRA: "says whether to use the extra turn",
        }
        return f"seat {self.to_move} {words[self.phase]}"

    def observation(self, seat: int) -> JsonObject:
        """What this seat may know."""
        return observe(self, seat)

    def copy(self) -> BabyloniaState:
        """An independent copy."""
        other = BabyloniaState.__new__(BabyloniaState)
        other.board, other.components, other.rulings = self.board, self.components, self.rulings
        other.ruleset, other.players, other.hidden = self.ruleset, self.players, self.hidden
        for name in _NUMBERS:
            setattr(other, name, getattr(self, name))
        for name in _LISTS:
            setattr(other, name, getattr(self, name)[:])
        other.available = [row[:] for row in self.available]
        other.pool = [row[:] for row in self.pool]
        other.doubtful = [[group[:] for group in groups] for groups in self.doubtful]
        return other

    def to_json(self) -> JsonObject:
        """The whole state, hidden parts included."""
        data: dict[str, Any] = {
            "players": self.players,
            "hidden": self.hidden,
            "components": self.components.name,
            "ruleset": {"name": self.ruleset.name, "switches": dict(self.ruleset.switches)},
        }
        copied = self.copy()
        for name in (*_NUMBERS, *_LISTS, *_NESTED):
            data[name] = getattr(copied, name)
        return data

    @classmethod
    def from_json(cls, data: JsonObject, components: Components, ruleset: Ruleset) -> BabyloniaState:
        """The inverse of `to_json`, for a component set and ruleset that are already read."""
        self = cls.__new__(cls)
        self.components, self.ruleset = components, ruleset
        self.rulings = read_rulings(ruleset)
        self.players, self.hidden = data["players"], data["hidden"]
        self.board = components.boards[self.players]
        for name in (*_NUMBERS, *_LISTS, *_NESTED):
            setattr(self, name, data[name])
        return self.copy()
