"""The actions of Ishtar: small immutable values, in words outside and in numbers inside.

A tile, card or skill that does not exist keeps its word and gets the number -1, so that the rules can refuse it by
name. Cells stay coordinates: only a position knows its grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.action_words import ActionWords, WordedAction
from engine.game import BadShape, JsonObject
from engine.ishtar import sentences
from engine.ishtar.cells import COLOURS
from engine.ishtar.components import SKILLS, Gems, IshtarComponents
from engine.ishtar.grid import ROTATIONS
from engine.ishtar.hexes import Cell

(
    TAKE,
    PLACE,
    DISCARD,
    ASSISTANT,
    SKILL,
    DECLINE,
    RESERVE,
    BLOOM,
    SETTLE,
    PLANT,
    BUY,
    END,
    DRAW_TILE,
    DRAW_TREES,
) = range(14)
LOG_WORDS = ActionWords(
    {
        "take": ("stack", "gems"),
        "place": ("at", "rotation", "mirrored"),
        "discard": (),
        "assistant": (),
        "skill": ("skill", "gems"),
        "decline": (),
        "reserve": ("card",),
        "bloom": ("cells",),
        "settle": ("at",),
        "plant": ("card", "at"),
        "buy": ("card",),
        "end": (),
    },
    {"tile": ("stack", "tile"), "trees": ("cards",)},
    optional="mirrored",
)
TOP = -2
"""The number of the top of the deck in a reserve."""

NOTHING: Gems = (0, 0, 0)
NOWHERE: tuple[Cell, ...] = ()


class IshtarAction(WordedAction):
    """One action. `op` says which of the fields count:

    take (number: stack, gems), place (cells: the first one, number: turn), discard, assistant, skill (number, gems),
    decline, reserve (number: card or TOP), bloom (cells), settle (cells: one), plant (number: card, cells: one),
    buy (number: card), end, tile (number: tile, stack), trees (cards).
    """

    __slots__ = ("cards", "cells", "gems", "number", "stack")
    log_words = LOG_WORDS

    def __init__(
        self,
        op: int,
        seat: int | None,
        values: tuple[Any, ...],
        number: int = -1,
        gems: Gems = NOTHING,
        cells: tuple[Cell, ...] = NOWHERE,
        stack: int = -1,
        cards: tuple[int, ...] = (),
    ) -> None:
        self.op = op
        self.seat = seat
        self.values = values
        self.number = number
        self.gems = gems
        self.cells = cells
        self.stack = stack
        self.cards = cards

    def to_json(self) -> JsonObject:
        """The action as it stands in a log."""
        words = super().to_json()
        if "gems" in words:
            words["gems"] = dict(words["gems"])
        return words

    def words(self) -> str:
        """What is done in a few words, such as `place 3,-2 turned 4`."""
        words, op = self.named(), self.op
        if op == DRAW_TILE:
            return f"stack {self.stack}: tile {words['tile']}"
        if op == DRAW_TREES:
            return f"trees: {' '.join(words['cards']) or 'none'}"
        details = [f"{name} {words[name]}" for name in ("stack", "skill") if name in words]
        if "card" in words:
            details.append(str(words["card"]))
        details += [f"{q},{r}" for q, r in self.cells]
        if op == PLACE:
            details.append(f"turned {words['rotation']}" + (" mirrored" if self.number >= ROTATIONS else ""))
        if any(self.gems):
            details.append("for " + " ".join(f"{count} {colour}" for colour, count in words["gems"]))
        return " ".join(details) if op == SKILL else " ".join([self.kind, *details])

    def identity(self) -> tuple[object, ...]:
        """What has a number is equal by its number, what has none by its word."""
        known = self.number != -1 and -1 not in self.cards
        values = None if known else self.values
        return self.op, self.seat, self.number, self.gems, self.cells, self.stack, self.cards, values


# Actions made by the rules


def _gem_words(gems: Gems) -> tuple[tuple[str, int], ...]:
    return tuple((colour, count) for colour, count in zip(COLOURS, gems, strict=True) if count)


def take(seat: int, stack: int, gems: Gems) -> IshtarAction:
    """The watering can goes to a stack, paying these gems."""
    return IshtarAction(TAKE, seat, (stack, _gem_words(gems)), stack, gems)


def place(seat: int, cell: Cell, turn: int) -> IshtarAction:
    """Place the tile in hand, its first space on a cell."""
    values = (cell, turn % ROTATIONS)
    return IshtarAction(PLACE, seat, (*values, True) if turn >= ROTATIONS else values, turn, cells=(cell,))


def plain(op: int, seat: int) -> IshtarAction:
    """An action without further words: discard, assistant, decline, end."""
    return IshtarAction(op, seat, (), 0)


def skill(seat: int, number: int, gems: Gems) -> IshtarAction:
    """Unlock a skill for these gems."""
    return IshtarAction(SKILL, seat, (SKILLS[number], _gem_words(gems)), number, gems)


def with_card(op: int, seat: int, card: int, name: str) -> IshtarAction:
    """Reserve or buy a card."""
    return IshtarAction(op, seat, (name,), card)


def bloom(seat: int, cells: tuple[Cell, ...]) -> IshtarAction:
    """Place a blooming token on one or two cells."""
    return IshtarAction(BLOOM, seat, (cells,), 0, cells=cells)


def settle(seat: int, cell: Cell) -> IshtarAction:
    """Put a freed assistant on a cell."""
    return IshtarAction(SETTLE, seat, (cell,), 0, cells=(cell,))


def plant(seat: int, card: int, name: str, cell: Cell) -> IshtarAction:
    """Buy a tree card and plant its token."""
    return IshtarAction(PLANT, seat, (name, cell), card, cells=(cell,))


def draw_tile(components: IshtarComponents, stack: int, tile: int) -> IshtarAction:
    """The next tile of a stack is turned up."""
    return IshtarAction(DRAW_TILE, None, (stack, components.tiles[tile].name), tile, stack=stack)


def draw_trees(components: IshtarComponents, cards: Sequence[int]) -> IshtarAction:
    """Tree cards are drawn."""
    names = tuple(components.trees[card].name for card in cards)
    return IshtarAction(DRAW_TREES, None, (names,), 0, cards=tuple(cards))


# Actions read from a log

_COLOURS = frozenset(COLOURS)
_SKILL_NUMBER = {name: number for number, name in enumerate(SKILLS)}


def action_from_json(components: IshtarComponents, words: JsonObject) -> IshtarAction:
    """The action that a log line describes. Raises BadShape."""
    op, seat, values = LOG_WORDS.read(words)
    if op == PLACE:
        return _place_from_json(seat, *values)
    if op == TAKE:
        stack, gems = _whole(values[0], "stack", "take"), _gem_pairs(values[1])
        return IshtarAction(TAKE, seat, (stack, gems), stack, _gems(gems))
    if op == SKILL:
        name, gems = _word(values[0], "skill"), _gem_pairs(values[1])
        return IshtarAction(SKILL, seat, (name, gems), _SKILL_NUMBER.get(name, -1), _gems(gems))
    if op == BLOOM:
        cells = _cells(values[0])
        return IshtarAction(BLOOM, seat, (cells,), 0, cells=ordered(components, cells))
    if op == SETTLE:
        return settle(seat, _cell(values[0]))
    if op in (RESERVE, PLANT, BUY):
        name = _word(values[0], "card")
        card = TOP if op == RESERVE and name == "top" else components.tree_number.get(name, -1)
        return plant(seat, card, name, _cell(values[1])) if op == PLANT else with_card(op, seat, card, name)
    if op == DRAW_TILE:
        stack, name = _whole(values[0], "stack", "tile"), _word(values[1], "tile")
        return IshtarAction(DRAW_TILE, None, (stack, name), components.tile_number.get(name, -1), stack=stack)
    if op == DRAW_TREES:
        return _trees_from_json(components, values[0])
    return plain(op, seat)


def _place_from_json(seat: int, at: Any, rotation: Any, mirrored: Any = False) -> IshtarAction:
    if type(rotation) is not int:
        raise BadShape(sentences.NOT_WHOLE(key="rotation", word="place"))
    if type(mirrored) is not bool:
        raise BadShape(sentences.MIRRORED_TYPE())
    cell = _cell(at)
    if 0 <= rotation < ROTATIONS:
        return place(seat, cell, rotation + ROTATIONS * mirrored)
    return IshtarAction(PLACE, seat, (cell, rotation, True) if mirrored else (cell, rotation), cells=(cell,))


def _trees_from_json(components: IshtarComponents, names: Any) -> IshtarAction:
    if type(names) is not list or not set(map(type, names)) <= {str}:
        raise BadShape(sentences.TREES_TYPES())
    cards = tuple(components.tree_number.get(name, -1) for name in names)
    return IshtarAction(DRAW_TREES, None, (tuple(names),), 0, cards=cards)


def _whole(value: Any, key: str, word: str) -> int:
    if type(value) is not int:
        raise BadShape(sentences.NOT_WHOLE(key=key, word=word))
    return value


def _word(value: Any, key: str) -> str:
    if type(value) is not str:
        raise BadShape(sentences.NOT_A_TEXT(key=key))
    return value


def _cell(value: Any) -> Cell:
    if type(value) is not list or len(value) != 2 or type(value[0]) is not int or type(value[1]) is not int:
        raise BadShape(sentences.CELL_TYPE())
    return value[0], value[1]


def _cells(value: Any) -> tuple[Cell, ...]:
    if type(value) is not list or not 1 <= len(value) <= 2:
        raise BadShape(sentences.BLOOM_TYPES())
    return tuple(map(_cell, value))


def ordered(components: IshtarComponents, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The cells of a blooming token in ascending order if their order means nothing."""
    return tuple(sorted(cells)) if components.even_blooms else cells


def _gem_pairs(value: Any) -> tuple[tuple[str, int], ...]:
    if type(value) is not dict or not value.keys() <= _COLOURS:
        raise BadShape(sentences.GEMS_TYPE())
    for count in value.values():
        if type(count) is not int or count < 1:
            raise BadShape(sentences.GEMS_NUMBERS())
    # In one order: a database may keep the words of an object in another one than the log.
    return tuple((colour, value[colour]) for colour in COLOURS if colour in value)


def _gems(pairs: tuple[tuple[str, int], ...]) -> Gems:
    if not pairs:
        return NOTHING
    counts = dict(pairs)
    purple, red, white = (counts.get(colour, 0) for colour in COLOURS)
    return purple, red, white
