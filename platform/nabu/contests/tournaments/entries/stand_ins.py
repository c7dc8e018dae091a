"""Who fills tables and counts for nobody, and what late entries have for the rounds they missed."""

from __future__ import annotations

from decimal import Decimal

from django.utils.translation import gettext as _

from competition.late_entries import CHOSEN, NONE
from engine.message import Message
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.entries.queries import in_draft
from nabu.contests.tournaments.entries.services import current_entry
from nabu.contests.tournaments.late import check_takes_stand_ins, let_in
from nabu.contests.tournaments.locks import DRAFT, RUNNING, lock_as
from nabu.contests.tournaments.models import Entry, Stage, StageEntry, Tournament
from nabu.contests.tournaments.waiting_list import move_up
from nabu.core.errors import Refused
from nabu.core.sentences import sentence

MOST_LATE_POINTS = Decimal(10_000)
CENT = Decimal("0.01")


@audited
def set_stand_in(actor: User, entry: Entry, stand_in: bool) -> Entry:
    """Make an entry a stand-in, or a player who counts, who joins a running stage like a late entry.

    Raises Refused where nobody can stand in, once a result or a bye counts for the entry, and while it sits in a draft.
    """
    locked = lock_as(actor, entry.tournament_id, {DRAFT, RUNNING})
    current = current_entry(entry)
    name = {"name": current.player.name}
    if current.stand_in == stand_in:
        raise Refused(_("%(name)s is already a stand-in.") % name if stand_in else _("%(name)s is no stand-in.") % name)
    if current.status == Entry.Status.DISQUALIFIED:
        raise Refused(_("%(name)s is disqualified. Lift the disqualification first.") % name)
    check_undecided(current)
    if stand_in:
        check_takes_stand_ins(locked)
        StageEntry.objects.filter(entry=current, stage__status=Stage.Status.RUNNING).delete()
    current.stand_in = stand_in
    current.save(update_fields=["stand_in"])
    if not stand_in and locked.status == RUNNING and current.status == Entry.Status.ACTIVE:
        let_in(locked, [current])
    moved_up = move_up(locked) if stand_in else []
    after = {"stand_in": stand_in} | ({"moved_up": moved_up} if moved_up else {})
    audit(actor, "entry.stand_in_set", current, {"stand_in": not stand_in}, after, tournament=locked)
    return current


def check_undecided(entry: Entry) -> None:
    """Raises Refused once a result or a bye counts for the entry, and while it sits in a draft."""
    name = {"name": entry.player.name}
    if has_results(entry.pk):
        raise Refused(_("%(name)s already has a result, which would count differently.") % name)
    draft = in_draft(entry)
    if draft is not None:
        raise Refused(
            _("%(name)s is seated in the draft of round %(number)s. Discard the draft first.")
            % {**name, "number": draft.number}
        )


def has_results(entry: int) -> bool:
    """Whether a confirmed result or a bye counts for this entry."""
    return Seat.objects.filter(entry=entry, table__status=Table.Status.CONFIRMED).exists()


@audited
def set_late_points(actor: User, entry: Entry, points: Decimal) -> Entry:
    """Choose the points that a late entry has for all the rounds it missed in the running stage.

    Raises Refused unless the rule of the stage is that they are chosen, and for who missed nothing.
    """
    locked = lock_as(actor, entry.tournament_id, {RUNNING})
    current = current_entry(entry)
    line = late_line(current)
    if line is None:
        raise Refused(_("%(name)s has missed no round of the running stage.") % {"name": current.player.name})
    if not is_chosen(line):
        raise Refused(_("In this stage the points for missed rounds follow from its rule and are not chosen."))
    if not points.is_finite() or not 0 <= points <= MOST_LATE_POINTS or points != points.quantize(CENT):
        raise Refused(_("Points are 0 to %(most)s, with at most two decimals.") % {"most": MOST_LATE_POINTS})
    before = line.late_points
    if before == points:
        return current
    line.late_points = points
    line.save(update_fields=["late_points"])
    audit(
        actor,
        "entry.late_points_set",
        current,
        {"points": None if before is None else str(before)},
        {"points": str(points), "missed": line.since - 1},
        tournament=locked,
    )
    return current


def late_line(entry: Entry) -> StageEntry | None:
    """The entry in the running stage, if it joined late."""
    lines = StageEntry.objects.filter(entry=entry, since__gt=1, stage__status=Stage.Status.RUNNING)
    return lines.select_related("stage").first()


def is_chosen(line: StageEntry) -> bool:
    """Whether directors choose the points of a late entry in a running stage."""
    return line.stage.status == Stage.Status.RUNNING and line.stage.config.get("late_points") == CHOSEN


def late_rule(tournament: Tournament) -> str:
    """What late entries have for missed rounds, in words."""
    stage = tournament.stages.filter(status=Stage.Status.RUNNING).first()
    rule = stage.config.get("late_points", NONE) if stage else NONE
    return sentence(Message(f"setting.late_points.{rule}"))


def may_stand_in(tournament: Tournament) -> bool:
    """Whether stand-ins can be added now."""
    if tournament.status not in (DRAFT, RUNNING):
        return False
    try:
        check_takes_stand_ins(tournament)
    except Refused:
        return False
    return True


def may_be_marked(entry: Entry) -> bool:
    """Whether the entry can be made a stand-in, or be one no more, as far as a page can tell before it is tried."""
    undecided = entry.status == Entry.Status.ACTIVE and not has_results(entry.pk)
    return undecided and may_stand_in(entry.tournament)
