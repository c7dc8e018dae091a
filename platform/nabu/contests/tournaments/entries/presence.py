"""Players who leave and come back."""

from __future__ import annotations

from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.tournaments.entries.services import current_entry
from nabu.contests.tournaments.late import let_in
from nabu.contests.tournaments.locks import DRAFT, RUNNING, check_status, lock_as, lock_tournament
from nabu.contests.tournaments.models import Entry, StageEntry, Tournament
from nabu.contests.tournaments.permissions import is_organiser, is_own_entry
from nabu.contests.tournaments.signals import games_given_up
from nabu.core.errors import NotAllowed, Refused


@audited
def drop_entry(actor: User, entry: Entry, give_up: bool = False) -> Entry:
    """Somebody leaves a running tournament: no more pairings. Results so far stay.

    Open games stay open, unless a director gives them up for the player: then each of them is a forfeit with an audit
    entry of its own. Directors drop anybody, players themselves where the tournament allows it. Raises NotAllowed or
    Refused.
    """
    locked = lock_tournament(entry.tournament_id)
    current = current_entry(entry)
    if not is_organiser(actor, locked):
        if not is_own_entry(actor, current):
            raise NotAllowed
        if not locked.self_drop:
            raise Refused(_("Players cannot drop out themselves here. Tell the director."))
    check_status(locked, {RUNNING})
    if current.status == Entry.Status.DROPPED:
        raise Refused(_("%(name)s has already dropped out.") % {"name": current.player.name})
    if current.status == Entry.Status.DISQUALIFIED:
        raise Refused(_("%(name)s is disqualified.") % {"name": current.player.name})
    if give_up:
        games_given_up.send(sender=Entry, actor=actor, entry=current)
    return _set_status(actor, locked, current, Entry.Status.DROPPED, "entry.dropped")


@audited
def reinstate_entry(actor: User, entry: Entry) -> Entry:
    """Somebody who dropped comes back and is paired again from the next round on.

    Who was left out before the start joins like a late player. Raises Refused.
    """
    locked = lock_as(actor, entry.tournament_id, {DRAFT, RUNNING})
    current = current_entry(entry)
    if current.status == Entry.Status.DISQUALIFIED:
        raise Refused(_("%(name)s is disqualified. Lift the disqualification first.") % {"name": current.player.name})
    if current.status != Entry.Status.DROPPED:
        raise Refused(_("%(name)s has not dropped out.") % {"name": current.player.name})
    if locked.status == RUNNING and not current.stand_in and not StageEntry.objects.filter(entry=current).exists():
        let_in(locked, [current])
    return _set_status(actor, locked, current, Entry.Status.ACTIVE, "entry.reinstated")


def _set_status(actor: User, tournament: Tournament, entry: Entry, status: str, action: str) -> Entry:
    before, entry.status = entry.status, status
    entry.save(update_fields=["status"])
    audit(actor, action, entry, {"status": before}, {"status": status}, tournament=tournament)
    return entry
