"""A position of Ishtar that can be played on: what each action does, and what is due next.

What is allowed is decided in `allowed`, points are given in `scoring`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from engine.bags import Bag
from engine.game import CardEvent, Event, IllegalAction, JsonObject, Result, State
from engine.ishtar import actions as act
from engine.ishtar import refusals as why
from engine.ishtar import sentences
from engine.ishtar.actions import IshtarAction
from engine.ishtar.allowed import (
    BLOOM_KINDS,
    bloom_has_target,
    cards_for_sale,
    may_reserve_top,
    refusal_of,
    refuse_skill,
)
from engine.ishtar.cells import TREE
from engine.ishtar.census import census
from engine.ishtar.components import LOWER, NO_ICON, SKILLS, Gems
from engine.ishtar.gardens import add_assistant, add_flowers, cover, flowers_of_token
from engine.ishtar.legal import IshtarLegalActions
from engine.ishtar.observation import observe
from engine.ishtar.phases import BLOOM, OVER, PLACE, PLANT, RESERVE, SETTLE, SPECIAL, TAKE, TILE, TREES
from engine.ishtar.position import AFTER_RESERVE, END_OF_TURN, TOP_OF_DECK, Position
from engine.ishtar.scoring import final_scores
from engine.ishtar.standing import standing_of
from engine.sentence import Sentence, Template
from engine.sentences import OVER as GAME_OVER

NO_EVENTS: tuple[Event, ...] = ()
EMPTY_STACKS_TO_END = 2


class IshtarState(Position, State[IshtarAction]):
    """See `engine.game.State`; the fields are described in `Position`."""

    __slots__ = ()

    def check(self, action: IshtarAction) -> IllegalAction | None:
        """None if the action is allowed now, else why not."""
        number = refusal_of(self, action)
        return why.REASONS.explain(number, action) if number else None

    def legal_actions(self) -> IshtarLegalActions:
        """The allowed actions of the seat to move."""
        return IshtarLegalActions(self)

    def apply(self, action: IshtarAction) -> Sequence[Event]:
        """Carry the action out and return what happened. Raises IllegalAction and then changes nothing."""
        number = refusal_of(self, action)
        if number:
            raise why.REASONS.explain(number, action)
        return _EFFECTS[action.op](self, action)

    # Steps 1 to 3: take a tile, place it, collect gems

    def _take(self, action: IshtarAction) -> Sequence[Event]:
        stack = self.can = action.number
        self._pay(action.gems)
        for colour in range(3):
            self.supply[colour] += action.gems[colour]
        self.hand = self.top[stack]
        self.top[stack] = -1
        if self.left[stack]:
            self.drawn_stack = stack
            self.due_next(TILE)
        else:
            if self.top.count(-1) >= EMPTY_STACKS_TO_END:
                self.ending = True
            self.due_next(PLACE)
        return NO_EVENTS

    def _pay(self, gems: Gems) -> None:
        own = self.gems[self.active]
        for colour in range(3):
            own[colour] -= gems[colour]

    def _draw_tile(self, action: IshtarAction) -> Sequence[Event]:
        stack, tile = action.stack, action.number
        self.top[stack] = tile
        self.left[stack] -= 1
        self.tile_seen[tile] = True
        self.drawn_stack = -1
        self.due_next(PLACE)
        return NO_EVENTS

    def _place(self, action: IshtarAction) -> Sequence[Event]:
        tile, turn = self.components.tiles[self.hand], action.number
        first = self.grid.number[action.cells[0]]
        trio = self.grid.spots[tile.shape][turn * len(self.cells) + first]
        assert trio is not None
        reach, gem_at, own = self.reach, self.gem_at, self.gems[self.active]
        fountain = reach[trio[0]] | reach[trio[1]] | reach[trio[2]]
        for space in range(3):
            cell = trio[space]
            cover(self, cell, tile.flowers[space], fountain)
            gem = gem_at[cell]
            if gem >= 0:
                own[gem] += 1
                gem_at[cell] = -1
        self.laid.append([self.hand, turn, first])
        self.placed_now.extend(trio)
        self.hand = -1
        if tile.icon == NO_ICON:
            self.due_next(PLANT)
        else:
            self.icon, self.icon_cell = tile.icon, trio[tile.icon_at]
            self.due_next(SPECIAL)
        return NO_EVENTS

    def _discard(self, _: IshtarAction) -> Sequence[Event]:
        self.removed.append(self.hand)
        self.hand = -1
        self.due_next(PLANT)
        return NO_EVENTS

    # Step 4: the special action

    def _leave_special(self) -> None:
        self.icon, self.icon_cell = NO_ICON, -1
        self.due_next(PLANT)

    def _assistant(self, _: IshtarAction) -> Sequence[Event]:
        self.in_supply[self.active] -= 1
        add_assistant(self, self.icon_cell, self.active)
        self._leave_special()
        return NO_EVENTS

    def _decline(self, _: IshtarAction) -> Sequence[Event]:
        self._leave_special()
        return NO_EVENTS

    def _skill(self, action: IshtarAction) -> Sequence[Event]:
        seat, number = self.active, action.number
        offered = tuple(name for other, name in enumerate(SKILLS) if not refuse_skill(self, other))
        self._pay(action.gems)
        for colour in range(3):
            self.paid[seat][3 * number + colour] += action.gems[colour]
        self.owned[seat] |= 1 << number
        self._leave_special()
        if number < LOWER:
            self._use_lower_skill(number)
        return (CardEvent(seat, SKILLS[number], "taken", offered),)

    def _use_lower_skill(self, number: int) -> None:
        seat, skill = self.active, self.components.lower[number]
        if skill.effect == "reserve":
            if max(self.row) >= 0 or may_reserve_top(self):
                self.due_next(RESERVE)
        elif skill.effect == "assistant":
            waiting = self.on_carpet[seat]
            freed = waiting if self.rulings.all_assistants_at_once else min(skill.amount, waiting)
            if self.rulings.assistants_settle:
                self.settlers = freed
                self._settle_next()
            else:
                self.on_carpet[seat] -= freed
                self.in_supply[seat] += freed
        else:
            kind = BLOOM_KINDS.index(skill.effect)
            if bloom_has_target(self, kind):
                self.bloom_kind = kind
                self.due_next(BLOOM)
            elif self.bloom_left[kind]:
                self.bloom_left[kind] -= 1
                self.bloom_lost[kind] += 1

    def _settle_next(self) -> None:
        """Settle the next freed assistant, or all of them go to the supply if no flowerbed is free."""
        if self.settlers and len(self.beds) > len(self.holder):
            self.due_next(SETTLE)
            return
        self.on_carpet[self.active] -= self.settlers
        self.in_supply[self.active] += self.settlers
        self.settlers = 0
        self.due_next(PLANT)

    def _settle(self, action: IshtarAction) -> Sequence[Event]:
        cell = self.grid.number[action.cells[0]]
        add_assistant(self, cell, self.active)
        self.placed_now.append(cell)
        self.on_carpet[self.active] -= 1
        self.settlers -= 1
        self._settle_next()
        return NO_EVENTS

    def _bloom(self, action: IshtarAction) -> Sequence[Event]:
        kind = self.bloom_kind
        cells = [self.grid.number[cell] for cell in action.cells]
        for cell, count in zip(cells, flowers_of_token(self, kind), strict=True):
            add_flowers(self, cell, count)
        self.bloomed.append([kind, *cells])
        self.placed_now.extend(cells)
        self.bloom_left[kind] -= 1
        self.bloom_kind = -1
        self.due_next(PLANT)
        return NO_EVENTS

    def _reserve(self, action: IshtarAction) -> Sequence[Event]:
        card = action.number
        if card == act.TOP:
            self._draw_trees_next(1, TOP_OF_DECK)
            return NO_EVENTS
        self.row[self.row.index(card)] = -1
        self.reserved[self.active].append(card)
        if not self.rulings.reserve_keeps_token:
            self._take_token_off(card)
        self.due_next(PLANT)
        if self.rulings.refill_at_once:
            self._draw_trees_next(self.row.count(-1), AFTER_RESERVE)
        return NO_EVENTS

    def _take_token_off(self, card: int) -> None:
        """The tree token on the card, if there is one, goes back to the supply."""
        self.tree_supply += self.token_on[card]
        self.token_on[card] = False

    # Step 5: trees

    def _plant(self, action: IshtarAction) -> Sequence[Event]:
        card, cell = action.number, self.grid.number[action.cells[0]]
        events = self._buy_card(card)
        if self.token_on[card]:
            self.token_on[card] = False
        else:
            self.tree_supply -= 1
        self.cells[cell] = TREE
        self.placed_now.append(cell)
        return events

    def _buy(self, action: IshtarAction) -> Sequence[Event]:
        events = self._buy_card(action.number)
        self._take_token_off(action.number)
        return events

    def _buy_card(self, card: int) -> Sequence[Event]:
        seat, trees = self.active, self.components.trees
        offered = tuple(trees[other].name for other in cards_for_sale(self))
        cost = trees[card].cost
        self._pay(cost)
        for colour in range(3):
            self.supply[colour] += cost[colour]
        if card in self.row:
            self.row[self.row.index(card)] = -1
        else:
            self.reserved[seat].remove(card)
        self.bought[seat].append(card)
        return (CardEvent(seat, trees[card].name, "taken", offered),)

    def _end(self, _: IshtarAction) -> Sequence[Event]:
        if self.ending and self.active == self.players - 1:
            return self._finish()
        if not self._draw_trees_next(self.row.count(-1), END_OF_TURN):
            self.begin_turn((self.active + 1) % self.players)
        return NO_EVENTS

    def _draw_trees_next(self, wanted: int, purpose: int) -> bool:
        """Tree cards are due, if the deck has any: whether they are."""
        count = min(wanted, self.deck_size()) if wanted else 0
        if count:
            self.to_draw, self.draw_for = count, purpose
            self.due_next(TREES)
        return count > 0

    def _draw_trees(self, action: IshtarAction) -> Sequence[Event]:
        cards, purpose = list(action.cards), self.draw_for
        for card in cards:
            self.card_seen[card] = True
        self.to_draw = 0
        if purpose == TOP_OF_DECK:
            self.reserved[self.active] += cards
            if self.rulings.reserve_keeps_token:
                self.give_tokens(cards)
            self.due_next(PLANT)
            return NO_EVENTS
        gaps = [place for place, card in enumerate(self.row) if card < 0]
        # The deck may not reach for all gaps.
        for place, card in zip(gaps, cards, strict=False):
            self.row[place] = card
        self.give_tokens(cards)
        if purpose == END_OF_TURN:
            self.begin_turn((self.active + 1) % self.players)
        else:
            self.due_next(PLANT)
        return NO_EVENTS

    def draw(self, rng: Random) -> IshtarAction:
        """The tile or the tree cards that are due, at random."""
        if self.phase == TREES:
            deck = [card for card, seen in enumerate(self.card_seen) if not seen]
            return act.draw_trees(self.components, rng.sample(deck, self.to_draw))
        shape = self.cups[self.drawn_stack]
        unseen = [tile for tile in self.components.basic[shape] if not self.tile_seen[tile]]
        return act.draw_tile(self.components, self.drawn_stack, unseen[int(rng.random() * len(unseen))])

    def bag(self) -> Bag:
        """The tree cards in the deck, drawn in the order of the gaps; or all unseen tiles of the shape of a stack."""
        components = self.components
        if self.phase == TREES:
            deck = {components.trees[card].name: 1 for card, seen in enumerate(self.card_seen) if not seen}
            return Bag({"chance": "trees"}, "cards", deck, self.to_draw, ordered=True)
        line = {"chance": "tile", "stack": self.drawn_stack}
        unseen = [tile for tile in components.basic[self.cups[self.drawn_stack]] if not self.tile_seen[tile]]
        return Bag(line, "tile", {components.tiles[tile].name: 1 for tile in unseen}, 1, single=True)

    def draw_seen_by(self) -> int | None:
        """Every draw lies open."""
        return None

    # The end

    def _finish(self) -> Sequence[Event]:
        """Reserved cards that were not planted are discarded, then everything is scored."""
        for cards in self.reserved:
            for card in cards:
                self.tokens_lost += self.token_on[card]
                self.token_on[card] = False
        events = final_scores(self)
        for event in events:
            self.scores[event.seat] += event.points
        self.due_next(OVER)
        return events

    def result(self) -> Result | None:
        """Highest score wins; ties are broken by the ruling `tie_break`, and what is still equal is shared."""
        if self.phase != OVER:
            return None
        tie_break = self.rulings.tie_break
        second, words = [0] * self.players, None
        if tie_break == "most_planted_trees":
            second, words = [len(cards) for cards in self.bought], sentences.TREES_PLANTED
        elif tie_break == "most_gems_left":
            second, words = [sum(gems) for gems in self.gems], sentences.GEMS_LEFT
        ranks = list(zip(self.scores, second, strict=True))
        places = tuple(1 + sum(other > mine for other in ranks) for mine in ranks)
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        decides = tuple(words.message(count=count) for count in second) if words else ()
        return Result("stacks", tuple(self.scores), winners, places, decides)

    def standing(self) -> Sequence[float]:
        """By seat: what would be scored now, and what is held."""
        return standing_of(self)

    def projected(self) -> Sequence[int] | None:
        """By seat: all points come at the end."""
        if self.phase == OVER:
            return None
        points = list(self.scores)
        for event in final_scores(self):
            points[event.seat] += event.points
        return points

    def due(self) -> Sentence:
        """What is due now, in a few plain words."""
        if self.phase == OVER:
            return GAME_OVER()
        if self.phase == TILE:
            return sentences.SHOWS_TILE(stack=self.drawn_stack)
        if self.phase == TREES:
            return sentences.CARDS_DRAWN(cards=self.to_draw)
        return _DUE[self.phase](seat=self.to_move)

    def census(self) -> Mapping[str, Mapping[str, int]]:
        """Where the components are."""
        return census(self)

    def determinize(self, seat: int, rng: Random) -> None:
        """The tree cards that the others have bought lie face down: each keeps its number of them."""
        if self.rulings.trees_open:
            return
        others = [other for other in range(self.players) if other != seat]
        cards = sorted(card for other in others for card in self.bought[other])
        rng.shuffle(cards)
        for other in others:
            self.bought[other] = [cards.pop() for _ in self.bought[other]]

    def observation(self, seat: int) -> JsonObject:
        """What this seat may know."""
        return observe(self, seat)


_DUE: dict[int, Template] = {
    TAKE: sentences.TAKES_TILE,
    PLACE: sentences.PLACES_TILE,
    SPECIAL: sentences.USES_ICON,
    RESERVE: sentences.RESERVES_CARD,
    BLOOM: sentences.PLACES_BLOOM,
    SETTLE: sentences.SETTLES_ASSISTANT,
    PLANT: sentences.PLANTS_OR_ENDS,
}

_EFFECTS: dict[int, Callable[[IshtarState, IshtarAction], Sequence[Event]]] = {
    act.TAKE: IshtarState._take,
    act.PLACE: IshtarState._place,
    act.DISCARD: IshtarState._discard,
    act.ASSISTANT: IshtarState._assistant,
    act.SKILL: IshtarState._skill,
    act.DECLINE: IshtarState._decline,
    act.RESERVE: IshtarState._reserve,
    act.BLOOM: IshtarState._bloom,
    act.SETTLE: IshtarState._settle,
    act.PLANT: IshtarState._plant,
    act.BUY: IshtarState._buy,
    act.END: IshtarState._end,
    act.DRAW_TILE: IshtarState._draw_tile,
    act.DRAW_TREES: IshtarState._draw_trees,
}
