"""Ishtar: the words of a log's lines, read and refused."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import BadShape
from engine.ishtar.actions import IshtarAction
from tests.cases import each
from tests.engine.ishtar_positions import GAME, SET, begin, hold, lay, plant_step, why_not

LINES: list[tuple[dict[str, Any], str]] = [
    ({"seat": 0, "do": "take", "stack": 3, "gems": {}}, "seat 0: take stack 3"),
    ({"seat": 1, "do": "take", "stack": 0, "gems": {"purple": 1, "white": 2}},
     "seat 1: take stack 0 for 1 purple 2 white"),
    ({"seat": 0, "do": "place", "at": [4, -2], "rotation": 5}, "seat 0: place 4,-2 turned 5"),
    ({"seat": 0, "do": "place", "at": [4, -2], "rotation": 1, "mirrored": True},
     "seat 0: place 4,-2 turned 1 mirrored"),
    ({"seat": 0, "do": "discard"}, "seat 0: discard"),
    ({"seat": 0, "do": "assistant"}, "seat 0: assistant"),
    ({"seat": 0, "do": "skill", "skill": "E", "gems": {"red": 2}}, "seat 0: skill E for 2 red"),
    ({"seat": 0, "do": "decline"}, "seat 0: decline"),
    ({"seat": 0, "do": "reserve", "card": "TR05"}, "seat 0: reserve TR05"),
    ({"seat": 0, "do": "reserve", "card": "top"}, "seat 0: reserve top"),
    ({"seat": 0, "do": "bloom", "cells": [[1, 2], [2, 1]]}, "seat 0: bloom 1,2 2,1"),
    ({"seat": 0, "do": "settle", "at": [0, 0]}, "seat 0: settle 0,0"),
    ({"seat": 0, "do": "plant", "card": "TR05", "at": [0, 1]}, "seat 0: plant TR05 0,1"),
    ({"seat": 0, "do": "buy", "card": "TR05"}, "seat 0: buy TR05"),
    ({"seat": 0, "do": "end"}, "seat 0: end"),
    ({"chance": "tile", "stack": 2, "tile": "B05"}, "stack 2: tile B05"),
    ({"chance": "trees", "cards": ["TR07", "TR11"]}, "trees: TR07 TR11"),
]  # fmt: skip


@each(("words", "text"), LINES)
def test_every_line_is_read_and_written_as_it_stands(words: dict[str, Any], text: str) -> None:
    action = GAME.action_from_json(words, SET)
    assert action.to_json() == words
    assert action.text() == text
    assert action == GAME.action_from_json(dict(reversed(words.items())), SET)
    assert action.seat == words.get("seat")


@each("words", [words for words, _ in LINES])
def test_keys_and_types_are_strict(words: dict[str, Any]) -> None:
    for key in words:
        if key != "mirrored":
            with pytest.raises(BadShape):
                GAME.action_from_json({name: word for name, word in words.items() if name != key}, SET)
        for wrong in (None, 1.5, {"a": 1}, [[]], (), b""):
            with pytest.raises(BadShape):
                GAME.action_from_json({**words, key: wrong}, SET)
    with pytest.raises(BadShape):
        GAME.action_from_json({**words, "more": 1}, SET)


@each(
    "words",
    [
        {"seat": 0, "do": "water"},
        {"chance": "weather"},
        {"seat": True, "do": "end"},
        {"seat": 0, "do": "take", "stack": 1, "gems": {"purple": 0}},
        {"seat": 0, "do": "take", "stack": 1, "gems": {"purple": -1}},
        {"seat": 0, "do": "take", "stack": 1, "gems": {"purple": True}},
        {"seat": 0, "do": "take", "stack": 1, "gems": {"green": 1}},
        {"seat": 0, "do": "bloom", "cells": []},
        {"seat": 0, "do": "bloom", "cells": [[0, 0], [0, 1], [0, 2]]},
        {"seat": 0, "do": "place", "at": [0, 0, 0], "rotation": 0},
        {"seat": 0, "do": "place", "at": [0, True], "rotation": 0},
        {"seat": 0, "do": "end", "mirrored": True},
    ],
)
def test_lines_of_no_known_shape(words: dict[str, Any]) -> None:
    with pytest.raises(BadShape):
        GAME.action_from_json(words, SET)


def test_unknown_words_are_told_apart() -> None:
    def read(**words: Any) -> IshtarAction:
        return GAME.action_from_json({"seat": 0, **words}, SET)

    assert read(do="buy", card="TR98") != read(do="buy", card="TR99")
    assert read(do="place", at=[0, 0], rotation=7) != read(do="place", at=[0, 0], rotation=8)
    assert read(do="place", at=[0, 0], rotation=1, mirrored=False) == read(do="place", at=[0, 0], rotation=1)
    assert len({read(do="end"), read(do="end"), read(do="decline")}) == 2


def test_numbers_of_any_size_are_refused_in_words() -> None:
    state = begin()
    assert "no tile" in why_not(state, do="take", stack=10**30, gems={})
    assert "exactly the price" in why_not(state, do="take", stack=0, gems={"white": 10**30})
    hold(state, "S13")
    assert "wholly on the boards" in why_not(state, do="place", at=[10**30, 0], rotation=0)
    assert "cannot be turned" in why_not(state, do="place", at=[0, 0], rotation=-1)
    lay(state, "S13", (1, 0))
    plant_step(state, (9, 9, 9))
    assert "not free grass" in why_not(state, do="plant", card="TR01", at=[-(10**30), 0])


def test_a_negative_stack_is_no_stack() -> None:
    assert "no tile" in why_not(begin(), do="take", stack=-1, gems={})


def test_gems_are_written_in_one_order_whatever_the_order_of_their_line() -> None:
    lines = [
        {"seat": 0, "do": "take", "stack": 1, "gems": {"purple": 1, "white": 2}},
        {"seat": 0, "do": "take", "stack": 1, "gems": {"white": 2, "purple": 1}},
    ]
    first, second = (GAME.action_from_json(line, SET) for line in lines)
    assert first == second
    assert list(first.to_json()["gems"]) == list(second.to_json()["gems"]) == ["purple", "white"]
