"""A record on the page that writes it: what the server will say of a step, said at once and without it."""

from __future__ import annotations

import json

from engine.browser.library import library_of
from engine.for_people import ForPeople
from engine.game import JsonObject
from engine.log.header import Header, read_header
from engine.message import verbatim
from engine.table.journal import Moves, Step, step_of
from engine.table.table import Table
from engine.table.words import position_in_words


class RecordCounter:
    """The record of a page. What it answers are the words of `position_in_words`."""

    def __init__(self, language: ForPeople) -> None:
        self._language = language
        self._game: Table | None = None
        self._moves = Moves()

    def open(self, asked: JsonObject) -> JsonObject:
        """A record as the server has told it: `header`, `components` (None if built in), and its moves as lines:
        `lines`, `undone`, `dropped` and `aside`, with `reason`, why these were put there; and `swapped`: the number of
        a move with its lines before and after."""
        game = Table(header_of(asked["header"]), library_of(asked.get("components")))
        game.apply_all(asked["lines"])
        self._game = game
        self._moves = Moves(
            lines=game.lines,
            undone=list(asked["undone"]),
            dropped=[list(group) for group in asked["dropped"]],
            aside=list(asked["aside"]),
            why=verbatim(asked["reason"]).to_json() if asked["reason"] else None,
            swapped=[(number, before, after) for number, before, after in asked.get("swapped", ())],
        )
        return self._position(0)

    def enter(self, asked: JsonObject) -> JsonObject:
        """One more entry of the journal: `op`, and of `lines` and `n` what belongs to it. See `step_of`."""
        step = step_of(self._table, self._moves.undone, asked["op"], asked.get("lines") or (), asked.get("n"))
        return self._go_on(step)

    def at(self, asked: JsonObject) -> JsonObject:
        """The position after `count` moves, to change the next one."""
        return self._position(len(self._table.moves), asked["count"])

    def log(self, asked: JsonObject) -> JsonObject:
        """The log of the game so far, as text."""
        return {"log": self._table.log().decode("utf-8")}

    def _go_on(self, step: Step) -> JsonObject:
        self._moves.take(step)
        self._game = step.game
        return self._position(step.keep)

    def _position(self, since: int, at: int | None = None) -> JsonObject:
        game = self._table
        return position_in_words(self._language, game, self._moves, game.header.seats, since, at)

    @property
    def _table(self) -> Table:
        assert self._game is not None, "no record was opened"
        return self._game


def header_of(data: JsonObject) -> Header:
    """The header that a page brings. Raises EngineError."""
    header: Header = read_header(json.dumps(data).encode())
    return header
