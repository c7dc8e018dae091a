"""Pairs of players that must not or should not meet."""

from __future__ import annotations

from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.tournaments.locks import DRAFT, RUNNING, lock_as
from nabu.contests.tournaments.models import Entry, Restriction, Tournament
from nabu.core.errors import Refused

MOST_RESTRICTIONS = 2000
REASON_LENGTH = 200


@audited
def add_restriction(
    actor: User, tournament: Tournament, one: Entry, other: Entry, kind: str, reason: str = ""
) -> Restriction:
    """Keep two entries apart, from the next pairing on. Raises NotAllowed or Refused."""
    locked = lock_as(actor, tournament.pk, {DRAFT, RUNNING})
    if kind not in Restriction.Kind.values:
        raise Refused(_("Unknown rule “%(kind)s” for two players.") % {"kind": kind})
    if one.pk == other.pk:
        raise Refused(_("Choose two different players."))
    pair = {entry.pk: entry for entry in locked.entries.filter(pk__in=[one.pk, other.pk]).select_related("player")}
    if len(pair) != 2:
        raise Refused(_("This player is no longer in the tournament."))
    first, second = (pair[pk] for pk in sorted(pair))
    if locked.restrictions.filter(one=first, other=second).exists():
        raise Refused(
            _("%(one)s and %(other)s already have a rule. Remove it first.")
            % {"one": first.player.name, "other": second.player.name}
        )
    if locked.restrictions.count() >= MOST_RESTRICTIONS:
        raise Refused(_("A tournament has at most %(most)s such pairs.") % {"most": MOST_RESTRICTIONS})
    reason = " ".join(reason.split())
    if len(reason) > REASON_LENGTH:
        raise Refused(_("Too long: at most %(length)s characters.") % {"length": REASON_LENGTH})
    made = Restriction.objects.create(tournament=locked, one=first, other=second, kind=kind, reason=reason)
    audit(actor, "restriction.added", made, after=_shown(made), reason=reason, tournament=locked)
    return made


@audited
def remove_restriction(actor: User, restriction: Restriction) -> None:
    """Let two entries meet again, from the next pairing on. Raises NotAllowed or Refused."""
    locked = lock_as(actor, restriction.tournament_id, {DRAFT, RUNNING})
    current = Restriction.objects.filter(pk=restriction.pk).first()
    if current is None:
        raise Refused(_("This rule was already removed."))
    audit(actor, "restriction.removed", current, before=_shown(current), tournament=locked)
    current.delete()


def _shown(restriction: Restriction) -> dict[str, object]:
    """A restriction as the audit trail shows it."""
    return {"pair": [restriction.one_id, restriction.other_id], "kind": restriction.kind}
