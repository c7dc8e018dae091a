"""What the pages of series show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from nabu.accounts.players.models import Person
from nabu.contests.series.models import Series, SeriesEvent
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.queries import visible_tournaments
from nabu.contests.tournaments.standings.finish import final_rows

OVER = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class Past:
    """An event that is over, and who won it: several where the first place is shared."""

    event: SeriesEvent
    winners: Sequence[str]


def series_of(tournament: Tournament) -> Series | None:
    """The series that a tournament is part of. One query by an index."""
    event = SeriesEvent.objects.filter(tournament=tournament.pk).select_related("series").first()
    return event.series if event else None


def visible_series(user: Person) -> QuerySet[Series]:
    """The series with an event that this person may see, and the person's own."""
    events = SeriesEvent.objects.filter(tournament__in=visible_tournaments(user).values("pk"))
    shown = Q(pk__in=events.values("series")) | Q(owner=user.pk)
    return Series.objects.filter(shown).select_related("owner__player", "club")


def visible_events(user: Person, series: Series) -> QuerySet[SeriesEvent]:
    """The events of a series that this person may see, the latest first."""
    shown = visible_tournaments(user).values("pk")
    return series.events.filter(tournament__in=shown).select_related("tournament").order_by("-day", "-pk")


def coming(events: QuerySet[SeriesEvent], today: date) -> QuerySet[SeriesEvent]:
    """Those of these events that are being played or are still to come, the next one first."""
    running = Q(tournament__status=Tournament.Status.RUNNING)
    return events.filter(running | Q(tournament__status=Tournament.Status.DRAFT, day__gte=today)).order_by("day", "pk")


def past(events: Sequence[SeriesEvent]) -> list[Past]:
    """These events with their winners."""
    return [
        Past(event, [row.entry.player.name for row in final_rows(event.tournament) if row.place == 1])
        for event in events
    ]


def left_out(series: Series, today: date) -> list[date]:
    """The dates to come on which there is no event."""
    return [day for day in map(date.fromisoformat, series.skipped) if day >= today]
