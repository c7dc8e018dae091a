"""What comes in the box: terrain boards, vegetation tiles, tree cards, fountains, skills, as tables.

Shapes, colours, tiles, cards and skills are numbered from 0 in the order of the data. Skills 0 to 4 are the lower ones
("1" to "5"), 5 to 9 the upper ones ("A" to "E").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.components import confidence_of, sha256_of
from engine.game import BadComponents, Card, ComponentSet, JsonObject
from engine.ishtar.cells import COLOURS
from engine.ishtar.counts import problems_of

SHAPES = ("straight", "bent", "triangle")
SKILLS = ("1", "2", "3", "4", "5", "A", "B", "C", "D", "E")
LOWER = 5
"""The number of lower skills: skill `n` is a lower one if `n < LOWER`."""
STACKS = 6
SINGLE, DOUBLE = range(2)
NO_ICON, ASSISTANT, SKILL, JOKER = range(4)
ICONS = (None, "assistant", "skill", "joker")

SECTIONS = {
    "counts": "the numbers of pieces",
    "setup": "the numbers of the setup",
    "costs": "the costs of advances and skills",
    "layouts": "the layouts of the boards",
    "faces": "the terrain boards",
    "shapes": "the shapes of the vegetation tiles",
    "tiles": "the vegetation tiles",
    "blooming_tokens": "the blooming tokens",
    "trees": "the tree cards",
    "fountains": "the fountains",
    "assistants": "the colours of the assistants",
    "skills": "the skills",
}

Gems = tuple[int, int, int]
"""How many gems of each colour: purple, red, white."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A vegetation tile. `flowers` by space, 0 is grass; `blooms` lists the spaces with flowers, `icon_at` the space
    with the icon or -1.
    """

    name: str
    shape: int
    starting: bool
    flowers: tuple[int, int, int]
    blooms: tuple[int, ...]
    icon: int
    icon_at: int


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree card."""

    name: str
    cost: Gems
    points: int


@dataclass(frozen=True, slots=True)
class Fountain:
    """A fountain; `colour` is its number."""

    name: str
    colour: int
    points: int


@dataclass(frozen=True, slots=True)
class LowerSkill:
    """What a lower skill does: `reserve`, `assistant` (`amount` of them), `single` or `double`."""

    effect: str
    amount: int


@dataclass(frozen=True, slots=True)
class UpperSkill:
    """What an upper skill scores: `points` by colour of gem for `gems`, else the same number three times."""

    effect: str
    points: tuple[int, int, int]
    below: int


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class IshtarComponents(ComponentSet):
    """A component set of Ishtar. Dictionaries by number of players: `boards`, `stack_size`, `compact`, `line`.

    `faces` maps the id of a face to its seven rows; `basic` and `starting` list the tiles of each shape; `blooms` and
    `blooms_per_token` are the flowers on the spaces of a single and a double token, by kind; `even_blooms` says that
    both spaces of a double always show the same number.
    """

    faces: dict[str, tuple[str, ...]]
    tiles: tuple[Tile, ...]
    tile_number: dict[str, int]
    basic: tuple[tuple[int, ...], ...]
    starting: tuple[tuple[int, ...], ...]
    trees: tuple[Tree, ...]
    tree_number: dict[str, int]
    fountains: tuple[Fountain, ...]
    fountain_number: dict[str, int]
    boards: dict[int, int]
    stack_size: dict[int, int]
    compact: dict[int, tuple[tuple[int, int], ...]]
    line: dict[int, tuple[tuple[int, int], ...]]
    offsets: tuple[tuple[tuple[int, int], ...], ...]
    blooms: tuple[tuple[int, ...], tuple[int, ...]]
    blooms_per_token: tuple[tuple[int, ...], tuple[int, ...]]
    bloom_counts: tuple[int, int]
    even_blooms: bool
    lower: tuple[LowerSkill, ...]
    upper: tuple[UpperSkill, ...]
    gems: Gems
    starting_gems: Gems
    tree_tokens: int
    tree_row: int
    assistants_kept: int
    assistants_on_carpet: int
    advance_cost: int
    skill_cost: int
    colours: tuple[str, ...]


def _gems(words: dict[str, int]) -> Gems:
    purple, red, white = (words[colour] for colour in COLOURS)
    return purple, red, white


def _by_players(words: dict[str, Any]) -> dict[int, Any]:
    return {players: words[str(players)] for players in (2, 3, 4)}


def _read_tile(tile: JsonObject) -> Tile:
    first, second, third = tile["flowers"]
    return Tile(
        name=tile["id"],
        shape=SHAPES.index(tile["shape"]),
        starting=tile["starting"],
        flowers=(first, second, third),
        blooms=tuple(space for space, flowers in enumerate(tile["flowers"]) if flowers),
        icon=ICONS.index(tile["icon"]),
        icon_at=-1 if tile["icon_cell"] is None else tile["icon_cell"],
    )


def _layout(words: JsonObject) -> dict[int, tuple[tuple[int, int], ...]]:
    return {players: tuple((q, r) for q, r in centres) for players, centres in _by_players(words).items()}


