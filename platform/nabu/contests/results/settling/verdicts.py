"""What a verdict does for every submission that waits: a report, a proof, an objection, a dispute, or a reason why not.

A legal log is a possible game, not yet the game that was played here. So a player's log reports a result like its
sender would, and only what players have agreed on or the organiser has decided is a result. The rows are locked in
this order everywhere: verification, played game, tournaments by number, rating journal.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Prefetch
from django.utils.translation import gettext as _

from engine import ENGINE_VERSION
from engine.log.header import names_bots, origin_of
from engine.message import Message
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.accounts.versions.services import table_topic, touch
from nabu.contests.matches.models import LogSubmission, Seat, Table, Verification
from nabu.contests.matches.slips import SeatHolder
from nabu.contests.results.permissions import can_assign, can_report, can_upload
from nabu.contests.results.reporters import sender_of
from nabu.contests.results.settling.counting import (
    Basis,
    Outcome,
    Status,
    check_playable,
    count_result,
    is_decisive,
    lock_table,
    open_report_of,
    reorder_seats,
    result_of,
    seats_of,
    snapshot,
)
from nabu.contests.results.settling.objecting import make_objection
from nabu.contests.results.settling.reports import make_report
from nabu.contests.results.settling.ruling import record_ruling
from nabu.contests.results.settling.same_game import lock_game
from nabu.contests.results.settling.verification import (
    VERIFIED,
    FittingLog,
    VerifiedGame,
    fitting_log,
    known_seats,
    reason_of,
    used_elsewhere,
    verified_game,
)
from nabu.contests.results.signals import verdict_applied
from nabu.contests.tournaments.locks import OVER, RUNNING, check_status, lock_tournament
from nabu.core.errors import NotAllowed, Refused

Follows = tuple[LogSubmission.Outcome, Message | None]
"""What became of a submission, and why."""


@transaction.atomic
def apply_verification(verification: Verification) -> list[LogSubmission]:
    """Carry the verdict to every submission that waits for it, and return these. Doing it again does nothing.

    The caller holds the lock on the verification's row, which is done.
    """
    pending = list(
        LogSubmission.objects.filter(log=verification.log_id, outcome=Outcome.PENDING)
        .select_related("log__game", "submitted_by", "submitted_entry__player", "table__round__stage__tournament")
        .prefetch_related(Prefetch("log__verifications", to_attr="all_verifications"))
        .order_by("pk")
    )
    for tournament in sorted({s.table.round.stage.tournament_id for s in pending if s.table}):
        lock_tournament(tournament)
    for submission in pending:
        _save(submission, _apply(verification, submission))
        verdict_applied.send(sender=LogSubmission, submission=submission)
    return pending


@audited
def assign_seats(actor: User, submission: LogSubmission, entries: Sequence[int]) -> LogSubmission:
    """Say which entries have the seats of a log, in its order, whose names are not those of the table.

    Then the log does what it would have done with the right names. Raises NotAllowed, or Refused for a log that does
    not wait for this.
    """
    verification = Verification.objects.select_for_update().filter(log=submission.log_id, engine=ENGINE_VERSION).first()
    if submission.table is None:
        raise NotAllowed
    lock_game(submission.log)
    table = lock_table(submission.table)
    current = LogSubmission.objects.select_related("log", "submitted_by").get(pk=submission.pk)
    current.table = table
    if not can_assign(actor, current):
        raise NotAllowed
    check_playable(table, {RUNNING, *OVER})
    found = log_without_seats(current)
    if verification is None or found is None:
        raise Refused(_("The seats of this log are already assigned, or need no assignment."))
    if sorted(entries) != sorted(seat.entry_id for seat in found.there):
        raise Refused(_("Give each player of the table one seat of the log."))
    current.seats, current.assigned_by = list(entries), actor
    current.save(update_fields=["seats", "assigned_by"])
    audit(
        actor,
        "log.seats_assigned",
        current,
        after={"order": list(entries), "sha256": current.log.sha256},
        tournament=table.round.stage.tournament,
    )
    apply_to_table(verification, current)
    return current


def apply_to_table(verification: Verification, submission: LogSubmission) -> None:
    """What a verified log does at its table, now that somebody has said about it what was missing."""
    _save(submission, _apply(verification, submission))
    if submission.table_id is not None:
        touch(table_topic(submission.table_id))


def log_without_seats(submission: LogSubmission, seats: list[Seat] | None = None) -> FittingLog | None:
    """The log, if somebody has to say who has which of its seats; so do logs of old disputes, whose seats were once
    guessed. `seats`: those of the table in order, if they are read.
    """
    if submission.table is None or submission.seats is not None:
        return None
    if submission.outcome not in (Outcome.SEATS, Outcome.DISPUTE):
        return None
    try:
        found = fitting_log(submission.table, submission.log, seats)
    except Refused:
        return None
    return found if known_seats(submission, found) is None else None


def fail_submissions(verification: Verification) -> None:
    """The engine broke on the log: tell those who wait, so that nobody waits for ever."""
    for submission in LogSubmission.objects.filter(log=verification.log_id, outcome=Outcome.PENDING):
        _save(submission, (Outcome.NOT_USED, Message("results.error_on_our_side")))
        verdict_applied.send(sender=LogSubmission, submission=submission)


def touch_tables(verification: Verification) -> None:
    """Pages that show the verdict change. Last in a transaction: tables are touched under the lock of tournaments."""
    sent = LogSubmission.objects.filter(log=verification.log_id).exclude(table=None)
    touch(*(table_topic(pk) for pk in sent.values_list("table_id", flat=True) if pk is not None))


def _save(submission: LogSubmission, follows: Follows) -> None:
    submission.outcome, note = follows
    submission.note = note.to_json() if note else None
    submission.save(update_fields=["outcome", "note", "seats"])


def _apply(verification: Verification, submission: LogSubmission) -> Follows:
    """What the verdict means for one submission, carried out."""
    if verification.verdict != VERIFIED:
        return Outcome.NOT_USED, _not_verified(verification)
    if submission.table_id is None:
        return Outcome.NO_TABLE, _remark(verification)
    table = Table.objects.select_related("round__stage__tournament", "log").get(pk=submission.table_id)
    if table.log_id == submission.log_id:
        return Outcome.APPLIED, Message("results.is_result_already")
    try:
        seats = seats_of(table)
        fitting = fitting_log(table, submission.log, seats)
        other = used_elsewhere(table, submission.log)
        if other:
            return other
        submission.seats = known_seats(submission, fitting)
        if submission.seats is None:
            return Outcome.SEATS, Message("results.assign_seats")
        game = verified_game(table, submission, seats)
        return _apply_to_table(table, submission, game, seats)
    except Refused as refusal:
        return Outcome.NOT_USED, refusal.why


def _remark(verification: Verification) -> Message | None:
    """Why the game of a verified log will never count; None if it can."""
    meta = verification.report["header"].get("meta") if verification.report else None
    if origin_of(meta) is not None:
        return Message("results.played_on")
    return Message("results.game_of_bots") if names_bots(meta) else None


def _not_verified(verification: Verification) -> Message | None:
    """The verdict's reason with its line."""
    reason = reason_of(verification)
    if reason is not None and verification.line:
        return Message("results.line", {"line": verification.line, "reason": reason})
    return reason


