"""Byes that players request: before the start in the first stage, later for a coming round of the running stage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.tournaments.entries.services import current_entry
from nabu.contests.tournaments.late import draft_of, first_free_round
from nabu.contests.tournaments.locks import DRAFT, RUNNING, check_status, lock_tournament
from nabu.contests.tournaments.models import Entry, Stage, StageEntry
from nabu.contests.tournaments.permissions import Level, is_own_entry, level_of
from nabu.contests.tournaments.playing import players_of
from nabu.contests.tournaments.queries import format_of, rounds_planned
from nabu.core.errors import NotAllowed, Refused
from nabu.core.sentences import sentence


@dataclass(frozen=True, slots=True)
class Byes:
    """The byes of one entry: asked for, and rounds in which one could still be asked for.

    `points` is what such a bye is worth, None where the stage knows no points.
    """

    asked: Sequence[int]
    open: Sequence[int]
    points: Decimal | None


@dataclass(frozen=True, slots=True)
class _Member:
    """An entry and the stage in which it may ask for byes. Before the start there is no line of it in that stage."""

    entry: Entry
    stage: Stage
    line: StageEntry | None

    @property
    def asked(self) -> list[int]:
        """The rounds for which a bye was requested."""
        return list(self.line.rests if self.line else self.entry.early_byes or [])

    @property
    def last_round(self) -> int:
        """The last round of the stage as things stand; before the start for as many as are entered or expected."""
        if self.line:
            return rounds_planned(self.stage)
        fmt, config = format_of(self.stage)
        entered = players_of(self.stage.tournament).count()
        return fmt.rounds(config, max(2, entered, self.stage.tournament.expected_players or 0))

    def ask(self, rounds: Sequence[int]) -> None:
        """Request byes in these rounds and in no other."""
        if self.line:
            self.line.rests = sorted(rounds)
            self.line.save(update_fields=["rests"])
        else:
            self.entry.early_byes = sorted(rounds) or None
            self.entry.save(update_fields=["early_byes"])


def byes_of(entry: Entry) -> Byes | None:
    """The byes of an entry; None after its stage, and where the format knows none that somebody asks for."""
    member = _member(entry)
    if member is None:
        return None
    fmt, config = format_of(member.stage)
    if not fmt.accepts_late or entry.stand_in:
        return None
    since = member.line.since if member.line else 1
    coming = range(max(first_free_round(member.stage), since), member.last_round + 1)
    return Byes(member.asked, [number for number in coming if number not in member.asked], fmt.rest_points(config))


@audited
def ask_for_bye(actor: User, entry: Entry, round_number: int) -> None:
    """Let somebody rest in a coming round. Players for themselves, directors for anybody.

    Raises NotAllowed; Refused where the format has no such byes, and for a round that is paired or does not exist.
    """
    member = _lock_member(actor, entry)
    fmt, _config = format_of(member.stage)
    if not fmt.accepts_late:
        raise Refused(_("%(format)s does not allow requested byes.") % {"format": sentence(fmt.title)})
    if member.entry.stand_in:
        name = member.entry.player.name
        raise Refused(_("%(name)s is a stand-in, who plays only where a chair is free.") % {"name": name})
    if member.entry.status != Entry.Status.ACTIVE:
        raise Refused(_("%(name)s no longer plays.") % {"name": member.entry.player.name})
    if round_number in member.asked:
        raise Refused(_("A bye in round %(number)s is already requested.") % {"number": round_number})
    _check_round(member, round_number)
    _ask(actor, member, [*member.asked, round_number], "entry.bye_asked")


@audited
def take_back_bye(actor: User, entry: Entry, round_number: int) -> None:
    """Let somebody play after all in a round that is not paired yet. Raises NotAllowed or Refused."""
    member = _lock_member(actor, entry)
    if round_number not in member.asked:
        raise Refused(_("No bye was requested for round %(number)s.") % {"number": round_number})
    _check_round(member, round_number)
    _ask(actor, member, [number for number in member.asked if number != round_number], "entry.bye_taken_back")


def _member(entry: Entry) -> _Member | None:
    """The entry in the first stage of a draft, or in the running stage; None if it is in none."""
    line = (
        StageEntry.objects.filter(entry=entry, stage__status=Stage.Status.RUNNING)
        .select_related("stage__tournament", "entry__player")
        .first()
    )
    if line:
        return _Member(line.entry, line.stage, line)
    first = Stage.objects.filter(tournament=entry.tournament_id, tournament__status=DRAFT, position=1)
    stage = first.select_related("tournament").first()
    return _Member(entry, stage, None) if stage else None


def _lock_member(actor: User, entry: Entry) -> _Member:
    """The entry as it is now, for a director or the player. Raises NotAllowed or Refused."""
    locked = lock_tournament(entry.tournament_id)
    if level_of(actor, locked) < Level.DIRECTOR and not is_own_entry(actor, entry):
        raise NotAllowed
    check_status(locked, {DRAFT, RUNNING})
    member = _member(current_entry(entry))
    if member is None:
        raise Refused(_("This player is not in the current stage."))
    return member


def _check_round(member: _Member, number: int) -> None:
    """Raises Refused unless this round is still to be paired."""
    draft = draft_of(member.stage)
    if draft is not None and number == draft.number:
        raise Refused(_("Round %(number)s is already a draft. Discard the draft first.") % {"number": number})
    if not first_free_round(member.stage) <= number <= member.last_round:
        raise Refused(_("Round %(number)s is already paired or does not exist.") % {"number": number})


def _ask(actor: User, member: _Member, rounds: Sequence[int], action: str) -> None:
    before = member.asked
    member.ask(rounds)
    audit(actor, action, member.entry, {"byes": before}, {"byes": member.asked}, tournament=member.stage.tournament)
