"""What is allowed in a position. `check`, `apply` and `legal_actions` all ask the rules in this file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

from engine.amyitis import actions, phases
from engine.amyitis import refusals as why
from engine.amyitis.actions import AmyitisAction
from engine.amyitis.components import COURT, SALE, PlantSide
from engine.amyitis.garden import QUALITY, SIDE_BITS, SQUARES
from engine.amyitis.names import (
    CAMEL,
    CARAVANEER,
    CRAFTS,
    ENGINEER,
    GARDENER,
    KINDS_OF_RESOURCE,
    LEVELLED,
    MERCHANT,
    PEASANT,
    WINE,
)
from engine.amyitis.position import Position
from engine.game import CHANCE, NOBODY

GROUP_SIZE = 3
_PHASES_OF: dict[int, tuple[int, ...]] = {
    actions.PASS: (phases.ACTION,),
    actions.RECRUIT: (phases.ACTION,),
    actions.CARAVAN: (phases.ACTION,),
    actions.FIELD: (phases.FIELD, phases.TAMMOUZ_FIELD),
    actions.TEMPLE: (phases.TEMPLE,),
    actions.IRRIGATE: (phases.IRRIGATE, phases.SALE_IRRIGATION),
    actions.SELL: (phases.SALE,),
    actions.BUY: (phases.BUY,),
    actions.PLANT: (phases.PLANT,),
    actions.CHOOSE: (phases.CHOOSE,),
    actions.TAKE: (phases.TAKE,),
    actions.TOKEN: (phases.TOKEN,),
    actions.PROCESSION: (phases.PROCESSION,),
    actions.REWARD: (phases.REWARD,),
    actions.SWAP: (phases.SWAP,),
    actions.DECLINE: (phases.SWAP,),
    actions.KEEP: (phases.KEEP,),
}


def refusal_of(position: Position, action: AmyitisAction) -> int:
    """Why this action is not allowed now, or ALLOWED."""
    to_move = position.to_move
    op = action.op
    if op == actions.CRAFT:
        return refuse_crafts(position, action.groups)
    if to_move != action.seat or to_move < 0:
        if to_move == NOBODY:
            return why.AFTER_END
        return why.DRAW_DUE if to_move == CHANCE else why.OUT_OF_TURN
    if position.phase not in _PHASES_OF[op]:
        return why.NOT_NOW
    rule = _RULES.get(op)
    return rule(position, to_move, action) if rule else why.ALLOWED


# Crafts


def crafts_in_play(position: Position) -> tuple[int, ...]:
    """How many craft cards of each kind are in play."""
    components = position.components
    return components.craft_total if position.rulings.all_crafts else components.crafts_in_play[position.players]


def refuse_crafts(position: Position, groups: Sequence[Sequence[int]]) -> int:
    """Why the craft cards cannot be laid out in these groups, or ALLOWED."""
    if position.to_move != CHANCE:
        return why.AFTER_END if position.to_move == NOBODY else why.DRAW_NOT_DUE
    if len(groups) != position.players:
        return why.DRAW_GROUPS
    counts = [0] * len(CRAFTS)
    for group in groups:
        if len(group) != GROUP_SIZE:
            return why.DRAW_SIZE
        for craft in group:
            if craft < 0:
                return why.DRAW_UNKNOWN
            counts[craft] += 1
    if any(count > limit for count, limit in zip(counts, crafts_in_play(position), strict=True)):
        return why.DRAW_TOO_MANY
    return why.ALLOWED


def refuse_recruit(position: Position, seat: int, group: int, craft: int) -> int:
    """Why the seat may not recruit this craft from this group, or ALLOWED (rulebook: recruit)."""
    if not 0 <= group < position.players:
        return why.UNKNOWN_GROUP
    if craft < 0:
        return why.UNKNOWN_CRAFT
    if not position.face_up[len(CRAFTS) * group + craft]:
        return why.NOT_FACE_UP
    if position.talents[seat] < position.turned[group]:
        return why.NO_TALENTS
    if not position.rulings.useless_recruit and not is_useful(position, seat, craft):
        return why.USELESS
    return why.ALLOWED


def is_useful(position: Position, seat: int, craft: int) -> bool:
    """Whether the action of a craft card can be carried out."""
    if craft == MERCHANT:
        return position.stock_camels > 0 or not position.rulings.hard_limits
    if not position.cubes[seat]:
        return False
    if craft == PEASANT:
        return any_row_open(position)
    return craft != ENGINEER or position.available != 0


# Fields and irrigation


def any_row_open(position: Position) -> bool:
    """Whether the resource of at least one row is in stock."""
    return not refuse_row(position, 0) or not refuse_row(position, 1)


def refuse_row(position: Position, row: int) -> int:
    """Why no cube may be put on this field row, or ALLOWED."""
    if not 0 <= row < len(position.rows):
        return why.UNKNOWN_ROW
    resource = position.components.rows[row][len(position.rows[row])]
    if position.stock[resource] <= 0 and position.rulings.hard_limits:
        return why.RESOURCE_OUT
    return why.ALLOWED


def refuse_side(position: Position, side: int) -> int:
    """Why no cube may be put on this side, or ALLOWED (rulebook: irrigation areas)."""
    if side < 0:
        return why.UNKNOWN_SIDE
    if position.available >> side & 1:
        return why.ALLOWED
    return why.SIDE_FULL if position.irrigated >> side & 1 else why.SIDE_DRY


def may_irrigate(position: Position, seat: int) -> bool:
    """Whether the seat has a cube and an area for it."""
    return position.cubes[seat] != 0 and position.available != 0


# The caravan


def bonus_squares(position: Position, seat: int) -> int:
    """How many squares more than camels paid the seat's caravaneer leads the caravan."""
    return position.components.bonus_squares[position.levels[LEVELLED * seat + CARAVANEER]]


