"""The calendar file of a tournament (iCalendar, RFC 5545)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from nabu.tournaments.access import visible_tournament
from nabu.tournaments.models import Tournament


@require_safe
def calendar_file(request: HttpRequest, pk: int) -> HttpResponse:
    """When and where; 404 as long as the tournament has no date."""
    tournament = visible_tournament(request, pk)
    if tournament.starts_on is None:
        raise Http404
    address = request.build_absolute_uri(reverse("tournaments:detail", args=[pk]))
    event = calendar_of(tournament, tournament.starts_on, address, request.get_host(), timezone.now())
    response = HttpResponse(event, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="nabu-{pk}.ics"'
    response["X-Content-Type-Options"] = "nosniff"
    return response


def calendar_of(tournament: Tournament, day: date, address: str, host: str, now: datetime) -> bytes:
    """One event: at its time, in UTC, or the whole day if no time is known. It has no end, because nobody knows it.

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
        event.add("dtstart", start.astimezone(UTC))
    event.add("summary", tournament.name)
    if tournament.description:
        event.add("description", tournament.description)
    if tournament.place:
        event.add("location", tournament.place)
    event.add("url", address)
    calendar = Calendar()
    calendar.add("prodid", "-//Nabu//Tournaments//EN")
    calendar.add("version", "2.0")
    calendar.add_component(event)
    data: bytes = calendar.to_ical()
    return data
