"""Who plays in a tournament, and who only fills a table."""

from __future__ import annotations

from django.db.models import QuerySet

from nabu.contests.tournaments.models import Entry, Tournament


def players_of(tournament: Tournament) -> QuerySet[Entry]:
    """The entries that play for a place: who has not dropped out and is no stand-in."""
    return tournament.entries.filter(status=Entry.Status.ACTIVE, stand_in=False)
