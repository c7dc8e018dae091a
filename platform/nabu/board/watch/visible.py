"""What spectators see of a game that is being recorded: the record as it was some minutes ago, without what is hidden.

Everything that they get is made of this, so nothing newer and nothing hidden leaves the server.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import takewhile

from engine.table.journal import moves_of
from nabu.board.records.models import JournalEntry, Record
from nabu.contests.matches.models import Table
from nabu.core import database_clock


class State(StrEnum):
    """How it stands with a table for spectators."""

    OFF = "off"
    NONE = "none"
    SOON = "soon"
    LIVE = "live"
    OVER = "over"


@dataclass(frozen=True)
class Visible:
    """What is visible of a table's record: OFF: the organisers do not want that; NONE: nothing is being recorded; SOON:
    nothing is old enough yet; LIVE: the record as it was after `shown`; OVER: its log was sent, all of it is visible.

    `until`: from then on more may be visible; None where spectators are told at once.
    """

    table: Table
    state: State
    record: Record | None = None
    shown: tuple[JournalEntry, ...] = ()
    until: datetime | None = None

    @property
    def minutes(self) -> int:
        """How many minutes spectators are behind."""
        return self.table.round.stage.tournament.watch_delay

    @property
    def lines(self) -> list[dict[str, object]]:
        """The moves of the record then."""
        return moves_of(self.shown).lines


def visible_of(table: Table) -> Visible:
    """What is visible now. `table` comes with its tournament."""
    tournament = table.round.stage.tournament
    if not tournament.watchable:
        return Visible(table, State.OFF)
    records = Record.objects.filter(table=table).exclude(status=Record.Status.ABANDONED)
    record = records.select_related("submission__log").defer("submission__log__content").order_by("-pk").first()
    if record is None:
        return Visible(table, State.NONE)
    if record.status != Record.Status.OPEN:
        return Visible(table, State.OVER, record, _journal(record))
    return _of_record(table, record, timedelta(minutes=tournament.watch_delay))


def _of_record(table: Table, record: Record, delay: timedelta) -> Visible:
    now = database_clock.now()
    journal = _journal(record)
    shown = tuple(takewhile(lambda entry: entry.received_at <= now - delay, journal))
    pending = journal[len(shown) :]
    setups = [entry for entry in pending if entry.op == JournalEntry.Op.SETUP]
    if setups:
        # The header has one setup only, the newest: before it nothing can be shown.
        return Visible(table, State.SOON, record, until=setups[-1].received_at + delay)
    until = pending[0].received_at + delay if pending else now + delay if delay else None
    return Visible(table, State.LIVE if shown else State.SOON, record, shown, until)


def _journal(record: Record) -> tuple[JournalEntry, ...]:
    return tuple(JournalEntry.objects.filter(record=record, branch=None).order_by("pk"))
