"""The setup in the header of a log: dealt at random, or read and checked (rulebook: setup)."""

from __future__ import annotations

from random import Random

from engine.amyitis import sentences
from engine.amyitis.components import Components
from engine.amyitis.garden import FLOOR, QUALITY, SQUARES
from engine.amyitis.names import CARAVANEER, RESOURCES, WINE
from engine.amyitis.rulings import read_rulings
from engine.amyitis.state import AmyitisState
from engine.game import BadSetup, BadShape, JsonObject, Ruleset

SUMMIT_FLOOR = 4
MOST_NAMED = 178
"""So many characters of the squares of a log are told."""

_KEYS = {"garden", "plants", "khorsabad_side"}
_TOKENS_KEY = "caravaneer_tokens"


def squares_with_tile(components: Components, players: int) -> list[int]:
    """The squares that begin with a garden tile."""
    return [square for square in range(len(SQUARES)) if players > 2 or square not in components.starred]


def tokens_needed(components: Components, ruleset: Ruleset, players: int) -> int:
    """How many random tokens lie on caravaneers; 0 if a wine lies on each."""
    if read_rulings(ruleset).wine_on_caravaneer:
        return 0
    return components.copies[players][components.card_below[CARAVANEER] + 2]


def deal(components: Components, ruleset: Ruleset, players: int, rng: Random) -> JsonObject:
    """A random setup."""
    spare = {
        quality: [
            tile.name
            for number, tile in enumerate(components.tiles)
            if tile.quality == quality and number != components.summit
        ]
        for quality in (1, 2, 3)
    }
    for names in spare.values():
        rng.shuffle(names)
    garden = {}
    for square in squares_with_tile(components, players):
        summit = FLOOR[square] == SUMMIT_FLOOR
        garden[SQUARES[square]] = components.tiles[components.summit].name if summit else spare[QUALITY[square]].pop()
    others = [card.name for card in components.plant_cards if not card.for_khorsabad]
    rng.shuffle(others)
    khorsabad = next(card.name for card in components.plant_cards if card.for_khorsabad)
    setup: JsonObject = {
        "garden": garden,
        "plants": {
            components.cities[number].name: khorsabad if slot == components.khorsabad else others.pop()
            for slot, number in enumerate(components.plant_cities)
        },
        "khorsabad_side": rng.randrange(2),
    }
    if not read_rulings(ruleset).wine_on_caravaneer:
        setup[_TOKENS_KEY] = rng.sample(RESOURCES[:WINE], tokens_needed(components, ruleset, players))
    return setup


def read_setup(components: Components, ruleset: Ruleset, players: int, setup: JsonObject) -> AmyitisState:
    """The first position. Raises BadSetup for a setup that the rules do not allow, BadShape for wrong types."""
    random_tokens = not read_rulings(ruleset).wine_on_caravaneer
    keys = _KEYS | {_TOKENS_KEY} if random_tokens else _KEYS
    if setup.keys() != keys:
        raise BadShape(sentences.SETUP_KEYS(keys=", ".join(sorted(keys))))
    garden, plants, side = setup["garden"], setup["plants"], setup["khorsabad_side"]
    tokens = setup.get(_TOKENS_KEY, [])
    for name, found in (("garden", garden), ("plants", plants)):
        if type(found) is not dict or not set(map(type, found.values())) <= {str}:
            raise BadShape(sentences.SETUP_PLACES_TYPE(key=name))
    if type(side) is not int:
        raise BadShape(sentences.KHORSABAD_TYPE())
    if type(tokens) is not list or not set(map(type, tokens)) <= {str}:
        raise BadShape(sentences.TOKENS_TYPE())
    _check_garden(components, players, garden)
    _check_plants(components, plants)
    if side not in (0, 1):
        raise BadSetup(sentences.KHORSABAD_SIDE())
    needed = tokens_needed(components, ruleset, players)
    if len(tokens) != needed or len(set(tokens)) != needed or not set(tokens) <= set(RESOURCES[:WINE]):
        raise BadSetup(sentences.SETUP_TOKENS(count=needed))
    by_city = [plants[components.cities[number].name] for number in components.plant_cities]
    return AmyitisState.start(components, ruleset, players, garden, by_city, side, tokens)


def _check_garden(components: Components, players: int, garden: dict[str, str]) -> None:
    squares = {SQUARES[square]: square for square in squares_with_tile(components, players)}
    if garden.keys() != squares.keys():
        extra = garden.keys() - squares.keys()
        wrong = sorted(extra or squares.keys() - garden.keys())
        template = sentences.NO_SQUARE if extra else sentences.SQUARE_WITHOUT_TILE
        raise BadSetup(template(squares=", ".join(wrong[:5])[:MOST_NAMED]))
    if len(set(garden.values())) != len(garden):
        raise BadSetup(sentences.TILE_TWICE())
    for name, tile_name in garden.items():
        number = components.tile_number.get(tile_name, -1)
        square = squares[name]
        if number < 0:
            raise BadSetup(sentences.NO_GARDEN_TILE(tile=tile_name[:60]))
        if components.tiles[number].quality != QUALITY[square]:
            raise BadSetup(sentences.TILE_QUALITY(tile=tile_name, square=name))
        if (number == components.summit) != (FLOOR[square] == SUMMIT_FLOOR):
            raise BadSetup(sentences.SUMMIT_TILE(tile=components.tiles[components.summit].name))


def _check_plants(components: Components, plants: dict[str, str]) -> None:
    cities = {components.cities[number].name: slot for slot, number in enumerate(components.plant_cities)}
    if plants.keys() != cities.keys() or sorted(plants.values()) != sorted(components.plant_number):
        raise BadSetup(sentences.PLANT_CITIES(cities=", ".join(cities)))
    for name, slot in cities.items():
        card = components.plant_cards[components.plant_number[plants[name]]]
        if card.for_khorsabad != (slot == components.khorsabad):
            raise BadSetup(sentences.KHORSABAD_CARD())
