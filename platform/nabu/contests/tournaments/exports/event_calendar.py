"""The calendar file of a tournament (iCalendar, RFC 5545)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from nabu.contests.tournaments.access import visible_tournament
from nabu.contests.tournaments.exports.revisions import UNKNOWN, Revision, revisions_of, stamped
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.round_dates import Dates, dates_of
from nabu.contests.tournaments.setup.preflight import preflight_of

USUAL_LENGTH = timedelta(hours=4)
"""How long a tournament lasts in a calendar if nobody said how long its rounds are."""

LENGTH_OF_ROUND = timedelta(hours=2)
"""How long a round lasts there, without a clock."""

BEFORE = timedelta(minutes=30)
"""A deadline is shown as what is left then: an event without length is not shown everywhere."""


@require_safe
def calendar_file(request: HttpRequest, pk: int) -> HttpResponse:
    """When and where, and the dates of the rounds; 404 as long as there is none."""
    tournament = visible_tournament(request, pk)
    rounds = rounds_with_dates(tournament)
    if tournament.starts_on is None and not rounds:
        raise Http404
    address = request.build_absolute_uri(reverse("tournaments:detail", args=[pk]))
    minutes = preflight_of(tournament).minutes
    revision = revisions_of([pk]).get(pk, UNKNOWN)
    calendar = calendar_of(tournament, minutes, address, request.get_host(), timezone.now(), rounds, revision)
    response = HttpResponse(calendar, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="nabu-{pk}.ics"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


@dataclass(frozen=True, slots=True)
class DatedRound:
    """A round with dates. `key` names it among those of its tournament, and stays the same when it is paired."""

    key: str
    title: str
    dates: Dates


def rounds_with_dates(tournament: Tournament) -> list[DatedRound]:
    """The rounds that have some, in the language of whoever asks."""
    several = tournament.stages.count() > 1
    found = []
    for (stage, number), dates in sorted(dates_of(tournament).by_round.items()):
        title = _("Round %(number)s") % {"number": number}
        if several:
            title = _("Stage %(number)s") % {"number": stage} + f", {title}"
        found.append(DatedRound(f"{stage}-{number}", title, dates))
    return found


def calendar_of(
    tournament: Tournament,
    minutes: int,
    address: str,
    host: str,
    now: datetime,
    rounds: Sequence[DatedRound] = (),
    revision: Revision = UNKNOWN,
) -> bytes:
    """The file of one tournament."""
    calendar = Calendar()
    calendar.add("prodid", "-//Nabu//Tournaments//EN")
    calendar.add("version", "2.0")
    for event in stamped(events_of(tournament, minutes, address, host, now, rounds), tournament, revision):
        calendar.add_component(event)
    data: bytes = calendar.to_ical()
    return data


def events_of(
    tournament: Tournament, minutes: int, address: str, host: str, now: datetime, rounds: Sequence[DatedRound] = ()
) -> list[Event]:
    """The event itself, and for each of the `rounds` one event when it begins and one that ends at its deadline.

    The event begins at its time, in UTC, or is the whole day if no time is known; one of several days is as many whole
    days. One with a time ends after the `minutes` of all rounds, or `USUAL_LENGTH` where they are not known (0):
    without an end it would have no length, and calendars show such an event as a moment or not at all.

    UIDs stay the same, so that a calendar that reads the file again changes its events and makes no second ones.
    """
    events = []
    common = {"dtstamp": now.astimezone(UTC), "url": address}
    if tournament.place:
        common["location"] = tournament.place
    uid = f"tournament-{tournament.pk}"
    site = host.partition(":")[0]
    if tournament.starts_on is not None:
        begins, ends = _span(tournament, tournament.starts_on, minutes)
        about = {"description": tournament.description} if tournament.description else {}
        events.append(_event(f"{uid}@{site}", tournament.name, begins, ends, {**common, **about}))
    for each in rounds:
        name = f"{tournament.name}: {each.title}"
        if each.dates.starts_at is not None:
            begins = each.dates.starts_at.astimezone(UTC)
            length = timedelta(minutes=tournament.round_minutes) if tournament.round_minutes else LENGTH_OF_ROUND
            events.append(_event(f"{uid}-round-{each.key}@{site}", name, begins, begins + length, common))
        if each.dates.due_at is not None:
            ends = each.dates.due_at.astimezone(UTC)
            name = _("%(round)s: deadline") % {"round": name}
            events.append(_event(f"{uid}-deadline-{each.key}@{site}", name, ends - BEFORE, ends, common))
    return events


def _span(tournament: Tournament, day: date, minutes: int) -> tuple[date, date]:
    """When the whole event begins, and when it is over; the day after the last one for whole days."""
    if tournament.ends_on is not None and tournament.ends_on > day:
        return day, tournament.ends_on + timedelta(days=1)
    if tournament.starts_at is None:
        return day, day + timedelta(days=1)
    start = timezone.make_aware(datetime.combine(day, tournament.starts_at)).astimezone(UTC)
    return start, start + (timedelta(minutes=minutes) if minutes else USUAL_LENGTH)


def _event(uid: str, summary: str, begins: date, ends: date, more: Mapping[str, Any]) -> Event:
    event = Event()
    fields = {"uid": uid, "dtstart": begins, "dtend": ends, "summary": summary, **more}
    for name, value in fields.items():
        event.add(name, value)
    return event
