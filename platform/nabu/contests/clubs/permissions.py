"""Who may see and change a club. Everything that is not allowed here is refused."""

from __future__ import annotations

from nabu.accounts.players.models import Person, User
from nabu.contests.clubs.models import Club, Membership
from nabu.contests.clubs.queries import ORGANISE


def can_create_club(user: Person) -> bool:
    """Every account may found clubs."""
    return user.is_authenticated and user.is_active


def can_manage_club(user: Person, club: Club) -> bool:
    """Rename a club, say who is in it, close it: its owners and staff."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return user.is_staff or club.memberships.filter(user=user, kind=Membership.Kind.OWNER).exists()


def can_see_members(user: Person, club: Club) -> bool:
    """The members of a club see each other; so do staff."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return user.is_staff or club.memberships.filter(user=user).exists()


def can_organise_for(user: Person, club: Club) -> bool:
    """Keep its seasons, see who is suspended from its events and why: its owners and directors, and staff."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return user.is_staff or club.memberships.filter(user=user, kind__in=ORGANISE).exists()
