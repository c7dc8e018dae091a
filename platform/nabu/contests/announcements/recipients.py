"""Whom an announcement reaches on devices and by mail."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from nabu.accounts.players.models import User
from nabu.contests.announcements.models import Announcement
from nabu.contests.tournaments.entering import HOPES
from nabu.contests.tournaments.models import Entry, Registration, Tournament


def accounts_told(announcement: Announcement) -> QuerySet[User]:
    """The accounts of those who play: in the event, the round or at the table. Whoever has dropped out hears nothing
    more; before the start those hear who have registered. Nobody in a practice event, and never its author.
    """
    tournament = announcement.tournament
    if tournament.practice:
        return User.objects.none()
    entries = Entry.objects.filter(tournament=tournament, status=Entry.Status.ACTIVE)
    if announcement.table_id is not None:
        entries = entries.filter(seats__table=announcement.table_id)
    elif announcement.round_id is not None:
        entries = entries.filter(seats__table__round=announcement.round_id)
    reached = Q(pk__in=entries.values("player__user"))
    if Tournament.Status.DRAFT in (tournament.status, tournament.cancelled_from):
        hopes = Registration.objects.filter(tournament=tournament, status__in=HOPES)
        reached |= Q(pk__in=hopes.values("player__user"))
    return User.objects.filter(reached, is_active=True).exclude(pk=announcement.made_by_id).order_by("pk")
