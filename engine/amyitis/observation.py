"""What seats may know of a position.

Nothing is hidden in Amyitis: everything lies open, and the craft cards are shuffled only when they are laid out.
"""

from __future__ import annotations

from engine.amyitis.allowed import holdings, plant_side
from engine.amyitis.garden import SIDES, SQUARES
from engine.amyitis.names import CRAFTS, GREY, LEVELLED, NO_AREA, RESOURCES, TEMPLES, TYPES
from engine.amyitis.phases import PHASES
from engine.amyitis.position import Position
from engine.game import JsonObject

GREY_WORD = "grey"


def observe(state: Position, seat: int) -> JsonObject:
    """What `seat` may know; the same for every seat and for onlookers. Every value is plain JSON."""
    components = state.components
    cities = components.cities
    crafts = len(CRAFTS)
    return {
        "seat": seat,
        "to_move": state.to_move,
        "turn": state.turn,
        "round": state.round,
        "phase": PHASES[state.phase],
        "active": state.active,
        "first_player": state.first_player,
        "passed": [bool(passed) for passed in state.passed],
        "caravan": cities[state.caravan].name,
        "scores": list(state.scores),
        "talents": list(state.talents),
        "camels": list(state.camels),
        "cubes": [cubes if cubes >= 0 else None for cubes in state.cubes],
        "resources": [resources_of(state, other) for other in range(state.players)],
        "cards": [
            {
                **{TYPES[kind]: state.levels[LEVELLED * other + kind] for kind in range(LEVELLED)},
                TYPES[-1]: state.gardeners[other],
            }
            for other in range(state.players)
        ],
        "stock": {
            "talents": state.stock_talents,
            "camels": state.stock_camels,
            **dict(zip(RESOURCES, state.stock, strict=True)),
            **dict(zip(components.card_keys, state.court, strict=True)),
        },
        "caravaneer_tokens": [RESOURCES[token] for token in state.tokens],
        "crafts": [
            [craft for number, craft in enumerate(CRAFTS) for _ in range(state.face_up[crafts * group + number])]
            for group in range(state.players)
        ],
        "turned": list(state.turned),
        "turned_crafts": dict(zip(CRAFTS, state.used_crafts, strict=True)),
        "plants": {
            cities[number].name: _plant_words(state, slot) for slot, number in enumerate(components.plant_cities)
        },
        "garden": {
            SQUARES[square]: components.tiles[tile].name
            for square, tile in enumerate(state.tiles)
            if tile >= 0 and state.planted_by[square] < 0
        },
        "planted": {SQUARES[square]: owner for square, owner in enumerate(state.planted_by) if owner >= 0},
        "irrigation": {
            side: [_cube(owner) for owner in state.areas[2 * number : 2 * number + 2] if owner != NO_AREA]
            for number, side in enumerate(SIDES)
        },
        "fields": [[_cube(owner) for owner in row] for row in state.rows],
        "temples": {
            name: [_cube(owner) for owner in cubes] for name, cubes in zip(TEMPLES, state.temples, strict=True)
        },
        "planting": SQUARES[state.planting] if state.planting >= 0 else None,
        "end": state.end,
    }


def resources_of(state: Position, seat: int) -> dict[str, int]:
    """The resources that a seat holds, by name, none left out."""
    return dict(zip(RESOURCES, holdings(state, seat), strict=True))


def _plant_words(state: Position, slot: int) -> JsonObject:
    side = plant_side(state, slot)
    card = state.components.plant_cards[state.plant_card[slot]].name
    return {"card": card, "quality": side.quality, "extra": RESOURCES[side.extra] if side.extra >= 0 else None}


def _cube(owner: int) -> int | str | None:
    return GREY_WORD if owner == GREY else owner if owner >= 0 else None
