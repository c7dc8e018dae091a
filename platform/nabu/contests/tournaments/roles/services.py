"""Who else works in a tournament, and whose it is. Only an owner changes that."""

from __future__ import annotations

from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.accounts.players.roles import set_role, shown
from nabu.accounts.players.services import named_account
from nabu.contests.tournaments.locks import ANY_STATE, lock_as
from nabu.contests.tournaments.models import Role, Tournament
from nabu.contests.tournaments.permissions import Level
from nabu.core.errors import Refused

MOST_ROLES = 100


@audited
def give_role(actor: User, tournament: Tournament, username: str, kind: str) -> Role:
    """Make an account, by its exact user name, a director or a scorekeeper; also changes the one into the other."""
    locked = lock_as(actor, tournament.pk, ANY_STATE, Level.OWNER)

    def check(user: User, _before: str | None) -> None:
        if user.pk == locked.organiser_id:
            raise Refused(_("%(name)s owns this tournament and already has all permissions.") % _name(user))

    full = _("A tournament has at most %(most)s helpers.") % {"most": MOST_ROLES}
    role, before = set_role(locked.roles, username, kind, most=MOST_ROLES, full=full, check=check)
    audit(actor, "role.given", role, shown(role.user, before), shown(role.user, kind), tournament=locked)
    return role


@audited
def take_role(actor: User, role: Role) -> None:
    """Take a role away."""
    locked = lock_as(actor, role.tournament_id, ANY_STATE, Level.OWNER)
    current = locked.roles.filter(pk=role.pk).select_related("user").first()
    if current is None:
        raise Refused(_("This role was already removed."))
    audit(actor, "role.taken", current, before=shown(current.user, current.kind), tournament=locked)
    current.delete()


@audited
def hand_over(actor: User, tournament: Tournament, username: str) -> Tournament:
    """Give the tournament to another account. Who owned it stays as a director, until the new owner changes that."""
    locked = lock_as(actor, tournament.pk, ANY_STATE, Level.OWNER)
    heir, before = named_account(username), locked.organiser
    if heir.pk == before.pk:
        raise Refused(_("%(name)s already owns this tournament.") % _name(heir))
    for role in locked.roles.filter(user=heir):
        role.delete()
    Role.objects.create(tournament=locked, user=before, kind=Role.Kind.DIRECTOR)
    locked.organiser = heir
    locked.save(update_fields=["organiser"])
    audit(
        actor,
        "tournament.handed_over",
        locked,
        {"owner": before.get_username()},
        {"owner": heir.get_username()},
        tournament=locked,
    )
    return locked


def _name(user: User) -> dict[str, str]:
    return {"name": user.get_username()}
