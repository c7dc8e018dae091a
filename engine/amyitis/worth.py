"""What things are worth to the greedy bot, in prestige, roughly: read off the position, nothing is copied or tried."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from engine.amyitis.allowed import (
    affordable_payments,
    holds,
    obtainable,
    open_squares,
    plant_side,
    stock_limit,
)
from engine.amyitis.components import CAMEL_BONUS, CHOICE, COURT_BONUS, RESOURCE_BONUS
from engine.amyitis.garden import BETWEEN, QUALITY, SIDE_BITS
from engine.amyitis.names import (
    BANKER,
    CARAVANEER,
    ISHTAR,
    LEVELLED,
    MARDUK,
    PALACE,
    TAMMOUZ,
    TYPES,
    WINE,
)
from engine.amyitis.position import Position
from engine.amyitis.supply import TEMPLE_LENGTH
from engine.amyitis.water import cubes_around

PLAIN_WORTH, WINE_WORTH, SPARE_WORTH = 1.6, 2.1, 0.6
SURPLUS = 0.3
"""What a resource is worth, as a part, to who holds as many as can be kept."""

CAMEL_WORTH, SPARE_CAMEL_WORTH = 1.5, 0.7
TALENT_WORTH = 0.6
GARDENER_WORTH = 2.5
TILE_TOWARDS_CARD = 2.0
ROUNDS_PER_TILE = 0.7
"""About so many rounds are still played for each tile that is to be planted before the end."""

SALE_CUBE_WORTH = 0.5
LONG_GAME, HURRY = 8, 0.3
"""From this round on, planting is worth more with every round."""

ENOUGH_CAMELS = 4
PATIENT_ROUNDS = 40
"""A game that lasts longer may never end by itself, since players wait for each other."""


def hurry(position: Position) -> float:
    """What planting is worth beyond its prestige, so that a long game comes to its end."""
    return HURRY * max(0, position.round - LONG_GAME)


def resource_worth(position: Position, seat: int, resource: int) -> float:
    """One more of a resource: little when the seat could not keep it."""
    if position.held[seat] >= stock_limit(position, seat):
        return SPARE_WORTH
    worth = WINE_WORTH if resource == WINE else PLAIN_WORTH
    # The second one of a kind is seldom asked for.
    return worth - 0.3 * holds(position, seat, resource)


def paid_worth(position: Position, seat: int, resources: Iterable[int]) -> float:
    """Resources that are given away: little when the seat could not keep them all."""
    worth = sum(WINE_WORTH if resource == WINE else PLAIN_WORTH for resource in resources)
    return SURPLUS * worth if position.held[seat] >= stock_limit(position, seat) else worth


def row_worth(position: Position, seat: int, row: int) -> float:
    """A cube on a field row: its resource, and a chance of the gardener."""
    cubes = position.rows[row]
    resource = position.components.rows[row][len(cubes)]
    if position.stock[resource] <= 0 and position.rulings.hard_limits:
        return 0.0
    return resource_worth(position, seat, resource) + 0.1 * cubes.count(seat)


def camel_worth(position: Position, seat: int) -> float:
    """One more camel."""
    return CAMEL_WORTH if position.camels[seat] < ENOUGH_CAMELS else SPARE_CAMEL_WORTH


def rounds_left(position: Position) -> float:
    """About how many rounds are still to come."""
    return ROUNDS_PER_TILE * (position.tiles_left - position.components.tiles_left[position.players])


def card_worth(position: Position, seat: int, card_type: int) -> float:
    """The next court card of a type; 0 if it cannot be had."""
    if not obtainable(position, seat, card_type):
        return 0.0
    components = position.components
    level = position.levels[LEVELLED * seat + card_type] + 1 if card_type < LEVELLED else 0
    if card_type == PALACE:
        # Each level also opens the way to the next, which is worth more.
        return components.palace_prestige[level] + 0.8
    if card_type == BANKER:
        talents = components.income_talents[level] - components.income_talents[level - 1]
        prestige = components.income_prestige[level] - components.income_prestige[level - 1]
        return rounds_left(position) * (TALENT_WORTH * talents + prestige) + 0.3
    if card_type == CARAVANEER:
        saved = components.bonus_squares[level] - components.bonus_squares[level - 1]
        return 0.35 * saved * min(rounds_left(position), 4.0) + (WINE_WORTH if level > 1 else 0.0)
    return GARDENER_WORTH


def best_card(position: Position, seat: int, types: Iterable[int]) -> int:
    """The type whose next card is worth most."""
    return max(types, key=lambda card_type: card_worth(position, seat, card_type))


def tile_worth(position: Position, seat: int, square: int) -> float:
    """The tile on a square, with its bonuses and the step towards the Amyitis card."""
    tile = position.components.tiles[position.tiles[square]]
    worth = tile.prestige + TILE_TOWARDS_CARD
    for kind, value in tile.bonus:
        if kind == COURT_BONUS:
            card_type = best_card(position, seat, range(len(TYPES))) if value == CHOICE else value
            worth += card_worth(position, seat, card_type)
        elif kind == RESOURCE_BONUS:
            worth += PLAIN_WORTH
        elif kind == CAMEL_BONUS:
            worth += value * CAMEL_WORTH
        else:
            worth += value * TALENT_WORTH
    return worth


def majority_worth(position: Position, seat: int, square: int, quality: int) -> float:
    """What the majority around a square brings the seat, less half of what it brings another."""
    counts = cubes_around(position, square)
    most = max(counts)
    if counts.count(most) > 1:
        return 0.0
    return float(quality) if counts[seat] == most else -0.5 * quality


def square_worth(position: Position, seat: int, square: int, quality: int) -> float:
    """A plant of this quality on a square, and the gardeners that it needs there."""
    gardeners = max(0, QUALITY[square] - quality)
    majority = majority_worth(position, seat, square, quality)
    return tile_worth(position, seat, square) + majority - gardeners * GARDENER_WORTH


def best_planting(position: Position, seat: int, city: int) -> tuple[float, int, tuple[int, ...], int] | None:
    """The best way to plant in a city: worth, square, payment, gardeners. None if there is none."""
    quality = plant_side(position, position.components.cities[city].plant_slot).quality
    ways = affordable_payments(position, seat, city)
    squares = open_squares(position, quality + position.gardeners[seat])
    if not ways or not squares:
        return None
    paid = min(ways, key=lambda way: paid_worth(position, seat, way))
    most, best = max((square_worth(position, seat, square, quality), -square) for square in squares)
    gardeners = max(0, QUALITY[-best] - quality)
    return most + hurry(position) - paid_worth(position, seat, paid), -best, paid, gardeners


def side_worths(position: Position, seat: int) -> Mapping[int, float]:
    """An own cube on each side that is available, by the unplanted squares that it serves."""
    # Seats ask again and again before anything changes in the garden.
    garden = (tuple(position.areas), tuple(position.tiles), tuple(position.planted_by))
    scope = position.rulings.only_irrigated_sides
    key = (position.components, scope, position.players, seat, position.available, position.irrigated, *garden)
    found = _SIDE_WORTHS.get(key)
    if found is None:
        if len(_SIDE_WORTHS) >= MOST_REMEMBERED:  # threads may have stepped over it
            _SIDE_WORTHS.clear()
        found = _SIDE_WORTHS[key] = _new_side_worths(position, seat)
    return found


MOST_REMEMBERED = 5_000
_SIDE_WORTHS: dict[object, Mapping[int, float]] = {}


def _new_side_worths(position: Position, seat: int) -> dict[int, float]:
    served: dict[int, tuple[float, float]] = {}
    worths = {}
    for side in range(len(BETWEEN)):
        if position.available >> side & 1:
            worths[side] = 0.0
            irrigates = position.areas[2 * side + 1] != -1 or position.areas[2 * side] != -1
            for square in BETWEEN[side]:
                if position.tiles[square] < 0 or position.planted_by[square] >= 0:
                    continue
                if square not in served:
                    served[square] = _serving_worth(position, seat, square)
                majority, water = served[square]
                worths[side] += majority
                if irrigates:
                    worths[side] += water
    return worths


def _serving_worth(position: Position, seat: int, square: int) -> tuple[float, float]:
    """An own cube more around an unplanted square, and the water for it if it has none."""
    counts = cubes_around(position, square)
    own = counts[seat]
    counts[seat] = 0
    others = max(counts)
    dry = not SIDE_BITS[square] & position.irrigated
    water = 0.05 * position.components.tiles[position.tiles[square]].prestige if dry else 0.0
    return 0.6 if own == others else 0.3 if own < others else 0.1, water


def temple_worth(position: Position, seat: int, temple: int) -> float:
    """An own cube in a temple: what the rank after it is worth."""
    owners = tuple(position.temples[temple][: TEMPLE_LENGTH - 1])
    return _temple_worth(owners, seat, temple, position.players, position.components.marduk[0])


@lru_cache(MOST_REMEMBERED)
def _temple_worth(owners: tuple[int, ...], seat: int, temple: int, players: int, marduk: int) -> float:
    cubes = (seat, *owners)
    own = cubes.count(seat)
    rank = equal = 0
    for other in range(players):
        if other != seat:
            count = cubes.count(other)
            rank += count > own
            equal += count == own
    first = {ISHTAR: CAMEL_WORTH, MARDUK: float(marduk), TAMMOUZ: PLAIN_WORTH}[temple]
    if rank:
        return 0.3 * first if rank == 1 and players > 2 else 0.1
    return 0.6 * first if equal else first
