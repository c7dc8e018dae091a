"""A position in words: what seats may know of it, and where the components are.

Nothing is hidden in Amyitis: everything lies open, and the craft cards are shuffled only when they are laid out.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.amyitis.allowed import crafts_in_play, plant_side
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
        "cubes": list(state.cubes),
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
    return dict(zip(RESOURCES, state.resources[5 * seat : 5 * seat + 5], strict=True))


def _plant_words(state: Position, slot: int) -> JsonObject:
    side = plant_side(state, slot)
    card = state.components.plant_cards[state.plant_card[slot]].name
    return {"card": card, "quality": side.quality, "extra": RESOURCES[side.extra] if side.extra >= 0 else None}


def _cube(owner: int) -> int | str | None:
    return GREY_WORD if owner == GREY else owner if owner >= 0 else None


def count_components(state: Position) -> dict[str, dict[str, int]]:
    """Kind of component -> place -> how many; see `engine.game.State.census`."""
    census: dict[str, dict[str, int]] = {}
    if state.rulings.hard_limits:
        census["talents"] = _places("stock", state.stock_talents, state.talents)
        census["camels"] = _places("stock", state.stock_camels, state.camels)
        for number, name in enumerate(RESOURCES):
            census[name] = _places("stock", state.stock[number], state.resources[number::5])
            census[name]["caravaneers"] = state.tokens.count(number)
    for card, key in enumerate(state.components.card_keys[:-1]):
        census[key] = _places("stock", state.court[card], _owners_of_card(state, card))
    census[TYPES[-1]] = _places("stock", state.court[-1], state.gardeners)
    census[TYPES[-1]]["out of the game"] = state.gardeners_out
    for seat in range(state.players):
        census[f"cubes of seat {seat}"] = {"in hand": state.cubes[seat], **_cubes_on_board(state, seat)}
    if state.rulings.grey_cubes >= 0:
        census["grey cubes"] = {"stock": state.grey_left, **_cubes_on_board(state, GREY)}
    in_garden = sum(tile >= 0 and owner < 0 for tile, owner in zip(state.tiles, state.planted_by, strict=True))
    census["garden tiles"] = _places("garden", in_garden, [state.tiles_of(seat) for seat in range(state.players)])
    in_play = crafts_in_play(state)
    for number, craft in enumerate(CRAFTS):
        face_up, turned = sum(state.face_up[number :: len(CRAFTS)]), state.used_crafts[number]
        census[f"{craft} cards"] = {
            "face up": face_up,
            "turned": turned,
            "not dealt": in_play[number] - face_up - turned,
        }
    return census


def _places(first: str, count: int, by_seat: Sequence[int]) -> dict[str, int]:
    return {first: count, **{f"seat {seat}": held for seat, held in enumerate(by_seat)}}


def _owners_of_card(state: Position, card: int) -> list[int]:
    """1 for each seat that owns this card: a card that is covered by a higher level stays with its owner."""
    below = state.components.card_below
    kind = max(kind for kind in range(LEVELLED) if below[kind] < card)
    return [int(state.levels[LEVELLED * seat + kind] >= card - below[kind]) for seat in range(state.players)]


def _cubes_on_board(state: Position, owner: int) -> dict[str, int]:
    return {
        "fields": sum(row.count(owner) for row in state.rows),
        "temples": sum(temple.count(owner) for temple in state.temples),
        "irrigation": state.areas.count(owner),
    }
