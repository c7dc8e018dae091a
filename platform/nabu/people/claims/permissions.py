"""Who decides that two players are one person."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet

from nabu.accounts.players.models import Person, Player, User
from nabu.contests.clubs.models import Membership
from nabu.contests.tournaments.models import Entry, Role, Tournament
from nabu.contests.tournaments.permissions import is_organiser


def decidable(user: Person, guests: Sequence[Player]) -> set[int]:
    """Of these players those without an account for whom somebody decides: staff, and directors of the first event.

    Whoever entered the name there knows who it is. Not the directors of later events: everybody can make an event and
    enter a known player there. Nobody decides for a guest who stands in for an account that is invited: that account
    does.
    """
    if not isinstance(user, User) or not user.is_active:
        return set()
    wanted = {guest.pk for guest in guests if guest.user_id is None}
    wanted -= set(Entry.objects.filter(player__in=wanted, invited__isnull=False).values_list("player", flat=True))
    if user.is_staff:
        return wanted
    entries = Entry.objects.filter(player__in=wanted).order_by("entered_at", "pk").values_list("player", "tournament")
    first: dict[int, int] = {}
    for player, tournament in entries:
        first.setdefault(player, tournament)
    events = Tournament.objects.in_bulk(set(first.values()))
    return {player for player, event in first.items() if is_organiser(user, events[event])}


def can_decide_for(user: Person, guest: Player) -> bool:
    """Invite a guest, and decide about claims."""
    return guest.pk in decidable(user, [guest])


def can_merge(user: Person, source: Player, target: Player) -> bool:
    """Staff; and directors, two guests who have only played in events of theirs."""
    wanted = {source.pk, target.pk}
    return mergeable(user).filter(pk__in=wanted).count() == len(wanted)


def mergeable(user: Person) -> QuerySet[Player]:
    """The players whom somebody may merge with each other."""
    players = Player.objects.all()
    if not isinstance(user, User) or not user.is_active:
        return players.none()
    if user.is_staff:
        return players
    directs = Q(organiser=user) | Q(pk__in=Role.objects.filter(user=user, kind="director").values("tournament"))
    clubs = Membership.objects.filter(user=user, kind__in=("director", "owner"))
    own = Tournament.objects.filter(directs | Q(club__in=clubs.values("club")))
    entries = Entry.objects.filter(player=OuterRef("pk"))
    elsewhere = entries.exclude(tournament__in=own)
    return players.filter(Exists(entries), user=None).exclude(Exists(elsewhere))
