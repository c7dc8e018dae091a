"""One step of writing, checked by the engine: what a sent entry does to the moves of a record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.game import EngineError
from engine.table.table import Table as Playing
from nabu.records.journal import Line
from nabu.records.models import JournalEntry
from nabu.records.playing import Recording
from nabu.records.spec import SentEntry
from nabu.sentences import sentence

Op = JournalEntry.Op

MOST_MOVES = 20_000
"""So many moves a record has at most, and as many entries its journal."""


class NotTaken(Exception):
    """An entry that changes nothing: `why` is a word for programs, `detail` a sentence for people."""

    def __init__(self, why: str, detail: str, seq: int) -> None:
        super().__init__(detail)
        self.why, self.detail, self.seq = why, detail, seq


@dataclass(frozen=True, slots=True)
class Step:
    """What becomes of the moves: see `JournalEntry`. `game` is the game after it."""

    game: Playing
    keep: int
    lines: list[Line]
    again: int = 0
    aside: list[Line] | None = None
    why: dict[str, Any] | None = None


def step_of(recording: Recording, sent: SentEntry, follows: bool) -> Step:
    """What an entry does now. `follows`: it was made right behind the last entry. Raises NotTaken."""
    count = recording.count
    base = count if sent.base is None and follows else sent.base
    if base != count:
        detail = _("The record has %(count)s moves, and this was sent for another number of moves.")
        raise NotTaken("base", detail % {"count": count}, sent.seq)
    game = recording.game.copy()
    try:
        match sent.op:
            case Op.UNDO:
                return _undo(game, sent)
            case Op.REPLACE:
                return _replace(game, sent)
            case Op.REDO:
                return _redo(recording, game, sent)
        game.apply_all(sent.lines)
    except EngineError as error:
        raise NotTaken("illegal", sentence(error.message), sent.seq) from error
    return _forced(game, count)


def _undo(game: Playing, sent: SentEntry) -> Step:
    keep = _move(game, sent)
    game.undo_to(keep)
    return Step(game, keep, [])


def _replace(game: Playing, sent: SentEntry) -> Step:
    number = _move(game, sent)
    later = len(game.moves) - number - 1
    replaced = game.replace(number, sent.lines[0])
    before = len(game.moves)
    game.apply_forced()
    lines = game.lines
    aside = list(replaced.aside)
    why = replaced.reason.to_json() if replaced.reason else None
    return Step(game, number, [lines[number], *lines[before:]], later - len(aside), aside, why)


def _redo(recording: Recording, game: Playing, sent: SentEntry) -> Step:
    count = recording.count
    undone = recording.moves.undone
    wanted = 1 if sent.n is None else sent.n - count
    if not 1 <= wanted <= len(undone):
        raise NotTaken("illegal", _("There is nothing to redo."), sent.seq)
    game.apply_all(undone[:wanted])
    return _forced(game, count)


def _forced(game: Playing, keep: int) -> Step:
    """With what is forced after it."""
    game.apply_forced()
    return Step(game, keep, game.lines[keep:])


def _move(game: Playing, sent: SentEntry) -> int:
    if sent.n is None or not 0 <= sent.n < len(game.moves):
        detail = _("The record has %(count)s moves; there is no such move.") % {"count": len(game.moves)}
        raise NotTaken("illegal", detail, sent.seq)
    return sent.n