def _apply_to_table(table: Table, submission: LogSubmission, game: VerifiedGame, seats: list[Seat]) -> Follows:
    sender = sender_of(submission)
    if table.status == Status.CONFIRMED and result_of(table, seats) == game.at_table:
        if table.log_id is not None:
            return Outcome.NOT_USED, Message("results.other_log_proves")
        _prove(table, submission, game)
        return Outcome.APPLIED, Message("results.log_proves")
    if sender is None or not can_upload(sender, table):
        return Outcome.NOT_USED, Message("results.sender_left")
    if table.status == Status.CONFIRMED:
        if isinstance(sender, SeatHolder):
            return Outcome.NOT_USED, Message("results.seat_cannot_object")
        make_objection(sender, table, submission=submission)
        return Outcome.OBJECTION, Message("results.log_objects")
    # A proof changes nothing, an objection waits: all the rest needs a tournament that goes on.
    check_status(table.round.stage.tournament, {RUNNING})
    if table.status == Status.DISPUTED:
        return Outcome.DISPUTE, Message("results.disputed")
    marked = [seat.position for seat in seats if seat.absent]
    if open_report_of(table) is None and game.at_table.absent != marked:
        _dispute(table, submission)
        return Outcome.DISPUTE, Message("results.absent_plays")
    if not is_decisive(table, game.at_table):
        _dispute(table, submission)
        return Outcome.DISPUTE, Message("results.win_shared")
    if isinstance(sender, User) and not can_report(sender, table):
        _rule(sender, table, submission, game)
        return Outcome.APPLIED, Message("results.log_proves")
    make_report(sender, table, game.at_table, submission)
    if table.status == Status.REPORTED:
        return Outcome.REPORTED, Message("results.log_reports")
    if table.status == Status.DISPUTED:
        return Outcome.DISPUTE, Message("results.contradicts")
    if table.log_id == submission.log_id:
        return Outcome.APPLIED, Message("results.log_proves")
    return Outcome.NOT_USED, Message("results.other_log_proves")


@audited
def _prove(table: Table, submission: LogSubmission, game: VerifiedGame) -> None:
    """The log gives the confirmed result: it is its proof from now on. Who stands behind the result stays the same."""
    before = snapshot(table)
    reorder_seats(table, game.order)
    count_result(table, game.result, Basis(table.basis), submission.log)
    _record("table.proven", table, submission, before)


@audited
def _rule(sender: User, table: Table, submission: LogSubmission, game: VerifiedGame) -> None:
    """The log of somebody who keeps score and does not play here is an entry of the result."""
    before = snapshot(table)
    record_ruling(sender, table, game.at_table, "", submission)
    reorder_seats(table, game.order)
    count_result(table, game.result, Basis.RULING, submission.log)
    audit(
        sender,
        "table.ruled_by_log",
        table,
        before,
        snapshot(table),
        tournament=table.round.stage.tournament,
    )


@audited
def _dispute(table: Table, submission: LogSubmission) -> None:
    """The log cannot be the result, nor can what it says be overlooked: a director decides."""
    before = snapshot(table)
    table.status = Status.DISPUTED
    table.save(update_fields=["status"])
    _record("table.disputed_by_log", table, submission, before)


def _record(action: str, table: Table, submission: LogSubmission, before: dict[str, object]) -> None:
    """By the platform itself; who sent the log stands beside it."""
    after = snapshot(table) | {"submission": submission.pk, "submitted_by": submission.submitted_by_id}
    audit(None, action, table, before, after, tournament=table.round.stage.tournament)
