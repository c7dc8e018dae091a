"""Cancelling a tournament, taking it back, and whether the games of a cancelled one are rated."""

from __future__ import annotations

from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.accounts.players.names import name_of
from nabu.accounts.versions.services import table_topic, touch
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.locks import ANY_STATE, CANCELLED, DRAFT, RUNNING, check_status, lock_as
from nabu.contests.tournaments.models import CANCEL_REASON, Round, Tournament
from nabu.contests.tournaments.rated_status import check_still_open
from nabu.contests.tournaments.rating_changes import unrate_tournament
from nabu.core import database_clock
from nabu.core.errors import Refused

CANCELLED_ACTION = "tournament.cancelled"


@audited
def cancel_tournament(actor: User, tournament: Tournament, reason: str, *, keeps_ratings: bool = True) -> Tournament:
    """Give up a tournament that others know of: its open tables stay without a result, its clocks stand still.

    Raises Refused without a reason, once it is over, and for what is simply deleted: a draft that nobody else sees, a
    practice event.
    """
    locked = lock_as(actor, tournament.pk, ANY_STATE)
    reason = reason.strip()
    if locked.status == CANCELLED:
        raise Refused(_("%(name)s already cancelled this tournament.") % {"name": _who_cancelled(locked)})
    check_status(locked, {DRAFT, RUNNING})
    if locked.practice:
        raise Refused(_("Practice events are deleted, not cancelled."))
    if locked.status == DRAFT and not locked.registration:
        raise Refused(_("Nobody else sees this draft. Delete it instead."))
    if not reason:
        raise Refused(_("Enter a reason. The players read it."))
    if len(reason) > CANCEL_REASON:
        raise Refused(_("The reason has at most %(most)s characters.") % {"most": CANCEL_REASON})
    _stop_clocks(locked)
    before = {"status": locked.status, "keeps_ratings": locked.keeps_ratings}
    locked.cancelled_from, locked.status = locked.status, CANCELLED
    locked.cancelled_reason, locked.keeps_ratings = reason, keeps_ratings
    locked.save(update_fields=["status", "cancelled_from", "cancelled_reason", "keeps_ratings"])
    after = {"status": CANCELLED, "keeps_ratings": keeps_ratings}
    audit(actor, CANCELLED_ACTION, locked, before, after, reason, tournament=locked)
    _touch_open_tables(locked)
    return locked


@audited
def reopen_cancelled(actor: User, tournament: Tournament) -> Tournament:
    """Take it back: the tournament is what it was before, with its tables as they are; clocks wait to be resumed. An
    approval ends, as when a finished tournament is reopened. Raises Refused."""
    locked = lock_as(actor, tournament.pk, {CANCELLED})
    check_still_open(actor, locked)
    if locked.approved_at is not None:
        locked.approved_at = locked.approved_by = None
        unrate_tournament(locked)
    locked.status, locked.cancelled_from = locked.cancelled_from, ""
    before = {"status": CANCELLED, "reason": locked.cancelled_reason}
    locked.cancelled_reason, locked.keeps_ratings = "", True
    locked.save(
        update_fields=["status", "cancelled_from", "cancelled_reason", "keeps_ratings", "approved_at", "approved_by"]
    )
    audit(actor, "tournament.reopened", locked, before, {"status": locked.status}, tournament=locked)
    _touch_open_tables(locked)
    return locked


@audited
def set_keeps_ratings(actor: User, tournament: Tournament, keeps: bool) -> Tournament:
    """Say anew whether the games of a cancelled tournament may be rated. Raises Refused once it is approved."""
    locked = lock_as(actor, tournament.pk, {CANCELLED})
    if locked.approved_at is not None:
        raise Refused(_("The tournament is approved. Withdraw the approval first."))
    before, locked.keeps_ratings = locked.keeps_ratings, keeps
    locked.save(update_fields=["keeps_ratings"])
    audit(
        actor,
        "tournament.keeps_ratings_changed",
        locked,
        {"keeps_ratings": before},
        {"keeps_ratings": keeps},
        tournament=locked,
    )
    return locked


def _who_cancelled(tournament: Tournament) -> str:
    entry = AuditEntry.objects.filter(tournament=tournament, action=CANCELLED_ACTION).order_by("-pk").first()
    return name_of(entry.actor) if entry is not None and entry.actor is not None else _("Somebody else")


def _stop_clocks(tournament: Tournament) -> None:
    going = Round.objects.filter(
        stage__tournament=tournament, status=Round.Status.PUBLISHED, started_at__isnull=False, paused_at=None
    )
    for round_ in going:
        round_.paused_at = database_clock.now()
        round_.save(update_fields=["paused_at"])


def _touch_open_tables(tournament: Tournament) -> None:
    tables = Table.objects.filter(round__stage__tournament=tournament).exclude(status=Table.Status.CONFIRMED)
    touch(*(table_topic(pk) for pk in tables.values_list("pk", flat=True)))
