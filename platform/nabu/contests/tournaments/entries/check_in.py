"""Who is here before the tournament starts."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.audit.words import NOT_CHECKED_IN
from nabu.accounts.players.models import User
from nabu.contests.tournaments.entries.services import current_entry
from nabu.contests.tournaments.locks import DRAFT, check_status, lock_as, lock_tournament
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.permissions import Level, is_own_entry, level_of
from nabu.contests.tournaments.setup.services import start_tournament
from nabu.core.errors import NotAllowed, Refused


@audited
def open_check_in(actor: User, tournament: Tournament) -> Tournament:
    """From now on players check in: by themselves where the tournament allows it, else at the desk."""
    return _set_open(actor, tournament, True)


@audited
def close_check_in(actor: User, tournament: Tournament) -> Tournament:
    """Players cannot check themselves in any more; the desk still can."""
    return _set_open(actor, tournament, False)


@audited
def check_in(actor: User, entry: Entry) -> Entry:
    """This player is here. Who keeps score checks anybody in; players themselves while the check-in is open.

    Somebody who was left out before the start is in again. Raises Refused for somebody who is here already.
    """
    locked = lock_tournament(entry.tournament_id)
    _check_desk_or_self(actor, locked, entry)
    current = current_entry(entry)
    if current.checked_in_at is not None:
        raise Refused(_("%(name)s is already checked in.") % {"name": current.player.name})
    before = {"status": current.status, "here": False}
    current.checked_in_at = timezone.now()
    current.status = Entry.Status.ACTIVE
    current.save(update_fields=["checked_in_at", "status"])
    audit(actor, "entry.checked_in", current, before, {"status": current.status, "here": True}, tournament=locked)
    return current


@audited
def check_out(actor: User, entry: Entry) -> Entry:
    """This player is not here after all. Raises Refused for somebody who is not checked in."""
    locked = lock_tournament(entry.tournament_id)
    _check_desk_or_self(actor, locked, entry)
    current = current_entry(entry)
    if current.checked_in_at is None:
        raise Refused(_("%(name)s is not checked in.") % {"name": current.player.name})
    current.checked_in_at = None
    current.save(update_fields=["checked_in_at"])
    audit(actor, "entry.checked_out", current, {"here": True}, {"here": False}, tournament=locked)
    return current


@audited
def check_in_everybody(actor: User, tournament: Tournament) -> int:
    """Checks all players in. Returns how many were not checked in before; Raises Refused if there are none."""
    locked = lock_as(actor, tournament.pk, {DRAFT}, Level.SCOREKEEPER)
    missing = locked.entries.filter(status=Entry.Status.ACTIVE, checked_in_at=None)
    pks = list(missing.values_list("pk", flat=True))
    if not pks:
        raise Refused(_("Everybody is already checked in."))
    missing.update(checked_in_at=timezone.now())
    audit(actor, "entries.checked_in", locked, after={"checked_in": pks}, tournament=locked)
    return len(pks)


@audited
def leave_out_missing(actor: User, tournament: Tournament) -> int:
    """Drop everybody who is not checked in, before the start. Returns how many; Raises Refused if there are none.

    They can come back later: by checking in before the start, or as late players afterwards.
    """
    locked = lock_as(actor, tournament.pk, {DRAFT})
    missing = locked.entries.filter(status=Entry.Status.ACTIVE, checked_in_at=None)
    pks = list(missing.values_list("pk", flat=True))
    if not pks:
        raise Refused(_("Nobody is missing. Start the tournament with all players."))
    missing.update(status=Entry.Status.DROPPED)
    audit(actor, "entries.left_out", locked, after={"left_out": pks}, reason=NOT_CHECKED_IN, tournament=locked)
    return len(pks)


@audited
def start_without_missing(actor: User, tournament: Tournament) -> Tournament:
    """Leave out who is not checked in and start, or do neither. Each of the two has its own audit entry."""
    leave_out_missing(actor, tournament)
    return start_tournament(actor, tournament)


def _set_open(actor: User, tournament: Tournament, wanted: bool) -> Tournament:
    locked = lock_as(actor, tournament.pk, {DRAFT})
    if locked.check_in_open == wanted:
        raise Refused(_("Check-in is already open.") if wanted else _("Check-in is already closed."))
    locked.check_in_open = wanted
    locked.save(update_fields=["check_in_open"])
    action = "tournament.check_in_opened" if wanted else "tournament.check_in_closed"
    audit(actor, action, locked, {"check_in_open": not wanted}, {"check_in_open": wanted}, tournament=locked)
    return locked


def _check_desk_or_self(actor: User, tournament: Tournament, entry: Entry) -> None:
    """Raises NotAllowed, or Refused where a player could check in at another time or at the desk."""
    if level_of(actor, tournament) < Level.SCOREKEEPER:
        if not is_own_entry(actor, entry):
            raise NotAllowed
        if not tournament.check_in_open:
            raise Refused(_("Check-in is not open."))
        if not tournament.self_check_in:
            raise Refused(_("Players check in with the organisers."))
    check_status(tournament, {DRAFT})
