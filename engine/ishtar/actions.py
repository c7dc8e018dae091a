"""The actions of Ishtar: small immutable values, in words outside and in numbers inside.

A tile, card or skill that does not exist keeps its word and gets the number -1, so that the rules can refuse it by
name. Cells stay coordinates: only a position knows its grid.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.game import Action, BadShape, JsonObject
from engine.ishtar.cells import COLOURS
from engine.ishtar.components import SKILLS, Gems, IshtarComponents
from engine.ishtar.grid import ROTATIONS, Cell

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
KINDS = (
    "take", "place", "discard", "assistant", "skill", "decline", "reserve", "bloom", "settle", "plant", "buy", "end",
    "tile", "trees",
)  # fmt: skip
TOP = -2
"""The number of the top of the deck in a reserve."""

NOTHING: Gems = (0, 0, 0)
NOWHERE: tuple[Cell, ...] = ()


class IshtarAction(Action):
    """One action. `op` says which of the fields count:

    take (number: stack, gems), place (cells: the first one, number: turn), discard, assistant, skill (number, gems),
    decline, reserve (number: card or TOP), bloom (cells), settle (cells: one), plant (number: card, cells: one),
    buy (number: card), end, tile (number: tile, stack), trees (cards).
    """

    __slots__ = ("_words", "cards", "cells", "gems", "number", "op", "seat", "stack")

    def __init__(
        self,
        op: int,
        seat: int | None,
        words: JsonObject,
        number: int = -1,
        gems: Gems = NOTHING,
        cells: tuple[Cell, ...] = NOWHERE,
        stack: int = -1,
        cards: tuple[int, ...] = (),
    ) -> None:
        self.op = op
        self.seat = seat
        self.number = number
        self.gems = gems
        self.cells = cells
        self.stack = stack
        self.cards = cards
        self._words = words

    @property
    def kind(self) -> str:
        """The word of the action as it stands in a log."""
        return KINDS[self.op]

    def to_json(self) -> JsonObject:
        """The action as it stands in a log."""
        return dict(self._words)

    def text(self) -> str:
        """A short readable form, such as `seat 1: place 3,-2 turned 4`."""
        words, op = self._words, self.op
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
            details.append("for " + " ".join(f"{count} {colour}" for colour, count in words["gems"].items()))
        said = " ".join(details) if op == SKILL else " ".join([KINDS[op], *details])
        return f"seat {self.seat}: {said}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IshtarAction) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[object, ...]:
        known = self.number != -1 and -1 not in self.cards
        words = None if known else json.dumps(self._words, sort_keys=True)
        return self.op, self.seat, self.number, self.gems, self.cells, self.stack, self.cards, words

    def __repr__(self) -> str:
        return f"<{self.text()}>"


# Actions made by the rules


def _gem_words(gems: Gems) -> dict[str, int]:
    return {colour: count for colour, count in zip(COLOURS, gems, strict=True) if count}


def take(seat: int, stack: int, gems: Gems) -> IshtarAction:
    """The can goes to a stack, paying these gems."""
    return IshtarAction(TAKE, seat, {"seat": seat, "do": "take", "stack": stack, "gems": _gem_words(gems)}, stack, gems)


def place(seat: int, cell: Cell, turn: int) -> IshtarAction:
    """Place the tile in hand, its first space on a cell."""
    words: JsonObject = {"seat": seat, "do": "place", "at": list(cell), "rotation": turn % ROTATIONS}
    if turn >= ROTATIONS:
        words["mirrored"] = True
    return IshtarAction(PLACE, seat, words, turn, cells=(cell,))


def plain(op: int, seat: int) -> IshtarAction:
    """An action without further words: discard, assistant, decline, end."""
    return IshtarAction(op, seat, {"seat": seat, "do": KINDS[op]}, 0)


def skill(seat: int, number: int, gems: Gems) -> IshtarAction:
    """Unlock a skill for these gems."""
    words = {"seat": seat, "do": "skill", "skill": SKILLS[number], "gems": _gem_words(gems)}
    return IshtarAction(SKILL, seat, words, number, gems)


def with_card(op: int, seat: int, card: int, name: str) -> IshtarAction:
    """Reserve or buy a card."""
    return IshtarAction(op, seat, {"seat": seat, "do": KINDS[op], "card": name}, card)


def bloom(seat: int, cells: tuple[Cell, ...]) -> IshtarAction:
    """Place a blooming token on one or two cells."""
    return IshtarAction(
        BLOOM, seat, {"seat": seat, "do": "bloom", "cells": [list(cell) for cell in cells]}, 0, cells=cells
    )


def settle(seat: int, cell: Cell) -> IshtarAction:
    """Put a freed assistant on a cell."""
    return IshtarAction(SETTLE, seat, {"seat": seat, "do": "settle", "at": list(cell)}, 0, cells=(cell,))


def plant(seat: int, card: int, name: str, cell: Cell) -> IshtarAction:
    """Buy a tree card and plant its token."""
    words = {"seat": seat, "do": "plant", "card": name, "at": list(cell)}
    return IshtarAction(PLANT, seat, words, card, cells=(cell,))


def draw_tile(components: IshtarComponents, stack: int, tile: int) -> IshtarAction:
    """The next tile of a stack is turned up."""
    words = {"chance": "tile", "stack": stack, "tile": components.tiles[tile].name}
    return IshtarAction(DRAW_TILE, None, words, tile, stack=stack)


def draw_trees(components: IshtarComponents, cards: Sequence[int]) -> IshtarAction:
    """Tree cards are drawn."""
    words = {"chance": "trees", "cards": [components.trees[card].name for card in cards]}
    return IshtarAction(DRAW_TREES, None, words, 0, cards=tuple(cards))


# Actions read from a log

_KEYS: dict[str, tuple[int, frozenset[str]]] = {
    KINDS[op]: (op, frozenset({"seat", "do", *keys}))
    for op, keys in (
        (TAKE, ("stack", "gems")),
        (PLACE, ("at", "rotation")),
        (DISCARD, ()),
        (ASSISTANT, ()),
        (SKILL, ("skill", "gems")),
        (DECLINE, ()),
        (RESERVE, ("card",)),
        (BLOOM, ("cells",)),
        (SETTLE, ("at",)),
        (PLANT, ("card", "at")),
        (BUY, ("card",)),
        (END, ()),
    )
}
_MIRRORED_KEYS = _KEYS["place"][1] | {"mirrored"}
_SKILL_NUMBER = {name: number for number, name in enumerate(SKILLS)}


def action_from_json(components: IshtarComponents, words: JsonObject) -> IshtarAction:
    """The action that a log line describes. Raises BadShape."""
    if "chance" in words:
        return _draw_from_json(components, words)
    seat, do = words.get("seat"), words.get("do")
    if type(seat) is not int:
        raise BadShape("an action needs a whole number as its seat")
    if type(do) is not str or do not in _KEYS:
        raise BadShape(f"no action of this game is called {do!r}")
    op, keys = _KEYS[do]
    if words.keys() != keys and not (op == PLACE and words.keys() == _MIRRORED_KEYS):
        raise BadShape(_keys_message(do, keys, words))
    number, gems, cells = 0, NOTHING, NOWHERE
    if op == PLACE:
        number = _turn(words)
        cells = (_cell(words["at"]),)
    elif op == TAKE:
        number = _whole(words["stack"], "the stack of a take")
    elif op == SKILL:
        number = _SKILL_NUMBER.get(_word(words["skill"], "the skill"), -1)
    elif op == BLOOM:
        cells = _cells(components, words["cells"])
    elif op == SETTLE:
        cells = (_cell(words["at"]),)
    elif "card" in keys:
        name = _word(words["card"], "the card")
        number = TOP if op == RESERVE and name == "top" else components.tree_number.get(name, -1)
        if op == PLANT:
            cells = (_cell(words["at"]),)
    if "gems" in keys:
        gems = _gems(words["gems"])
    return IshtarAction(op, seat, words, number, gems, cells)


def _draw_from_json(components: IshtarComponents, words: JsonObject) -> IshtarAction:
    chance = words["chance"]
    if chance == "tile":
        if words.keys() != {"chance", "stack", "tile"}:
            raise BadShape(_keys_message("tile", {"chance", "stack", "tile"}, words))
        stack = _whole(words["stack"], "the stack of a tile")
        tile = components.tile_number.get(_word(words["tile"], "the tile"), -1)
        return IshtarAction(DRAW_TILE, None, words, tile, stack=stack)
    if chance != "trees":
        raise BadShape(f"no chance of this game is called {chance!r}")
    if words.keys() != {"chance", "cards"}:
        raise BadShape(_keys_message("trees", {"chance", "cards"}, words))
    names = words["cards"]
    if type(names) is not list or not set(map(type, names)) <= {str}:
        raise BadShape("the cards of trees are a list of texts")
    cards = tuple(components.tree_number.get(name, -1) for name in names)
    return IshtarAction(DRAW_TREES, None, words, 0, cards=cards)


def _turn(words: JsonObject) -> int:
    rotation = _whole(words["rotation"], "the rotation of a place")
    mirrored = words.get("mirrored", False)
    if type(mirrored) is not bool:
        raise BadShape("mirrored is true or false")
    if not 0 <= rotation < ROTATIONS:
        return -1
    return rotation + ROTATIONS * mirrored


def _whole(value: Any, what: str) -> int:
    if type(value) is not int:
        raise BadShape(f"{what} is a whole number")
    return value


def _word(value: Any, what: str) -> str:
    if type(value) is not str:
        raise BadShape(f"{what} is a text")
    return value


def _cell(value: Any) -> Cell:
    if type(value) is not list or len(value) != 2 or type(value[0]) is not int or type(value[1]) is not int:
        raise BadShape("a cell is a list of two whole numbers")
    return value[0], value[1]


def _cells(components: IshtarComponents, value: Any) -> tuple[Cell, ...]:
    if type(value) is not list or not 1 <= len(value) <= 2:
        raise BadShape("the cells of a bloom are a list of one or two cells")
    cells = tuple(map(_cell, value))
    return ordered(components, cells)


def ordered(components: IshtarComponents, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The cells of a blooming token in ascending order if their order means nothing."""
    return tuple(sorted(cells)) if components.even_blooms else cells


def _gems(value: Any) -> Gems:
    if type(value) is not dict or not value.keys() <= set(COLOURS):
        raise BadShape("gems are an object from colour to number")
    for count in value.values():
        if type(count) is not int or count < 1:
            raise BadShape("gems are named with whole numbers from 1")
    purple, red, white = (value.get(colour, 0) for colour in COLOURS)
    return purple, red, white


def _keys_message(do: str, keys: frozenset[str] | set[str], words: JsonObject) -> str:
    missing, unknown = sorted(keys - words.keys()), sorted(words.keys() - keys)
    parts = [f"{do} needs {', '.join(missing)}"] if missing else []
    if unknown:
        parts.append(f"{do} does not know {', '.join(unknown)}")
    return "; ".join(parts)
