"""What the tests of pictures have in common: positions to draw, and reading a drawing."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.game import NOBODY, Action, Game, State
from tests.engine.strategies import choose, tables

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Ana", "Bo", "Cem", "Dee")
Element = ElementTree.Element


def some_position(key: str, data: st.DataObject) -> tuple[State[Any], int, list[Action]]:
    """A position somewhere in a game, its number of seats, and the actions of its turn."""
    table = data.draw(tables(key))
    state, rng = table.start(), Random(table.seed)
    last: list[Action] = []
    turn = state.turn
    for _ in range(data.draw(st.integers(0, 400))):
        if state.to_move == NOBODY:
            break
        action = choose(table, state, rng)
        if state.turn != turn:
            turn, last = state.turn, []
        state.apply(action)
        last.append(action)
    return state, table.players, last


def marked(root: Element, key: str) -> dict[str, Element]:
    """The groups that carry this attribute, by its value; each value stands there once."""
    groups = [group for group in root.iter(f"{SVG}g") if key in group.attrib]
    found = {group.attrib[key]: group for group in groups}
    assert len(found) == len(groups), f"drawn twice: {key}"
    return found


def uses(group: Element) -> list[str]:
    """The shapes that a group uses."""
    return [use.attrib["href"] for use in group.iter(f"{SVG}use")]


def texts(group: Element) -> list[str]:
    """The texts in a group."""
    return [text.text or "" for text in group.iter(f"{SVG}text")]


def title_of(group: Element) -> str:
    """What a group says when it is pointed at."""
    return group.findtext(f"{SVG}title") or ""


def description_of(svg: str) -> str:
    """What a reader hears in place of the picture."""
    return ElementTree.fromstring(svg).findtext(f"{SVG}desc") or ""


@cache
def own_names(game: Game) -> frozenset[str]:
    """What is the same in every language: the title of the game, and the ids and names of what lies in its box."""
    found = {game.title}
    for name in game.component_sets:
        found.update(_names_in(game.components(name).data))
    return frozenset(found)


def _names_in(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key in ("id", "name") and isinstance(value, str):
                yield value
            yield from _names_in(value)
    elif isinstance(data, list):
        for each in data:
            yield from _names_in(each)
