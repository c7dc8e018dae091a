"""How often what a calendar shows of a tournament was changed, and when last (RFC 5545: SEQUENCE, LAST-MODIFIED)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Count, Max, Q
from icalendar import Event

from nabu.accounts.audit.models import AuditEntry
from nabu.contests.tournaments.models import Tournament

SHOWN = Q(action__startswith="tournament.") | Q(action__startswith="dates.") | Q(action="change.undone")
"""Changes of name, place, times or state; results are none of a calendar's business."""


@dataclass(frozen=True, slots=True)
class Revision:
    """How many changes there were after the first, and the moment of the last one; None if nobody knows."""

    number: int
    at: datetime | None


UNKNOWN = Revision(0, None)


def revisions_of(tournaments: Collection[int]) -> dict[int, Revision]:
    """By tournament, in one query."""
    entries = AuditEntry.objects.filter(SHOWN, tournament__in=tournaments).order_by()
    counted = entries.values_list("tournament").annotate(Count("pk"), Max("at"))
    return {pk: Revision(number - 1, at) for pk, number, at in counted}


def stamped(events: Iterable[Event], tournament: Tournament, revision: Revision) -> list[Event]:
    """The events of a tournament with its state and revision."""
    found = list(events)
    for event in found:
        event.add("sequence", revision.number)
        if revision.at is not None:
            event.add("last-modified", revision.at.astimezone(UTC))
        if tournament.status == Tournament.Status.CANCELLED:
            event.add("status", "CANCELLED")
    return found
