"""Who stands behind a report: an account, or the holder of a seat's code without one. One player is one side."""

from __future__ import annotations

from django.db.models import Prefetch, QuerySet

from nabu.accounts.players.models import User
from nabu.accounts.players.names import name_of
from nabu.contests.matches.models import LogSubmission, ResultReport, ScoreSheet, Seat, Table
from nabu.contests.matches.queries import entry_at
from nabu.contests.matches.slips import SeatHolder
from nabu.contests.tournaments.models import Entry

Reporter = User | SeatHolder
"""Who may report, confirm and dispute."""


def account_of_reporter(reporter: Reporter) -> User | None:
    """The account, if it acted with one."""
    return reporter if isinstance(reporter, User) else None


def entry_of_reporter(reporter: Reporter, table: Table) -> int | None:
    """For whose seat at the table somebody acts; None for an organiser who does not play there."""
    if isinstance(reporter, SeatHolder):
        return reporter.entry_id
    return entry_at(table, reporter)


def is_same_side(reporter: Reporter, report: ResultReport) -> bool:
    """Whether the report comes from this player already, with the account or with the code of the seat."""
    if isinstance(reporter, User) and report.reported_by_id == reporter.pk:
        return True
    if report.reported_entry_id is not None:
        return report.reported_entry_id == entry_of_reporter(reporter, report.table)
    if report.reported_by_id is None or isinstance(reporter, User):
        return False
    return report.table.seats.filter(entry=reporter.entry_id, entry__player__user=report.reported_by_id).exists()


def sender_of(submission: LogSubmission) -> Reporter | None:
    """Who sent a log, with an account or the code of a seat; None if that seat is not at the table any more."""
    if submission.submitted_by is not None:
        return submission.submitted_by
    seats = Seat.objects.filter(table=submission.table_id, entry=submission.submitted_entry_id)
    seat = seats.select_related("table__round__stage__tournament", "entry__player").first()
    return None if seat is None else SeatHolder(seat)


def sender_name(submission: LogSubmission) -> str:
    """Who sent a log. Wants both with their players."""
    return name_of(submission.submitted_by, submission.submitted_entry)


def reporter_name(report: ResultReport) -> str:
    """Who reported. Wants `with_reporters`."""
    return name_of(report.reported_by, report.reported_entry)


def confirmer_name(report: ResultReport) -> str | None:
    """Who confirmed, if anybody did."""
    if report.confirmed_by is None and report.confirmed_entry is None:
        return None
    return name_of(report.confirmed_by, report.confirmed_entry)


def accounts(*fields: str) -> list[Prefetch[str]]:
    """Prefetch these accounts with their players: a query for each field, and none where there is nobody.

    Joined, the names at a table would be fourteen more tables, which PostgreSQL plans anew each time, and hundreds of
    columns even for a table without a report.
    """
    return [Prefetch(field, User.objects.select_related("player")) for field in fields]


def code_holders(*fields: str) -> list[Prefetch[str]]:
    """The same for the entries of those who may have acted without an account."""
    return [Prefetch(field, Entry.objects.select_related("player")) for field in fields]


def with_reporters(reports: QuerySet[ResultReport]) -> QuerySet[ResultReport]:
    """With the names of those who reported and confirmed, and the score sheet."""
    sheets = ScoreSheet.objects.select_related("typed_by__player", "typed_entry__player")
    return reports.prefetch_related(
        *accounts("reported_by", "confirmed_by"),
        *code_holders("reported_entry", "confirmed_entry"),
        Prefetch("sheet", sheets),
    )
