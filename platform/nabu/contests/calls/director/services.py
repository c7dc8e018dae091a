"""Calling a director, taking a call, closing it.

Every change locks the tournament first, so of two who take a call in the same moment the second is told who has it.
"""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.accounts.players.names import name_of
from nabu.accounts.versions.services import table_topic, touch
from nabu.contests.calls.director.queries import calls_with_people
from nabu.contests.calls.limits.services import settings_of
from nabu.contests.calls.models import NOTE_LENGTH, DirectorCall
from nabu.contests.calls.permissions import can_answer_calls, can_call, is_blocked, is_caller
from nabu.contests.matches.models import Table
from nabu.contests.results.reporters import Reporter, account_of_reporter, entry_of_reporter
from nabu.contests.tournaments.locks import lock_tournament
from nabu.contests.tournaments.models import Round, Tournament
from nabu.core.errors import NotAllowed, Refused

MOST_AN_HOUR = 6
"""So many calls of a table within an hour, cancelled ones too."""


@audited
def call_director(caller: Reporter, table: Table, note: str = "") -> DirectorCall:
    """Ask for a director at this table. Raises NotAllowed or Refused, also while a call of the table is open."""
    tournament = lock_tournament(table.round.stage.tournament_id)
    table = Table.objects.select_related("round__stage__tournament").get(pk=table.pk)
    if not can_call(caller, table):
        raise NotAllowed
    if why := why_not_now(tournament, table):
        raise Refused(why)
    if not settings_of(tournament).calls:
        raise Refused(_("The organiser has switched calls off for this event."))
    if is_blocked(caller, tournament):
        raise Refused(_("The organiser has blocked your calls in this event."))
    note = " ".join(note.split())
    if len(note) > NOTE_LENGTH:
        raise Refused(_("Too long: at most %(length)s characters.") % {"length": NOTE_LENGTH})
    calls = calls_with_people().filter(table=table)
    if (waiting := calls.filter(closed_at=None).first()) is not None:
        raise Refused(_("%(name)s already called a director to this table.") % {"name": caller_name(waiting)})
    if calls.filter(made_at__gt=timezone.now() - timedelta(hours=1)).count() >= MOST_AN_HOUR:
        raise Refused(
            _("This table has called %(most)s times within an hour. Go to the organiser's desk.")
            % {"most": MOST_AN_HOUR}
        )
    account = account_of_reporter(caller)
    made = DirectorCall.objects.create(
        tournament=tournament,
        table=table,
        made_by=account,
        made_entry_id=None if account else entry_of_reporter(caller, table),
        note=note,
    )
    return _told(caller, "call.made", made)


@audited
def take_call(actor: User, call: DirectorCall) -> DirectorCall:
    """Say that one is on the way. Doing it again does nothing. Raises NotAllowed, and Refused if somebody else is."""
    current = _locked(call)
    if not can_answer_calls(actor, current.tournament):
        raise NotAllowed
    _check_open(current)
    if current.taken_by is not None:
        if current.taken_by_id == actor.pk:
            return current
        raise Refused(_("%(name)s already took this call.") % {"name": name_of(current.taken_by)})
    current.taken_by, current.taken_at = actor, timezone.now()
    current.save(update_fields=["taken_by", "taken_at"])
    return _told(actor, "call.taken", current)


@audited
def close_call(actor: User, call: DirectorCall) -> DirectorCall:
    """The table has been helped. Raises NotAllowed, and Refused if the call is closed already."""
    current = _locked(call)
    if not can_answer_calls(actor, current.tournament):
        raise NotAllowed
    _check_open(current)
    now = timezone.now()
    if current.taken_by is None:
        current.taken_by, current.taken_at = actor, now
    current.closed_by, current.closed_at = actor, now
    current.save(update_fields=["taken_by", "taken_at", "closed_by", "closed_at"])
    return _told(actor, "call.closed", current)


@audited
def cancel_call(caller: Reporter, call: DirectorCall) -> DirectorCall:
    """Nobody needs to come. For who called. Raises NotAllowed, and Refused if the call is closed already."""
    current = _locked(call)
    if not is_caller(caller, current):
        raise NotAllowed
    _check_open(current)
    current.closed_by, current.closed_at, current.cancelled = account_of_reporter(caller), timezone.now(), True
    current.save(update_fields=["closed_by", "closed_at", "cancelled"])
    return _told(caller, "call.cancelled", current)


def why_not_now(tournament: Tournament, table: Table) -> str:
    """Why the state of the round lets nobody call a director to this table; empty if it does."""
    round_ = table.round
    if tournament.status != Tournament.Status.RUNNING or round_.status == Round.Status.DRAFT or table.is_bye:
        return _("Directors can be called while a round is being played.")
    if round_.locked_at is not None:
        return _("This round is locked. Go to the organiser's desk.")
    return ""


def caller_name(call: DirectorCall) -> str:
    """Who called. Wants `calls_with_people`."""
    return name_of(call.made_by, call.made_entry)


def _locked(call: DirectorCall) -> DirectorCall:
    lock_tournament(call.tournament_id)
    current = calls_with_people().filter(pk=call.pk).first()
    if current is None:
        raise Refused(_("This call no longer exists."))
    return current


def _check_open(call: DirectorCall) -> None:
    if call.closed_at is None:
        return
    if call.cancelled:
        raise Refused(_("%(name)s cancelled this call.") % {"name": caller_name(call)})
    raise Refused(_("%(name)s already closed this call.") % {"name": name_of(call.closed_by)})


def _told(actor: Reporter, action: str, call: DirectorCall) -> DirectorCall:
    audit(actor, action, call, after={"table_number": call.table.number}, tournament=call.tournament)
    touch(table_topic(call.table_id))
    return call
