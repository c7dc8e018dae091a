"""The allowed actions of a position, worked out only as far as asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from random import Random

from engine.amyitis import actions, allowed, phases
from engine.amyitis.actions import AmyitisAction
from engine.amyitis.garden import QUALITY, SIDES
from engine.amyitis.names import CRAFTS, REWARDS, TEMPLES, TYPES, WINE
from engine.amyitis.position import Position
from engine.game import LegalActions

RESOURCES = range(WINE + 1)


class AmyitisLegalActions(LegalActions[AmyitisAction]):
    """See `engine.game.LegalActions`. Lists are short, so a sample is taken from the whole list."""

    __slots__ = ("_state",)

    def __init__(self, state: Position) -> None:
        self._state = state

    def listing(self) -> Iterator[AmyitisAction]:
        state = self._state
        listing = _LISTINGS.get(state.phase)
        return listing(state, state.to_move) if listing else iter(())

    def __contains__(self, action: object) -> bool:
        return (
            isinstance(action, AmyitisAction)
            and action.op != actions.CRAFT
            and not allowed.refusal_of(self._state, action)
        )

    def sample(self, rng: Random) -> AmyitisAction:
        """One of them, each with the same chance."""
        everything = list(self.listing())
        return everything[int(rng.random() * len(everything))]


def _action(state: Position, seat: int) -> Iterator[AmyitisAction]:
    yield actions.simple(actions.PASS, seat)
    yield from recruits(state, seat)
    yield from moves(state, seat)


def recruits(state: Position, seat: int) -> Iterator[AmyitisAction]:
    """Every craft card that may be recruited, by group and craft."""
    crafts = len(CRAFTS)
    useful = [
        craft for craft in range(crafts) if state.rulings.useless_recruit or allowed.is_useful(state, seat, craft)
    ]
    talents, face_up = state.talents[seat], state.face_up
    for group, turned in enumerate(state.turned):
        if turned <= talents:
            for craft in useful:
                if face_up[crafts * group + craft]:
                    yield actions.recruit(seat, group, craft)


def moves(state: Position, seat: int) -> Iterator[AmyitisAction]:
    """Every move of the caravan, by camels and squares."""
    if not state.camels[seat]:
        return
    cities = len(state.components.cities)
    bonus = allowed.bonus_squares(state, seat)
    goal_allowed: dict[int, bool] = {}
    for camels in range(1, state.camels[seat] + 1):
        for squares in range(camels, camels + bonus + 1):
            goal = squares % cities
            if goal not in goal_allowed:
                goal_allowed[goal] = not allowed.refuse_caravan(state, seat, camels, squares)
            if goal_allowed[goal]:
                yield actions.caravan(seat, camels, squares)


def _field(state: Position, seat: int) -> Iterator[AmyitisAction]:
    for row in range(len(state.rows)):
        if not allowed.refuse_row(state, row):
            yield actions.field(seat, row)


def _temple(state: Position, seat: int) -> Iterator[AmyitisAction]:
    for temple in range(len(TEMPLES)):
        yield actions.in_temple(actions.TEMPLE, seat, temple)


def _procession(state: Position, seat: int) -> Iterator[AmyitisAction]:
    for temple in range(len(TEMPLES)):
        yield actions.in_temple(actions.PROCESSION, seat, temple)


def _irrigate(state: Position, seat: int) -> Iterator[AmyitisAction]:
    available = state.available
    for side in range(len(SIDES)):
        if available >> side & 1:
            yield actions.irrigate(seat, side)


def _multisets(state: Position, seat: int, size: int) -> Iterator[tuple[int, ...]]:
    """Every multiset of so many of the seat's resources."""
    held = [resource for resource in RESOURCES if allowed.holds(state, seat, resource)]
    for chosen in combinations_with_replacement(held, size):
        if not chosen or allowed.holds_all(state, seat, chosen):
            yield chosen


def _sell(state: Position, seat: int) -> Iterator[AmyitisAction]:
    for size in range(1, len(state.components.sale) + 1):
        for chosen in _multisets(state, seat, size):
            yield actions.with_resources(actions.SELL, seat, chosen)


def _buy(state: Position, seat: int) -> Iterator[AmyitisAction]:
    city = state.components.cities[state.caravan]
    for card_type in city.types:
        if allowed.obtainable(state, seat, card_type):
            for paid in (city.resource, WINE):
                if allowed.holds(state, seat, paid):
                    yield actions.buy(seat, card_type, paid)


def _plant(state: Position, seat: int) -> Iterator[AmyitisAction]:
    city = state.components.cities[state.caravan]
    quality = allowed.plant_side(state, city.plant_slot).quality
    held = state.gardeners[seat]
    squares = allowed.open_squares(state, quality + held)
    for paid in allowed.affordable_payments(state, seat, state.caravan):
        for square in squares:
            for gardeners in range(max(0, QUALITY[square] - quality), held + 1):
                yield actions.plant(seat, square, paid, gardeners)


def _choose(state: Position, seat: int) -> Iterator[AmyitisAction]:
    for card_type in range(len(TYPES)):
        if not state.rulings.choose_only_what_is_left or allowed.obtainable(state, seat, card_type):
            yield actions.choose(seat, card_type)


def _take(state: Position, seat: int) -> Iterator[AmyitisAction]:
    for resource in RESOURCES:
        if state.stock[resource] > 0 or not state.rulings.hard_limits:
            yield actions.one_resource(actions.TAKE, seat, resource)


def _token(state: Position, seat: int) -> Iterator[AmyitisAction]:
    for resource in sorted(set(state.tokens)):
        yield actions.one_resource(actions.TOKEN, seat, resource)


def _reward(state: Position, seat: int) -> Iterator[AmyitisAction]:
    for what in range(len(REWARDS)):
        action = actions.reward(seat, what)
        if not allowed.refusal_of(state, action):
            yield action


def _swap(state: Position, seat: int) -> Iterator[AmyitisAction]:
    for given, taken in allowed.swaps(state, seat):
        yield actions.swap(seat, given, taken)
    if state.rulings.swap_optional:
        yield actions.simple(actions.DECLINE, seat)


def _keep(state: Position, seat: int) -> Iterator[AmyitisAction]:
    for chosen in _multisets(state, seat, allowed.stock_limit(state, seat)):
        yield actions.with_resources(actions.KEEP, seat, chosen)


_LISTINGS: dict[int, Callable[[Position, int], Iterator[AmyitisAction]]] = {
    phases.ACTION: _action,
    phases.FIELD: _field,
    phases.TEMPLE: _temple,
    phases.IRRIGATE: _irrigate,
    phases.SALE: _sell,
    phases.SALE_IRRIGATION: _irrigate,
    phases.BUY: _buy,
    phases.PLANT: _plant,
    phases.CHOOSE: _choose,
    phases.TAKE: _take,
    phases.TOKEN: _token,
    phases.PROCESSION: _procession,
    phases.REWARD: _reward,
    phases.TAMMOUZ_FIELD: _field,
    phases.SWAP: _swap,
    phases.KEEP: _keep,
}