def refuse_caravan(position: Position, seat: int, camels: int, squares: int) -> int:
    """Why the seat may not pay so many camels and move so far, or ALLOWED (rulebook: move the caravan)."""
    if not 1 <= camels <= squares:
        return why.TOO_FEW_CAMELS
    if camels > position.camels[seat]:
        return why.NO_CAMELS
    if squares > camels + bonus_squares(position, seat):
        return why.TOO_FAR
    cities = len(position.components.cities)
    if squares % cities == 0 and not position.rulings.full_circle:
        return why.FULL_CIRCLE
    return refuse_arrival(position, seat, (position.caravan + squares) % cities)


def refuse_arrival(position: Position, seat: int, city_number: int) -> int:
    """Why the compulsory action of a city is impossible for the seat, or ALLOWED."""
    city = position.components.cities[city_number]
    if city.kind == SALE:
        if not position.held[seat]:
            return why.NOTHING_TO_SELL
        if position.rulings.sale_needs_area and not may_irrigate(position, seat):
            return why.NO_AREA_FOR_SALE
        return why.ALLOWED
    if city.kind == COURT:
        pays = holds(position, seat, city.resource) or holds(position, seat, WINE)
        if pays and any(obtainable(position, seat, card_type) for card_type in city.types):
            return why.ALLOWED
        return why.NOTHING_TO_BUY
    side = plant_side(position, city.plant_slot)
    if affordable_payments(position, seat, city_number) and open_squares(
        position, side.quality + position.gardeners[seat]
    ):
        return why.ALLOWED
    return why.CANNOT_PLANT


def holds(position: Position, seat: int, resource: int) -> int:
    """How many of this resource the seat holds."""
    return position.resources[KINDS_OF_RESOURCE * seat + resource]


def holdings(position: Position, seat: int) -> list[int]:
    """How many of each resource the seat holds."""
    return position.resources[KINDS_OF_RESOURCE * seat : KINDS_OF_RESOURCE * (seat + 1)]


def holds_all(position: Position, seat: int, wanted: Sequence[int]) -> bool:
    """Whether the seat holds all of these resources at once."""
    resources = position.resources
    base = KINDS_OF_RESOURCE * seat
    if len(wanted) == 1:
        return resources[base + wanted[0]] > 0
    if len(wanted) == 2:
        one, other = wanted
        return resources[base + one] > (one == other) and resources[base + other] > 0
    return all(resources[base + resource] >= wanted.count(resource) for resource in set(wanted))


