"""The waiting list of a tournament: who registered when there was no place, in order."""

from __future__ import annotations

from django.db.models import QuerySet

from nabu.contests.tournaments.entering import enter
from nabu.contests.tournaments.locks import DRAFT
from nabu.contests.tournaments.models import Registration, Tournament
from nabu.contests.tournaments.playing import players_of
from nabu.contests.tournaments.suspended import suspended_in


def waiting(tournament: Tournament) -> QuerySet[Registration]:
    """Who waits for a place, the next one first."""
    return tournament.registrations.filter(status=Registration.Status.WAITING).select_related("player__user")


def free_places(tournament: Tournament) -> int | None:
    """How many more may play; None: there is no limit."""
    if tournament.capacity is None:
        return None
    return max(0, tournament.capacity - players_of(tournament).count())


def move_up(tournament: Tournament) -> list[str]:
    """Enter those who wait while there are places, in a locked tournament before its start. Returns their names.

    Services call it whenever a place may have become free; it belongs to what they write down. Whoever the club has
    suspended meanwhile waits on, and the next one moves up.
    """
    if tournament.status != DRAFT or not tournament.registration:
        return []
    free = free_places(tournament)
    if free == 0:
        return []
    players = [registration.player for registration in waiting(tournament)]
    suspended = suspended_in(tournament, players)
    players = [player for player in players if player.pk not in suspended][:free]
    if players:
        enter(None, tournament, players)
    return [player.name for player in players]
