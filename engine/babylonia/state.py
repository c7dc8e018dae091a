"""A position of Babylonia that can be played on: what each action does, and what is due next.

What is allowed is decided in `allowed`, points are given in `scoring`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.babylonia import refusals as why
from engine.babylonia import sentences
from engine.babylonia.actions import DRAW, PLACE, SCORE, STOP, TAKE, BabyloniaAction, draw
from engine.babylonia.allowed import refusal_of, refuse_draw, refuse_place, refuse_stop
from engine.babylonia.cells import CITY, FARM, ZIGGURAT
from engine.babylonia.census import count_components
from engine.babylonia.components import FARMER, MERCHANT, OFFICIAL, PRIEST, TOKENS
from engine.babylonia.guesses import deal_anew
from engine.babylonia.legal import BabyloniaLegalActions
from engine.babylonia.observation import observe
from engine.babylonia.phases import EXTRA, OVER, PLACING, REFILL, SCORING, TAKING
from engine.babylonia.position import Position
from engine.babylonia.scoring import majority, pay, score_city, score_farm, touch_ziggurat
from engine.babylonia.standing import standing_of
from engine.bags import Bag
from engine.game import CHANCE, NOBODY, CardEvent, Event, IllegalAction, JsonObject, Result, State
from engine.sentence import Sentence, Template
from engine.sentences import OVER as GAME_OVER

NO_EVENTS: tuple[Event, ...] = ()
SITES = (CITY, ZIGGURAT)
_DUE: dict[int, Template] = {
    PLACING: sentences.PLACES_OR_STOPS,
    SCORING: sentences.CHOOSES_SITE,
    TAKING: sentences.TAKES_CARD,
    EXTRA: sentences.EXTRA_TURN_OR_NOT,
}


class BabyloniaState(Position, State[BabyloniaAction]):
    """See `engine.game.State`; the fields are described in `Position`."""

    __slots__ = ()

    def check(self, action: BabyloniaAction) -> IllegalAction | None:
        """None if the action is allowed now, else why not."""
        number = refusal_of(self, action)
        return why.REASONS.explain(number, action) if number else None

    def legal_actions(self) -> BabyloniaLegalActions:
        """The allowed actions of the seat to move."""
        return BabyloniaLegalActions(self)

    def apply(self, action: BabyloniaAction) -> Sequence[Event]:
        """Carry the action out and return what happened. Raises IllegalAction and then changes nothing."""
        op = action.op
        if op == PLACE and self.phase == PLACING and action.seat == self.to_move:
            number = refuse_place(self, action.token, action.hex)
            if not number:
                return self._place(action.token, action.hex)
        elif op == DRAW:
            number = refuse_draw(self, action)
            if not number:
                return self._draw(action.drawn)
        elif op == STOP and self.phase == PLACING and action.seat == self.to_move:
            number = refuse_stop(self)
            if not number:
                return self._stop()
        else:
            number = refusal_of(self, action)
        if number:
            raise why.REASONS.explain(number, action)
        if op == SCORE:
            self.surrounded.remove(action.hex)
            if self.cells[action.hex] == ZIGGURAT:
                return self._score_ziggurat(action.hex)
            events = score_city(self, action.hex)
            self._after_site()
            return events
        if op == TAKE:
            return self._take(action.card)
        return self._extra_turn(action.use)

    def _place(self, token: int, hex_number: int) -> Sequence[Event]:
        seat, cells = self.active, self.cells
        events: Sequence[Event] = NO_EVENTS
        ziggurat = self.ziggurat_near[hex_number]
        if ziggurat >= 0:
            events = touch_ziggurat(self, ziggurat)
        elif cells[hex_number] == FARM:
            # No farm is next to a ziggurat, so a token pays for one of them only.
            events = score_farm(self, token, hex_number)
        self.available[seat][token] -= 1
        self.rack_size[seat] -= 1
        cells[hex_number] = 8 * (seat + 1) + token
        self.placed_hexes.append(hex_number)
        if self.is_river[hex_number]:
            self.join_network(hex_number, 0)
            if ziggurat >= 0 and not self.rulings.tied_ziggurat_is_done:
                self._reopen_tied_ziggurat(ziggurat)
        else:
            self.join_network(hex_number, token)
            missing = self.missing
            for site in self.sites_near[hex_number]:
                missing[site] -= 1
                if not missing[site] and cells[site] in SITES:
                    self.surrounded.append(site)
        return events

    def _reopen_tied_ziggurat(self, ziggurat: int) -> None:
        site = self.board.ziggurats[ziggurat]
        if not self.missing[site] and not self.scored[ziggurat] and site not in self.surrounded:
            self.surrounded.append(site)

    def _stop(self) -> Sequence[Event]:
        if self.surrounded:
            self.phase = SCORING
            self.cards_before = list(self.cards)
        else:
            self._refill()
        return NO_EVENTS

    def _after_site(self) -> None:
        if self.surrounded:
            self.phase, self.to_move = SCORING, self.active
        else:
            self._refill()

    def _score_ziggurat(self, site: int) -> Sequence[Event]:
        """The single highest takes a card; on a tie nobody does (rulebook: scoring a ziggurat)."""
        winner = majority(self.around(site)[0])
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
            pay(self, events, owner, "card1", self.components.card1_points, "card 1")
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

    def bag(self) -> Bag:
        """The tokens left in the pool of the seat that draws."""
        seat = self.draw_seat
        left = {TOKENS[kind]: count for kind, count in enumerate(self.pool[seat]) if count}
        return Bag({"chance": "draw", "seat": seat}, "tokens", left, self.draw_size)

    def _draw(self, drawn: Sequence[int]) -> Sequence[Event]:
        seat = self.draw_seat
        size = self.draw_size
        rack, pool = self.available[seat], self.pool[seat]
        farmers, merchants, officials, priests = drawn
        if farmers:
            rack[FARMER] += farmers
            pool[FARMER] -= farmers
        if merchants:
            rack[MERCHANT] += merchants
            pool[MERCHANT] -= merchants
        if officials:
            rack[OFFICIAL] += officials
            pool[OFFICIAL] -= officials
        if priests:
            rack[PRIEST] += priests
            pool[PRIEST] -= priests
        self.rack_size[seat] += size
        self.pool_size[seat] -= size
        self.draw_seat, self.draw_size = -1, 0
        if self.phase == REFILL:
            self._after_refill()
        elif seat + 1 < self.players:
            self.draw_seat, self.draw_size = seat + 1, size
        else:
            self.begin_turn(0)
        return NO_EVENTS

    def _card2_ready(self) -> bool:
        """Whether the seat on turn may use card 2 at the end of this turn."""
        if self.card2_spent or self.card_owner[2] != self.active:
            return False
        return self.rulings.card2_same_turn or self.card2_turn != self.turn

    def _after_refill(self) -> None:
        seat = self.active
        if self.rulings.end_check_after_refill:
            self.ending = self._end_condition()
        offered = self.card_owner[2] == seat and self._card2_ready() and self.rack_size[seat] > 0
        if self.ending and not (offered and self.rulings.extra_turn_before_end):
            self._finish()
        elif offered:
            self.phase, self.to_move = EXTRA, self.active
        else:
            self.begin_turn((seat + 1) % self.players)

    def _extra_turn(self, use: bool) -> Sequence[Event]:
        seat = self.active
        if use:
            self.card2_spent = True
            self.begin_turn(seat)
            return (CardEvent(seat, "2", "used", ()),)
        if self.ending:
            self._finish()
        else:
            self.begin_turn((seat + 1) % self.players)
        return (CardEvent(seat, "2", "declined", ()),)

    def _end_condition(self) -> str:
        empty = not self.rack_size[self.active]
        if self.cities_left <= self.components.cities_left_to_end:
            return "cities+rack_empty" if empty else "cities"
        return "rack_empty" if empty else ""

    def _finish(self) -> None:
        self.phase, self.to_move = OVER, NOBODY
        self.end = self.ending

    def result(self) -> Result | None:
        """Highest score wins, then more city tiles; what is still equal is shared (rulebook: end of the game)."""
        if self.phase != OVER:
            return None
        ranks = list(zip(self.scores, self.won, strict=True))
        places = tuple(1 + sum(other > mine for other in ranks) for mine in ranks)
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        decides = tuple(sentences.TILES_WON.message(count=count) for count in self.won)
        return Result(self.end, tuple(self.scores), winners, places, decides)

    def due(self) -> Sentence:
        """What is due now, in a few plain words."""
        if self.to_move == CHANCE:
            return sentences.DRAWS(seat=self.draw_seat, tokens=self.draw_size)
        if self.phase == OVER:
            return GAME_OVER()
        if self.phase == PLACING and refuse_stop(self):
            return sentences.PLACES(seat=self.to_move)
        return _DUE[self.phase](seat=self.to_move)

    def draw_seen_by(self) -> int:
        """Nobody sees the rack of another seat."""
        return self.draw_seat

    def census(self) -> dict[str, dict[str, int]]:
        """The clan tokens of each seat and the ziggurat cards. Tiles leave the game without a trace."""
        return count_components(self)

    def observation(self, seat: int) -> JsonObject:
        """What this seat may know."""
        return observe(self, seat)

    def standing(self) -> list[float]:
        """Points, and what may be expected for what lies on the board."""
        return standing_of(self)

    def determinize(self, seat: int, rng: Random) -> None:
        """Deal anew what this seat cannot know: the racks of the others, and which tokens lie in the river."""
        deal_anew(self, seat, rng)