def obtainable(position: Position, seat: int, card_type: int) -> bool:
    """Whether the stock has the card of this type that the seat would get (rulebook: court cards)."""
    if card_type == GARDENER:
        return position.court[-1] > 0
    components = position.components
    level = position.levels[LEVELLED * seat + card_type] + 1
    return level <= components.top_level[card_type] and position.court[components.card_below[card_type] + level] > 0


# Planting


def plant_side(position: Position, slot: int) -> PlantSide:
    """The side of the plant card that lies up on a plant city."""
    return position.components.plant_cards[position.plant_card[slot]].sides[position.plant_side[slot]]


@cache
def payments(resource: int, extra: int, any_extra: bool) -> tuple[tuple[int, ...], ...]:
    """Every multiset of resources that pays for a plant. `extra` is -1 for a plant that shows no resource."""
    first = (resource, WINE)
    if extra < 0:
        return tuple((paid,) for paid in first)
    second = range(WINE + 1) if any_extra else (extra, WINE)
    return tuple(sorted({tuple(sorted(pair)) for pair in product(first, second)}))


def payments_asked(position: Position, city_number: int) -> tuple[tuple[int, ...], ...]:
    """Every way to pay for the plant of a city."""
    city = position.components.cities[city_number]
    extra = plant_side(position, city.plant_slot).extra
    return payments(city.resource, extra, position.rulings.any_extra_resource)


def affordable_payments(position: Position, seat: int, city_number: int) -> list[tuple[int, ...]]:
    """The ways to pay for the plant of a city that the seat can afford."""
    return [paid for paid in payments_asked(position, city_number) if holds_all(position, seat, paid)]


def open_squares(position: Position, quality: int) -> list[int]:
    """The squares where something of this quality may be planted now."""
    irrigated = position.irrigated
    return [
        square
        for square in range(len(SQUARES))
        if SIDE_BITS[square] & irrigated
        and position.planted_by[square] < 0
        and position.tiles[square] >= 0
        and QUALITY[square] <= quality
    ]


def refuse_square(position: Position, square: int, quality: int) -> int:
    """Why something of this quality, gardeners included, may not be planted there, or ALLOWED (rulebook: planting)."""
    if square < 0:
        return why.UNKNOWN_SQUARE
    if position.planted_by[square] >= 0 or position.tiles[square] < 0:
        return why.NO_TILE
    if not SIDE_BITS[square] & position.irrigated:
        return why.NOT_IRRIGATED
    return why.NOT_ENOUGH_QUALITY if QUALITY[square] > quality else why.ALLOWED


# The rules of the actions that have more than a phase


def _recruit(position: Position, seat: int, action: AmyitisAction) -> int:
    return refuse_recruit(position, seat, action.first, action.second)


def _caravan(position: Position, seat: int, action: AmyitisAction) -> int:
    return refuse_caravan(position, seat, action.first, action.second)


def _field(position: Position, seat: int, action: AmyitisAction) -> int:
    return refuse_row(position, action.first)


def _temple(position: Position, seat: int, action: AmyitisAction) -> int:
    return why.UNKNOWN_TEMPLE if action.first < 0 else why.ALLOWED


def _irrigate(position: Position, seat: int, action: AmyitisAction) -> int:
    return refuse_side(position, action.first)


def _sell(position: Position, seat: int, action: AmyitisAction) -> int:
    if -1 in action.resources:
        return why.UNKNOWN_RESOURCE
    if not 1 <= len(action.resources) <= len(position.components.sale):
        return why.SALE_SIZE
    return why.ALLOWED if holds_all(position, seat, action.resources) else why.NOT_HELD


