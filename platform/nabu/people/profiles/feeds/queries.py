"""The events in the feeds of clubs, players and accounts."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from nabu.accounts.players.models import Player, User
from nabu.contests.clubs.models import Club
from nabu.contests.tournaments.entering import HOPES
from nabu.contests.tournaments.feeds.events import current
from nabu.contests.tournaments.models import Entry, Registration, Tournament
from nabu.contests.tournaments.permissions import PUBLIC
from nabu.contests.tournaments.queries import visible_tournaments


def events_of_club(club: Club) -> QuerySet[Tournament]:
    """Those that everybody sees."""
    return Tournament.objects.filter(PUBLIC, current(), club=club)


def events_of_player(player: Player) -> QuerySet[Tournament]:
    """Those that everybody sees and that the player is entered in. Who was entered by somebody else and has not
    accepted stands in no list, and so not here."""
    entered = Entry.objects.filter(player=player, status=Entry.Status.ACTIVE)
    return Tournament.objects.filter(PUBLIC, current(), pk__in=entered.values("tournament"))


def own_events(user: User) -> tuple[QuerySet[Tournament], frozenset[int]]:
    """Those that the account's player is entered in, registered for or waits for, and the ones without a seat yet."""
    entered = Entry.objects.filter(player__user=user, status=Entry.Status.ACTIVE).values("tournament")
    hopes = Registration.objects.filter(player__user=user, status__in=HOPES)
    seen = visible_tournaments(user).filter(practice=False).order_by().values("pk")
    mine = Q(pk__in=entered) | Q(pk__in=hopes.values("tournament"))
    waits = frozenset(hopes.exclude(tournament__in=entered).values_list("tournament", flat=True))
    return Tournament.objects.filter(mine, current(), pk__in=seen), waits
