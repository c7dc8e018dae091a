"""Side lines: other moves than those of a game, from one of its positions on. They are no part of the game."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from engine.browser.games import position_of
from engine.browser.library import library_of
from engine.for_people import ForPeople
from engine.game import BadShape, IllegalAction, JsonObject
from engine.log.lines import MOST_LINES
from engine.review.reviewer import seed_of
from engine.table import sentences
from engine.table.chance import cannot_branch, deal_on
from engine.table.choices import Choices
from engine.table.table import Table
from engine.table.words import due_in_words, moves_in_words


class AsideCounter:
    """The side line that a page shows beside its game."""

    def __init__(self, language: ForPeople) -> None:
        self._language = language
        self._game: Table | None = None
        self._names: Sequence[str] = ()
        self._line: SideLine | None = None

    def open(self, asked: JsonObject) -> JsonObject:
        """The game of a `log` (its text), with its `components` if they are not built in. `names` are by seat, as the
        page calls the players. `refused` says why there can be no side lines."""
        self._line = None
        self._game, report = Table.of_log(asked["log"].encode(), library_of(asked.get("components")))
        self._names = asked["names"]
        if self._game is None:
            return {"refused": self._language.render(report.message) if report.message else report.verdict}
        reason = cannot_branch(self._game)
        return {"refused": self._language.render(reason.message) if reason else None}

    def line(self, asked: JsonObject) -> JsonObject:
        """The line that leaves the game after its first `move` moves, with what was `chosen` since.

        `steps` are its moves in words; `dealt`: chance has decided it anew. `lines` are the log lines of the steps.
        Refuses what does not fit the game, and then the line before it stays.
        """
        game = self._game
        assert game is not None, "no game was opened for side lines"
        line = self._line = SideLine(game, position_of(game, asked["move"]), asked["chosen"])
        steps = moves_in_words(self._language, line.table, self._names, line.start)
        for step, made in zip(steps, line.table.moves[line.start :], strict=True):
            step["dealt"] = "chance" in step["line"] and not made.forced
        return {"start": line.start, "chosen": line.chosen, "after": line.after, "steps": steps}

    def at(self, asked: JsonObject) -> JsonObject:
        """The position after so many steps (`step`) of the line, and what can be chosen in it."""
        line, language = self._line, self._language
        assert line is not None, "no side line is shown"
        shown = line.table.at(line.start + asked["step"])
        choices = shown.choices()
        return {
            "svg": shown.screen_picture(self._names, say=language.render),
            "due": due_in_words(language, shown, self._names),
            "choices": choices.to_json(language.render) if isinstance(choices, Choices) else None,
            "over": shown.result is not None,
        }


class SideLine:
    """Other moves from a position of a game on. What nobody chooses is done at once; a draw follows from the game and
    from what was chosen before it, so that the same line always has the same draws.

    `chosen` are the lines that somebody has chosen, `after` how many moves of the line there were after each of them
    and what followed from it; the first entry is that before any choice. Raises EngineError for what does not fit.
    """

    def __init__(self, game: Table, before: Table, chosen: Any) -> None:
        self.start = len(before.moves)
        self.table = before
        self.chosen: list[JsonObject] = []
        self.after: list[int] = []
        self._seed = seed_of(game)
        self._deal()
        if type(chosen) is not list:
            raise BadShape(sentences.NO_SUCH_MOVE(count=len(before.moves), number=str(chosen)[:20]))
        for line in chosen:
            self._choose(line)

    def _choose(self, line: Any) -> None:
        if type(line) is not dict or len(self.table.moves) >= MOST_LINES:
            raise BadShape(sentences.NO_SUCH_MOVE(count=len(self.table.moves), number=str(line)[:20]))
        if self.table.result is not None:
            raise IllegalAction("after_end", sentences.NOTHING_LEFT())
        self.chosen.append(self.table.apply(line).action.to_json())
        self._deal()

    def _deal(self) -> None:
        deal_on(self.table, self._rng)
        self.after.append(len(self.table.moves) - self.start)

    def _rng(self) -> Random:
        told = json.dumps([self.start, self.chosen, len(self.table.moves)], sort_keys=True)
        return Random(f"{self._seed}/{told}")
