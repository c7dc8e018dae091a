"""Players who leave, come back, or rest for a round."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from nabu.audit.changes import audited
from nabu.audit.services import record
from nabu.errors import NotAllowed, Refused
from nabu.players.models import User
from nabu.sentences import sentence
from nabu.tournaments.entries.services import current_entry
from nabu.tournaments.late import draft_of, first_free_round, let_in
from nabu.tournaments.locks import DRAFT, RUNNING, check_status, lock_as, lock_tournament
from nabu.tournaments.models import Entry, Stage, StageEntry, Tournament
from nabu.tournaments.permissions import Level, is_organiser, is_own_entry, level_of
from nabu.tournaments.queries import format_of, rounds_planned
from nabu.tournaments.signals import games_given_up


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
    if locked.status == RUNNING and not StageEntry.objects.filter(entry=current).exists():
        let_in(locked, [current])
    return _set_status(actor, locked, current, Entry.Status.ACTIVE, "entry.reinstated")


@audited
def ask_for_bye(actor: User, entry: Entry, round_number: int) -> StageEntry:
    """Let somebody rest in a coming round of the running stage. Players for themselves, directors for anybody.

    Raises Refused where the format has no such byes, and for a round that is paired or does not exist.
    """
    locked, member = _lock_member(actor, entry)
    stage = member.stage
    fmt, _config = format_of(stage)
    if not fmt.accepts_late:
        raise Refused(_("%(format)s does not allow requested byes.") % {"format": sentence(fmt.title)})
    if member.entry.status != Entry.Status.ACTIVE:
        raise Refused(_("%(name)s no longer plays.") % {"name": member.entry.player.name})
    if round_number in member.rests:
        raise Refused(_("A bye in round %(number)s is already requested.") % {"number": round_number})
    _check_round(stage, round_number)
    return _set_rests(actor, locked, member, [*member.rests, round_number], "entry.bye_asked")


@audited
def take_back_bye(actor: User, entry: Entry, round_number: int) -> StageEntry:
    """Let somebody play after all in a round that is not paired yet. Raises Refused."""
    locked, member = _lock_member(actor, entry)
    if round_number not in member.rests:
        raise Refused(_("No bye was requested for round %(number)s.") % {"number": round_number})
    _check_round(member.stage, round_number)
    rests = [number for number in member.rests if number != round_number]
    return _set_rests(actor, locked, member, rests, "entry.bye_taken_back")


def _set_status(actor: User, tournament: Tournament, entry: Entry, status: str, action: str) -> Entry:
    before, entry.status = entry.status, status
    entry.save(update_fields=["status"])
    record(actor, action, entry, {"status": before}, {"status": status}, tournament=tournament)
    return entry


def _lock_member(actor: User, entry: Entry) -> tuple[Tournament, StageEntry]:
    """The entry in the running stage, for a director or the player. Raises NotAllowed or Refused."""
    locked = lock_tournament(entry.tournament_id)
    if level_of(actor, locked) < Level.DIRECTOR and not is_own_entry(actor, entry):
        raise NotAllowed
    check_status(locked, {RUNNING})
    member = (
        StageEntry.objects.filter(entry=entry, stage__status=Stage.Status.RUNNING)
        .select_related("stage__tournament", "entry__player")
        .first()
    )
    if member is None:
        raise Refused(_("This player is not in the current stage."))
    return locked, member


def _check_round(stage: Stage, number: int) -> None:
    """Raises Refused unless this round is still to be paired."""
    first, last = first_free_round(stage), rounds_planned(stage)
    draft = draft_of(stage)
    if draft is not None and number == draft.number:
        raise Refused(_("Round %(number)s is already a draft. Discard the draft first.") % {"number": number})
    if not first <= number <= last:
        raise Refused(_("Round %(number)s is already paired or does not exist.") % {"number": number})


def _set_rests(
    actor: User, tournament: Tournament, member: StageEntry, rests: Sequence[int], action: str
) -> StageEntry:
    before, member.rests = member.rests, sorted(rests)
    member.save(update_fields=["rests"])
    record(actor, action, member.entry, {"byes": before}, {"byes": member.rests}, tournament=tournament)
    return member
