"""Everything that changes a club: one transaction and one audit entry each.

Every function raises `nabu.core.errors.NotAllowed` (wrong person) or `nabu.core.errors.Refused` (wrong state).
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.accounts.players.roles import set_role, shown
from nabu.accounts.versions.services import PEOPLE, touch
from nabu.contests.clubs.models import Club, Membership
from nabu.contests.clubs.permissions import can_create_club, can_manage_club
from nabu.contests.clubs.queries import clubs_named
from nabu.contests.clubs.seasons import season_told
from nabu.contests.clubs.suspensions import suspension_told
from nabu.core.errors import NotAllowed, Refused
from nabu.core.name_keys.tidy import tidy
from nabu.core.typed_names import check_typed

NAME_LENGTH = 80
MOST_CLUBS = 20
MOST_MEMBERS = 200
OWNER = Membership.Kind.OWNER


@audited
def create_club(actor: User, name: str) -> Club:
    """A new club with the actor as its owner."""
    if not can_create_club(actor):
        raise NotAllowed
    if Membership.objects.filter(user=actor, kind=OWNER).count() >= MOST_CLUBS:
        raise Refused(_("An account can own at most %(most)s clubs.") % {"most": MOST_CLUBS})
    club = Club.objects.create(name=_free_name(name))
    Membership.objects.create(club=club, user=actor, kind=OWNER)
    audit(actor, "club.created", club, after={"name": club.name})
    return club


@audited
def rename_club(actor: User, club: Club, name: str) -> Club:
    """Give the club another name."""
    locked = _lock_as_owner(actor, club)
    before, locked.name = locked.name, _free_name(name, locked)
    locked.save(update_fields=["name"])
    audit(actor, "club.renamed", locked, {"name": before}, {"name": locked.name})
    return locked


@audited
def delete_club(actor: User, club: Club) -> None:
    """Close a club that has no tournaments, not even drafts. Its seasons and suspensions go with it."""
    locked = _lock_as_owner(actor, club)
    if locked.tournaments.exists():
        raise Refused(_("A club with tournaments cannot be closed."))
    delete_with_all(actor, locked)


def delete_with_all(actor: User, club: Club) -> None:
    """Delete a club, inside a service; of each season and suspension that goes with it the audit trail has an entry."""
    for season in club.seasons.select_related("club"):
        audit(actor, "season.deleted", season, before=season_told(season))
    for suspension in club.suspensions.select_related("club", "player"):
        audit(actor, "suspension.deleted", suspension, before=suspension_told(suspension))
    audit(actor, "club.deleted", club, before={"name": club.name})
    club.delete()


@audited
def set_member(actor: User, club: Club, username: str, kind: str) -> Membership:
    """Make an account, by its exact user name, a member of this kind; also changes what a member is."""
    locked = _lock_as_owner(actor, club)

    def check(_user: User, before: str | None) -> None:
        if before == OWNER != kind:
            _check_not_last_owner(locked)

    full = _("A club has at most %(most)s members.") % {"most": MOST_MEMBERS}
    member, before = set_role(locked.memberships, username, kind, most=MOST_MEMBERS, full=full, check=check)
    audit(actor, "club.member_set", locked, shown(member.user, before), shown(member.user, kind))
    touch(PEOPLE)  # on the pages of its events its members see more
    return member


@audited
def remove_member(actor: User, member: Membership) -> None:
    """Take somebody out of the club: an owner does, or everybody for oneself. The last owner stays."""
    locked = _lock(member.club_id)
    current = locked.memberships.filter(pk=member.pk).select_related("user").first()
    if current is None or (current.user_id != actor.pk and not can_manage_club(actor, locked)):
        raise NotAllowed
    if current.kind == OWNER:
        _check_not_last_owner(locked)
    action = "club.left" if current.user_id == actor.pk else "club.member_removed"
    audit(actor, action, locked, before=shown(current.user, current.kind))
    current.delete()
    touch(PEOPLE)


def _lock(pk: int) -> Club:
    """The club as it is now, locked: two owners who leave at once do not leave it without one."""
    found = Club.objects.select_for_update().filter(pk=pk).first()
    if found is None:
        raise Refused(_("This club no longer exists."))
    return found


def _lock_as_owner(actor: User, club: Club) -> Club:
    locked = _lock(club.pk)
    if not can_manage_club(actor, locked):
        raise NotAllowed
    return locked


def _check_not_last_owner(club: Club) -> None:
    if club.memberships.filter(kind=OWNER).count() < 2:
        raise Refused(_("A club needs an owner. Make another member an owner first."))


def _free_name(name: str, club: Club | None = None) -> str:
    name = tidy(name)
    check_typed(name, club.name if club else "")
    if not name:
        raise Refused(_("A club needs a name."))
    if len(name) > NAME_LENGTH:
        raise Refused(_("A name has at most %(length)s characters.") % {"length": NAME_LENGTH})
    if any(other != club for other in clubs_named(name).alike(name)):
        raise Refused(_("A club with this name already exists."))
    return name
