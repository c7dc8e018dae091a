"""Planting, step by step: tile and bonuses, majority, grey cubes (rulebook: planting)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.amyitis.allowed import obtainable, plant_side
from engine.amyitis.components import CAMEL_BONUS, CHOICE, COURT_BONUS, RESOURCE_BONUS
from engine.amyitis.flow import end_go, finish, garden_is_done
from engine.amyitis.garden import SQUARES
from engine.amyitis.names import ANY, TYPES
from engine.amyitis.phases import CHOOSE, TAKE, TOKEN
from engine.amyitis.position import Position
from engine.amyitis.supply import (
    gain_camels,
    gain_resource,
    gain_talents,
    give_back,
    pay,
    take_card,
    use_gardeners,
)
from engine.amyitis.water import cubes_around, irrigate_next_to_planted
from engine.game import Event


def plant(position: Position, events: list[Event], square: int, paid: Sequence[int], gardeners: int) -> None:
    """The seat on turn pays, plants on a square and takes its tile."""
    seat = position.active
    give_back(position, seat, paid)
    use_gardeners(position, events, seat, gardeners)
    position.planted_by[square] = seat
    position.tiles_left -= 1
    position.planting, position.next_bonus = square, 0
    prestige = position.components.tiles[position.tiles[square]].prestige
    pay(position, events, seat, "tiles", prestige, f"square {SQUARES[square]}")
    continue_planting(position, events)


def continue_planting(position: Position, events: list[Event]) -> None:
    """The bonuses of the tile from the next one on; stops where the seat has something to choose."""
    seat = position.active
    bonuses = position.components.tiles[position.tiles[position.planting]].bonus
    while position.next_bonus < len(bonuses):
        kind, value = bonuses[position.next_bonus]
        position.next_bonus += 1
        if kind == COURT_BONUS:
            if value == CHOICE:
                if any(obtainable(position, seat, card_type) for card_type in range(len(TYPES))):
                    position.phase = CHOOSE
                    return
            elif obtainable(position, seat, value) and take_card(position, events, seat, value, (value,)):
                position.phase = TOKEN
                return
        elif kind == RESOURCE_BONUS:
            if value != ANY:
                gain_resource(position, seat, value)
            elif max(position.stock) > 0 or not position.rulings.hard_limits:
                position.phase = TAKE
                return
        elif kind == CAMEL_BONUS:
            gain_camels(position, seat, value)
        else:
            gain_talents(position, seat, value)
    _end_planting(position, events)


def choose_card(position: Position, events: list[Event], card_type: int) -> None:
    """The seat has chosen a court card for the tile; one that is out of stock brings nothing."""
    seat = position.active
    if obtainable(position, seat, card_type):
        offered = [other for other in range(len(TYPES)) if obtainable(position, seat, other)]
        if take_card(position, events, seat, card_type, offered):
            position.phase = TOKEN
            return
    continue_planting(position, events)


def _end_planting(position: Position, events: list[Event]) -> None:
    square = position.planting
    slot = position.components.cities[position.caravan].plant_slot
    counts = cubes_around(position, square)
    most = max(counts)
    if counts.count(most) == 1:
        quality = plant_side(position, slot).quality
        pay(position, events, counts.index(most), "irrigation", quality, f"square {SQUARES[square]}")
    irrigate_next_to_planted(position, square)
    position.plant_side[slot] = 1 - position.plant_side[slot]
    position.planting = -1
    if position.rulings.end_at_once and garden_is_done(position):
        finish(position, events, "tiles")
    else:
        end_go(position)
