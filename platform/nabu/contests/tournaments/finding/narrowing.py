"""Which of the tournaments somebody may see were asked for."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.db.models import Case, Count, F, Q, QuerySet, TextChoices, When
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from nabu.accounts.audit.models import AuditEntry
from nabu.contests.tournaments.models import Entry, Registration, Tournament
from nabu.core import database_clock
from nabu.core.name_keys.search import in_any, named

Status = Tournament.Status


class State(TextChoices):
    """What somebody looks for: an event to register for, one to come, one that is on, one that is over."""

    OPEN = "open", _("registration open")
    UPCOMING = "upcoming", _("upcoming")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    CANCELLED = "cancelled", _("cancelled")


def narrowed(
    found: QuerySet[Tournament],
    *,
    search: str = "",
    place: str = "",
    starts_from: date | None = None,
    starts_until: date | None = None,
    state: str = "",
    rated: bool | None = None,
    free: bool | None = None,
    changed_since: datetime | None = None,
    **columns: Any,
) -> QuerySet[Tournament]:
    """Those with each word of `search` in their name or description and all words of `place` in their place, whose
    first day lies in the period, that are in this `State`, that are `rated` or not, that have `free` seats to register
    for or none, whose history has an entry since a moment, and whose `columns` have these values."""
    found = found.filter(in_any(search, "name_key", "description_key"), named(place, "place_key"), **columns)
    if starts_from is not None:
        found = found.filter(starts_on__gte=starts_from)
    if starts_until is not None:
        found = found.filter(starts_on__lte=starts_until)
    if state:
        found = found.filter(_in_state(State(state)))
    if rated is not None:
        found = found.filter(rated=rated)
    if free is not None:
        found = _with_seats(found, free)
    if changed_since is not None:
        changed = AuditEntry.objects.filter(at__gte=changed_since, tournament__isnull=False)
        found = found.filter(pk__in=changed.order_by().values("tournament"))
    return found


def by_day(found: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Those that are on or to come, the next one first; then those without a date, then the past ones, the latest
    first."""
    last_day = Coalesce("ends_on", "starts_on")
    on = Q(status=Status.RUNNING, starts_on__isnull=False) | Q(last_day__gte=timezone.localdate())
    found = found.alias(last_day=last_day).alias(group=Case(When(on, then=0), When(last_day=None, then=1), default=2))
    ahead, past = Case(When(group=0, then="starts_on")), Case(When(group=2, then="last_day"))
    return found.order_by("group", ahead.asc(nulls_last=True), past.desc(nulls_last=True), "pk")


def registration_open() -> Q:
    """Players can register now, as `phase_of` has it for one tournament."""
    now = database_clock.now()
    opened = Q(registration_opens_at=None) | Q(registration_opens_at__lte=now)
    not_closed = Q(registration_closes_at=None) | Q(registration_closes_at__gt=now)
    return Q(opened, not_closed, status=Status.DRAFT, registration=True, practice=False)


def _in_state(state: State) -> Q:
    match state:
        case State.OPEN:
            return registration_open()
        case State.UPCOMING:
            return Q(status=Status.DRAFT)
        case _other:
            return Q(status=state.value)


def _with_seats(found: QuerySet[Tournament], free: bool) -> QuerySet[Tournament]:
    """Whoever registers now plays: registration is open, not all seats are taken, nobody waits for one."""
    limited = Tournament.objects.filter(registration_open(), capacity__isnull=False).order_by().values("pk")
    entered = Entry.objects.filter(status=Entry.Status.ACTIVE, stand_in=False, tournament__in=limited).order_by()
    taken = entered.values("tournament").annotate(taken=Count("pk")).filter(taken__gte=F("tournament__capacity"))
    waiting = Registration.objects.filter(status=Registration.Status.WAITING, tournament__in=limited).order_by()
    full = Q(pk__in=taken.values("tournament")) | Q(pk__in=waiting.values("tournament"))
    seats = registration_open() & ~full
    return found.filter(seats) if free else found.exclude(seats)
