"""What the engine of a page foresees of a record is what the server says of it, word for word and in every language."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from engine.browser.desk import Desk
from engine.registry import GAMES
from nabu.accounts.players.models import User
from nabu.board.records.models import Record
from nabu.board.records.playing import recording_of
from nabu.core.browser_engine.words import words_of
from tests.platform.board.records.conftest import Device, Line, device, game_to_record
from tests.profiles import LONG, pairs

STEPS = 12 if LONG else 6
"""So many things are entered in each game and language."""

OF_THE_SERVER = {"record", "now", "writer", "acked", "branches", "status", "csrf", "worth"}
"""What only the server knows."""


class Foreseer:
    """The engine of a page, asked as its script asks."""

    def __init__(self, record: Record, language: str) -> None:
        self.desk = Desk()
        self.ask("begin", words=json.loads(words_of(language)))
        self.header = recording_of(record).game.header.to_json()
        self.moves: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}

    def ask(self, name: str, **more: Any) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.desk.answer(json.dumps({"ask": name, **more})))
        return found["answer"] if "answer" in found else {"refused": found["refused"]}

    def open(self, state: dict[str, Any]) -> None:
        def lines(moves: list[dict[str, Any]]) -> list[Line]:
            return [move["line"] for move in moves]

        self.hear(
            self.ask(
                "record.open",
                header=self.header,
                components=None,
                lines=lines(state["moves"]),
                undone=lines(state["undone"]),
                dropped=[lines(group) for group in state["dropped"]],
                aside=lines(state["aside"]["moves"]) if state["aside"] else [],
                swapped=[[each["n"], each["before"]["line"], each["after"]["line"]] for each in state["swapped"]],
                reason=state["aside"]["reason"] if state["aside"] else "",
            )
        )

    def hear(self, state: dict[str, Any]) -> None:
        self.moves[state["since"] :] = state["moves"]
        self.state = state | {"moves": self.moves, "since": 0}


def of_the_game(state: dict[str, Any]) -> dict[str, Any]:
    """The server's state without what only it knows."""
    kept = {key: value for key, value in state.items() if key not in OF_THE_SERVER}
    kept["moves"] = [{key: value for key, value in move.items() if key != "at"} for move in kept["moves"]]
    return json.loads(json.dumps(kept))


def any_step(rng: Random, state: dict[str, Any], record: Record) -> tuple[str, dict[str, Any]] | None:
    """Something that somebody may do now: mostly a move."""
    game = recording_of(Record.objects.get(pk=record.pk)).game
    count, what = state["count"], rng.random()
    if what < 0.15 and count:
        return "undo_to", {"n": rng.randrange(max(0, count - 6), count)}
    if what < 0.25 and state["undone"]:
        return "redo", {"n": count + rng.randint(1, len(state["undone"]))} if rng.random() < 0.5 else {}
    if what < 0.4 and count:
        number = rng.randrange(max(0, count - 8), count)
        line = some_line(rng, game.at(number))
        return ("replace", {"n": number, "lines": [line]}) if line else None
    line = some_line(rng, game)
    return ("append", {"lines": [line]}) if line else None


def some_line(rng: Random, game: Any) -> Line | None:
    state = game.state
    if state.to_move == -2:
        return None
    action = state.draw(rng) if state.to_move == -1 else state.legal_actions().sample(rng)
    return dict(action.to_json())


@pytest.mark.parametrize(("game", "language"), pairs(GAMES, ["en", "es", "de"]))
def test_whatever_is_entered_the_page_foresees_what_the_server_says(ana: User, game: str, language: str) -> None:
    rng = Random(f"{game}/{language}")
    record, lines = game_to_record(ana, game, rng.choice((2, 3)), 1)
    phone: Device = device(ana, record)
    phone.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    phone.append(*lines[: rng.randrange(len(lines))])
    page = Foreseer(record, language)
    page.open(phone.look())
    assert page.state == of_the_game(phone.state)
    for _step in range(STEPS):
        step = any_step(rng, phone.state, record)
        if step is None:
            continue
        op, more = step
        page.hear(page.ask("record.enter", op=op, **more))
        phone.do(op, **more)
        assert page.state == of_the_game(phone.look())
        if rng.random() < 0.2:  # a page that comes later sees the same
            page.open(phone.state)
            assert page.state == of_the_game(phone.state)


def test_what_the_rules_do_not_allow_is_refused_in_the_readers_language_and_changes_nothing(ana: User) -> None:
    record, lines = game_to_record(ana, "amyitis")
    phone = device(ana, record)
    phone.append(*lines[:20])
    page = Foreseer(record, "de")
    page.open(phone.look())
    before = page.ask("record.at", count=page.state["count"])
    assert "Schritt 1000 gibt es nicht" in page.ask("record.enter", op="undo_to", n=999)["refused"]
    assert page.ask("record.enter", op="redo")["refused"] == "Es gibt nichts wiederherzustellen."
    assert "refused" in page.ask("record.enter", op="append", lines=[{"seat": 0, "do": "nothing"}])
    assert page.ask("record.at", count=page.state["count"]) == before
    assert page.ask("record.log")["log"].encode() == recording_of(record).game.log()
