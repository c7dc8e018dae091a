"""Whom to remind of a deadline, and when: once for each table and deadline."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Subquery, Value
from django.db.models.functions import Coalesce

from nabu.contests.dates.models import USUAL_HOURS, DateSettings, Extension, Reminder, RoundDate
from nabu.contests.dates.queries import with_dates
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.models import Round, Tournament

LONGEST = timedelta(hours=max(DateSettings.Hours.values))


def to_remind(now: datetime) -> list[Any]:
    """The open tables of running tournaments whose deadline is near enough, each with its `due_at`.

    Nobody is reminded where the round was published or the table extended later than the reminder would have gone out:
    the news of that named the deadline. Nor of a deadline that is over.
    """
    dated = RoundDate.objects.filter(tournament=OuterRef("round__stage__tournament"), due_at__isnull=False)
    tables = Table.objects.filter(
        Exists(dated),
        status=Table.Status.OPEN,
        is_bye=False,
        round__status=Round.Status.PUBLISHED,
        round__stage__tournament__status=Tournament.Status.RUNNING,
        round__stage__tournament__practice=False,
    )
    hours = Coalesce(F("round__stage__tournament__date_settings__remind_hours"), Value(USUAL_HOURS))
    near = with_dates(tables).annotate(hours=hours).filter(due_at__gt=now, due_at__lte=now + LONGEST)
    reminded = Reminder.objects.filter(round=OuterRef("round"), number=OuterRef("number"), due_at=OuterRef("due_at"))
    own = Extension.objects.filter(
        table__round=OuterRef("round"), table__number=OuterRef("number"), due_at=OuterRef("due_at")
    )
    near = near.annotate(extended_at=Subquery(own.values("made_at")[:1]))
    found = near.exclude(Exists(reminded)).select_related("round").order_by("pk")
    return [table for table in found if _is_time(table, now)]


def _is_time(table: Any, now: datetime) -> bool:
    if not table.hours:
        return False
    at = table.due_at - timedelta(hours=table.hours)
    told = [moment for moment in (table.round.published_at, table.extended_at) if moment is not None]
    return bool(at <= now and all(moment < at for moment in told))
