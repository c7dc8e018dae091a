"""Inviting helpers by a link or a code, for those whose exact user name nobody knows, and accepting.

Every function raises `nabu.core.errors.NotAllowed` (wrong person) or `nabu.core.errors.Refused` (wrong state).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.accounts.players.roles import shown
from nabu.contests.tournaments.locks import DRAFT, RUNNING, lock_as, lock_tournament
from nabu.contests.tournaments.models import Role, RoleInvitation, RoleInvitationUse, Tournament
from nabu.contests.tournaments.permissions import LEVELS, Level, is_owner, level_of
from nabu.contests.tournaments.roles.services import MOST_ROLES
from nabu.core.codes import digest_of, new_code
from nabu.core.errors import NotAllowed, Refused

GOOD_FOR = timedelta(days=7)
MOST_PEOPLE = 20
MOST_GOOD = 20
"""Invitations of a tournament that are good at the same time."""

WHILE = {DRAFT, RUNNING}


@audited
def make_invitation(actor: User, tournament: Tournament, kind: str, people: int = 1) -> tuple[RoleInvitation, str]:
    """An invitation to a role for so many people, and its code, which is shown this once."""
    locked = lock_as(actor, tournament.pk, WHILE, Level.OWNER)
    if kind not in Role.Kind.values:
        raise Refused(_("Unknown role “%(kind)s”.") % {"kind": kind})
    if not 1 <= people <= MOST_PEOPLE:
        raise Refused(_("An invitation is for 1 to %(most)s people.") % {"most": MOST_PEOPLE})
    now = timezone.now()
    if locked.role_invitations.filter(revoked_at=None, expires_at__gt=now).count() >= MOST_GOOD:
        raise Refused(_("At most %(most)s invitations at a time. Revoke one first.") % {"most": MOST_GOOD})
    code = new_code()
    made = RoleInvitation.objects.create(
        tournament=locked, kind=kind, people=people, digest=digest_of(code), made_by=actor, expires_at=now + GOOD_FOR
    )
    audit(actor, "role.invitation_made", made, after={"kind": kind, "people": people}, tournament=locked)
    return made, code


@audited
def revoke_invitation(actor: User, invitation: RoleInvitation) -> None:
    """Nobody accepts it any more. Who has accepted keeps the role."""
    locked = lock_as(actor, invitation.tournament_id, Tournament.Status.values, Level.OWNER)
    current = RoleInvitation.objects.get(pk=invitation.pk)
    if current.revoked_at is not None:
        raise Refused(_("This invitation was already revoked."))
    current.revoked_at = timezone.now()
    current.save(update_fields=["revoked_at"])
    audit(actor, "role.invitation_revoked", current, before={"kind": current.kind}, tournament=locked)


@audited
def accept_invitation(actor: User, invitation: RoleInvitation) -> Role:
    """The actor has the role from now on: this one, never more, and never again by the same invitation."""
    locked = lock_tournament(invitation.tournament_id)
    current = RoleInvitation.objects.select_related("made_by").get(pk=invitation.pk)
    if not actor.is_active:
        raise NotAllowed
    if not is_good(current, locked) or current.uses.filter(user=actor).exists():
        raise Refused(_("This invitation is no longer valid. Ask the organiser for a new one."))
    role = locked.roles.filter(user=actor).first()
    # Staff may do everything everywhere, and are named as helpers all the same.
    held = (LEVELS[role.kind] if role else Level.NOBODY) if actor.is_staff else level_of(actor, locked)
    if locked.organiser_id == actor.pk or held >= LEVELS[current.kind]:
        raise Refused(_("You already have these permissions in the tournament."))
    if role is None and locked.roles.count() >= MOST_ROLES:
        raise Refused(_("A tournament has at most %(most)s helpers.") % {"most": MOST_ROLES})
    before = role.kind if role else None
    role = role or Role(tournament=locked, user=actor)
    role.kind = current.kind
    role.save()
    RoleInvitationUse.objects.create(invitation=current, user=actor)
    after = shown(actor, current.kind) | {"invitation": current.pk}
    audit(actor, "role.invitation_accepted", role, shown(actor, before), after, tournament=locked)
    return role


def known_invitation(code: str) -> RoleInvitation | None:
    """The invitation that had this code, whether it is still good or not."""
    found = RoleInvitation.objects.select_related("tournament__organiser", "made_by__player")
    return found.filter(digest=digest_of(code)).first()


@dataclass(frozen=True, slots=True)
class Shown:
    """An invitation, and the user names of those who have accepted it."""

    invitation: RoleInvitation
    accepted: Sequence[str]

    @property
    def is_full(self) -> bool:
        """Nobody else can accept it."""
        return len(self.accepted) >= self.invitation.people


def good_invitations(tournament: Tournament) -> list[Shown]:
    """Those that are neither revoked nor expired, the latest first. Two queries."""
    live = tournament.role_invitations.filter(revoked_at=None, expires_at__gt=timezone.now())
    found = live.prefetch_related(Prefetch("uses", RoleInvitationUse.objects.select_related("user")))
    return [Shown(each, [use.user.get_username() for use in each.uses.all()]) for each in found]


def is_good(invitation: RoleInvitation, tournament: Tournament) -> bool:
    """Somebody may still accept it: until the event is over, and as long as whoever made it may give roles."""
    return (
        invitation.revoked_at is None
        and invitation.expires_at > timezone.now()
        and tournament.status in WHILE
        and invitation.made_by is not None
        and is_owner(invitation.made_by, tournament)
        and invitation.uses.count() < invitation.people
    )
