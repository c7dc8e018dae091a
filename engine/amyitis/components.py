"""What comes in the box: component sets, and the numbers of the rules as flat tables.

Resources, crafts, temples and types of court cards are numbered as in `names`; tables by level begin with level 0.
A court card is numbered by its type and level: `card_below[type] + level`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.amyitis.counts import count_problems
from engine.amyitis.garden import SIDE_NUMBER, SQUARE_NUMBER
from engine.amyitis.names import ANY, BANKER, CARAVANEER, CRAFTS, GARDENER, LEVELLED, PALACE, RESOURCES, TYPES
from engine.components import confidence_of, sha256_of
from engine.game import BadComponents, Card, ComponentSet, JsonObject

PLAYERS = (2, 3, 4)
SALE, COURT, PLANT = range(3)
_CITY_KINDS = ("sale", "court", "plant")
CHOICE = len(TYPES)
"""In a tile's bonus: a court card of the taker's choice."""

COURT_BONUS, RESOURCE_BONUS, CAMEL_BONUS, TALENT_BONUS = range(4)
_BONUS_KINDS = ("court", "resource", "camels", "talents")
CARD_KIND = "court cards"

SECTIONS = {
    "counts": "the published counts",
    "supply": "the supply of tokens and cubes",
    "start": "what players start with",
    "track": "the cities of the caravan",
    "prestige": "the prestige of actions and temples",
    "fields": "the field rows",
    "garden": "the garden",
    "tiles": "the garden tiles",
    "craft_cards": "the craft cards",
    "court_cards": "the court cards",
    "plant_cards": "the plant cards",
    "end": "the end of the game",
}
"""The parts of a component set that are marked as more or less sure."""


@dataclass(frozen=True, slots=True)
class City:
    """A square of the caravan's way. `resource` is what it asks for (-1 in Babylon), `types` the court cards it sells,
    `plant_slot` the number of the plant city, -1 elsewhere.
    """

    name: str
    kind: int
    resource: int
    types: tuple[int, ...]
    plant_slot: int


@dataclass(frozen=True, slots=True)
class Tile:
    """A garden tile. A bonus is its kind and a number: a type of court card, a resource, or how many tokens."""

    name: str
    quality: int
    prestige: int
    bonus: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PlantSide:
    """One side of a plant card. `extra` is the resource shown on it, -1 if there is none."""

    quality: int
    extra: int


@dataclass(frozen=True, slots=True)
class PlantCard:
    """A plant card with its two sides."""

    name: str
    sides: tuple[PlantSide, PlantSide]

    @property
    def for_khorsabad(self) -> bool:
        """Whether both sides have quality 2 (rulebook: setup)."""
        return self.sides[0].quality == self.sides[1].quality == 2


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Components(ComponentSet):
    """A component set. Tables with a number of players as their key say what is in play with so many.

    `plant_cities` are the numbers of the plant cities in the order of the way; `khorsabad` is a place in this list.
    """

    supply: tuple[int, ...]
    camels: int
    talents: int
    cubes: int
    start_talents: int
    start_camels: int
    cities: tuple[City, ...]
    plant_cities: tuple[int, ...]
    khorsabad: int
    sale: tuple[int, ...]
    engineer: int
    marduk: tuple[int, ...]
    resource_left: int
    rows: tuple[tuple[int, ...], ...]
    starred: frozenset[int]
    double_sides: frozenset[int]
    summit: int
    tiles: tuple[Tile, ...]
    tile_number: Mapping[str, int]
    plant_cards: tuple[PlantCard, ...]
    plant_number: Mapping[str, int]
    best_plant: int
    craft_total: tuple[int, ...]
    crafts_in_play: Mapping[int, tuple[int, ...]]
    card_keys: tuple[str, ...]
    card_below: tuple[int, ...]
    top_level: tuple[int, ...]
    copies: Mapping[int, tuple[int, ...]]
    income_talents: tuple[int, ...]
    income_prestige: tuple[int, ...]
    bonus_squares: tuple[int, ...]
    stock_limit: tuple[int, ...]
    palace_prestige: tuple[int, ...]
    tiles_left: Mapping[int, int]
    amyitis_card: Mapping[int, tuple[tuple[int, int], ...]]


def read_components(data: JsonObject) -> Components:
    """The component set that this JSON object describes, which fits the schema.

    Raises BadComponents, naming all problems, if its counts do not add up.
    """
    problems = count_problems(data)
    if problems:
        raise BadComponents(problems)
    court = sorted(
        (card for card in data["court_cards"] if card.get("level") != 0),
        key=lambda card: (TYPES.index(card["type"]), card.get("level", 1)),
    )
    types = [TYPES.index(card["type"]) for card in court]
    cities = _read_cities(data["track"]["cities"])
    tiles = tuple(_read_tile(tile) for tile in data["tiles"])
    tile_number = {tile.name: number for number, tile in enumerate(tiles)}
    plants = tuple(_read_plant(card) for card in data["plant_cards"])
    prestige, supply = data["prestige"], data["supply"]
    card_keys = tuple(_key(card) for card in court)
    return Components(
        name=data["name"],
        sha256=sha256_of(data),
        data=data,
        confidence=confidence_of(data, SECTIONS),
        cards=tuple(Card(_key(card), _title(card), _effect(card), CARD_KIND) for card in court),
        supply=tuple(supply["resources"]["value"][name] for name in RESOURCES),
        camels=supply["camels"]["value"],
        talents=supply["talents"]["value"],
        cubes=supply["cubes_per_player"]["value"],
        start_talents=data["start"]["talents"]["value"],
        start_camels=data["start"]["camels"]["value"],
        cities=cities,
        plant_cities=tuple(number for number, city in enumerate(cities) if city.kind == PLANT),
        khorsabad=next(city.plant_slot for city in cities if city.name == "Khorsabad"),
        sale=tuple(prestige["sale"]["value"]),
        engineer=prestige["engineer"]["value"],
        marduk=tuple(prestige["marduk"]["value"]),
        resource_left=prestige["resource_left"]["value"],
        rows=tuple(tuple(RESOURCES.index(name) for name in row["value"]) for row in data["fields"]["rows"]),
        starred=frozenset(SQUARE_NUMBER[name] for name in data["garden"]["starred"]["value"]),
        double_sides=frozenset(SIDE_NUMBER[name] for name in data["garden"]["double_sides"]["value"]),
        summit=tile_number[data["garden"]["summit_tile"]["value"]],
        tiles=tiles,
        tile_number=tile_number,
        plant_cards=plants,
        plant_number={card.name: number for number, card in enumerate(plants)},
        best_plant=max(side.quality for card in plants for side in card.sides),
        craft_total=tuple(data["craft_cards"]["total"]["value"][name] for name in CRAFTS),
        crafts_in_play={
            players: tuple(data["craft_cards"]["in_play"]["value"][str(players)][name] for name in CRAFTS)
            for players in PLAYERS
        },
        card_keys=card_keys,
        card_below=tuple(types.index(kind) - 1 for kind in range(len(TYPES))),
        top_level=tuple(types.count(kind) for kind in range(LEVELLED)),
        copies={players: tuple(card["copies"]["value"][str(players)] for card in court) for players in PLAYERS},
        income_talents=(0, *_by_level(data, BANKER, "talents")),
        income_prestige=(0, *_by_level(data, BANKER, "prestige")),
        bonus_squares=_by_level(data, CARAVANEER, "bonus_squares"),
        stock_limit=_by_level(data, CARAVANEER, "stock_limit"),
        palace_prestige=(0, *_by_level(data, PALACE, "prestige")),
        tiles_left={players: data["end"]["tiles_left"]["value"][str(players)] for players in PLAYERS},
        amyitis_card={
            players: tuple(
                (line["tiles"], line["prestige"]) for line in data["end"]["amyitis_card"]["value"][str(players)]
            )
            for players in PLAYERS
        },
    )


def _by_level(data: JsonObject, kind: int, what: str) -> tuple[int, ...]:
    cards = sorted(
        (card for card in data["court_cards"] if card["type"] == TYPES[kind]), key=lambda card: card["level"]
    )
    return tuple(card[what]["value"] for card in cards)


def _read_cities(cities: list[dict[str, Any]]) -> tuple[City, ...]:
    plant_names = [city["name"] for city in cities if city["kind"] == "plant"]
    return tuple(
        City(
            name=city["name"],
            kind=_CITY_KINDS.index(city["kind"]),
            resource=RESOURCES.index(city["resource"]["value"]) if "resource" in city else -1,
            types=tuple(sorted(TYPES.index(name) for name in city["cards"]["value"])) if "cards" in city else (),
            plant_slot=plant_names.index(city["name"]) if city["kind"] == "plant" else -1,
        )
        for city in cities
    )


def _read_tile(tile: dict[str, Any]) -> Tile:
    bonus = []
    for entry in tile["bonus"]["value"]:
        ((kind, value),) = entry.items()
        if kind == "court":
            value = CHOICE if value == "choice" else TYPES.index(value)
        elif kind == "resource":
            value = ANY if value == "any" else RESOURCES.index(value)
        bonus.append((_BONUS_KINDS.index(kind), value))
    return Tile(tile["id"], tile["quality"], tile["prestige"]["value"], tuple(bonus))


def _read_plant(card: dict[str, Any]) -> PlantCard:
    sides = []
    for side in card["sides"]:
        extra = side["extra"]["value"]
        sides.append(PlantSide(side["quality"]["value"], -1 if extra is None else RESOURCES.index(extra)))
    return PlantCard(card["id"], (sides[0], sides[1]))


def _key(card: dict[str, Any]) -> str:
    return f"{card['type']}-{card['level']}" if "level" in card else str(card["type"])


def _title(card: dict[str, Any]) -> str:
    name = str(card["type"]).capitalize()
    return f"{name}, level {card['level']}" if "level" in card else name


def _effect(card: dict[str, Any]) -> str:
    kind = TYPES.index(card["type"])
    if kind == BANKER:
        talents, prestige = card["talents"]["value"], card["prestige"]["value"]
        income = f"{talents} {'talent' if talents == 1 else 'talents'}"
        return f"Income at the start of each round: {income}{f' and {prestige} prestige' if prestige else ''}."
    if kind == CARAVANEER:
        token = " Comes with the token that lies on it." if card["level"] == 2 else ""
        return (
            f"The caravan may move up to {card['bonus_squares']['value']} squares more, and"
            f" {card['stock_limit']['value']} resources may be kept at the end of a round.{token}"
        )
    if kind == PALACE:
        return f"{card['prestige']['value']} prestige, once, when it is taken."
    assert kind == GARDENER
    return "Used up to plant something of 1 more quality."
