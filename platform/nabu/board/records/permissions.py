"""Who may write a record, and so look at it: whoever opened it, and at a table who may send a log for it."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from nabu.accounts.players.models import Person, User
from nabu.board.records.models import Record
from nabu.contests.matches.models import Table
from nabu.contests.matches.slips import SeatHolder
from nabu.contests.results.permissions import can_upload


def can_issue(person: Person | SeatHolder, table: Table | None) -> bool:
    """Begin to record: at a table its players and who keeps score; without one every account."""
    return can_upload(person, table)


def can_write(person: Person | SeatHolder, record: Record) -> bool:
    """Add moves, take over, finish, abandon."""
    if isinstance(person, AnonymousUser):
        return False
    if record.table is not None:
        return can_upload(person, record.table)
    return isinstance(person, User) and person.is_active and record.opened_by_id == person.pk
