"""The setup of a game as it stands in a log's header: dealing one, and reading one."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from engine.game import BadSetup, BadShape, JsonObject
from engine.ishtar import sentences
from engine.ishtar.components import SHAPES, STACKS, IshtarComponents
from engine.ishtar.grid import ROTATIONS
from engine.ishtar.rulings import Rulings
from engine.sentence import Template

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
        raise BadShape(sentences.SETUP_KEYS(keys=", ".join(sorted(_KEYS))))
    boards = _boards(words["boards"])
    names = {key: _names(key, words[key]) for key in ("fountains", "cups", "starting", "trees")}
    count = components.boards[players]
    _check_boards(components, boards, count)
    fountains = _numbers(_FOUNTAINS, components.fountain_number, names["fountains"], count)
    if rulings.white_always_in:
        colours = [components.fountains[number].colour for number in fountains]
        if WHITE not in colours and any(fountain.colour == WHITE for fountain in components.fountains):
            raise BadSetup(sentences.WHITE_FOUNTAIN())
    if sorted(names["cups"]) != sorted(2 * SHAPES):
        raise BadSetup(sentences.TWO_CUPS())
    cups = [SHAPES.index(shape) for shape in names["cups"]]
    starting = _numbers(_TILES, components.tile_number, names["starting"], STACKS)
    for stack, (shape, tile) in enumerate(zip(cups, starting, strict=True)):
        if tile not in components.starting[shape]:
            raise BadSetup(sentences.NO_STARTING_TILE(tile=components.tiles[tile].name, stack=stack))
    trees = _numbers(_TREE_CARDS, components.tree_number, names["trees"], components.tree_row)
    return Setup(boards, fountains, cups, starting, trees)


def _boards(words: Any) -> list[tuple[str, int]]:
    if type(words) is not list:
        raise BadShape(sentences.BOARDS_TYPE())
    boards = []
    for board in words:
        if type(board) is not dict or board.keys() != {"face", "rotation"}:
            raise BadShape(sentences.BOARD_KEYS())
        face, rotation = board["face"], board["rotation"]
        if type(face) is not str or type(rotation) is not int:
            raise BadShape(sentences.BOARD_TYPES())
        boards.append((face, rotation))
    return boards


def _names(key: str, words: Any) -> list[str]:
    if type(words) is not list or not set(map(type, words)) <= {str}:
        raise BadShape(sentences.SETUP_NAMES_TYPE(key=key))
    return list(words)


def _check_boards(components: IshtarComponents, boards: list[tuple[str, int]], count: int) -> None:
    if len(boards) != count:
        raise BadSetup(sentences.BOARD_COUNT(count=count, found=len(boards)))
    for face, rotation in boards:
        if face not in components.faces:
            raise BadSetup(sentences.UNKNOWN_FACE(face=repr(face[:40])))
        if not 0 <= rotation < ROTATIONS:
            raise BadSetup(sentences.BOARD_ROTATION(most=ROTATIONS - 1, rotation=str(rotation)[:20]))
    if len({face[0] for face, _ in boards}) != count:
        raise BadSetup(sentences.BOARD_TWICE())


_FOUNTAINS = sentences.WRONG_FOUNTAINS, sentences.NO_SUCH_FOUNTAIN
_TILES = sentences.WRONG_TILES, sentences.NO_SUCH_TILE
_TREE_CARDS = sentences.WRONG_TREE_CARDS, sentences.NO_SUCH_TREE_CARD


def _numbers(problems: tuple[Template, Template], known: dict[str, int], names: list[str], count: int) -> list[int]:
    wrong_count, unknown = problems
    if len(names) != count or len(set(names)) != count:
        raise BadSetup(wrong_count(count=count, found=len(names), different=len(set(names))))
    for name in names:
        if name not in known:
            raise BadSetup(unknown(name=repr(name[:40])))
    return [known[name] for name in names]
