"""Noting that somebody has paid the entry fee, and taking that back."""

from __future__ import annotations

from typing import Any, TypeVar

from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.tournaments.entries.services import current_entry
from nabu.contests.tournaments.locks import ANY_STATE, lock_as
from nabu.contests.tournaments.models import Entry, Registration, Tournament
from nabu.contests.tournaments.permissions import Level
from nabu.core.errors import Refused

Payer = TypeVar("Payer", Entry, Registration)


@audited
def note_entry_paid(actor: User, entry: Entry) -> Entry:
    """A player has paid the actor, who keeps score: before the start, while it runs, or afterwards.

    Raises Refused where there is no entry fee, and for somebody who has paid.
    """
    locked = _lock(actor, entry, Level.SCOREKEEPER)
    return _set_paid(actor, locked, current_entry(entry), "entry.paid")


@audited
def note_entry_unpaid(actor: User, entry: Entry) -> Entry:
    """The payment was noted by mistake, or paid back. Raises Refused for somebody who has not paid."""
    locked = _lock(actor, entry, Level.SCOREKEEPER)
    return _set_unpaid(actor, locked, current_entry(entry), "entry.unpaid")


@audited
def note_registration_paid(actor: User, registration: Registration) -> Registration:
    """Somebody who has registered has paid in advance; the entry takes it over. For directors; Raises Refused as above,
    and for a registration that is accepted: then the entry has paid.
    """
    locked = _lock(actor, registration, Level.DIRECTOR)
    current = Registration.objects.select_related("player").get(pk=registration.pk)
    if current.status == Registration.Status.ACCEPTED:
        raise Refused(
            _("%(name)s is already in the tournament. Mark the fee as paid on the “Entry fee” page.")
            % {"name": current.player.name}
        )
    return _set_paid(actor, locked, current, "registration.paid")


@audited
def note_registration_unpaid(actor: User, registration: Registration) -> Registration:
    """The payment was noted by mistake, or paid back. Raises Refused for somebody who has not paid."""
    locked = _lock(actor, registration, Level.DIRECTOR)
    current = Registration.objects.select_related("player").get(pk=registration.pk)
    return _set_unpaid(actor, locked, current, "registration.unpaid")


def _lock(actor: User, payer: Entry | Registration, level: Level) -> Tournament:
    locked = lock_as(actor, payer.tournament_id, ANY_STATE, level)
    if locked.fee is None:
        raise Refused(_("This tournament has no entry fee."))
    return locked


def _set_paid(actor: User, locked: Tournament, payer: Payer, action: str) -> Payer:
    if payer.paid_at is not None:
        raise Refused(_("%(name)s has already paid.") % {"name": payer.player.name})
    payer.paid_at, payer.paid_to = timezone.now(), actor
    return _saved(actor, locked, payer, action, True)


def _set_unpaid(actor: User, locked: Tournament, payer: Payer, action: str) -> Payer:
    if payer.paid_at is None:
        raise Refused(_("%(name)s has not paid.") % {"name": payer.player.name})
    payer.paid_at = payer.paid_to = None
    return _saved(actor, locked, payer, action, False)


def _saved(actor: User, locked: Tournament, payer: Payer, action: str, paid: bool) -> Payer:
    payer.save(update_fields=["paid_at", "paid_to"])
    after: dict[str, Any] = {"name": payer.player.name, "paid": paid}
    audit(actor, action, payer, {"paid": not paid}, after, tournament=locked)
    return payer
