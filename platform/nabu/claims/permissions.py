"""Who decides that two players are one person."""

from __future__ import annotations

from nabu.players.models import Person, Player, User
from nabu.tournaments.models import Entry, Tournament
from nabu.tournaments.permissions import is_organiser


def home_of(guest: Player) -> Tournament | None:
    """The first event of a guest: whoever entered the name there knows who it is."""
    first = Entry.objects.filter(player=guest).select_related("tournament").order_by("entered_at", "pk").first()
    return first.tournament if first else None


def can_decide_for(user: Person, guest: Player) -> bool:
    """Invite a guest, and decide about claims: staff, and the directors of the guest's first event.

    Not those of later events: everybody can make an event and enter a known player there.
    """
    if not isinstance(user, User) or not user.is_active or guest.user_id is not None:
        return False
    if user.is_staff:
        return True
    home = home_of(guest)
    return home is not None and is_organiser(user, home)


def can_merge(user: Person, source: Player, target: Player) -> bool:
    """Staff; and directors, two guests who have only played in events of theirs."""
    if not isinstance(user, User) or not user.is_active:
        return False
    if user.is_staff:
        return True
    if source.user_id is not None or target.user_id is not None:
        return False
    events = Tournament.objects.filter(entries__player__in=[source, target]).distinct()
    both = all(Entry.objects.filter(player=each).exists() for each in (source, target))
    return both and all(is_organiser(user, event) for event in events)
