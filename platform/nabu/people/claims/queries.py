"""What the pages about claims show."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils import timezone

from nabu.accounts.players.models import Player, User
from nabu.accounts.players.visibility import findable_players
from nabu.contests.matches.models import Seat
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.permissions import is_public
from nabu.core.name_keys.keys import same_name
from nabu.core.name_keys.search import named
from nabu.people.claims.invitations import guests_of
from nabu.people.claims.models import Invitation, Merge
from nabu.people.claims.permissions import mergeable

FOUND = 20


@dataclass(frozen=True, slots=True)
class Guest:
    """An entry without an account, its latest mail that is still good, and whether there is a good code on paper.

    `namesakes`: so many other players, with whom it may be merged, have the same name in some spelling.
    """

    entry: Entry
    mail: Invitation | None
    has_code: bool
    namesakes: int


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
    players = [entry.player for entry in entries]
    namesakes = _namesakes(actor, players)
    return [
        Guest(entry, mails.get(player.pk), player.pk in codes, namesakes[player.pk])
        for entry, player in zip(entries, players, strict=True)
    ]


def _namesakes(actor: User, players: Sequence[Player]) -> dict[int, int]:
    """How many others there are for each of these players that may be the same person under the same name."""
    others = findable_players(actor).filter(
        name_key__in={player.name_key for player in players}, pk__in=mergeable(actor).values("pk")
    )
    by_key = defaultdict[str, list[tuple[int, str]]](list)
    for key, pk, name in others.values_list("name_key", "pk", "name"):
        by_key[key].append((pk, name))
    return {
        player.pk: sum(pk != player.pk and same_name(name, player.name) for pk, name in by_key[player.name_key])
        for player in players
    }


def public_events(guest: Player) -> list[Tournament]:
    """Where this guest plays and everybody can see it."""
    events = Tournament.objects.filter(entries__player=guest).order_by("-pk")
    return [event for event in events if is_public(event)]


def results_of(player: Player) -> int:
    """How many games of this player have a result."""
    return Seat.objects.filter(entry__player=player, place__isnull=False, table__is_bye=False).count()


def merge_targets(actor: User, source: Player, words: str) -> list[Player]:
    """Players whose name has these words, into whom this account may merge the source; those of its own name first."""
    if not words:
        return []
    found = findable_players(actor).filter(named(words), pk__in=mergeable(actor).values("pk")).exclude(pk=source.pk)
    events = Count("entries", filter=Q(entries__tournament__practice=False))
    alike = Q(name_key=source.name_key)
    return list(found.annotate(events=events, alike=alike).order_by("-alike", "name_key", "pk")[:FOUND])


def merges_into(player: Player) -> list[Merge]:
    """What was merged into this player and not given back."""
    return list(Merge.objects.filter(target=player, undone_at=None).select_related("source"))
