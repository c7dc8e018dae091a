"""Undo and redo: every change of a tournament can be taken back, as long as nothing later is built on it."""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set

from django.db.models import Q
from django.utils.translation import gettext as _

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.history import blocking_entries, effective_entries_after, is_unchanged_since, revert_changes
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.services import audit
from nabu.accounts.audit.tracked import RowChange
from nabu.accounts.audit.words import action_title
from nabu.accounts.players.models import Player, User
from nabu.contests.matches.models import GameLog, Table
from nabu.contests.results.settling.counting import counts_as_now, refresh_table
from nabu.contests.results.settling.duplicates import check_answers_can_go, follow_answers
from nabu.contests.results.settling.verification import used_elsewhere
from nabu.contests.tournaments.entries.stand_ins import check_undecided
from nabu.contests.tournaments.late import check_takes_stand_ins
from nabu.contests.tournaments.locks import ANY_STATE, OVER, lock_as
from nabu.contests.tournaments.models import Entry, Role, Round, Stage, StageEntry, Tournament
from nabu.contests.tournaments.permissions import is_owner
from nabu.contests.tournaments.rated_status import check_still_open
from nabu.contests.tournaments.rating_changes import rate_tournament, unrate_tournament
from nabu.contests.tournaments.suspended import check_not_suspended
from nabu.core.errors import NotAllowed, Refused

MOST_AT_ONCE = 500
"""So many changes at most are taken back in one go."""

BESIDE = "results.points_made_exact"
"""An update of the site did this, beside what people did: it is in the way of nothing that they take back."""

NEVER = (
    *("tournament.created", "tournament.deleted", "tournament.baseline", "entry.merged", "entry.unmerged"),
    *("entry.invitation_accepted", "entry.invitation_declined", BESIDE),
)
"""Nothing is left of a tournament without its first entry. A merge of players concerns other tournaments as well. What
somebody answers to an invitation is nobody else's to take back."""


def can_be_undone(entry: AuditEntry) -> bool:
    """Whether an entry is something that can be taken back at all, and has not been."""
    return (
        bool(entry.changes)
        and entry.action not in NEVER
        and not is_own_word(entry)
        and not AuditEntry.objects.filter(undoes=entry).exists()
    )


@audited
def undo(actor: User, entry: AuditEntry, reason: str = "") -> AuditEntry:
    """Take one change back. To redo is to undo the undo.

    Raises Refused, naming what must be taken back first, if something later is built on it, and if somebody would be
    entered again whom the club has suspended.
    """
    tournament = _lock(actor, entry)
    players = _players(tournament)
    undone = _undo_one(actor, tournament, entry, reason)
    _check_suspensions(actor, tournament, players)
    return undone


@audited
def undo_back_to(actor: User, entry: AuditEntry, reason: str = "") -> list[AuditEntry]:
    """Take back everything since this change and the change itself, the latest first, all or nothing."""
    tournament = _lock(actor, entry)
    later = effective_entries_after(entry)
    if len(later) >= MOST_AT_ONCE:
        raise Refused(_("Too much has changed since to undo this in one step. Undo a later change first."))
    mine = [each for each in [*later, entry] if not is_own_word(each) and each.action != BESIDE]
    players = _players(tournament)
    undone = [_undo_one(actor, tournament, each, reason) for each in mine]
    _check_suspensions(actor, tournament, players)
    return undone


def is_own_word(entry: AuditEntry) -> bool:
    """Whether an entry is nothing but a player's word on being rated, or on an invitation. Nobody else takes that back,
    and it is in the way of nothing.
    """
    return bool(entry.changes) and all(
        label == Entry._meta.label_lower and before is not None and after is not None and _answers(after.keys())
        for label, _pk, before, after in entry.changes
    )


def _answers(columns: Set[str]) -> bool:
    return columns == {"consent"} or ("invited_id" in columns and columns <= {"invited_id", "player_id", "consent"})


def _lock(actor: User, entry: AuditEntry) -> Tournament:
    if entry.tournament_id is None:
        raise Refused(_("Changes outside a tournament cannot be undone."))
    locked = lock_as(actor, entry.tournament_id, ANY_STATE)
    check_still_open(actor, locked)
    return locked


def _undo_one(actor: User, tournament: Tournament, entry: AuditEntry, reason: str) -> AuditEntry:
    """Take one change back, with an entry; then what logs do because of it, with entries of their own."""
    undone = _undo(actor, tournament, entry, reason)
    follow_answers(undone.changes)
    return undone


@audited
def _undo(actor: User, tournament: Tournament, entry: AuditEntry, reason: str) -> AuditEntry:
    if not can_be_undone(entry):
        raise Refused(_("“%(what)s” cannot be undone, or was undone already.") % {"what": action_title(entry.action)})
    if _changes_powers(entry) and not is_owner(actor, tournament):
        raise NotAllowed
    made = {(label, pk) for label, pk, before, _after in entry.changes if before is None}
    obstacles = [
        each
        for each in blocking_entries(entry)
        if each.action != BESIDE
        and (not is_own_word(each) or made & {(label, pk) for label, pk, *_row in each.changes})
    ]
    if obstacles:
        raise Refused(
            _("Later changes depend on this one. Undo these first: %(changes)s.")
            % {"changes": "; ".join(_named(obstacle) for obstacle in obstacles[:5])}
        )
    if not is_unchanged_since(entry):
        raise Refused(_("Something changed since without a history entry, so this cannot be undone."))
    changes = [(label, pk, before, after) for label, pk, before, after in entry.changes]
    tables = [pk for label, pk, _before, _after in changes if label == Table._meta.label_lower]
    _check_games(changes)
    check_answers_can_go(changes)
    revert_changes(changes)
    _check_stand_ins(tournament, changes)
    _check_finished_stages(changes)
    for table in Table.objects.filter(pk__in=tables).select_related("round__stage__tournament", "log"):
        if table.status == Table.Status.CONFIRMED and not counts_as_now(table):
            raise Refused(
                _(
                    "Somebody at table %(number)s became a stand-in since, or a player who counts. Enter the result "
                    "again."
                )
                % {"number": table.number}
            )
        refresh_table(table)
    if any(label == Tournament._meta.label_lower for label, _pk, _before, _after in changes):
        tournament.refresh_from_db()
        if tournament.approved_at is None:
            unrate_tournament(tournament)
        else:
            rate_tournament(tournament)
    _check(tournament)
    return audit(
        actor,
        "change.undone",
        tournament,
        before={"action": entry.action, "entry": entry.pk},
        reason=reason.strip(),
        tournament=tournament,
        undoes=entry,
    )


