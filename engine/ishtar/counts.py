"""What the schema cannot say about a component set: that its counts add up and its parts fit each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from engine.game import JsonObject
from engine.ishtar.hexes import NEIGHBOURS, board_cells

MOST_BASIC_TILES = 6
"""The ruling `stack_size: always_six` puts so many basic tiles on every stack."""


def problems_of(data: JsonObject) -> list[str]:
    """All problems of a component set that fits the schema, each in one sentence with its place."""
    return [
        *_sources(data),
        *_faces(data),
        *_layouts(data),
        *_tiles(data),
        *_small_things(data),
        *_gems(data),
        *_skills(data),
    ]


def _value(data: JsonObject, section: str, name: str) -> Any:
    return data[section][name]["value"]


def _sources(data: JsonObject) -> Iterator[str]:
    unknown = {key for key in _source_keys(data) if key not in data["sources"]}
    if unknown:
        yield f"sources: nothing is called {', '.join(sorted(unknown))}"


def _source_keys(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if "confidence" in part:
            yield from part["source"].split()
        for value in part.values():
            yield from _source_keys(value)
    elif isinstance(part, list):
        for value in part:
            yield from _source_keys(value)


def _twice(place: str, names: Iterable[str]) -> Iterator[str]:
    for name, count in Counter(names).items():
        if count > 1:
            yield f"{place}: {name} stands there {count} times"


def _number(place: str, found: int, wanted: int) -> Iterator[str]:
    if found != wanted:
        yield f"{place}: there are {found}, counts say {wanted}"


def _faces(data: JsonObject) -> Iterator[str]:
    ids = [face["id"] for face in data["faces"]]
    yield from _twice("faces", ids)
    wanted = [f"{board}{side}" for board in range(1, _value(data, "counts", "terrain_boards") + 1) for side in "AB"]
    missing = [face for face in wanted if face not in ids]
    if missing:
        yield f"faces: {', '.join(missing)} missing"
    for face in data["faces"]:
        fountains = "".join(face["rows"]).count("F")
        if fountains != 1:
            yield f"faces: {face['id']} has {fountains} fountain spaces, not 1"


def _layouts(data: JsonObject) -> Iterator[str]:
    for players, boards in _value(data, "setup", "boards").items():
        if boards > _value(data, "counts", "fountains"):
            yield f"setup: {boards} boards for {players} players need as many fountains"
        for name, layout in data["layouts"].items():
            centres = [tuple(centre) for centre in layout[players]]
            if len(centres) != boards:
                yield f"layouts: {name} has {len(centres)} places for {players} players, setup says {boards} boards"
            yield from _places_fit(f"layouts: {name} for {players} players", centres)


def _places_fit(place: str, centres: list[tuple[int, int]]) -> Iterator[str]:
    boards = [{(q + dq, r + dr) for dq, dr in board_cells()} for q, r in centres]
    if len(set().union(*boards)) != sum(map(len, boards)):
        yield f"{place}: boards overlap"
        return
    reached, todo = {0}, [0]
    while todo:
        edge = {(q + dq, r + dr) for q, r in boards[todo.pop()] for dq, dr in NEIGHBOURS}
        for other, cells in enumerate(boards):
            if other not in reached and edge & cells:
                reached.add(other)
                todo.append(other)
    if len(reached) != len(boards):
        yield f"{place}: the boards are not connected"


def _tiles(data: JsonObject) -> Iterator[str]:
    tiles = data["tiles"]
    yield from _twice("tiles", (tile["id"] for tile in tiles))
    yield from _number("tiles", len(tiles), _value(data, "counts", "vegetation_tiles"))
    basic = _value(data, "counts", "basic_tiles_per_shape")
    starting = _value(data, "counts", "starting_tiles_per_shape")
    for shape in data["shapes"]:
        of_shape = [tile for tile in tiles if tile["shape"] == shape]
        found = sum(tile["starting"] for tile in of_shape)
        yield from _number(f"tiles: {shape} starting tiles", found, starting)
        yield from _number(f"tiles: {shape} basic tiles", len(of_shape) - found, basic)
    for tile in tiles:
        if (tile["icon"] is None) != (tile["icon_cell"] is None):
            yield f"tiles: {tile['id']} needs both icon and icon_cell, or neither"
        elif tile["icon"] is not None and not tile["flowers"][tile["icon_cell"]]:
            yield f"tiles: the icon of {tile['id']} is not on flowers"
    sizes = _value(data, "setup", "basic_tiles_per_stack")
    largest = max(MOST_BASIC_TILES, *sizes.values())
    if 2 * largest > basic:
        yield f"setup: two stacks of {largest} tiles need more than {basic} basic tiles of a shape"


def _small_things(data: JsonObject) -> Iterator[str]:
    blooms = sum(token["count"] for token in data["blooming_tokens"].values())
    yield from _number("blooming_tokens", blooms, _value(data, "counts", "blooming_tokens"))
    yield from _number("trees", len(data["trees"]), _value(data, "counts", "tree_cards"))
    yield from _twice("trees", (tree["id"] for tree in data["trees"]))
    if len(data["trees"]) < _value(data, "setup", "tree_row"):
        yield "setup: the tree row is longer than there are tree cards"
    yield from _number("fountains", len(data["fountains"]), _value(data, "counts", "fountains"))
    yield from _twice("fountains", (fountain["id"] for fountain in data["fountains"]))
    assistants = _value(data, "setup", "assistants_kept") + _value(data, "setup", "assistants_on_carpet")
    yield from _number("setup: assistants of a player", assistants, _value(data, "counts", "assistants_per_colour"))
    yield from _twice("assistants", data["assistants"]["colours"]["value"])


def _gems(data: JsonObject) -> Iterator[str]:
    """The supply covers the rocks of any boards in play, whichever faces lie up, and what the players start with."""
    supply = _value(data, "counts", "gems")
    for colour, letter in (("purple", "P"), ("red", "R"), ("white", "W")):
        most: dict[str, int] = {}
        for face in data["faces"]:
            board = face["id"][0]
            most[board] = max(most.get(board, 0), "".join(face["rows"]).count(letter))
        for players, boards in _value(data, "setup", "boards").items():
            needed = sum(sorted(most.values(), reverse=True)[:boards])
            needed += int(players) * _value(data, "setup", "starting_gems")[colour]
            if needed > supply[colour]:
                yield f"counts: {players} players may need {needed} {colour} gems, there are {supply[colour]}"


def _skills(data: JsonObject) -> Iterator[str]:
    lower, upper = data["skills"]["lower"], data["skills"]["upper"]
    yield from _twice("skills", [skill["id"] for skill in (*lower, *upper)])
    yield from _twice("skills: above", [skill["above"] for skill in upper])
    for skill in lower:
        if skill["amount"] != 1 and skill["effect"] != "assistant":
            yield f"skills: {skill['id']} has an amount of {skill['amount']}; only assistants have one"
