"""One step of writing, checked by the engine: what a sent entry does to the moves of a record."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.game import EngineError
from engine.table.journal import Step, step_of
from nabu.board.records.playing import Recording
from nabu.board.records.spec import SentEntry
from nabu.core.sentences import sentence

MOST_MOVES = 20_000
"""So many moves a record has at most, and as many entries its journal."""


class NotTaken(Exception):
    """An entry that changes nothing: `why` is a word for programs, `detail` a sentence for people."""

    def __init__(self, why: str, detail: str, seq: int) -> None:
        super().__init__(detail)
        self.why, self.detail, self.seq = why, detail, seq


def sent_step(recording: Recording, sent: SentEntry, follows: bool) -> Step:
    """What an entry does now. `follows`: it was made right behind the last entry. Raises NotTaken."""
    count = recording.count
    base = count if sent.base is None and follows else sent.base
    if base != count:
        raise NotTaken("base", _("The record has changed meanwhile. Check the last moves, then try again."), sent.seq)
    try:
        return step_of(recording.game, recording.moves.undone, sent.op, sent.lines, sent.n)
    except EngineError as error:
        raise NotTaken("illegal", sentence(error.message), sent.seq) from error
