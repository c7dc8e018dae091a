"""The game that a page brings along with its question, and its positions."""

from __future__ import annotations

from typing import Any

from engine.browser.library import library_of
from engine.game import BadSetup, BadShape, JsonObject
from engine.sentence import Sentence
from engine.table import sentences
from engine.table.table import Table


def table_of(asked: JsonObject) -> Table:
    """The game of a `log` (its text), with its `components` if they are not built in. Raises BadSetup."""
    table, report = Table.of_log(asked["log"].encode(), library_of(asked.get("components")))
    if table is None:
        assert report.message is not None, "a log that begins no game has a reason"
        raise BadSetup(Sentence(report.reason or "", report.message))
    return table


def position_of(game: Table, move: Any) -> Table:
    """The game after its first `move` moves. Raises BadShape for anything but their number."""
    if type(move) is not int or not 0 <= move <= len(game.moves):
        raise BadShape(sentences.NO_SUCH_MOVE(count=len(game.moves), number=str(move)[:20]))
    return game.at(move)
