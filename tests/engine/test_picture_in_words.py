"""The text alternative of a picture says what the picture says: where one of them changes, so does the other."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from copy import deepcopy
from functools import cache, lru_cache
from random import Random
from typing import Any

import pytest

from engine.game import Game, State
from engine.registry import GAMES
from engine.simulate import play
from engine.table.table import Table
from tests.engine.pictures import NAMES, SVG, Element
from tests.profiles import LONG, pairs

PLAYERS = (2, 4)
STEP, TRIES = (9, 4) if LONG else (53, 2)
"""Every so many moves a position is looked at. For each part of a position: how many of the values that differ later
are taken over, one at a time."""
FOLLOWS = {"bed_at"}
"""Parts that follow from others: alone they make no position. A flowerbed is hexes with flowers side by side."""


@cache
def played(key: str, players: int) -> Table:
    """A whole game with hot-headed and greedy players."""
    log = play(key, players, GAMES[key].rulesets[0], ["greedy", "random"], 5, seats=NAMES[:players]).log
    table, report = Table.of_log(log)
    assert table is not None
    assert report.verdict == "verified"
    return table


WORDS = (f"{SVG}title", f"{SVG}desc")
Drawn = list[tuple[str, list[tuple[str, str]], str, str, int]]


def drawn(root: Element) -> Drawn:
    """What is seen of a picture: without its words for those who cannot see it, titles and marks for scripts. Of each
    element from the first to the last: what it is, its attributes, the text in it and after it, and how many it holds.
    """
    return [
        (
            element.tag,
            [pair for pair in element.items() if not pair[0].startswith("data-")],
            element.text if element.text and element.text.strip() else "",
            element.tail or "",
            sum(child.tag not in WORDS for child in element),
        )
        for element in root.iter()
        if element.tag not in WORDS
    ]


def one_value_away(data: Any, later: Any, rng: Random, depth: int = 0) -> Iterator[Any]:
    """A few copies of a JSON value with one part of it as it is later."""
    if data == later:
        return
    if depth < 3 and isinstance(data, list) and isinstance(later, list) and len(data) == len(later):
        places = [place for place, (one, other) in enumerate(zip(data, later, strict=True)) if one != other]
        for place in rng.sample(places, min(TRIES, len(places))):
            for part in one_value_away(data[place], later[place], rng, depth + 1):
                yield [*data[:place], part, *data[place + 1 :]]
        return
    yield later


Seen = tuple[Drawn, str]
"""What is drawn of a position, and what is told of it."""


def seen(game: Game, state: State[Any], players: int) -> Seen:
    return read(game.picture(state, NAMES[:players]))


@lru_cache(maxsize=4)
def read(picture: str) -> Seen:
    """What is seen of a picture. Of many changes nothing is seen: that picture has just been read."""
    root = ElementTree.fromstring(picture)
    told = root.findtext(f"{SVG}desc") or ""
    return drawn(root), told


def changes(game: Game, table: Table, rng: Random) -> Iterator[tuple[str, Seen, Seen]]:
    """Positions of a game, each beside one that differs in a single part, and the name of that part."""
    total = len(table.moves)
    for count in range(0, total, STEP):
        state = table.at(count).state
        before = seen(game, state, table.players)
        data, later = state.to_json(), table.at(min(total, count + rng.choice((1, 2, 20)))).state.to_json()
        for key in (key for key in data if key not in FOLLOWS):
            for part in one_value_away(data[key], later[key], rng):
                changed = deepcopy(data)
                changed[key] = part
                try:
                    other = game.state_from_json(changed, table.components)
                    after = seen(game, other, table.players)
                except (LookupError, ValueError, AssertionError, TypeError, AttributeError):
                    continue  # Parts that belong together: the position would be none.
                yield key, before, after


@pytest.mark.parametrize(("key", "players"), pairs(GAMES, PLAYERS))
def test_picture_and_words_change_together(key: str, players: int) -> None:
    game = GAMES[key]
    compared: set[str] = set()
    problems: dict[str, str] = {}
    for key, before, after in changes(game, played(game.key, players), Random(7)):
        is_drawn, is_told = (one != other for one, other in zip(before, after, strict=True))
        if is_drawn:
            compared.add(key)
        if is_drawn != is_told:
            problems.setdefault(key, "drawn, not told" if is_drawn else "told, not drawn")
    assert not problems, problems
    assert len(compared) >= 8
