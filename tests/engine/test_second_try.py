"""Playing on from a position of another game, and side lines, as the pages ask for them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from engine.browser.desk import Desk
from engine.game import JsonObject
from engine.log.digest import game_digests
from engine.log.header import Origin, origin_of
from engine.log.replay import replay
from engine.registry import GAMES
from engine.simulate import simulate_game
from engine.table.table import Table
from tests.engine.test_component_sets import corrected
from tests.engine.test_play import Page, Refused

EVERY_GAME = pytest.mark.parametrize("key", GAMES)
NAMES = ["Ana", "Bo"]

NO_MOVES: list[Any] = [-1, 10_000, "3", None, 2.5, True, [3]]
"""What a page may send in place of the number of a move."""


def log_of(key: str) -> bytes:
    return simulate_game(key, 2, GAMES[key].rulesets[0], ["greedy"], 4, seats=NAMES)


def table_of(log: bytes) -> Table:
    table, _report = Table.of_log(log)
    assert table is not None
    return table


def in_the_middle(table: Table) -> int:
    """After so many moves somebody has a choice."""
    middle = range(len(table.moves) // 2, len(table.moves))
    return next(
        number for number in middle if table.moves[number].action.seat is not None and not table.moves[number].forced
    )


def seats(*bots: str | None) -> list[JsonObject]:
    return [{"name": f"Seat {seat}", "bot": bot} for seat, bot in enumerate(bots, 1)]


def branch(log: bytes, move: int, line: list[JsonObject] | None = None, seed: str = "clay", **more: Any) -> Page:
    page = Page()
    asked = {"log": log.decode(), "move": move, "line": line or [], "seed": seed, "seats": seats(None, "greedy")}
    page.ask("branch", **{**asked, **more})
    return page


@EVERY_GAME
def test_a_game_that_is_played_on_says_where_it_started(key: str) -> None:
    log = log_of(key)
    table = table_of(log)
    move = in_the_middle(table)
    page = branch(log, move).play()
    made = page.ask("log")["log"].encode()
    report = replay(made)
    assert report.verdict == "verified"
    digests = game_digests(log)
    assert digests is not None
    assert json.loads(made.splitlines()[0])["meta"] == {
        "bots": [None, "greedy"],
        "from": {"digest": digests.game, "move": move},
    }
    assert page.kept[:move] == table.lines[:move]
    assert NAMES[0] not in made.decode().splitlines()[0], "nobody's name stands over what they have not played"


@EVERY_GAME
def test_draws_to_come_are_dealt_anew_by_the_seed_of_the_new_game(key: str) -> None:
    log = log_of(key)
    table = table_of(log)
    draws = [
        number
        for number, move in enumerate(table.moves)
        if move.action.seat is None or "chance" in move.action.to_json()
    ]
    due = next(number for number in draws if number > 8 and not table.moves[number].forced)
    dealt = {json.dumps(branch(log, due, seed=seed).kept[due]) for seed in ("clay", "reed", "mud", "silt")}
    assert len(dealt) > 1
    assert branch(log, due, seed="reed").kept == branch(log, due, seed="reed").kept


def test_nothing_is_taken_back_that_was_taken_over_also_on_another_day() -> None:
    log = log_of("ishtar")
    move = in_the_middle(table_of(log))
    page = branch(log, move, seats=seats(None, None))
    assert not page.now["back"]
    page.step()
    page = page.resumed()
    page.ask("take_back")
    assert page.kept == table_of(log).lines[:move]
    assert page.ask("take_back")["kept"] == {"keep": move, "lines": []}


def test_who_has_the_next_choice_and_where_there_is_none() -> None:
    log = log_of("babylonia")
    table = table_of(log)
    asked = {"log": log.decode(), "line": []}
    for move in (0, in_the_middle(table)):
        found = Page().ask("origin", move=move, **asked)
        page = branch(log, move, seats=seats(None, None))
        assert found["mover"] == page.now["cover"]
    with pytest.raises(Refused, match="The game is over here"):
        Page().ask("origin", move=len(table.moves), **asked)


@pytest.mark.parametrize("move", NO_MOVES)
def test_a_move_that_does_not_exist_is_refused(move: Any) -> None:
    log = log_of("babylonia").decode()
    for question in ("origin", "branch"):
        with pytest.raises(Refused, match="does not exist"):
            Page().ask(question, log=log, move=move, line=[], seats=seats(None, "greedy"), seed="clay")


def test_a_log_without_its_draws_is_refused_with_the_reason() -> None:
    header, *lines = map(json.loads, log_of("babylonia").splitlines())
    told = [{**header, "chance": "hidden"}, *(line for line in lines if "chance" not in line)]
    log = "".join(json.dumps(line) + "\n" for line in told)
    with pytest.raises(Refused, match="leaves out the draws"):
        Page().ask("origin", log=log, move=3, line=[])
    assert "leaves out the draws" in Aside(log.encode()).refused


def test_the_component_set_travels_along() -> None:
    game = GAMES["ishtar"]
    components = corrected(game)
    log = simulate_game("ishtar", 2, game.rulesets[0], ["random"], 1, components=game.read_components(components))
    assert branch(log, 4, components=components).header["components"] == "my-own-copy"
    with pytest.raises(Refused, match="component set"):
        branch(log, 4)


@pytest.mark.parametrize(
    ("meta", "found"),
    [
        ({"from": {"digest": "a" * 64, "move": 7}}, Origin("a" * 64, 7)),
        ({"from": {"digest": None, "move": 0, "side": 3}}, Origin(None, 0, 3)),
        ({"from": {"digest": "<b>", "move": 7, "side": -1}}, Origin(None, 7)),
        *((meta, None) for meta in (None, [], {}, {"from": "BGA"}, {"from": {"move": True}}, {"from": {"move": -1}})),
    ],
)
def test_remarks_of_a_log_say_where_it_started(meta: object, found: Origin | None) -> None:
    assert origin_of(meta) == found


# Side lines


class Aside:
    """A page with a side line."""

    def __init__(self, log: bytes) -> None:
        self.desk = Desk()
        self.refused = self.ask("open", log=log.decode(), names=["Anu", "Bel"])["refused"]

    def ask(self, name: str, **values: Any) -> JsonObject:
        answer = json.loads(self.desk.answer(json.dumps({"ask": f"aside.{name}", **values})))
        if "refused" in answer:
            raise Refused(answer["refused"])
        found: JsonObject = answer["answer"]
        return found

    def tried(self, move: int, choices: int, seed: int = 1) -> JsonObject:
        """A line in which somebody has chosen at random so often."""
        rng = Random(seed)
        found = self.ask("line", move=move, chosen=[])
        for _ in range(choices):
            shown = self.ask("at", step=len(found["steps"]))
            if shown["over"]:
                break
            node, path = {"n": shown["choices"]["tree"]}, []
            while node.get("n"):
                node = rng.choice(node["n"])
                path.append(node)
            line: JsonObject = {"seat": shown["choices"]["seat"]}
            for each in path:
                if each.get("l"):
                    line.setdefault(each["k"], []).append(each["v"])
                elif each["k"]:
                    line[each["k"]] = each["v"]
            found = self.ask("line", move=move, chosen=[*found["chosen"], line])
        return found


@EVERY_GAME
def test_the_same_side_line_has_the_same_draws_for_everybody(key: str) -> None:
    log = log_of(key)
    table = table_of(log)
    move = in_the_middle(table)
    found = Aside(log).tried(move, 6)
    again = Aside(log).ask("line", move=move, chosen=found["chosen"])
    assert again == found
    lines = [step["line"] for step in found["steps"]]
    played = table.at(move)
    played.apply_all(lines)
    assert [step["dealt"] for step in found["steps"]] == [
        "chance" in line and not move.forced for line, move in zip(lines, played.moves[move:], strict=True)
    ]
    assert found["after"][-1] == len(lines)
    assert {step["who"] for step in found["steps"]} <= {"", "Anu", "Bel"}
    page = branch(log, move, lines)
    assert page.kept[: move + len(lines)] == [*table.lines[:move], *lines]
    assert page.header["meta"]["from"]["side"] == len(lines)


def test_what_does_not_fit_the_game_is_refused_and_the_line_before_stays() -> None:
    log = log_of("babylonia")
    move = in_the_middle(table_of(log))
    page = Aside(log)
    found = page.tried(move, 2)
    shown = page.ask("at", step=len(found["steps"]))
    seat = table_of(log).at(move).state.to_move
    hostile: list[Any] = [
        {"seat": 1 - seat, "do": "stop"},
        {"seat": seat, "do": "place", "token": "priest", "hex": "9999"},
        {"chance": "draw", "seat": seat, "tokens": ["priest"]},
        {"seat": "0", "do": "stop"},
        {},
        7,
        None,
        [[]],
    ]
    for line in hostile:
        with pytest.raises(Refused, match="."):
            page.ask("line", move=move, chosen=[line])
    for start in NO_MOVES:
        with pytest.raises(Refused, match="does not exist"):
            page.ask("line", move=start, chosen=[])
    assert page.ask("at", step=len(found["steps"])) == shown


def test_a_side_line_can_be_played_to_the_end_of_the_game() -> None:
    log = log_of("ishtar")
    table = table_of(log)
    page = Aside(log)
    found = page.tried(len(table.moves) - 9, 200)
    assert page.ask("at", step=len(found["steps"])) | {"svg": "", "due": ""} == {
        "svg": "",
        "due": "",
        "choices": None,
        "over": True,
    }
    with pytest.raises(Refused, match="."):
        page.ask("line", move=len(table.moves) - 9, chosen=[*found["chosen"], found["chosen"][-1]])
