"""Which players somebody may see: the one rule for pages, API, pickers, statistics and exports.

A player becomes visible with the first published event and leaves with the last: the names in somebody's drafts and
practice events are nobody else's business, nor is the name of an account that has not played yet. Entries and
tournaments belong to higher apps, so they are reached by the names of their relations.
"""

from __future__ import annotations

from django.db.models import Q, QuerySet

from nabu.accounts.players.models import Person, Player

EVENT = "entries__tournament__"
PUBLISHED = Q(**{f"{EVENT}practice": False}) & (
    Q(**{f"{EVENT}status__in": ("running", "finished", "cancelled")}) | Q(**{f"{EVENT}registration": True})
)
"""An entry in a tournament that everybody sees (`nabu.contests.tournaments.permissions.PUBLIC`)."""

NAMED = Q(deleted_at=None, merged_into=None)
"""Players with a name of their own: not of a deleted account, nor merged into another player."""


def published_players() -> QuerySet[Player]:
    """Everybody with an entry in an event that everybody sees: what a visitor may see."""
    return Player.objects.filter(pk__in=Player.objects.filter(PUBLISHED).values("pk"))


def named_players() -> QuerySet[Player]:
    """The published ones who still have a name of their own: whom pages compare, and whom a filter offers by name."""
    return published_players().filter(NAMED)


def visible_players(user: Person) -> QuerySet[Player]:
    """Players of published events, oneself, and whom the account entered or has in an event that it helps to run.

    Staff see everybody.
    """
    if not user.is_authenticated or not user.is_active:
        return published_players()
    if user.is_staff:
        return Player.objects.all()
    helps = (
        Q(entries__tournament__organiser=user.pk)
        | Q(entries__tournament__roles__user=user.pk)
        | Q(entries__tournament__club__memberships__user=user.pk)
    )
    own = Q(user=user.pk) | Q(created_by=user.pk) | Q(pk__in=Player.objects.filter(helps).values("pk"))
    return Player.objects.filter(Q(pk__in=published_players().values("pk")) | own)


def enterable_players(user: Person, username: str) -> QuerySet[Player]:
    """Whom somebody may enter by number: visible players, and the one with this user name.

    Like that an account is entered into its first event, and nobody can look through the accounts of the site.
    """
    named = Player.objects.filter(user__username__iexact=username.strip(), user__is_active=True)
    return Player.objects.filter(Q(pk__in=visible_players(user).values("pk")) | Q(pk__in=named.values("pk")))


def findable_players(user: Person) -> QuerySet[Player]:
    """The visible players that lists, searches and pickers offer: real people whose account is not deleted."""
    in_events = Player.objects.filter(entries__tournament__practice=False)
    made_up = Player.objects.filter(user=None, entries__tournament__practice=True).exclude(
        pk__in=in_events.values("pk")
    )
    return visible_players(user).filter(NAMED).exclude(pk__in=made_up.values("pk"))
