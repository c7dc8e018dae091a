"""Who may see and do what in a tournament. Everything that is not allowed here is refused.

These functions look at persons and at visibility. Whether the state of a tournament allows an action is checked by
the services.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from django.db.models import Q

from nabu.accounts.players.models import Person, User
from nabu.contests.clubs.models import Membership
from nabu.contests.tournaments.models import Entry, Role, Round, Tournament


class Level(IntEnum):
    """What somebody may do in a tournament; a higher level may all that a lower one may."""

    NOBODY = 0
    SCOREKEEPER = 1
    DIRECTOR = 2
    OWNER = 3


LEVELS = {"scorekeeper": Level.SCOREKEEPER, "director": Level.DIRECTOR, "owner": Level.OWNER}
"""Levels by the names of `tournaments.Role.Kind` and `clubs.Membership.Kind`."""


def level_of(user: Person, tournament: Tournament) -> Level:
    """The best of: owner of the tournament, role in it, membership of its club. Staff are owners everywhere.

    It is asked for many times while a page is made, so the tournament remembers it.
    """
    if not isinstance(user, User) or not user.is_active:
        return Level.NOBODY
    if user.is_staff or tournament.organiser_id == user.pk:
        return Level.OWNER
    known: dict[int, Level] = tournament.__dict__.setdefault("_levels", {})
    if user.pk not in known:
        kinds = list(tournament.roles.filter(user=user).values_list("kind", flat=True))
        if tournament.club_id is not None:
            kinds += Membership.objects.filter(club=tournament.club_id, user=user).values_list("kind", flat=True)
        known[user.pk] = max((LEVELS[kind] for kind in kinds), default=Level.NOBODY)
    return known[user.pk]


def remember_levels(user: User, tournaments: Sequence[Tournament]) -> None:
    """Look up the levels of one account in several tournaments, in two queries."""
    kinds = list(Role.objects.filter(user=user, tournament__in=tournaments).values_list("tournament", "kind"))
    clubs = dict(Membership.objects.filter(user=user).values_list("club", "kind"))
    for tournament in tournaments:
        found = [LEVELS[kind] for pk, kind in kinds if pk == tournament.pk]
        found += [LEVELS[clubs[tournament.club_id]]] if tournament.club_id in clubs else []
        tournament.__dict__.setdefault("_levels", {})[user.pk] = max(found, default=Level.NOBODY)


def is_owner(user: Person, tournament: Tournament) -> bool:
    """Delete a draft, give roles, hand over: the owner, an owner of the club, staff."""
    return level_of(user, tournament) >= Level.OWNER


def is_organiser(user: Person, tournament: Tournament) -> bool:
    """Run the tournament: pair, publish, rule, punish, undo, approve. Directors and the owner."""
    return level_of(user, tournament) >= Level.DIRECTOR


def can_keep_score(user: Person, tournament: Tournament) -> bool:
    """Check in, enter results, keep the clock: scorekeepers, directors and the owner."""
    return level_of(user, tournament) >= Level.SCOREKEEPER


def is_own_entry(user: Person, entry: Entry) -> bool:
    """The account's player is the one who is entered."""
    return user.is_authenticated and user.is_active and entry.player.user_id == user.pk


def is_invited(user: Person, entry: Entry) -> bool:
    """The account whose player was entered by somebody else, and has not answered yet."""
    return user.is_authenticated and user.is_active and entry.invited is not None and entry.invited.user_id == user.pk


def can_speak_for(user: Person, entry: Entry) -> bool:
    """Drop, ask for a bye: the player, and directors."""
    return is_own_entry(user, entry) or is_organiser(user, entry.tournament)


def can_create_tournament(user: Person) -> bool:
    """Every account may run tournaments."""
    return user.is_authenticated and user.is_active


def can_see_tournament(user: Person, tournament: Tournament) -> bool:
    """Everybody, once players may register or it has started; other drafts and practice events those with a role."""
    return is_public(tournament) or can_keep_score(user, tournament)


def is_public(tournament: Tournament) -> bool:
    """Everybody sees it; in a query this is `PUBLIC`."""
    shown = tournament.status != Tournament.Status.DRAFT or tournament.registration
    return shown and not tournament.practice


PUBLIC = (~Q(status=Tournament.Status.DRAFT) | Q(registration=True)) & Q(practice=False)


def can_see_lot(user: Person, tournament: Tournament) -> bool:
    """Everybody once it has started. Whoever knew it before could register again until the draw is a good one."""
    return tournament.has_started or can_keep_score(user, tournament)


def can_see_round(user: Person, round_: Round) -> bool:
    """Everybody once it is published; a draft only the directors."""
    tournament = round_.stage.tournament
    if round_.status == Round.Status.DRAFT:
        return is_organiser(user, tournament)
    return can_see_tournament(user, tournament)


def can_see_audit(user: Person, tournament: Tournament) -> bool:
    """The history of a tournament names accounts: its organiser and staff."""
    return is_organiser(user, tournament)
