"""Making the next events of a series, once each, whatever happens to the worker that does it."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.contests.clubs.queries import clubs_to_organise_for
from nabu.contests.series.again import WEEK, at, coming_dates, next_name
from nabu.contests.series.models import Series, SeriesEvent
from nabu.contests.series.repeating import Again, next_of_series
from nabu.contests.tournaments.locks import DRAFT, RUNNING
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.page_queries import number_of
from nabu.contests.tournaments.permissions import is_organiser
from nabu.contests.tournaments.setup.services import NAME_LENGTH
from nabu.core.errors import NotAllowed, Refused


def due_series(today: date) -> list[int]:
    """Series that may have an event to make, found in one query. What they are is decided once they are locked."""
    running = Series.objects.filter(paused_because=Series.Pause.NOT, next_on__isnull=False)
    counted = running.annotate(coming=number_of(_coming(SeriesEvent.objects.all(), today), "series"))
    return [
        series.pk
        for series in counted.order_by("pk")
        if series.next_on and _is_missing(series, series.coming, series.next_on, today)
    ]


@audited
def make_for(pk: int, today: date) -> int:
    """The same as `make_next_events` for a worker: the row is locked, so two of them make each event once."""
    locked = Series.objects.select_for_update(of=("self",)).filter(pk=pk, paused_because=Series.Pause.NOT).first()
    return make_next_events(locked, today) if locked is not None else 0


def make_next_events(series: Series, today: date, *, refuse: bool = False) -> int:
    """Make as many events of a locked series as are missing. Returns how many.

    Dates in the past are passed over: a site that was off makes no events of last week. If the owner may no longer do
    it, or an event cannot be made, the series pauses and says why; `refuse`: raises Refused instead.
    """
    made = 0
    while _is_due(series, today):
        source = latest_event(series)
        pause = right_lost(series, source)
        if pause or source is None:
            return made + _stop(series, source, pause, "", refuse)
        try:
            with transaction.atomic():
                _make(series, source)
        except Refused as refusal:
            return made + _stop(series, source, Series.Pause.REFUSED, refusal.message, refuse)
        except NotAllowed:
            return made + _stop(series, source, Series.Pause.EVENT, "", refuse)
        made += 1
    return made


def dates_of(series: Series, today: date, most: int) -> list[date]:
    """The next dates without an event yet, those left out among them: as many as the series still has, and at most
    `most` to be held.
    """
    most = most if series.left is None else min(most, series.left)
    taken = {day.isoformat() for day in series.events.filter(day__gte=today).values_list("day", flat=True)}
    skipped = {*series.skipped, *taken}
    found = coming_dates(series.next_on, series.weeks, today, skipped=skipped, until=series.until, most=most)
    return [day for day in found if day.isoformat() not in taken]


def _is_due(series: Series, today: date) -> bool:
    """Whether an event is missing; `next_on` becomes the date of the next one, or None at the end of the series."""
    day = next((day for day in dates_of(series, today, 1) if day.isoformat() not in series.skipped), None)
    if day != series.next_on:
        series.next_on = day
        series.skipped = [each for each in series.skipped if each >= today.isoformat()]
        series.save(update_fields=["next_on", "skipped"])
    return day is not None and _is_missing(series, _coming(series.events.all(), today).count(), day, today)


def _coming(events: QuerySet[SeriesEvent], today: date) -> QuerySet[SeriesEvent]:
    return events.filter(day__gte=today, tournament__status__in=[DRAFT, RUNNING])


def _is_missing(series: Series, coming: int, day: date, today: date) -> bool:
    """Too few are prepared, or registration for the next one should be open."""
    return coming < series.ahead or day - timedelta(days=series.opens_days) <= today


def latest_event(series: Series) -> Tournament | None:
    """What the next event is made from; None if all events of the series were deleted."""
    event = series.events.select_related("tournament__organiser", "tournament__club").order_by("day").last()
    return event.tournament if event else None


def right_lost(series: Series, source: Tournament | None) -> Series.Pause:
    """Why the owner may not make the next event; `NOT` if nothing is in the way."""
    if not series.owner.is_active:
        return Series.Pause.ACCOUNT
    if series.club_id is not None and not clubs_to_organise_for(series.owner).filter(pk=series.club_id).exists():
        return Series.Pause.CLUB
    if source is None:
        return Series.Pause.NO_EVENT
    return Series.Pause.NOT if is_organiser(series.owner, source) else Series.Pause.EVENT


def _stop(series: Series, source: Tournament | None, pause: Series.Pause, why: str, refuse: bool) -> int:
    """Pause, or raise Refused."""
    if refuse:
        raise Refused(why or _("The series cannot continue: %(reason)s.") % {"reason": pause.label})
    series.paused_because = pause
    series.save(update_fields=["paused_because"])
    audit(None, "series.paused", series, after={"series": series.name}, tournament=source)
    return 0


@audited
def _make(series: Series, source: Tournament) -> None:
    """The event of `next_on`, with a registration that opens and closes by itself."""
    day = series.next_on
    assert day is not None
    name = next_name(source.name, NAME_LENGTH)
    registration = registration_times(day, source.starts_at, series.opens_days)
    again = Again(name, day, helpers=True)
    made = next_of_series(series.owner, source, again, {"registration": True, **registration})
    SeriesEvent.objects.create(series=series, tournament=made, day=day)
    series.next_on = day + WEEK * series.weeks
    series.left = series.left - 1 if series.left is not None else None
    series.save(update_fields=["next_on", "left"])
    audit(
        None,
        "series.event_made",
        made,
        after={"series": series.name, "starts_on": day.isoformat()},
        tournament=made,
    )


def registration_times(day: date, starts_at: time | None, opens_days: int) -> dict[str, Any]:
    """Registration opens at the beginning of the day so many days before, and closes at the start of the event; without
    a time it ends when the event is started.
    """
    opens: datetime = at(day - timedelta(days=opens_days), time())
    return {
        "registration_opens_at": opens,
        "registration_closes_at": at(day, starts_at) if starts_at is not None else None,
    }
