"""What comes in the box, read from a component set into flat tables."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from engine.babylon.cells import CLAY_LAYER, EFFECTS, ICONS, LAYERS, NO_ICON, STACKS
from engine.components import confidence_of, sha256_of
from engine.game import BadComponents, ComponentSet, JsonObject

ICONS_BY_MATERIAL = {"clay": 2, "granite": 3, "basalt": 4}
"""How many icons a quarry tile has (rulebook, components)."""

SECTIONS = {
    "tiles": "the icons and flowers of the quarry tiles",
    "starting_tiles": "the starting tiles",
    "round_tokens": "the mix of the round tokens",
    "flowers": "the colours of the flowers",
    "supply": "the numbers of pillars and pieces",
    "quarry": "the shape of the quarry",
    "board": "the boards",
    "players": "the numbers for 2, 3 and 4 players",
    "scoring": "the points",
}

PIECE_KINDS = ("stairs", "fountain", "bridge", "statue")
SUPPLY_KINDS = ("simple_pillar", "double_pillar", "belvedere", *PIECE_KINDS)


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """A terrace tile. `layer` is 1 to 3 in the quarry, 0 for a starting tile; `flower` is the number of a flower.

    `icons[rotation]` are the icons from the north-west clockwise after that many quarter turns; `rotations` lists the
    rotations that look different, the smallest of each look.
    """

    id: str
    layer: int
    flower: int
    icons: tuple[tuple[int, int, int, int], ...]
    rotations: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Components(ComponentSet):
    """A component set: quarry tiles first in `tiles`, then the starting tiles.

    `supply` follows `SUPPLY_KINDS`; `effects` holds the effect of each round token; `tokens_used` and `removed_by_each`
    are by the number of players.
    """

    flowers: tuple[str, ...]
    tiles: tuple[Tile, ...]
    tile_number: dict[str, int]
    starting: tuple[int, ...]
    token_ids: tuple[str, ...]
    token_number: dict[str, int]
    effects: tuple[int, ...]
    supply: tuple[int, ...]
    kept_pillars: int
    tokens_used: dict[int, int]
    removed_by_each: dict[int, int]
    statue_points: int
    fountain_points: int
    bridge_points: int
    stairs_points: int
    decoration_set_points: int
    flower_set_points: int
    belvedere_points: int
    highest_level_points: int


def read_components(data: JsonObject) -> Components:
    """The component set that this JSON object describes, which fits the schema. Raises BadComponents."""
    problems = _problems(data)
    if problems:
        raise BadComponents(problems)
    flowers = tuple(flower["key"] for flower in data["flowers"])
    tiles = tuple(_read_tile(flowers, tile) for tile in (*data["tiles"], *data["starting_tiles"]))
    scoring = {name: found["value"] for name, found in data["scoring"].items()}
    tokens = data["round_tokens"]
    return Components(
        name=data["name"],
        sha256=sha256_of(data),
        data=data,
        confidence=confidence_of(data, SECTIONS),
        cards=(),
        flowers=flowers,
        tiles=tiles,
        tile_number={tile.id: number for number, tile in enumerate(tiles)},
        starting=tuple(range(len(data["tiles"]), len(tiles))),
        token_ids=tuple(token["id"] for token in tokens),
        token_number={token["id"]: number for number, token in enumerate(tokens)},
        effects=tuple(EFFECTS.index(token["effect"]["value"]) for token in tokens),
        supply=tuple(data["supply"][kind]["value"] for kind in SUPPLY_KINDS),
        kept_pillars=data["board"]["kept_simple_pillars"]["value"],
        tokens_used={int(players): found["round_tokens"] for players, found in data["players"].items()},
        removed_by_each={int(players): found["clay_removed_by_each"] for players, found in data["players"].items()},
        statue_points=scoring["statue_per_level"],
        fountain_points=scoring["fountain_per_level"],
        bridge_points=scoring["bridge_per_level"],
        stairs_points=scoring["stairs_per_joined_level"],
        decoration_set_points=scoring["decoration_set"],
        flower_set_points=scoring["flower_set"],
        belvedere_points=scoring["belvedere"],
        highest_level_points=scoring["highest_level"],
    )


def _read_tile(flowers: tuple[str, ...], tile: dict[str, Any]) -> Tile:
    nw, ne, se, sw = (ICONS.index(icon) for icon in tile["icons"]["value"])
    turned = ((nw, ne, se, sw), (sw, nw, ne, se), (se, sw, nw, ne), (ne, se, sw, nw))
    return Tile(
        id=tile["id"],
        layer=LAYERS.index(tile["material"]) + 1 if "material" in tile else 0,
        flower=flowers.index(tile["flower"]["value"]),
        icons=turned,
        rotations=tuple(number for number in range(4) if turned[number] not in turned[:number]),
    )


def _problems(data: JsonObject) -> list[str]:
    """Everything in data of the right shape that contradicts the rulebook's counts or itself."""
    flowers = [flower["key"] for flower in data["flowers"]]
    problems = [f"flower {key} is listed twice" for key in _repeated(flowers)]
    everything = [*data["tiles"], *data["starting_tiles"]]
    problems += [f"tile {key} is listed twice" for key in _repeated(tile["id"] for tile in everything)]
    problems += [
        f"round token {key} is listed twice" for key in _repeated(token["id"] for token in data["round_tokens"])
    ]
    problems += [
        f"tile {tile['id']}: there is no flower {tile['flower']['value']}"
        for tile in everything
        if tile["flower"]["value"] not in flowers
    ]
    per_material = Counter(tile["material"] for tile in data["tiles"])
    problems += [
        f"{per_material[material]} tiles of {material}, not {STACKS}"
        for material in LAYERS
        if per_material[material] != STACKS
    ]
    for tile in data["tiles"]:
        icons = sum(icon != ICONS[NO_ICON] for icon in tile["icons"]["value"])
        if icons != ICONS_BY_MATERIAL[tile["material"]]:
            wanted = ICONS_BY_MATERIAL[tile["material"]]
            problems.append(f"tile {tile['id']} has {icons} icons; a tile of {tile['material']} has {wanted}")
    at_start = Counter(tile["flower"]["value"] for tile in data["starting_tiles"])
    problems += [
        f"{at_start[flower]} starting tiles with the flower {flower}, not 1"
        for flower in dict.fromkeys(flowers)
        if at_start[flower] != 1
    ]
    for players, found in sorted(data["players"].items()):
        tokens, removed = found["round_tokens"], found["clay_removed_by_each"] * int(players)
        if tokens > len(data["round_tokens"]):
            problems.append(f"{players} players use {tokens} round tokens, and there are {len(data['round_tokens'])}")
        if removed > STACKS:
            problems.append(f"{players} players remove {removed} tiles of clay, and there are {STACKS}")
        if removed + (tokens + 1) * int(players) > STACKS * CLAY_LAYER:
            problems.append(f"{players} players would need more than the {STACKS * CLAY_LAYER} tiles of the quarry")
    return problems


def _repeated(keys: Any) -> list[str]:
    return [key for key, count in Counter(keys).items() if count > 1]
