"""Who decides that two players are one person."""

from __future__ import annotations

from collections.abc import Sequence

from nabu.players.models import Person, Player, User
from nabu.tournaments.models import Entry, Tournament
from nabu.tournaments.permissions import is_organiser


def decidable(user: Person, guests: Sequence[Player]) -> set[int]:
    """Of these players those without an account for whom somebody decides: staff, and directors of the first event.

    Whoever entered the name there knows who it is. Not the directors of later events: everybody can make an event and
    enter a known player there.
    """
    if not isinstance(user, User) or not user.is_active:
        return set()
    wanted = {guest.pk for guest in guests if guest.user_id is None}
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
    if not isinstance(user, User) or not user.is_active:
        return False
    if user.is_staff:
        return True
    if source.user_id is not None or target.user_id is not None:
        return False
    events = Tournament.objects.filter(entries__player__in=[source, target]).distinct()
    both = all(Entry.objects.filter(player=each).exists() for each in (source, target))
    return both and all(is_organiser(user, event) for event in events)
