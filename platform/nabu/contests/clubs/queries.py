"""What pages, the API and the services read about clubs."""

from __future__ import annotations

from django.db.models import Count, Q, QuerySet

from nabu.accounts.players.models import User
from nabu.contests.clubs.models import Club, Membership
from nabu.core.name_keys.index import NameIndex
from nabu.core.name_keys.keys import name_key

ORGANISE = (Membership.Kind.OWNER, Membership.Kind.DIRECTOR)


def listed_clubs() -> QuerySet[Club]:
    """Clubs by name, with `held`, the number of their tournaments that everybody sees."""
    return Club.objects.annotate(held=Count("tournaments", filter=~Q(tournaments__status="draft"))).order_by("name_key")


def clubs_to_organise_for(user: User) -> QuerySet[Club]:
    """The clubs that this account may give a tournament to: where it is an owner or a director."""
    return Club.objects.filter(memberships__user=user.pk, memberships__kind__in=ORGANISE).order_by("name_key")


def clubs_named(name: str) -> NameIndex[Club]:
    """The clubs that may be called so."""
    return NameIndex((club.name, club) for club in Club.objects.filter(name_key=name_key(name)))


def membership_of(user: object, club: Club) -> Membership | None:
    """What this account is in the club; None for everybody else."""
    if not isinstance(user, User) or not user.is_active:
        return None
    return club.memberships.filter(user=user).first()


def members_of(club: Club) -> list[Membership]:
    """The members, owners first, each with the account's player."""
    order = list(Membership.Kind.values)
    members = club.memberships.select_related("user__player").order_by("id")
    return sorted(members, key=lambda member: order.index(member.kind))
