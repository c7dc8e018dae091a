"""The director approves a finished tournament: from then on its games count for the ratings."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.tournaments.locks import OVER, lock_as
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.rated_status import check_may_be_rated, check_still_open
from nabu.contests.tournaments.rating_changes import rate_tournament, unrate_tournament
from nabu.core.errors import Refused


@audited
def approve_tournament(actor: User, tournament: Tournament) -> Tournament:
    """Let the ratings count. Raises Refused before the end, a second time, and for what is not rated.

    They count at once: the journal has one order, and rated players can object for a while (`objections`).
    """
    locked = lock_as(actor, tournament.pk, OVER)
    if locked.practice:
        raise Refused(_("Practice events are not rated."))
    if locked.approved_at is not None:
        raise Refused(_("The tournament is already approved."))
    if not locked.rated:
        raise Refused(_("This tournament is unrated. Its games do not count for the ratings."))
    if not locked.can_be_approved:
        raise Refused(_("The tournament was cancelled, and the organiser decided that its games are not rated."))
    check_may_be_rated(locked)
    if locked.exclusion is not None:
        raise Refused(_("Site staff removed this tournament from the ratings."))
    locked.approved_at, locked.approved_by = timezone.now(), actor
    locked.save(update_fields=["approved_at", "approved_by"])
    games = rate_tournament(locked)
    audit(actor, "tournament.approved", locked, after={"rated_games": games}, tournament=locked)
    return locked


@audited
def withdraw_approval(actor: User, tournament: Tournament, reason: str) -> Tournament:
    """Take the approval back: its games leave the ratings as if they had never been rated."""
    locked = lock_as(actor, tournament.pk, OVER)
    reason = reason.strip()
    if locked.approved_at is None:
        raise Refused(_("The tournament is not approved."))
    check_still_open(actor, locked)
    if not reason:
        raise Refused(_("Enter a reason for withdrawing the approval."))
    locked.approved_at = locked.approved_by = None
    locked.save(update_fields=["approved_at", "approved_by"])
    unrate_tournament(locked)
    audit(actor, "tournament.approval_withdrawn", locked, reason=reason, tournament=locked)
    return locked