def _check_games(changes: Sequence[RowChange]) -> None:
    """Raises Refused if a log would be the result of a table again whose game belongs to another one by now."""
    for label, pk, before, _after in changes:
        if label != Table._meta.label_lower or not before or before.get("log_id") is None:
            continue
        table = Table.objects.select_related("round__stage").filter(pk=pk).first()
        other = used_elsewhere(table, GameLog.objects.get(pk=before["log_id"])) if table else None
        if other is not None:
            raise Refused(other[1])


def _check_stand_ins(tournament: Tournament, changes: Sequence[RowChange]) -> None:
    """Raises Refused where `set_stand_in` would, if somebody were a stand-in again, or a player who counts."""
    for label, pk, before, after in changes:
        if label != Entry._meta.label_lower or not before or not after or "stand_in" not in before:
            continue
        entry = Entry.objects.select_related("player").get(pk=pk)
        check_undecided(entry)
        if entry.stand_in:
            check_takes_stand_ins(tournament)
        # A mark from before the start moves nobody into the stage or out of it, as it does later.
        lines = StageEntry.objects.filter(entry=entry)
        running = tournament.status == Tournament.Status.RUNNING and entry.status == Entry.Status.ACTIVE
        if (
            lines.filter(stage__status=Stage.Status.RUNNING).exists()
            if entry.stand_in
            else running and not lines.exists()
        ):
            raise Refused(_("The tournament has started since. Change it under Players instead."))


def _check_finished_stages(changes: Sequence[RowChange]) -> None:
    """Raises Refused if somebody would be in a stage that is over, or out of it, which changes its final standings."""
    lines = [change for change in changes if change[0] == StageEntry._meta.label_lower]
    stages = {row["stage_id"] for _label, _pk, *rows in lines for row in rows if row and "stage_id" in row}
    stages |= set(StageEntry.objects.filter(pk__in=[line[1] for line in lines]).values_list("stage", flat=True))
    reverted = [pk for label, pk, _before, _after in changes if label == Stage._meta.label_lower]
    if Stage.objects.filter(pk__in=stages, status=Stage.Status.FINISHED).exclude(pk__in=reverted).exists():
        raise Refused(_("The stage is over, and its final standings would change. Undo its end first."))


def _players(tournament: Tournament) -> dict[int, Player]:
    """Who is entered, or invited, by their keys."""
    entries = tournament.entries.select_related("player", "invited")
    return {player.pk: player for player in (entry.invited or entry.player for entry in entries)}


def _check_suspensions(actor: User, tournament: Tournament, before: Collection[int]) -> None:
    """Raises Refused if somebody who was not among the players is now, and is suspended. Results of an event that is
    over are corrected whoever played."""
    if tournament.status not in OVER:
        back = [player for pk, player in _players(tournament).items() if pk not in before]
        check_not_suspended(actor, tournament, back)


def _changes_powers(entry: AuditEntry) -> bool:
    """Whether the entry says who may do what: what only an owner does, only an owner takes back."""
    for label, _pk, before, after in entry.changes:
        if label == Role._meta.label_lower:
            return True
        if (
            label == Tournament._meta.label_lower
            and {"organiser_id", "club_id"} & {**(before or {}), **(after or {})}.keys()
        ):
            return True
    return False


def _named(entry: AuditEntry) -> str:
    return f"{action_title(entry.action)} ({entry.at:%H:%M})"


def _check(tournament: Tournament) -> None:
    """Raises Refused if the rows would contradict each other: results in a draft, rounds of a stage to come."""
    drafts = Table.objects.filter(round__stage__tournament=tournament, round__status=Round.Status.DRAFT, is_bye=False)
    if tournament.approved_at is not None and not tournament.rated:
        raise Refused(_("The tournament is approved. Withdraw the approval first."))
    early = drafts.exclude(status=Table.Status.OPEN).select_related("round").first()
    if early is not None:
        raise Refused(_("Round %(number)s already has results. Undo them first.") % {"number": early.round.number})
    invited = tournament.entries.filter(invited__isnull=False)
    answered = Q(invited__declined_invitations__tournament=tournament) | Q(invited__entries__tournament=tournament)
    if invited.filter(answered).exists() or len(set(invited.values_list("invited", flat=True))) < invited.count():
        raise Refused(_("A player whom this would invite is already invited, or has answered since."))
    if Round.objects.filter(stage__tournament=tournament, stage__status=Stage.Status.PENDING).exists():
        raise Refused(_("The next stage already has rounds. Undo them first."))
    running = tournament.stages.filter(status=Stage.Status.RUNNING).order_by("position")
    if running.count() > 1:
        raise Refused(_("The next stage has started. Undo that first."))
