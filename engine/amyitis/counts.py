"""Whether a component set that fits the schema is a whole game: counts add up, parts agree with each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.amyitis.garden import FLOOR, SQUARE_NUMBER
from engine.game import JsonObject

PLAYERS = ("2", "3", "4")
TILES_ON_FLOOR = {1: 7, 2: 5, 3: 3, 4: 1}
STARRED_FLOORS = [1, 1, 2]
CITIES = ("Babylon", "Eshnunna", "Khorsabad", "Mari", "Ninoua", "Palmyra", "Susa", "Ur", "Uruk")
PLAIN = 4
MOST_PLAYERS = 4


def count_problems(data: JsonObject) -> list[str]:
    """Everything that is wrong with the counts, a sentence each; empty if all is well."""
    return [
        *_supply(data),
        *_cities(data),
        *_garden(data),
        *_tiles(data),
        *_crafts(data),
        *_court(data),
        *_plants(data),
        *_end(data),
    ]


def _total(data: JsonObject, what: str, found: int) -> Iterator[str]:
    wanted = data["counts"][what]["value"]
    if found != wanted:
        yield f"there are {wanted} {what.replace('_', ' ')} in the box, but {found} are listed"


def _supply(data: JsonObject) -> Iterator[str]:
    resources = data["supply"]["resources"]["value"]
    yield from _total(data, "resource_tokens", sum(resources.values()))
    yield from (f"there is no {name} token" for name, count in resources.items() if not count)
    for what in ("talents", "camels"):
        each, supply = data["start"][what]["value"], data["supply"][what]["value"]
        if each * MOST_PLAYERS > supply:
            yield f"{MOST_PLAYERS} players start with {each} {what} each, but there are only {supply}"


def _cities(data: JsonObject) -> Iterator[str]:
    names = [city["name"] for city in data["track"]["cities"]]
    if tuple(sorted(names)) != CITIES:
        yield f"the cities are not {', '.join(CITIES)}, each of them once"
    elif names[0] != "Babylon":
        yield "the way of the caravan starts in Babylon"


def _garden(data: JsonObject) -> Iterator[str]:
    starred = data["garden"]["starred"]["value"]
    if sorted(FLOOR[SQUARE_NUMBER[name]] for name in starred) != STARRED_FLOORS:
        yield "two of the starred squares are on floor 1 and one is on floor 2"
    summit = data["garden"]["summit_tile"]["value"]
    if not any(tile["id"] == summit and tile["quality"] == 3 for tile in data["tiles"]):
        yield f"the summit tile {summit} is not a garden tile of quality 3"


def _tiles(data: JsonObject) -> Iterator[str]:
    yield from _total(data, "garden_tiles", len(data["tiles"]))
    yield from _twice("garden tile", [tile["id"] for tile in data["tiles"]])
    for quality in (1, 2, 3):
        found = sum(tile["quality"] == quality for tile in data["tiles"])
        wanted = sum(tiles for floor, tiles in TILES_ON_FLOOR.items() if min(floor, 3) == quality)
        if found < wanted:
            yield f"{wanted} garden tiles of quality {quality} are laid out, but only {found} are listed"


def _twice(what: str, names: list[str]) -> Iterator[str]:
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"{what} {name} is listed twice"


def _fall_off(what: str, by_players: dict[str, int]) -> Iterator[str]:
    if not by_players["2"] <= by_players["3"] <= by_players["4"]:
        yield f"{what}: more are in play with fewer players"


def _crafts(data: JsonObject) -> Iterator[str]:
    total, in_play = data["craft_cards"]["total"]["value"], data["craft_cards"]["in_play"]["value"]
    yield from _total(data, "craft_cards", sum(total.values()))
    for craft, count in total.items():
        if in_play["4"][craft] != count:
            yield f"with 4 players all {count} {craft} cards are in play, not {in_play['4'][craft]}"
        yield from _fall_off(f"{craft} cards", {players: in_play[players][craft] for players in PLAYERS})
    for players in PLAYERS:
        found, wanted = sum(in_play[players].values()), 3 * int(players)
        if found < wanted:
            yield f"{wanted} craft cards are dealt with {players} players, but only {found} are in play"


def _court(data: JsonObject) -> Iterator[str]:
    cards = data["court_cards"]
    yield from _total(data, "court_cards", sum(card["copies"]["value"]["4"] for card in cards))
    levels: dict[str, list[int]] = {"caravaneer": [], "banker": [], "palace": [], "gardener": []}
    for card in cards:
        levels[card["type"]].append(card.get("level", 0))
        yield from _fall_off(_name(card), card["copies"]["value"])
    for kind, found in levels.items():
        wanted = {"caravaneer": [0, 1, 2], "gardener": [0]}.get(kind) or list(range(1, max(1, len(found)) + 1))
        if sorted(found) != wanted:
            yield f"{kind}: each level is listed once, from the lowest without a gap"
    for card in cards:
        copies = card["copies"]["value"]
        if card["type"] != "caravaneer":
            continue
        if card["level"] == 0 and any(copies[players] != int(players) for players in PLAYERS):
            yield "there is one caravaneer of level 0 for each player"
        if card["level"] == 2 and copies["4"] > min(PLAIN, data["supply"]["resources"]["value"]["wine"]):
            yield "there are more caravaneers of level 2 than different tokens, or wine tokens, to lie on them"


def _name(card: dict[str, Any]) -> str:
    return f"{card['type']} level {card['level']}" if "level" in card else str(card["type"])


def _plants(data: JsonObject) -> Iterator[str]:
    cards = data["plant_cards"]
    yield from _total(data, "plant_cards", len(cards))
    yield from _twice("plant card", [card["id"] for card in cards])
    qualities = [tuple(side["quality"]["value"] for side in card["sides"]) for card in cards]
    others = [sides for sides in qualities if sides != (2, 2)]
    if len(others) != len(qualities) - 1 or any(first != 1 for first, _ in others):
        yield "one plant card has quality 2 on both sides, the others quality 1 on the first side"
    for card in cards:
        sides = [(side["quality"]["value"], side["extra"]["value"] is not None) for side in card["sides"]]
        if (1, True) in sides or (2, False) in sides:
            yield f"plant card {card['id']}: a side of quality 1 shows no resource, and one of quality 2 shows one"


def _end(data: JsonObject) -> Iterator[str]:
    for players in PLAYERS:
        start = len(FLOOR) - (len(STARRED_FLOORS) if players == "2" else 0)
        left = data["end"]["tiles_left"]["value"][players]
        if left >= start:
            yield f"with {players} players the game ends at {left} tiles left, but starts with {start}"
        lines = data["end"]["amyitis_card"]["value"][players]
        tiles = [line["tiles"] for line in lines]
        prestige = [line["prestige"] for line in lines]
        if tiles != sorted(set(tiles)) or prestige != sorted(prestige):
            yield f"the lines of the Amyitis card for {players} players do not rise"
