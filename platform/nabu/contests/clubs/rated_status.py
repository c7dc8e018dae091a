"""Who may run rated tournaments: accounts and clubs to which staff gave that status.

Every function raises `nabu.core.errors.NotAllowed` (wrong person) or `nabu.core.errors.Refused` (wrong state).
"""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Person, User
from nabu.contests.clubs.models import Club, RatedStatus
from nabu.contests.clubs.queries import ORGANISE
from nabu.core.errors import NotAllowed, Refused


def may_run_rated(account: User, club: Club | None) -> bool:
    """Whether a tournament of this owner, or of this club, may be rated."""
    return RatedStatus.objects.filter(_of(account, club), ended_at=None).exists()


def may_offer_rated(account: User) -> bool:
    """Whether the account has the status, itself or through a club in which it organises."""
    own = Q(account=account.pk)
    of_clubs = Q(club__memberships__user=account.pk, club__memberships__kind__in=ORGANISE)
    return RatedStatus.objects.filter(own | of_clubs, ended_at=None).exists()


def can_grant(person: Person) -> bool:
    """Give and take rated status: staff."""
    return isinstance(person, User) and person.is_active and person.is_staff


def listed_statuses() -> QuerySet[RatedStatus]:
    """All of them, those that hold first, the latest first."""
    people = ("account__player", "club", "granted_by__player", "ended_by__player")
    return RatedStatus.objects.select_related(*people).order_by("ended_at", "-pk")


@audited
def grant_status(
    actor: User | None, reason: str, *, account: User | None = None, club: Club | None = None
) -> RatedStatus:
    """Let an account or a club run rated tournaments. `actor` None: the platform itself, for its demo."""
    if actor is not None and not can_grant(actor):
        raise NotAllowed
    reason = reason.strip()
    if not reason:
        raise Refused(_("Enter a reason."))
    if (account is None) == (club is None):
        raise Refused(_("Enter either an account or a club."))
    if RatedStatus.objects.filter(account=account, club=club, ended_at=None).exists():
        raise Refused(_("%(name)s already has rated status.") % {"name": club or account})
    made = RatedStatus.objects.create(account=account, club=club, reason=reason, granted_by=actor)
    audit(actor, "rated_status.granted", made, after=_shown(made), reason=reason)
    return made


@audited
def revoke_status(actor: User, status: RatedStatus, reason: str) -> RatedStatus:
    """Take the status back. What was rated stays; later approvals are refused."""
    if not can_grant(actor):
        raise NotAllowed
    locked = RatedStatus.objects.select_for_update(of=("self",)).get(pk=status.pk)
    reason = reason.strip()
    if not reason:
        raise Refused(_("Enter a reason."))
    if locked.ended_at is not None:
        raise Refused(_("This status was already revoked."))
    locked.ended_at, locked.ended_by, locked.end_reason = timezone.now(), actor, reason
    locked.save(update_fields=["ended_at", "ended_by", "end_reason"])
    audit(actor, "rated_status.revoked", locked, before=_shown(locked), reason=reason)
    return locked


def _of(account: User, club: Club | None) -> Q:
    return Q(account=account.pk) | Q(club=club.pk) if club else Q(account=account.pk)


def _shown(status: RatedStatus) -> dict[str, object]:
    """Whose it is, as the audit trail shows it."""
    if status.club is not None:
        return {"club": status.club.name}
    return {"account": status.account.get_username() if status.account else ""}