def _buy(position: Position, seat: int, action: AmyitisAction) -> int:
    card_type, paid = action.first, action.second
    city = position.components.cities[position.caravan]
    if card_type < 0:
        return why.UNKNOWN_CARD
    if paid < 0:
        return why.UNKNOWN_RESOURCE
    if card_type not in city.types:
        return why.NOT_SOLD
    if not obtainable(position, seat, card_type):
        return why.LEVEL_GONE
    if paid not in (city.resource, WINE):
        return why.WRONG_PAYMENT
    return why.ALLOWED if holds(position, seat, paid) else why.NOT_HELD


def _plant(position: Position, seat: int, action: AmyitisAction) -> int:
    gardeners = action.second
    if -1 in action.resources:
        return why.UNKNOWN_RESOURCE
    if not 0 <= gardeners <= position.gardeners[seat]:
        return why.NO_GARDENERS
    quality = plant_side(position, position.components.cities[position.caravan].plant_slot).quality
    refused = refuse_square(position, action.first, quality + gardeners)
    if refused:
        return refused
    if action.resources not in payments_asked(position, position.caravan):
        return why.WRONG_PAYMENT
    return why.ALLOWED if holds_all(position, seat, action.resources) else why.NOT_HELD


def _choose(position: Position, seat: int, action: AmyitisAction) -> int:
    if action.first < 0:
        return why.UNKNOWN_CARD
    if position.rulings.choose_only_what_is_left and not obtainable(position, seat, action.first):
        return why.LEVEL_GONE
    return why.ALLOWED


def _take(position: Position, seat: int, action: AmyitisAction) -> int:
    if action.first < 0:
        return why.UNKNOWN_RESOURCE
    if position.stock[action.first] <= 0 and position.rulings.hard_limits:
        return why.RESOURCE_OUT
    return why.ALLOWED


def _token(position: Position, seat: int, action: AmyitisAction) -> int:
    return why.ALLOWED if action.first in position.tokens else why.NO_TOKEN


def _reward(position: Position, seat: int, action: AmyitisAction) -> int:
    if action.first < 0:
        return why.UNKNOWN_REWARD
    stock = position.stock_camels if action.first == CAMEL else position.stock_talents
    return why.REWARD_OUT if stock <= 0 and position.rulings.hard_limits else why.ALLOWED


def _swap(position: Position, seat: int, action: AmyitisAction) -> int:
    return refuse_swap(position, seat, action.first, action.second)


def refuse_swap(position: Position, seat: int, given: int, taken: int) -> int:
    """Why the seat may not swap these resources, or ALLOWED (rulebook: Tammouz)."""
    if given < 0 or taken < 0:
        return why.UNKNOWN_RESOURCE
    if taken == WINE:
        return why.SWAP_FOR_WINE
    if given == taken:
        return why.SWAP_FOR_SAME
    if not holds(position, seat, given):
        return why.NOT_HELD
    if position.stock[taken] <= 0 and position.rulings.hard_limits:
        return why.RESOURCE_OUT
    return why.ALLOWED


def swaps(position: Position, seat: int) -> list[tuple[int, int]]:
    """Every swap that the seat may make."""
    resources = range(WINE + 1)
    return [pair for pair in product(resources, resources) if not refuse_swap(position, seat, *pair)]


def _decline(position: Position, seat: int, action: AmyitisAction) -> int:
    return why.ALLOWED if position.rulings.swap_optional else why.MUST_SWAP


def stock_limit(position: Position, seat: int) -> int:
    """How many resources the seat may keep at the end of a round."""
    return position.components.stock_limit[position.levels[LEVELLED * seat + CARAVANEER]]


def _keep(position: Position, seat: int, action: AmyitisAction) -> int:
    if -1 in action.resources:
        return why.UNKNOWN_RESOURCE
    if len(action.resources) != stock_limit(position, seat):
        return why.KEEP_SIZE
    return why.ALLOWED if not action.resources or holds_all(position, seat, action.resources) else why.NOT_HELD


_RULES: dict[int, Callable[[Position, int, AmyitisAction], int]] = {
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
    actions.PROCESSION: _temple,
    actions.REWARD: _reward,
    actions.SWAP: _swap,
    actions.DECLINE: _decline,
    actions.KEEP: _keep,
}
