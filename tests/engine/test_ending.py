"""How a finished game is told: who was ahead for good from which move on, and what decided between equal scores."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.browser.play import PlayCounter
from engine.catalogue import CATALOGUE
from engine.for_people import ForPeople
from engine.log.write import line_of
from engine.registry import GAMES
from engine.simulate import simulate_game
from engine.table.ending import end_in_words, turning_point
from engine.table.table import Table
from engine.table.words import game_in_words
from tests.cases import each

ENGLISH = ForPeople(CATALOGUE)
NAMES = ("Ana", "Bo", "Cy", "Di")


def finished(key: str, players: int, seed: int = 5) -> Table:
    """A game between greedy bots to its end."""
    log = simulate_game(key, players, "base", ("greedy",), seed, as_people=True)
    table, _report = Table.of_log(log)
    assert table is not None
    assert table.result is not None
    return table


def end_of(table: Table) -> dict[str, Any]:
    """What is told of its end."""
    found = end_in_words(ENGLISH, table, NAMES[: table.players])
    assert found is not None
    return found


def is_ahead(table: Table, count: int, seat: int) -> bool:
    """Whether this seat had more points than all others after so many moves, or would have had."""
    state = table.at(count).state
    points = list(state.projected() or state.scores)
    return points[seat] > max(points[:seat] + points[seat + 1 :])


@pytest.mark.parametrize("key", GAMES)
@each("players", (2, 3, 4))
def test_from_the_turning_point_on_the_winner_is_ahead(key: str, players: int) -> None:
    """And was not before that move."""
    table = finished(key, players, seed=6)
    assert table.result is not None
    [winner] = table.result.winners
    number = turning_point(table)
    assert number is not None
    assert not is_ahead(table, number, winner)
    assert all(is_ahead(table, count, winner) for count in range(number + 1, len(table.moves) + 1))
    text = end_of(table)["turning"]["text"]
    assert text.startswith(f"Move {number + 1}: ")
    assert NAMES[winner] in text


def test_the_points_that_turned_a_game_are_those_of_the_winner() -> None:
    table = finished("babylonia", 4)
    found = end_of(table)["turning"]
    move = game_in_words(ENGLISH, table, NAMES)["moves"][found["n"]]
    gained = [event for event in move["events"] if event["who"] == "Ana"]
    points = sum(event["points"] for event in gained)
    assert f"Ana takes the lead for good with {points} points (" in found["text"]
    assert all(event["title"] in found["text"] for event in gained)


def test_a_shared_win_has_no_turning_point() -> None:
    table = finished("ishtar", 2)
    assert table.result is not None
    assert table.result.winners == (0, 1)
    assert end_of(table)["turning"] is None


def test_equal_scores_say_what_decided() -> None:
    table = finished("babylonia", 3)
    table.state.scores[:] = [50, 50, 40]
    table.state.won[:] = [5, 1, 9]  # type: ignore[attr-defined]
    found = end_of(table)
    assert found["places"] == [1, 2, 3]
    assert found["second"] == ["5 city tiles", "1 city tile", ""]
    assert found["turning"] is None, "the points did not decide"


def test_who_shares_a_place_is_not_told_what_decided() -> None:
    table = finished("babylonia", 3)
    table.state.scores[:] = [50, 50, 40]
    table.state.won[:] = [5, 5, 9]  # type: ignore[attr-defined]
    assert end_of(table)["second"] == ["", "", ""]


@each("ruling", ("shared", "most_planted_trees", "most_gems_left"))
def test_nothing_decides_where_the_house_rule_shares_the_place(ruling: str) -> None:
    table = Table.of_log(simulate_game("ishtar", 2, "base", ("greedy",), 5, {"tie_break": ruling}, as_people=True))[0]
    assert table is not None
    assert table.result is not None
    assert table.result.scores[0] == table.result.scores[1]
    words = {"shared": [], "most_planted_trees": ["planted"], "most_gems_left": ["left"]}[ruling]
    second = [ENGLISH.render(message) for message in table.result.second]
    assert all(word in text for text in second for word in words)
    assert len(second) == (2 if words else 0)


def test_a_person_who_plays_bots_is_told_the_number_of_the_own_list() -> None:
    """Draws of bots are not in it."""
    table = finished("babylonia", 2)
    header = json.loads(line_of(table.header.to_json()))
    header["meta"] = {"bots": [None, "greedy"]}
    found = PlayCounter(ENGLISH).resume({"header": header, "lines": table.lines, "seed": "clay", "components": None})
    number, turned = turning_point(table), found["over"]["turning"]
    assert number is not None
    assert turned["n"] < number
    assert found["moves"][turned["n"]]["scores"] == list(table.moves[number].scores)
    assert turned["text"].startswith(f"Move {turned['n'] + 1}: ")
    assert found["moves"][turned["n"]]["n"] == turned["n"]
