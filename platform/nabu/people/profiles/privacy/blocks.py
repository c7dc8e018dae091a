"""What has to be handed over before an account can be deleted."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from nabu.accounts.players.models import User
from nabu.contests.clubs.models import Club, Membership
from nabu.contests.tournaments.models import Tournament

OWNER = Membership.Kind.OWNER


@dataclass(frozen=True, slots=True)
class Block:
    """Something that nobody else could go on with: what it is, what to do about it, and where."""

    text: str
    address: str


def blocks_of(user: User) -> list[Block]:
    """What stands in the way, in words."""
    running = [
        Block(
            _("You are the only owner of the running tournament “%(name)s”. Transfer or finish it first.")
            % {"name": tournament.name},
            reverse("tournaments:detail", args=[tournament.pk]),
        )
        for tournament in running_alone(user)
    ]
    clubs = [
        Block(
            _("You are the only owner of the club “%(name)s”. Make another member an owner first.")
            % {"name": club.name},
            reverse("clubs:detail", args=[club.pk]),
        )
        for club in clubs_alone(user).filter(pk__in=_needed_clubs().values("pk"))
    ]
    return running + clubs


def running_alone(user: User) -> QuerySet[Tournament]:
    """Running tournaments that nobody else owns, practice events left out."""
    others = Membership.objects.filter(club=OuterRef("club"), kind=OWNER).exclude(user=user.pk)
    own = Tournament.objects.filter(organiser=user.pk, status=Tournament.Status.RUNNING, practice=False)
    return own.exclude(Exists(others)).order_by("pk")


def clubs_alone(user: User) -> QuerySet[Club]:
    """Clubs of which the account is the last owner."""
    others = Membership.objects.filter(club=OuterRef("pk"), kind=OWNER).exclude(user=user.pk)
    owned = Club.objects.filter(memberships__user=user.pk, memberships__kind=OWNER)
    return owned.exclude(Exists(others)).order_by("name_key")


def _needed_clubs() -> QuerySet[Club]:
    """Clubs with more than one member, or with tournaments."""
    counted = Club.objects.annotate(
        members=Count("memberships", distinct=True), held=Count("tournaments", distinct=True)
    )
    return counted.filter(Q(members__gt=1) | Q(held__gt=0))
