"""The text alternative of a picture says what the picture says: where one of them changes, so does the other."""

from __future__ import annotations

import os
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.game import Game, State
from engine.registry import GAMES
from engine.simulate import play
from engine.table.table import Table
from tests.engine.pictures import NAMES, SVG, description_of

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
PLAYERS = (2, 4)
STEP, TRIES = (9, 4) if os.environ.get("NABU_HYPOTHESIS") == "long" else (37, 2)
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


def drawn(svg: str) -> str:
    """What is seen of a picture: without its words for those who cannot see it, titles and marks for scripts."""
    root = ElementTree.fromstring(svg)
    for element in list(root.iter()):
        for child in list(element):
            if child.tag in (f"{SVG}title", f"{SVG}desc"):
                element.remove(child)
        for key in [key for key in element.attrib if key.startswith("data-")]:
            del element.attrib[key]
        if element.text and not element.text.strip():
            element.text = ""
    return ElementTree.tostring(root, encoding="unicode")


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


Seen = tuple[str, str]
"""What is drawn of a position, and what is told of it."""


def seen(game: Game, state: State[Any], players: int) -> Seen:
    picture = game.picture(state, NAMES[:players])
    return drawn(picture), description_of(picture)


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


@EVERY_GAME
@pytest.mark.parametrize("players", PLAYERS)
def test_picture_and_words_change_together(game: Game, players: int) -> None:
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
