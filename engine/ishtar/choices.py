"""The choices of Ishtar: their names, the steps that lead to an action, and where they are in the picture."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from engine.game import Action
from engine.ishtar import sentences
from engine.ishtar.actions import BLOOM, BUY, PLACE, PLANT, RESERVE, SETTLE, SKILL, TAKE, TOP, IshtarAction
from engine.ishtar.cells import COLOURS
from engine.ishtar.components import ICONS, LOWER, SHAPES, SKILLS, IshtarComponents
from engine.ishtar.grid import ROTATIONS, Grid
from engine.ishtar.hexes import Cell
from engine.ishtar.position import Position
from engine.message import Message, verbatim
from engine.sentence import Sentence
from engine.steps import Step

DEGREES = 360 // ROTATIONS


def label(components: IshtarComponents, key: str, value: Any) -> Message:
    """What stands behind a word of a log line, in words; what is unknown as it is."""
    if key in ("do", "chance") and value in sentences.DO:
        return sentences.DO[value].message()
    if key == "stack":
        return sentences.STACK.message(stack=value)
    if key == "tile" and value in components.tile_number:
        return tile_in_words(components, components.tile_number[value]).message
    if key in ("card", "cards"):
        if value in components.tree_number:
            return _tree_in_words(components, components.tree_number[value]).message
        return sentences.TOP_OF_DECK.message() if value == "top" else verbatim(str(value))
    if key == "skill" and value in SKILLS:
        return sentences.SKILL.message(skill=value, effect=effect_in_words(components, SKILLS.index(value)))
    if key == "gems":
        return _price(tuple(value.items())).message
    if key in ("at", "cells"):
        return verbatim(cell_in_words(value))
    if key == "rotation":
        return rotation_in_words(value).message
    if key == "mirrored":
        return (sentences.TURNED_OVER() if value else sentences.NOT_TURNED_OVER()).message
    return verbatim(str(value))


# Symbols

_SYMBOL_OF_DO = {
    "take": "vegetation",
    "place": "vegetation",
    "assistant": "assistant",
    "settle": "assistant",
    "skill": "skill",
    "bloom": "bloom",
    "plant": "tree",
    "buy": "tree-card",
    "reserve": "reserved",
}
_SYMBOL_OF_KEY = {"stack": "vegetation", "tile": "vegetation", "rotation": "rotate"}


def symbol_of(components: IshtarComponents, key: str, value: Any) -> str:
    """The symbol of what stands behind a word of a log line; "" for none. A skill has that of what it does."""
    if key == "do":
        return _SYMBOL_OF_DO.get(value, "")
    if key == "skill" and value in SKILLS:
        effects = [*(skill.effect for skill in components.lower), *(skill.effect for skill in components.upper)]
        return f"skill-{effects[SKILLS.index(value)].replace('_', '-')}"
    if key in ("card", "cards"):
        return "tree-card" if value in components.tree_number else "deck" if value == "top" else ""
    if key == "gems":
        return f"gem-{min(value)}" if len(value) == 1 and set(value) <= set(COLOURS) else ""
    return _SYMBOL_OF_KEY.get(key, "")


# Things in words


def cell_in_words(cell: Iterable[int]) -> str:
    """A cell as people read it, and as the picture marks it: `3,-2`."""
    return ",".join(map(str, cell))


def rotation_in_words(rotation: int) -> Sentence:
    """How far a tile or a board is turned."""
    return sentences.TURNED(degrees=DEGREES * rotation) if rotation else sentences.NOT_TURNED()


def gems_in_words(gems: Iterable[tuple[str, int]]) -> tuple[Sentence, ...]:
    """Gems by colour, to be listed."""
    counts = dict(gems)
    return tuple(sentences.GEMS[colour](count=counts[colour]) for colour in COLOURS if counts.get(colour))


@cache
def _price(gems: tuple[tuple[str, int], ...]) -> Sentence:
    said = gems_in_words(gems)
    return sentences.PAY(gems=said) if said else sentences.FREE()


@lru_cache(maxsize=1024)
def tile_in_words(components: IshtarComponents, tile: int) -> Sentence:
    """A vegetation tile: its shape, flowers, icon and name."""
    found = components.tiles[tile]
    shape, flowers = sentences.SHAPE[SHAPES[found.shape]](), "-".join(map(str, found.flowers))
    icon = ICONS[found.icon]
    if icon is None:
        return sentences.TILE(shape=shape, flowers=flowers, tile=found.name)
    return sentences.TILE_WITH_ICON(shape=shape, flowers=flowers, icon=sentences.ICON[icon](), tile=found.name)


@lru_cache(maxsize=1024)
def _tree_in_words(components: IshtarComponents, card: int) -> Sentence:
    tree = components.trees[card]
    gems = gems_in_words(zip(COLOURS, tree.cost, strict=True))
    if not gems:
        return sentences.FREE_TREE(card=tree.name, points=tree.points)
    return sentences.TREE(card=tree.name, points=tree.points, gems=gems)


@lru_cache(maxsize=1024)
def effect_in_words(components: IshtarComponents, skill: int) -> Sentence:
    """What a skill is good for."""
    if skill >= LOWER:
        return sentences.UPPER_EFFECT[components.upper[skill - LOWER].effect]()
    lower = components.lower[skill]
    if lower.effect == "assistant":
        return sentences.ASSISTANTS_FREED(count=lower.amount)
    return sentences.LOWER_EFFECT[lower.effect]()


# Places


def places(position: Position, key: str, value: Any) -> tuple[str, ...]:
    """Where in the picture a stack, a cell or a tree card is."""
    if key == "stack":
        return (f"stack:{value}",)
    if key in ("at", "cells"):
        return (f"cell:{cell_in_words(value)}",)
    if key in ("card", "cards"):
        return _place_of_card(position, position.components.tree_number.get(value, -1))
    return ()


def _place_of_card(position: Position, card: int) -> tuple[str, ...]:
    """A card of the row, or one that somebody has reserved: others are not drawn."""
    drawn = card >= 0 and (card in position.row or any(card in cards for cards in position.reserved))
    return (f"card:{position.components.trees[card].name}",) if drawn else ()


# Steps


def steps(position: Position, action: Action) -> tuple[Step, ...]:
    """The path to an allowed action: what to do; then the stack and the gems, the cell and how the tile is turned, the
    cells of a blooming token one after the other, the card and the cell, the skill and the gems.
    """
    assert isinstance(action, IshtarAction)
    components, op = position.components, action.op
    first = _DO[action.kind]
    if op == PLACE:
        turned = _turned(position.grid, components, position.hand, action.number, action.cells[0])
        over = (_OVER,) if action.number >= ROTATIONS else ()
        return first, _cell("at", action.cells[0]), *over, turned
    if op == TAKE:
        return first, _stack(components, action.number, position.top[action.number]), _gems(action.values[1])
    if op == PLANT:
        return first, _card(position, action.number), _cell("at", action.cells[0])
    if op == SKILL:
        return first, _skill(components, action.number), _gems(action.values[1])
    if op == BLOOM:
        return first, *(_bloom_cell(cell) for cell in action.cells)
    if op == SETTLE:
        return first, _cell("at", action.cells[0])
    if op in (RESERVE, BUY):
        return first, _TOP if action.number == TOP else _card(position, action.number)
    return (first,)


_DO = {word: Step("do", word, template().message) for word, template in sentences.DO.items()}
_TOP = Step("card", "top", sentences.TOP_OF_DECK.message())
_OVER = Step("mirrored", True, sentences.TURNED_OVER.message())


@cache
def _cell(key: str, cell: Cell) -> Step:
    words = cell_in_words(cell)
    return Step(key, list(cell), verbatim(words), (f"cell:{words}",))


@cache
def _bloom_cell(cell: Cell) -> Step:
    words = cell_in_words(cell)
    return Step("cells", list(cell), verbatim(words), (f"cell:{words}",), listed=True)


@lru_cache(maxsize=1024)
def _turned(grid: Grid, components: IshtarComponents, tile: int, turn: int, cell: Cell) -> Step:
    """A rotation, shown by the cells that the tile covers then, in the order of its spaces."""
    found = components.tiles[tile]
    trio = grid.spots[found.shape][turn * len(grid.ids) + grid.number[cell]] or ()
    covered = tuple(f"cell:{cell_in_words(grid.ids[number])}" for number in trio)
    rotation = turn % ROTATIONS
    return Step("rotation", rotation, rotation_in_words(rotation).message, covered, thing=("tile", found.name))


@lru_cache(maxsize=1024)
def _stack(components: IshtarComponents, stack: int, top: int) -> Step:
    words = sentences.STACK_OF_TILE(stack=stack, tile=tile_in_words(components, top))
    thing = ("tile", components.tiles[top].name)
    return Step("stack", stack, words.message, (f"stack:{stack}",), thing=thing)


@cache
def _gems(gems: tuple[tuple[str, int], ...]) -> Step:
    return Step("gems", dict(gems), _price(gems).message)


@lru_cache(maxsize=1024)
def _skill(components: IshtarComponents, skill: int) -> Step:
    return Step("skill", SKILLS[skill], label(components, "skill", SKILLS[skill]))


def _card(position: Position, card: int) -> Step:
    return _card_at(position.components, card, _place_of_card(position, card))


@lru_cache(maxsize=1024)
def _card_at(components: IshtarComponents, card: int, where: tuple[str, ...]) -> Step:
    return Step("card", components.trees[card].name, _tree_in_words(components, card).message, where)