def read_components(data: JsonObject) -> IshtarComponents:
    """The component set that this JSON object describes, which fits the schema. Raises BadComponents."""
    problems = problems_of(data)
    if problems:
        raise BadComponents(problems)
    setup, counts = data["setup"], data["counts"]
    tiles = tuple(_read_tile(tile) for tile in data["tiles"])
    trees = tuple(Tree(tree["id"], _gems(tree["cost"]), tree["points"]) for tree in data["trees"])
    fountains = tuple(
        Fountain(fountain["id"], COLOURS.index(fountain["colour"]), fountain["points"])
        for fountain in data["fountains"]
    )
    single, double = data["blooming_tokens"]["single"], data["blooming_tokens"]["double"]
    lower = sorted(data["skills"]["lower"], key=lambda skill: str(skill["id"]))
    upper = sorted(data["skills"]["upper"], key=lambda skill: str(skill["id"]))
    return IshtarComponents(
        name=data["name"],
        sha256=sha256_of(data),
        data=data,
        confidence=confidence_of(data, SECTIONS),
        cards=(*map(_tree_card, data["trees"]), *map(_lower_card, lower), *map(_upper_card, upper)),
        faces={face["id"]: tuple(face["rows"]) for face in data["faces"]},
        tiles=tiles,
        tile_number={tile.name: number for number, tile in enumerate(tiles)},
        basic=_of_each_shape(tiles, starting=False),
        starting=_of_each_shape(tiles, starting=True),
        trees=trees,
        tree_number={tree.name: number for number, tree in enumerate(trees)},
        fountains=fountains,
        fountain_number={fountain.name: number for number, fountain in enumerate(fountains)},
        boards=_by_players(setup["boards"]["value"]),
        stack_size=_by_players(setup["basic_tiles_per_stack"]["value"]),
        compact=_layout(data["layouts"]["compact"]),
        line=_layout(data["layouts"]["line"]),
        offsets=tuple(tuple((q, r) for q, r in data["shapes"][shape]["offsets"]) for shape in SHAPES),
        blooms=(tuple(single["flowers"]), tuple(double["flowers"])),
        blooms_per_token=(tuple(single["flowers_per_token"]), tuple(double["flowers_per_token"])),
        bloom_counts=(single["count"], double["count"]),
        even_blooms=len(set(double["flowers"])) == 1 == len(set(double["flowers_per_token"])),
        lower=tuple(LowerSkill(skill["effect"], skill["amount"]) for skill in lower),
        upper=tuple(
            UpperSkill(
                skill["effect"],
                _gems(skill["points"]) if skill["effect"] == "gems" else (skill["points"],) * 3,
                SKILLS.index(skill["above"]),
            )
            for skill in upper
        ),
        gems=_gems(counts["gems"]["value"]),
        starting_gems=_gems(setup["starting_gems"]["value"]),
        tree_tokens=counts["tree_tokens"]["value"],
        tree_row=setup["tree_row"]["value"],
        assistants_kept=setup["assistants_kept"]["value"],
        assistants_on_carpet=setup["assistants_on_carpet"]["value"],
        advance_cost=data["costs"]["further_advance"]["value"],
        skill_cost=data["costs"]["skill"]["value"],
        colours=tuple(data["assistants"]["colours"]["value"]),
    )


def _of_each_shape(tiles: tuple[Tile, ...], *, starting: bool) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(number for number, tile in enumerate(tiles) if tile.shape == shape and tile.starting == starting)
        for shape in range(len(SHAPES))
    )


# Cards in words


def _tree_card(tree: JsonObject) -> Card:
    cost = ", ".join(f"{tree['cost'][colour]} {colour}" for colour in COLOURS if tree["cost"][colour]) or "nothing"
    return Card(
        tree["id"],
        f"Tree for {cost}: {tree['points']} points",
        f"Costs {cost} and scores {tree['points']} points at the end.",
        "tree cards",
    )


def _lower_card(skill: JsonObject) -> Card:
    amount = skill["amount"]
    title, effect = {
        "reserve": ("reserve a tree", "Reserve a face-up tree card: only its owner may buy it."),
        "assistant": (
            "assistant" if amount == 1 else f"{amount} assistants",
            "An own assistant moves from the carpet to the supply."
            if amount == 1
            else f"{amount} own assistants move from the carpet to the supply.",
        ),
        "single": ("single bloom", "Place a single blooming token on a grass space at once."),
        "double": ("double bloom", "Place a double blooming token on two adjacent grass spaces at once."),
    }[skill["effect"]]
    return Card(skill["id"], f"Skill {skill['id']}: {title}", effect, "skills")


def _upper_card(skill: JsonObject) -> Card:
    points = skill["points"]
    title, effect = {
        "tablets": ("tablets", f"{points} points for each sacred tablet next to an own flowerbed."),
        "flat": ("points", f"{points} points."),
        "trees": ("trees in the gardens", f"{points} points for each tree next to an own flowerbed."),
        "tree_cards": ("tree cards", f"{points} points for each tree card planted."),
        "gems": ("gems", "Points for each gem on the own skill board, by its colour."),
    }[skill["effect"]]
    if skill["effect"] == "gems":
        rates = ", ".join(f"{colour} {points[colour]}" for colour in COLOURS)
        effect = f"Points for each gem on the own skill board: {rates}."
    return Card(skill["id"], f"Skill {skill['id']}: {title}", effect, "skills")
