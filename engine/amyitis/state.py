"""A position of Amyitis that can be played on: what each action does.

What is allowed is decided in `allowed`; what comes next in `flow` and `planting`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from engine.amyitis import actions, phases, refusals, sentences
from engine.amyitis.actions import AmyitisAction
from engine.amyitis.allowed import (
    GROUP_SIZE,
    crafts_in_play,
    holdings,
    is_useful,
    may_irrigate,
    obtainable,
    refusal_of,
)
from engine.amyitis.census import count_components
from engine.amyitis.components import COURT, SALE
from engine.amyitis.flow import begin_round, end_go, limit_stocks, settle_ishtar, settle_marduk, settle_swap
from engine.amyitis.garden import SIDES
from engine.amyitis.legal import AmyitisLegalActions
from engine.amyitis.names import CAMEL, CRAFTS, ENGINEER, GREY, MERCHANT, PEASANT, TEMPLES
from engine.amyitis.observation import observe
from engine.amyitis.planting import choose_card, continue_planting, plant
from engine.amyitis.position import Position
from engine.amyitis.standing import standing_of
from engine.amyitis.supply import (
    count_cube,
    gain_camels,
    gain_resource,
    gain_talents,
    give_back,
    pay,
    push_into_temple,
    put_on_row,
    receive,
    take_card,
)
from engine.amyitis.water import irrigate_side
from engine.bags import Bag
from engine.game import CHANCE, Event, IllegalAction, JsonObject, Result, State
from engine.sentence import Sentence, Template
from engine.sentences import OVER as GAME_OVER

_DUE: dict[int, Template] = {
    phases.ACTION: sentences.TAKES_ACTION,
    phases.FIELD: sentences.CHOOSES_FIELD,
    phases.TEMPLE: sentences.CHOOSES_TEMPLE,
    phases.IRRIGATE: sentences.CHOOSES_SIDE,
    phases.SALE: sentences.SELLS,
    phases.SALE_IRRIGATION: sentences.CHOOSES_SIDE_AFTER_SALE,
    phases.BUY: sentences.BUYS_CARD,
    phases.PLANT: sentences.PLANTS,
    phases.CHOOSE: sentences.CHOOSES_CARD,
    phases.TAKE: sentences.CHOOSES_RESOURCE,
    phases.TOKEN: sentences.CHOOSES_TOKEN,
    phases.PROCESSION: sentences.CHOOSES_PROCESSION,
    phases.REWARD: sentences.CHOOSES_REWARD,
    phases.TAMMOUZ_FIELD: sentences.CHOOSES_TAMMOUZ_FIELD,
    phases.SWAP: sentences.MAY_SWAP,
    phases.KEEP: sentences.KEEPS,
}


class AmyitisState(Position, State[AmyitisAction]):
    """See `engine.game.State`; the fields are described in `Position`."""

    __slots__ = ()

    def check(self, action: AmyitisAction) -> IllegalAction | None:
        """None if the action is allowed now, else why not."""
        number = refusal_of(self, action)
        return refusals.REASONS.explain(number, action) if number else None

    def legal_actions(self) -> AmyitisLegalActions:
        """The allowed actions of the seat to move."""
        return AmyitisLegalActions(self)

    def apply(self, action: AmyitisAction) -> Sequence[Event]:
        """Carry the action out and return what happened. Raises IllegalAction and then changes nothing."""
        number = refusal_of(self, action)
        if number:
            raise refusals.REASONS.explain(number, action)
        events: list[Event] = []
        _EFFECTS[action.op](self, action, events)
        return events

    def draw(self, rng: Random) -> AmyitisAction:
        """All craft cards in play are shuffled, and three are laid out in each group."""
        cards = [craft for craft, count in enumerate(crafts_in_play(self)) for _ in range(count)]
        dealt = rng.sample(cards, GROUP_SIZE * self.players)
        starts = range(0, len(dealt), GROUP_SIZE)
        return actions.craft([sorted(dealt[start : start + GROUP_SIZE]) for start in starts])

    def result(self) -> Result | None:
        """Most prestige wins; a tie is shared, unless a ruling breaks it (rulebook: end of the game)."""
        if self.phase != phases.OVER:
            return None
        second, words = [0] * self.players, None
        if self.rulings.final_tie == "most_garden_tiles":
            second, words = [self.tiles_of(seat) for seat in range(self.players)], sentences.TILES_HELD
        elif self.rulings.final_tie == "most_resources":
            second, words = self.held, sentences.RESOURCES_HELD
        ranked = list(zip(self.scores, second, strict=True))
        places = tuple(1 + sum(other > mine for other in ranked) for mine in ranked)
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        decides = tuple(words.message(count=count) for count in second) if words else ()
        return Result(self.end, tuple(self.scores), winners, places, decides)

    def due(self) -> Sentence:
        """What is due now, in a few plain words."""
        if self.to_move == CHANCE:
            return sentences.CRAFTS_LAID_OUT(groups=self.players)
        if self.phase == phases.OVER:
            return GAME_OVER()
        return _DUE[self.phase](seat=self.to_move)

    def bag(self) -> Bag:
        """The craft cards in play, laid out in groups of three."""
        left = {CRAFTS[craft]: count for craft, count in enumerate(crafts_in_play(self)) if count}
        return Bag({"chance": "craft"}, "groups", left, GROUP_SIZE * self.players, group=GROUP_SIZE)

    def draw_seen_by(self) -> None:
        """Everybody sees the craft cards."""

    def census(self) -> Mapping[str, Mapping[str, int]]:
        """Where the components are."""
        return count_components(self)

    def standing(self) -> list[float]:
        """Prestige, and what may be expected for what each seat holds."""
        return standing_of(self)

    def observation(self, seat: int) -> JsonObject:
        """What this seat may know: everything lies open."""
        return observe(self, seat)


def _craft(state: Position, action: AmyitisAction, events: list[Event]) -> None:
    for group, cards in enumerate(action.groups):
        for card in cards:
            state.face_up[len(CRAFTS) * group + card] += 1
    begin_round(state, events)


def _pass(state: Position, action: AmyitisAction, events: list[Event]) -> None:
    state.passed[state.active] = 1
    state.passed_count += 1
    end_go(state)


def _recruit(state: Position, action: AmyitisAction, events: list[Event]) -> None:
    seat, group, craft = state.active, action.first, action.second
    possible = is_useful(state, seat, craft)
    cost = state.turned[group]
    state.talents[seat] -= cost
    state.stock_talents += cost
    state.face_up[len(CRAFTS) * group + craft] -= 1
    state.turned[group] += 1
    state.used_crafts[craft] += 1
    if not possible or craft == MERCHANT:
        if possible:
            gain_camels(state, seat, 1)
        end_go(state)
    elif craft == PEASANT:
        state.phase = phases.FIELD
    else:
        state.phase = phases.IRRIGATE if craft == ENGINEER else phases.TEMPLE


def _caravan(state: Position, action: AmyitisAction, events: list[Event]) -> None:
    cities = state.components.cities
    state.camels[state.active] -= action.first
    state.stock_camels += action.first
    state.caravan = (state.caravan + action.second) % len(cities)
    kind = cities[state.caravan].kind
    state.phase = phases.SALE if kind == SALE else phases.BUY if kind == COURT else phases.PLANT


def _field(state: Position, action: AmyitisAction, events: list[Event]) -> None:
    put_on_row(state, events, state.to_move, action.first)
    if state.phase == phases.FIELD:
        end_go(state)
    else:
        settle_swap(state, events)


def _temple(state: Position, action: AmyitisAction, events: list[Event]) -> None:
    push_into_temple(state, action.first, state.active)
    end_go(state)


def _irrigate(state: Position, action: AmyitisAction, events: list[Event]) -> None:
    seat, side = state.active, action.first
    count_cube(state, seat, -1)
    irrigate_side(state, side, seat)
    if state.phase == phases.IRRIGATE:
        pay(state, events, seat, "engineer", state.components.engineer, f"side {SIDES[side]}")
    end_go(state)


def _sell(state: Position, action: AmyitisAction, events: list[Event]) -> None:
    seat = state.active
    give_back(state, seat, action.resources)
    pay(state, events, seat, "sale", state.components.sale[len(action.resources) - 1], "Babylon")
    if may_irrigate(state, seat):
        state.phase = phases.SALE_IRRIGATION
    else:
        end_go(state)


def _buy(state: Position, action: AmyitisAction, events: list[Event]) -> None:
    seat = state.active
    give_back(state, seat, (action.second,))
    types = state.components.cities[state.caravan].types
    offered = [other for other in types if obtainable(state, seat, other)]
    if take_card(state, events, seat, action.first, offered):
        state.phase = phases.TOKEN
    else:
        end_go(state)


def _plant(state: Position, action: AmyitisAction, events: list[Event]) -> None:
    plant(state, events, action.first, action.resources, action.second)


def _choose(state: Position, action: AmyitisAction, events: list[Event]) -> None:
    choose_card(state, events, action.first)


def _take(state: Position, action: AmyitisAction, events: list[Event]) -> None:
    gain_resource(state, state.active, action.first)
    continue_planting(state, events)


def _token(state: Position, action: AmyitisAction, events: list[Event]) -> None:
    state.tokens.remove(action.first)
    receive(state, state.active, action.first)
    if state.planting < 0:
        end_go(state)
    else:
        continue_planting(state, events)


def _procession(state: Position, action: AmyitisAction, events: list[Event]) -> None:
    seat = state.to_move
    if state.cubes[seat]:
        push_into_temple(state, action.first, seat)
    for temple in range(len(TEMPLES)):
        if temple != action.first and state.grey_left:
            push_into_temple(state, temple, GREY)
    settle_ishtar(state, events)


def _reward(state: Position, action: AmyitisAction, events: list[Event]) -> None:
    camel, talent = state.to_move, state.second
    if action.first != CAMEL:
        camel, talent = talent, camel
    if 0 <= camel < GREY:
        gain_camels(state, camel, 1)
    if 0 <= talent < GREY:
        gain_talents(state, talent, 1)
    settle_marduk(state, events)


def _swap(state: Position, action: AmyitisAction, events: list[Event]) -> None:
    seat = state.to_move
    give_back(state, seat, (action.first,))
    gain_resource(state, seat, action.second)
    limit_stocks(state, events, 0)


def _decline(state: Position, action: AmyitisAction, events: list[Event]) -> None:
    limit_stocks(state, events, 0)


def _keep(state: Position, action: AmyitisAction, events: list[Event]) -> None:
    seat = state.to_move
    left_over = [
        resource
        for resource, held in enumerate(holdings(state, seat))
        for _ in range(held - action.resources.count(resource))
    ]
    give_back(state, seat, left_over)
    limit_stocks(state, events, (seat - state.first_player) % state.players + 1)


_EFFECTS: dict[int, Callable[[Position, AmyitisAction, list[Event]], None]] = {
    actions.CRAFT: _craft,
    actions.PASS: _pass,
    actions.RECRUIT: _recruit,
    actions.CARAVAN: _caravan,
    actions.FIELD: _field,
    actions.TEMPLE: _temple,
    actions.IRRIGATE: _irrigate,
    actions.SELL: _sell,
    actions.BUY: _buy,
    actions.PLANT: _plant,
    actions.CHOOSE: _choose,
    actions.TAKE: _take,
    actions.TOKEN: _token,
    actions.PROCESSION: _procession,
    actions.REWARD: _reward,
    actions.SWAP: _swap,
    actions.DECLINE: _decline,
    actions.KEEP: _keep,
}
