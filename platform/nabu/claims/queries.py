"""What the pages about claims show."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils import timezone

from nabu.claims.invitations import guests_of
from nabu.claims.models import Invitation, Merge
from nabu.claims.permissions import mergeable
from nabu.matches.models import Seat
from nabu.players.models import Player, User
from nabu.players.visibility import findable_players
from nabu.tournaments.models import Entry, Tournament
from nabu.tournaments.permissions import is_public

FOUND = 20


@dataclass(frozen=True, slots=True)
class Guest:
    """An entry without an account, its latest mail that is still good, and whether there is a good code on paper."""

    entry: Entry
    mail: Invitation | None
    has_code: bool


def listed_guests(actor: User, tournament: Tournament) -> list[Guest]:
    """The guests of a tournament for whom this account decides, by seed."""
    entries = guests_of(actor, tournament)
    live = Invitation.objects.filter(
        player__in=[entry.player_id for entry in entries], revoked_at=None, used_at=None, expires_at__gt=timezone.now()
    )
    mails: dict[int, Invitation] = {}
    codes: set[int] = set()
    for invitation in live.order_by("pk"):
        if invitation.email:
            mails[invitation.player_id] = invitation
        else:
            codes.add(invitation.player_id)
    return [Guest(entry, mails.get(entry.player_id), entry.player_id in codes) for entry in entries]


def public_events(guest: Player) -> list[Tournament]:
    """Where this guest plays and everybody can see it."""
    events = Tournament.objects.filter(entries__player=guest).order_by("-pk")
    return [event for event in events if is_public(event)]


def results_of(player: Player) -> int:
    """How many games of this player have a result."""
    return Seat.objects.filter(entry__player=player, place__isnull=False, table__is_bye=False).count()


def merge_targets(actor: User, source: Player, words: str) -> list[Player]:
    """Players whose name contains the words, into whom this account may merge the source."""
    if not words:
        return []
    found = (
        findable_players(actor)
        .filter(name__icontains=words, pk__in=mergeable(actor).values("pk"))
        .exclude(pk=source.pk)
    )
    events = Count("entries", filter=Q(entries__tournament__rehearsal=False))
    return list(found.annotate(events=events).order_by("name", "pk")[:FOUND])


def merges_into(player: Player) -> list[Merge]:
    """What was merged into this player and not given back."""
    return list(Merge.objects.filter(target=player, undone_at=None).select_related("source"))
