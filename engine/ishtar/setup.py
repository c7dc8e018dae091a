"""The setup of a game as it stands in a log's header: dealing one, and reading one."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from engine.game import BadSetup, BadShape, JsonObject
from engine.ishtar.components import SHAPES, STACKS, IshtarComponents
from engine.ishtar.grid import ROTATIONS
from engine.ishtar.rulings import Rulings

WHITE = 2
"""The number of the colour of the white fountain."""

_KEYS = {"boards", "fountains", "cups", "starting", "trees"}


@dataclass(frozen=True, slots=True)
class Setup:
    """A setup in numbers: (face, rotation) and fountain by place of the layout, cup and starting tile by stack."""

    boards: list[tuple[str, int]]
    fountains: list[int]
    cups: list[int]
    starting: list[int]
    trees: list[int]


def deal(components: IshtarComponents, players: int, rulings: Rulings, rng: Random) -> JsonObject:
    """A random setup."""
    count = components.boards[players]
    boards = rng.sample(sorted({face[0] for face in components.faces}), count)
    white = {number for number, fountain in enumerate(components.fountains) if fountain.colour == WHITE}
    fountains = rng.sample(range(len(components.fountains)), count)
    while rulings.white_always_in and white and not white & set(fountains):
        fountains = rng.sample(range(len(components.fountains)), count)
    cups = [shape for shape in range(len(SHAPES)) for _ in range(2)]
    rng.shuffle(cups)
    waiting = [rng.sample(of_shape, len(of_shape)) for of_shape in components.starting]
    starting = [waiting[shape].pop() for shape in cups]
    trees = rng.sample(range(len(components.trees)), components.tree_row)
    return {
        "boards": [{"face": board + rng.choice("AB"), "rotation": rng.randrange(ROTATIONS)} for board in boards],
        "fountains": [components.fountains[number].name for number in fountains],
        "cups": [SHAPES[shape] for shape in cups],
        "starting": [components.tiles[tile].name for tile in starting],
        "trees": [components.trees[card].name for card in trees],
    }


def read_setup(components: IshtarComponents, players: int, rulings: Rulings, words: JsonObject) -> Setup:
    """The setup that these words describe.

    Raises BadSetup for what the rules do not allow, BadShape for wrong keys or types.
    """
    if words.keys() != _KEYS:
        raise BadShape(f"the setup has exactly the keys {', '.join(sorted(_KEYS))}")
    boards = _boards(words["boards"])
    names = {key: _names(key, words[key]) for key in ("fountains", "cups", "starting", "trees")}
    count = components.boards[players]
    _check_boards(components, boards, count)
    fountains = _numbers("fountain", components.fountain_number, names["fountains"], count)
    if rulings.white_always_in:
        colours = [components.fountains[number].colour for number in fountains]
        if WHITE not in colours and any(fountain.colour == WHITE for fountain in components.fountains):
            raise BadSetup("a white fountain is always in play (fountain_draw)")
    if sorted(names["cups"]) != sorted(2 * SHAPES):
        raise BadSetup("there are two cups of each shape")
    cups = [SHAPES.index(shape) for shape in names["cups"]]
    starting = _numbers("tile", components.tile_number, names["starting"], STACKS)
    for stack, (shape, tile) in enumerate(zip(cups, starting, strict=True)):
        if tile not in components.starting[shape]:
            raise BadSetup(f"{components.tiles[tile].name} is no starting tile of the shape of stack {stack}")
    trees = _numbers("tree card", components.tree_number, names["trees"], components.tree_row)
    return Setup(boards, fountains, cups, starting, trees)


def _boards(words: Any) -> list[tuple[str, int]]:
    if type(words) is not list:
        raise BadShape("the boards of the setup are a list")
    boards = []
    for board in words:
        if type(board) is not dict or board.keys() != {"face", "rotation"}:
            raise BadShape("a board of the setup has exactly the keys face and rotation")
        face, rotation = board["face"], board["rotation"]
        if type(face) is not str or type(rotation) is not int:
            raise BadShape("the face of a board is a text, its rotation a whole number")
        boards.append((face, rotation))
    return boards


def _names(key: str, words: Any) -> list[str]:
    if type(words) is not list or not set(map(type, words)) <= {str}:
        raise BadShape(f"the {key} of the setup are a list of texts")
    return list(words)


def _check_boards(components: IshtarComponents, boards: list[tuple[str, int]], count: int) -> None:
    if len(boards) != count:
        raise BadSetup(f"{count} boards are in play, not {len(boards)}")
    for face, rotation in boards:
        if face not in components.faces:
            raise BadSetup(f"there is no board face {face[:40]!r}")
        if not 0 <= rotation < ROTATIONS:
            raise BadSetup(f"a board is turned 0 to {ROTATIONS - 1} times, not {str(rotation)[:20]}")
    if len({face[0] for face, _ in boards}) != count:
        raise BadSetup("a board lies there twice")


def _numbers(what: str, known: dict[str, int], names: list[str], count: int) -> list[int]:
    if len(names) != count or len(set(names)) != count:
        raise BadSetup(f"the setup names {count} different {what}s, not {len(names)} of which {len(set(names))} differ")
    for name in names:
        if name not in known:
            raise BadSetup(f"there is no {what} {name[:40]!r}")
    return [known[name] for name in names]
