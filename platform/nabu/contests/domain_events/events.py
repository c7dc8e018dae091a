"""What a change means for those outside, read from the rows that it touched.

It follows from the rows and not from the name of the action, so undoing, redoing and correcting are announced,
and so does every service that is still to be written. What only organisers see is no event: nothing in a draft
tournament but what became of a registration, and what is announced while it is open; nothing in a draft round.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from nabu.accounts.audit.models import AuditEntry
from nabu.contests.announcements.models import Announcement
from nabu.contests.matches.models import LogSubmission, Seat, Table
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.permissions import is_public

TOURNAMENT_STARTED = "tournament.started"
TOURNAMENT_FINISHED = "tournament.finished"
TOURNAMENT_REOPENED = "tournament.reopened"
TOURNAMENT_CANCELLED = "tournament.cancelled"
TOURNAMENT_APPROVED = "tournament.approved"
APPROVAL_WITHDRAWN = "tournament.approval_withdrawn"
ROUND_PUBLISHED = "round.published"
ROUND_WITHDRAWN = "round.withdrawn"
TABLE_SEATS = "table.seats"
TABLE_REPORTED = "table.reported"
TABLE_DISPUTED = "table.disputed"
TABLE_RESULT = "table.result"
TABLE_REOPENED = "table.reopened"
TABLE_DEADLINE = "table.deadline"
OBJECTION_MADE = "objection.made"
OBJECTION_ANSWERED = "objection.answered"
STANDINGS_CHANGED = "standings.changed"
ENTRY_CHANGED = "entry.changed"
REGISTRATION_CHANGED = "registration.changed"
LOG_VERDICT = "log.verdict"
ANNOUNCEMENT_MADE = "announcement.made"
ANNOUNCEMENT_WITHDRAWN = "announcement.withdrawn"
TABLE_ANNOUNCEMENT = "announcement.table"
"""Said to a table: only those who sit there hear of it."""
CALL_MADE = "call.made"
CALL_TAKEN = "call.taken"
CALL_CLOSED = "call.closed"

RESULT_COLUMNS = {"status", "basis", "log_id"}
SITTING_COLUMNS = {"table_id", "entry_id"}
"""Another table, or another player: the number of a seat at its table is no news."""

SEAT_COLUMNS = {"score", "place", "points", "absent"}

CALLS = {"call.made": CALL_MADE, "call.taken": CALL_TAKEN, "call.closed": CALL_CLOSED, "call.cancelled": CALL_CLOSED}
"""Of a call for a director no row is tracked, because nothing takes it back: here the action says what happened."""

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class DomainEvent:
    """One thing that happened in a tournament: its kind, and the object it is about.

    The object of a kind "round.…" is a round, of "objection.…" an objection, and so on; of "standings.changed" it is
    the tournament, of "log.verdict" the submission. `again`: there was a result before, and it is another one now or
    was disputed; an announcement that was withdrawn is shown again; a tournament is reopened that was cancelled.
    """

    kind: str
    tournament: Tournament
    pk: int
    again: bool = False


def events_of(entry: AuditEntry) -> list[DomainEvent]:
    """What happened for the public in this change, in an order that makes sense."""
    tournament = entry.tournament
    if tournament is None:
        return []
    changes = [(str(model), int(pk), before, after) for model, pk, before, after in entry.changes]

    def rows(model: str) -> dict[int, tuple[Row | None, Row | None]]:
        return {pk: (before, after) for name, pk, before, after in changes if name == model}

    if entry.action in CALLS:
        return [DomainEvent(CALLS[entry.action], tournament, entry.object_id)]
    found = [(kind, tournament.pk, again) for kind, again in _tournament(rows("tournaments.tournament").values())]
    registrations = rows("tournaments.registration").items()
    found += [(REGISTRATION_CHANGED, pk, False) for pk, (_before, after) in registrations if "status" in (after or {})]
    if tournament.status != Tournament.Status.DRAFT or is_public(tournament):
        found += _announcements(rows("announcements.announcement"), entry.undoes_id is not None)
    if tournament.has_started:
        found += [(ENTRY_CHANGED, pk, False) for pk in _entries(rows("tournaments.entry"))]
        found += [(kind, pk, False) for pk, row in rows("tournaments.round").items() for kind in _round(*row)]
        tables, finished = _tables(rows("matches.table"), rows("matches.seat"))
        found += tables
        found += [(TABLE_DEADLINE, pk, False) for pk in _extended(rows("dates.extension"))]
        found += _objections(rows("matches.objection"))
        closed = any(
            _reached(before, after, "status", "finished") for before, after in rows("tournaments.stage").values()
        )
        ended = any(_finished(before, after) for before, after in rows("tournaments.round").values())
        if finished or closed or ended or rows("tournaments.penalty"):
            found.append((STANDINGS_CHANGED, tournament.pk, False))
    return [DomainEvent(kind, tournament, pk, again) for kind, pk, again in found]


def verdict_event(submission: LogSubmission) -> DomainEvent | None:
    """The verdict on a log at a table that everybody sees; None for other logs."""
    if submission.table is None:
        return None
    round_ = submission.table.round
    if round_.status == Round.Status.DRAFT or round_.stage.tournament.status == Tournament.Status.DRAFT:
        return None
    return DomainEvent(LOG_VERDICT, round_.stage.tournament, submission.pk)


def _tournament(rows: Iterable[tuple[Row | None, Row | None]]) -> list[tuple[str, bool]]:
    kinds = []
    for before, after in rows:
        if not before or not after:
            continue
        moved = (before.get("status"), after.get("status"))
        if moved == ("draft", "running"):
            kinds.append((TOURNAMENT_STARTED, False))
        elif moved[1] == "finished":
            kinds.append((TOURNAMENT_FINISHED, False))
        elif moved[1] == "cancelled":
            kinds.append((TOURNAMENT_CANCELLED, False))
        elif moved == ("finished", "running") or moved[0] == "cancelled":
            kinds.append((TOURNAMENT_REOPENED, moved[0] == "cancelled"))
        if "approved_at" in after:
            kinds.append((TOURNAMENT_APPROVED if after["approved_at"] else APPROVAL_WITHDRAWN, False))
    return kinds


def _entries(rows: dict[int, tuple[Row | None, Row | None]]) -> list[int]:
    """Entries that are new, gone, or in another state; a seed that moved is no news."""
    return [pk for pk, (before, after) in rows.items() if before is None or after is None or "status" in after]


def _round(before: Row | None, after: Row | None) -> list[str]:
    old = (before or {}).get("status", "draft")
    new = (after or {}).get("status", "draft")
    if before and after and "status" not in after:
        return []
    if (old == "draft") == (new == "draft"):
        return []
    return [ROUND_PUBLISHED if old == "draft" else ROUND_WITHDRAWN]


def _finished(before: Row | None, after: Row | None) -> bool:
    """The round became finished, or is not finished any more."""
    return ((before or {}).get("status") == "finished") != ((after or {}).get("status") == "finished")


def _tables(
    tables: dict[int, tuple[Row | None, Row | None]], seats: dict[int, tuple[Row | None, Row | None]]
) -> tuple[list[tuple[str, int, bool]], bool]:
    """The events at tables of rounds that everybody sees, and whether the standings are others by a correction."""
    scored = [pk for pk, (before, after) in seats.items() if before and after and SEAT_COLUMNS & after.keys()]
    sitting = [pk for pk, (before, after) in seats.items() if before and after and SITTING_COLUMNS & after.keys()]
    by_seat = set(Seat.objects.filter(pk__in=scored).values_list("table", flat=True))
    others = set(Seat.objects.filter(pk__in=sitting).values_list("table", flat=True)) if sitting else set()
    others |= {pk for pk, (before, after) in tables.items() if before and after and "number" in after}
    touched = {pk for pk, (before, after) in tables.items() if before and after and RESULT_COLUMNS & after.keys()}
    shown = Table.objects.filter(pk__in=touched | by_seat | others).exclude(round__status=Round.Status.DRAFT)
    found: list[tuple[str, int, bool]] = []
    correction = False
    for table in shown.prefetch_related("round").order_by("pk"):
        if table.pk in others:
            found.append((TABLE_SEATS, table.pk, False))
            correction |= table.status == Table.Status.CONFIRMED and not table.is_bye
            if table.pk not in touched | by_seat:
                continue
        before, after = tables.get(table.pk, (None, None))
        old, new = (before or {}).get("status"), (after or {}).get("status")
        if new in ("reported", "disputed"):
            found.append((TABLE_REPORTED if new == "reported" else TABLE_DISPUTED, table.pk, old == "confirmed"))
        elif new == "open":
            found.append((TABLE_REOPENED, table.pk, True))
        elif new == "confirmed" or table.status == Table.Status.CONFIRMED:
            again = old == "disputed" or (new is None and table.pk in by_seat)
            found.append((TABLE_RESULT, table.pk, again))
        correction |= table.round.status == Round.Status.FINISHED and table.pk in by_seat
    return found, correction


def _extended(rows: dict[int, tuple[Row | None, Row | None]]) -> list[int]:
    """The open tables whose deadline was moved. The row of a match belongs to its first game, and is about the open
    one.
    """
    if not rows:
        return []
    known = dict(Table.objects.filter(extension__in=rows).values_list("extension", "pk"))
    gone = [(before or after or {}).get("table_id") for pk, (before, after) in rows.items() if pk not in known]
    firsts = [*known.values(), *(int(pk) for pk in gone if pk is not None)]
    games = Table.objects.filter(pk__in=firsts).values_list("round", "number")
    match = reduce(or_, (Q(round=round_, number=number) for round_, number in games), Q(pk__in=[]))
    shown = Table.objects.filter(match, status=Table.Status.OPEN).exclude(round__status=Round.Status.DRAFT)
    return list(shown.order_by("pk").values_list("pk", flat=True))


def _objections(rows: dict[int, tuple[Row | None, Row | None]]) -> Iterable[tuple[str, int, bool]]:
    for pk, (before, after) in rows.items():
        if before is None:
            yield OBJECTION_MADE, pk, False
        elif after and after.get("answer"):
            yield OBJECTION_ANSWERED, pk, False


def _announcements(rows: dict[int, tuple[Row | None, Row | None]], undone: bool) -> Iterable[tuple[str, int, bool]]:
    """What is said now, and what is not any more. What an undo brings back is said again."""
    changed = [pk for pk, (before, after) in rows.items() if before and after]
    tables = dict(Announcement.objects.filter(pk__in=changed).values_list("pk", "table"))
    for pk, (before, after) in rows.items():
        whole = before if after is None else after
        to_table = (tables.get(pk) if pk in tables else (whole or {}).get("table_id")) is not None
        gone = after is None or after.get("withdrawn_at") is not None
        if gone and not to_table:
            yield ANNOUNCEMENT_WITHDRAWN, pk, False
        elif not gone:
            yield TABLE_ANNOUNCEMENT if to_table else ANNOUNCEMENT_MADE, pk, undone or before is not None


def _reached(before: Row | None, after: Row | None, column: str, value: str) -> bool:
    return bool(before and after and before.get(column) != value and after.get(column) == value)
