"""Setting the dates of rounds, and what a director decides about a table past its deadline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Any

from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.services import audit
from nabu.accounts.audit.words import DEADLINE_PASSED
from nabu.accounts.players.models import User
from nabu.accounts.versions.services import table_topic, touch
from nabu.contests.dates.models import DateSettings, Extension, RoundDate
from nabu.contests.dates.queries import dates_of_table, planned_rounds, reminder_hours
from nabu.contests.dates.wall_clock import days_later, days_more
from nabu.contests.matches.models import ResultReport, Table
from nabu.contests.results.services import confirm_report, draw_unplayed, forfeit_seats
from nabu.contests.results.settling.counting import lock_table
from nabu.contests.results.settling.match_games import games_at_most
from nabu.contests.tournaments.acting import who_acted
from nabu.contests.tournaments.locks import DRAFT, RUNNING, check_may, lock_as
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.queries import format_of
from nabu.core import database_clock
from nabu.core.errors import Refused

FURTHEST = timedelta(days=2 * 366)
"""A date further away than this is a typing error."""

MOST_DAYS_BETWEEN = 60
Status = Table.Status


class Keep(Enum):
    """A date stays as it is once the tournament is locked."""

    AS_IT_IS = "as it is"


@dataclass(frozen=True, slots=True)
class RoundSpec:
    """The dates of a round, as they are to be; None takes one away. `stage` is the position of the stage."""

    stage: int
    number: int
    starts_at: datetime | Keep | None = Keep.AS_IT_IS
    due_at: datetime | Keep | None = Keep.AS_IT_IS


@audited
def set_dates(actor: User, tournament: Tournament, rounds: Sequence[RoundSpec], remind: int | None = None) -> None:
    """Set the dates of these rounds; the others keep theirs. Also how many hours before a deadline players are
    reminded, if it is given. Raises NotAllowed, or Refused for a round that is not planned or a date that cannot be.
    """
    locked = lock_as(actor, tournament.pk, {DRAFT, RUNNING})
    known = {(planned.stage, planned.number) for planned in planned_rounds(locked)}
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    for spec in rounds:
        if (spec.stage, spec.number) not in known:
            raise Refused(_("There is no round %(number)s in stage %(stage)s.") % _place(spec))
        row = RoundDate.objects.filter(tournament=locked, stage=spec.stage, number=spec.number).first()
        made = row or RoundDate(tournament=locked, stage=spec.stage, number=spec.number)
        starts_at = made.starts_at if isinstance(spec.starts_at, Keep) else _to_the_minute(spec.starts_at)
        due_at = made.due_at if isinstance(spec.due_at, Keep) else _to_the_minute(spec.due_at)
        _check(spec, starts_at, due_at)
        if (made.starts_at, made.due_at) == (starts_at, due_at):
            continue
        before.setdefault("round_dates", []).append(_shown(spec, made.starts_at, made.due_at))
        after.setdefault("round_dates", []).append(_shown(spec, starts_at, due_at))
        made.starts_at, made.due_at = starts_at, due_at
        if starts_at or due_at:
            made.save()
        elif row is not None:
            row.delete()
    hours = reminder_hours(locked)
    if remind is not None and remind != hours:
        if remind not in DateSettings.Hours.values:
            raise Refused(_("Reminders go out 24, 48 or 72 hours before a deadline, or not at all."))
        settings = DateSettings.objects.filter(tournament=locked).first() or DateSettings(tournament=locked)
        settings.remind_hours = remind
        settings.save()
        before["remind_hours"], after["remind_hours"] = hours, remind
    if before:
        audit(actor, "dates.changed", locked, before, after, tournament=locked)


@audited
def fill_deadlines(actor: User, tournament: Tournament, first: datetime, days: int) -> int:
    """Give every planned round without a deadline one: the first of them `first`, each of the others so many days
    later, at the same time of day. Returns how many. Raises NotAllowed or Refused.
    """
    if not 1 <= days <= MOST_DAYS_BETWEEN:
        raise Refused(_("There are 1 to %(most)s days between two deadlines.") % {"most": MOST_DAYS_BETWEEN})
    locked = lock_as(actor, tournament.pk, {DRAFT, RUNNING})
    empty = [
        planned
        for planned in planned_rounds(locked)
        if planned.dates.due_at is None and (planned.round is None or planned.round.status != Round.Status.FINISHED)
    ]
    if not empty:
        raise Refused(_("Every round already has a deadline."))
    specs = [
        RoundSpec(planned.stage, planned.number, due_at=days_later(first, days * at))
        for at, planned in enumerate(empty)
    ]
    set_dates(actor, locked, specs)
    return len(specs)


@audited
def extend_deadline(actor: User, table: Table, due_at: datetime) -> Extension:
    """Give a table until then. Its players are told. Raises NotAllowed or Refused."""
    locked, due = _lock_open(actor, table)
    if due is None:
        raise Refused(_("This round has no deadline."))
    if not max(due, database_clock.now()) < due_at <= database_clock.now() + FURTHEST:
        raise Refused(_("Choose a later deadline."))
    first = Table.objects.get(round=locked.round_id, number=locked.number, game_number=1)
    found = Extension.objects.filter(table=first).first() or Extension(table=first)
    found.due_at, found.made_at = due_at, database_clock.now()
    found.save()
    touch(table_topic(locked.pk))
    audit(
        actor,
        "table.deadline_extended",
        locked,
        {"deadline": due.isoformat()},
        {"deadline": due_at.isoformat()},
        tournament=locked.round.stage.tournament,
    )
    return found


@audited
def extend_by_days(actor: User, table: Table, days: int) -> Extension:
    """So many days more, at the time of day of the deadline: from a deadline that is still to come, else from the next
    time it is that time. Its players are told. Raises NotAllowed or Refused.
    """
    _locked, due = _lock_open(actor, table)
    if due is None:
        raise Refused(_("This round has no deadline."))
    return extend_deadline(actor, table, days_more(due, database_clock.now(), days))


@audited
def forfeit_overdue(actor: User, table: Table, absent: Sequence[int], seen: str) -> None:
    """These positions of an overdue table did not play. Of a match they give up all games that are left. Where two
    or more can still play, they still have to. `seen` is the status in which the director saw the table.
    Raises NotAllowed or Refused.
    """
    locked = _lock_overdue(actor, table, seen)
    if not absent:
        raise Refused(_("Choose who did not play."))
    seats = list(locked.seats.order_by("position"))
    gone = {seats[position].entry_id for position in absent if 0 <= position < len(seats)}
    forfeit_seats(actor, locked, absent, DEADLINE_PASSED)
    while following := _next_game(locked):
        left = list(following.seats.order_by("position"))
        forfeit_seats(actor, following, [seat.position for seat in left if seat.entry_id in gone], DEADLINE_PASSED)
        locked = following


@audited
def draw_overdue(actor: User, table: Table, seen: str) -> None:
    """An overdue table was not played, and all share the first place. Raises NotAllowed or Refused, in a bracket and
    in a match of several games always.
    """
    locked = _lock_overdue(actor, table, seen)
    why = why_no_draw(locked)
    if why:
        raise Refused(why)
    draw_unplayed(actor, locked, DEADLINE_PASSED)


@audited
def confirm_overdue(actor: User, table: Table, report: int) -> None:
    """Confirm the report that waits at a table, unless it is another one than the director saw. Raises NotAllowed or
    Refused."""
    locked, _due = _lock_open(actor, table)
    waiting = locked.reports.filter(status=ResultReport.Status.OPEN).order_by("-pk").first()
    if locked.status != Status.REPORTED or waiting is None or waiting.pk != report:
        raise Refused(_changed_meanwhile(locked))
    confirm_report(actor, waiting)


def why_no_draw(table: Table) -> str:
    """Why a table cannot be drawn; empty if it can."""
    if format_of(table.round.stage)[0].is_bracket:
        return _("No draw in a knockout: one player must advance.")
    if games_at_most(table) > 1:
        return _("No draw in a match of several games.")
    return ""


def _lock_overdue(actor: User, table: Table, seen: str) -> Table:
    locked, due = _lock_open(actor, table)
    if due is None or due > database_clock.now():
        raise Refused(_("The deadline of this table is not over."))
    if locked.status != seen:
        raise Refused(_changed_meanwhile(locked))
    return locked


def _lock_open(actor: User, table: Table) -> tuple[Table, datetime | None]:
    """A table of a published round without a confirmed result, for a director; and its deadline."""
    locked = lock_table(table)
    check_may(actor, locked.round.stage.tournament, {RUNNING})
    if locked.round.status == Round.Status.DRAFT:
        raise Refused(_("This round is not published yet."))
    if locked.is_bye:
        raise Refused(_("A bye has no result to enter."))
    if locked.status == Status.CONFIRMED:
        raise Refused(_changed_meanwhile(locked))
    return locked, dates_of_table(locked).due_at


def _changed_meanwhile(table: Table) -> str:
    """What somebody else did to a table since the director looked, and who."""
    here = AuditEntry.objects.filter(tournament=table.round.stage.tournament)
    reports = list(table.reports.values_list("pk", flat=True))
    last = here.filter(object_type=Table._meta.label_lower, object_id=table.pk) | here.filter(
        object_type=ResultReport._meta.label_lower, object_id__in=reports
    )
    entry = last.select_related("actor__player", "entry__player").order_by("-pk").first()
    values = {"number": table.number, "who": who_acted(entry) if entry else ""}
    if table.status == Status.CONFIRMED:
        return _("Table %(number)s already has a result, by %(who)s. Look at it first.") % values
    return _("Table %(number)s changed meanwhile, by %(who)s. Look at it first.") % values


def _next_game(table: Table) -> Table | None:
    """The game of the match that was opened after this one."""
    if table.status != Status.CONFIRMED:
        table.refresh_from_db(fields=["status"])
    if table.status != Status.CONFIRMED:
        return None
    return Table.objects.filter(
        round=table.round_id, number=table.number, game_number=table.game_number + 1, status=Status.OPEN
    ).first()


def _check(spec: RoundSpec, starts_at: datetime | None, due_at: datetime | None) -> None:
    for moment in (starts_at, due_at):
        if moment is not None and abs(moment - database_clock.now()) > FURTHEST:
            raise Refused(_("Round %(number)s: this date is more than two years away.") % _place(spec))
    if starts_at is not None and due_at is not None and due_at <= starts_at:
        raise Refused(_("Round %(number)s: the deadline must be after the start.") % _place(spec))


def _to_the_minute(moment: datetime | None) -> datetime | None:
    """As forms show and send it."""
    return None if moment is None else moment.replace(second=0, microsecond=0)


def _place(spec: RoundSpec) -> dict[str, int]:
    return {"stage": spec.stage, "number": spec.number}


def _shown(spec: RoundSpec, starts_at: datetime | None, due_at: datetime | None) -> dict[str, Any]:
    """The dates of a round as the audit trail keeps them."""
    return {
        **_place(spec),
        "starts_at": starts_at.isoformat() if starts_at else None,
        "due_at": due_at.isoformat() if due_at else None,
    }
