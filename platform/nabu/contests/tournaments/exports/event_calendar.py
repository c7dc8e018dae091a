"""The calendar file of a tournament (iCalendar, RFC 5545)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from nabu.contests.tournaments.access import visible_tournament
from nabu.contests.tournaments.exports.revisions import UNKNOWN, Revision, revisions_of, stamped
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.setup.preflight import preflight_of

USUAL_LENGTH = timedelta(hours=4)
"""How long a tournament lasts in a calendar if nobody said how long its rounds are."""


@require_safe
def calendar_file(request: HttpRequest, pk: int) -> HttpResponse:
    """When and where; 404 as long as the tournament has no date."""
    tournament = visible_tournament(request, pk)
    if tournament.starts_on is None:
        raise Http404
    address = request.build_absolute_uri(reverse("tournaments:detail", args=[pk]))
    minutes = preflight_of(tournament).minutes
    event = calendar_of(
        tournament,
        tournament.starts_on,
        minutes,
        address,
        request.get_host(),
        timezone.now(),
        revisions_of([pk]).get(pk, UNKNOWN),
    )
    response = HttpResponse(event, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="nabu-{pk}.ics"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


def calendar_of(
    tournament: Tournament,
    day: date,
    minutes: int,
    address: str,
    host: str,
    now: datetime,
    revision: Revision = UNKNOWN,
) -> bytes:
    """The file of one tournament."""
    calendar = Calendar()
    calendar.add("prodid", "-//Nabu//Tournaments//EN")
    calendar.add("version", "2.0")
    for event in stamped(events_of(tournament, day, minutes, address, host, now), tournament, revision):
        calendar.add_component(event)
    data: bytes = calendar.to_ical()
    return data


def events_of(tournament: Tournament, day: date, minutes: int, address: str, host: str, now: datetime) -> list[Event]:
    """One event: at its time, in UTC, or the whole day if no time is known.

    It ends after the `minutes` of all rounds, or `USUAL_LENGTH` where they are not known (0): without an end it would
    have no length, and calendars show such an event as a moment or not at all.

    Its UID stays the same, so that a calendar that reads the file again changes the event and makes no second one.
    """
    event = Event()
    event.add("uid", f"tournament-{tournament.pk}@{host.partition(':')[0]}")
    event.add("dtstamp", now.astimezone(UTC))
    if tournament.starts_at is None:
        event.add("dtstart", day)
        event.add("dtend", day + timedelta(days=1))
    else:
        start = timezone.make_aware(datetime.combine(day, tournament.starts_at))
        length = timedelta(minutes=minutes) if minutes else USUAL_LENGTH
        event.add("dtstart", start.astimezone(UTC))
        event.add("dtend", start.astimezone(UTC) + length)
    event.add("summary", tournament.name)
    if tournament.description:
        event.add("description", tournament.description)
    if tournament.place:
        event.add("location", tournament.place)
    event.add("url", address)
    return [event]
