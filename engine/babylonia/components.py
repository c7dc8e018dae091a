"""What comes in the box: component sets, and the board for a number of players as flat tables.

Words: a *site* is a city tile or a ziggurat; a *tile* is a city or a farm tile; a *tile slot* is a hex that starts
with a tile. Hexes are numbered from 0 in the order of their ids; tables are lists indexed by that number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.babylonia.cells import FREE, OUT, ZIGGURAT
from engine.components import sha256_of
from engine.game import Card, ComponentSet, Confidence

FARMER, MERCHANT, OFFICIAL, PRIEST, UNKNOWN = range(5)
TOKENS = ("farmer", "merchant", "official", "priest", "unknown")
"""The kinds of clan token by number. `unknown` is a face-down token in a log with hidden chance."""

CARD_KIND = "ziggurat cards"


@dataclass(frozen=True, slots=True)
class Tile:
    """A kind of tile. A city has symbols (token kinds); a farm has a value, None for the city-symbol farm."""

    name: str
    is_city: bool
    symbols: tuple[int, ...]
    value: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The board for one number of players.

    `neighbours` holds hexes in play only, `land_near` those of them on land. `sites_near` lists the tile slots and
    ziggurats next to a land hex, `ziggurat_near` the number of the ziggurat next to a hex or -1 (no hex of the map is
    next to two), `missing` the land neighbours of each site at the start, `empty_cells` the cells before the
    tiles are laid out.
    """

    players: int
    ids: tuple[str, ...]
    number: dict[str, int]
    in_play: tuple[int, ...]
    land_in_play: tuple[int, ...]
    river_in_play: tuple[int, ...]
    is_river: tuple[bool, ...]
    is_centre_land: tuple[bool, ...]
    neighbours: tuple[tuple[int, ...], ...]
    land_near: tuple[tuple[int, ...], ...]
    sites_near: tuple[tuple[int, ...], ...]
    ziggurat_near: tuple[int, ...]
    ziggurats: tuple[int, ...]
    ziggurat_names: tuple[str, ...]
    tile_slots: tuple[int, ...]
    missing: tuple[int, ...]
    empty_cells: tuple[int, ...]
    slot_ids: frozenset[str]
    tile_counts: dict[str, int]
    sorted_tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Components(ComponentSet):
    """A component set: tiles, tokens, cards, the numbers of the rules, and one board for each number of players.

    `hex_number` gives the number of each hex of the map, the same on every board.
    """

    tiles: tuple[Tile, ...]
    tile_number: dict[str, int]
    supply: tuple[int, int, int, int]
    rack_limit: int
    rack_limit_card3: int
    card1_points: int
    noble_points: int
    city_tile_points: int
    ziggurat_points: int
    cities_left_to_end: int
    card_sets: dict[str, tuple[tuple[int, ...], int]]
    boards: dict[int, Board]
    hex_number: dict[str, int]


def read_components(data: dict[str, Any]) -> Components:
    """The component set that this JSON object describes."""
    tiles = tuple(_read_tile(name, tile) for name, tile in data["tiles"].items())
    scoring = data["scoring"]
    supply = data["tokens"]
    boards = {int(players): _read_board(data, int(players)) for players in data["players"]}
    return Components(
        name=data["name"],
        sha256=sha256_of(data),
        data=data,
        confidence={name: Confidence(found["level"], found["source"]) for name, found in data["confidence"].items()},
        cards=tuple(Card(str(card["id"]), card["title"], card["effect"], CARD_KIND) for card in data["cards"]),
        tiles=tiles,
        tile_number={tile.name: number for number, tile in enumerate(tiles)},
        supply=(supply["farmer"], supply["merchant"], supply["official"], supply["priest"]),
        rack_limit=data["rack"]["limit"],
        rack_limit_card3=data["rack"]["limit_with_card_3"],
        card1_points=scoring["card_1"],
        noble_points=scoring["noble"],
        city_tile_points=scoring["city_tile"],
        ziggurat_points=scoring["ziggurat"],
        cities_left_to_end=scoring["cities_left_to_end"],
        card_sets={name: (tuple(entry["cards"]), entry["take"]) for name, entry in data["card_sets"].items()},
        boards=boards,
        hex_number=boards[2].number,
    )


def _read_tile(name: str, tile: dict[str, Any]) -> Tile:
    if tile["type"] == "city":
        return Tile(name, True, tuple(TOKENS.index(symbol) for symbol in tile["symbols"]), None)
    value = tile["value"]
    return Tile(name, False, (), value if isinstance(value, int) else None)


def _read_board(data: dict[str, Any], players: int) -> Board:
    hexes = sorted(data["hexes"], key=lambda entry: str(entry["id"]))
    ids = tuple(entry["id"] for entry in hexes)
    number = {hex_id: index for index, hex_id in enumerate(ids)}
    out_of_play = set(data["players"][str(players)]["regions_out_of_play"])
    in_play = tuple(index for index, entry in enumerate(hexes) if entry.get("region") not in out_of_play)
    playing = set(in_play)

    def neighbours_of(index: int) -> tuple[int, ...]:
        column, row = int(ids[index][:2]), int(ids[index][2:])
        near = (f"{column + dc:02d}{row + dr:02d}" for dc, dr in data["coordinates"]["neighbours"])
        return tuple(number[hex_id] for hex_id in near if hex_id in number and number[hex_id] in playing)

    neighbours = tuple(neighbours_of(index) if index in playing else () for index in range(len(ids)))
    is_river = tuple(entry["terrain"] == "river" for entry in hexes)
    ziggurats = tuple(index for index in in_play if hexes[index]["site"] == "ziggurat")
    tile_slots = tuple(index for index in in_play if hexes[index]["site"] == "tile")
    sites = set(ziggurats) | set(tile_slots)
    ziggurat_near = [-1] * len(ids)
    for ziggurat_number, ziggurat in enumerate(ziggurats):
        for index in neighbours[ziggurat]:
            ziggurat_near[index] = ziggurat_number
    empty_cells = [FREE if index in playing else OUT for index in range(len(ids))]
    for index in ziggurats:
        empty_cells[index] = ZIGGURAT
    counts: dict[str, int] = data["players"][str(players)]["tiles"]
    return Board(
        players=players,
        ids=ids,
        number=number,
        in_play=in_play,
        land_in_play=tuple(index for index in in_play if not is_river[index]),
        river_in_play=tuple(index for index in in_play if is_river[index]),
        is_river=is_river,
        is_centre_land=tuple(entry.get("region") == "centre" for entry in hexes),
        neighbours=neighbours,
        land_near=tuple(tuple(near for near in nears if not is_river[near]) for nears in neighbours),
        sites_near=tuple(
            () if is_river[index] else tuple(near for near in neighbours[index] if near in sites)
            for index in range(len(ids))
        ),
        ziggurat_near=tuple(ziggurat_near),
        ziggurats=ziggurats,
        ziggurat_names=tuple(f"ziggurat {ids[index]}" for index in ziggurats),
        tile_slots=tile_slots,
        missing=tuple(
            sum(not is_river[near] for near in neighbours[index]) if index in sites else 0 for index in range(len(ids))
        ),
        empty_cells=tuple(empty_cells),
        slot_ids=frozenset(ids[index] for index in tile_slots),
        tile_counts=counts,
        sorted_tiles=tuple(sorted(name for name, count in counts.items() for _ in range(count))),
    )
