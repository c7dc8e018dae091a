"""What a verdict does: facts for the statistics, and for every submission that waits a result, a dispute, or a reason.

The rows are locked in this order everywhere: verification, played game, tournaments by number, rating journal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from engine import ENGINE_VERSION
from engine.log.header import names_bots
from engine.message import Message, Value, verbatim
from nabu.audit.changes import audited
from nabu.audit.services import record
from nabu.errors import Refused
from nabu.matches.models import GameLog, LogSubmission, ResultReport, Seat, Table, Verification
from nabu.results.confirm import (
    Basis,
    Outcome,
    Status,
    confirm_result,
    is_decisive,
    open_report_of,
    reorder_seats,
    reported_result,
    result_of,
    seats_of,
    set_reports_aside,
    snapshot,
    withdraw_result,
)
from nabu.results.propagation import is_built_on
from nabu.results.rules import TableResult, agrees, difference, seat_order, with_absent
from nabu.results.same_game import table_of_game
from nabu.results.signals import verdict_applied
from nabu.sentences import LANGUAGE
from nabu.tournaments.locks import RUNNING, check_status, lock_tournament
from nabu.tournaments.variants import rules_of
from nabu.versions.services import table_topic, touch

VERIFIED = "verified"


@dataclass(frozen=True, slots=True)
class VerifiedGame:
    """A verified log as the result of a certain table.

    `order` names the table position of each seat of the log, and then of those who were absent. `result` is in that
    order, `at_table` by position.
    """

    order: list[int]
    result: TableResult
    at_table: TableResult


@transaction.atomic
def apply_verification(verification: Verification) -> None:
    """Carry the verdict to every submission that waits for it. Doing it again does nothing.

    The caller holds the lock on the verification's row, which is done.
    """
    pending = list(
        LogSubmission.objects.filter(log=verification.log_id, outcome=Outcome.PENDING)
        .select_related("log", "submitted_by", "table__round__stage__tournament")
        .order_by("pk")
    )
    for tournament in sorted({s.table.round.stage.tournament_id for s in pending if s.table}):
        lock_tournament(tournament)
    for submission in pending:
        outcome, note = _apply(verification, submission)
        submission.outcome, submission.note = outcome, note.to_json() if note else None
        submission.save(update_fields=["outcome", "note"])
        if submission.table_id is not None:
            touch(table_topic(submission.table_id))
        verdict_applied.send(sender=LogSubmission, submission=submission)


def touch_tables(verification: Verification) -> None:
    """Pages that show the verdict change. Last in a transaction: tables are touched under the lock of tournaments."""
    sent = LogSubmission.objects.filter(log=verification.log_id).exclude(table=None)
    touch(*(table_topic(pk) for pk in sent.values_list("table_id", flat=True) if pk is not None))


def verification_of(log: GameLog) -> Verification | None:
    """What the running engine says about the log, else the last word of an older one."""
    found: Sequence[Verification] | None = getattr(log, "all_verifications", None)
    if found is None:
        found = list(log.verifications.all())
    current = [verification for verification in found if verification.engine == ENGINE_VERSION]
    newest = sorted(found, key=lambda verification: verification.pk, reverse=True)
    return next(iter(current or newest), None)


def reason_of(verification: Verification) -> Message | None:
    """Why a log is not verified; None for one that is. Reports of older engines only have the English sentence."""
    stored = verification.report.get("message") if verification.report else None
    if stored and stored["key"] in LANGUAGE.known:
        return Message.from_json(stored)
    return verbatim(verification.reason) if verification.reason else None


def verified_game(table: Table, log: GameLog, seats: list[Seat] | None = None) -> VerifiedGame:
    """The log as this table's result. Raises Refused, with the difference, if it is not verified or another game, and
    outside practice events for a game of bots.

    Those who were declared absent may be missing in the log. `seats`: those of the table in order, if they are read.
    """
    verification = verification_of(log)
    done = verification is not None and verification.status == Verification.Status.DONE
    if verification is None or not done or verification.verdict != VERIFIED or not verification.report:
        raise Refused(Message("results.not_verified"))
    report = verification.report
    if names_bots(report["header"]["meta"]) and not table.round.stage.tournament.rehearsal:
        raise Refused(Message("results.bots_played"))
    rules = rules_of(table)
    seats = seats_of(table) if seats is None else seats
    there = [seat for seat in seats if not seat.absent]
    if len(there) < 2 or len(report["header"]["seats"]) == len(seats):
        there = seats
    components_sha256 = rules.component_set.sha256 if rules.component_set else None
    different = difference(rules, components_sha256, len(there), report["header"])
    if different:
        raise Refused(different)
    by_log = seat_order([seat.entry.player.name for seat in there], report["header"]["seats"])
    order = [there[index].position for index in by_log] + [seat.position for seat in seats if seat not in there]
    result = with_absent(report["scores"], report["places"], len(seats))
    log_seat = {position: seat for seat, position in enumerate(order)}
    at_table = TableResult(
        [result.scores[log_seat[position]] for position in range(len(seats))],
        [result.places[log_seat[position]] for position in range(len(seats))],
        sorted(order[seat] for seat in result.absent),
    )
    return VerifiedGame(order, result, at_table)


def used_elsewhere(table: Table, log: GameLog) -> Message | None:
    """Which other table has this game already, as its result or waiting for people: one game counts once.

    Of tournaments that not everybody may see, only that there is one is said.
    """
    other = table_of_game(log, besides=table)
    if other is None:
        return None
    where: dict[str, Value] = {"number": other.number, "round": other.round.number}
    there = other.round.stage.tournament
    if there.pk == table.round.stage.tournament_id:
        return Message("results.used_here", where)
    if there.rehearsal:
        return Message("results.used_elsewhere")
    return Message("results.used_at", {"tournament": there.name, **where})


def fail_submissions(verification: Verification) -> None:
    """The engine broke on the log: tell those who wait, so that nobody waits for ever."""
    for submission in LogSubmission.objects.filter(log=verification.log_id, outcome=Outcome.PENDING):
        submission.outcome, submission.note = Outcome.NOT_USED, Message("results.error_on_our_side").to_json()
        submission.save(update_fields=["outcome", "note"])
        if submission.table_id is not None:
            touch(table_topic(submission.table_id))
        verdict_applied.send(sender=LogSubmission, submission=submission)


def _apply(verification: Verification, submission: LogSubmission) -> tuple[LogSubmission.Outcome, Message | None]:
    """What the verdict means for one submission, carried out."""
    if verification.verdict != VERIFIED:
        return Outcome.NOT_USED, _not_verified(verification)
    if submission.table_id is None:
        of_bots = verification.report is not None and names_bots(verification.report["header"]["meta"])
        return Outcome.NO_TABLE, Message("results.game_of_bots") if of_bots else None
    table = Table.objects.select_related("round__stage__tournament", "log").get(pk=submission.table_id)
    if table.log_id == submission.log_id:
        return Outcome.APPLIED, Message("results.is_result_already")
    try:
        game = verified_game(table, submission.log)
        other = used_elsewhere(table, submission.log)
        if other:
            raise Refused(other)
        return _apply_to_table(table, submission, game)
    except Refused as refusal:
        return Outcome.NOT_USED, refusal.why


def _not_verified(verification: Verification) -> Message | None:
    """The verdict's reason with its line."""
    reason = reason_of(verification)
    if reason is not None and verification.line:
        return Message("results.line", {"line": verification.line, "reason": reason})
    return reason


def _apply_to_table(
    table: Table, submission: LogSubmission, game: VerifiedGame
) -> tuple[LogSubmission.Outcome, Message | None]:
    standing = _standing_result(table)
    if standing is not None and table.status != Status.DISPUTED and _agrees_with_reports(table, standing, game):
        if table.basis == Basis.LOG:
            return Outcome.NOT_USED, Message("results.other_log_proves")
        _confirm_by_log(table, submission, game)
        return Outcome.APPLIED, Message("results.log_proves")
    # A proof changes nothing and is welcome even after the end; everything else waits for the tournament to be open.
    check_status(table.round.stage.tournament, {RUNNING})
    if table.status == Status.DISPUTED:
        return Outcome.DISPUTE, Message("results.disputed")
    if standing is None and game.at_table.absent != [seat.position for seat in seats_of(table) if seat.absent]:
        _dispute(table, submission)
        return Outcome.DISPUTE, Message("results.absent_plays")
    if not is_decisive(table, game.at_table):
        _dispute(table, submission)
        return Outcome.DISPUTE, Message("results.win_shared")
    if standing is None:
        _confirm_by_log(table, submission, game)
        return Outcome.APPLIED, Message("results.log_is_result")
    if table.status == Status.CONFIRMED and is_built_on(table.round):
        _contradict_result(table, submission)
        return Outcome.DISPUTE, Message("results.contradicts_locked")
    _dispute(table, submission)
    return Outcome.DISPUTE, Message("results.contradicts")


def _agrees_with_reports(table: Table, standing: TableResult, game: VerifiedGame) -> bool:
    """A ruling or another log must be met exactly; where players reported a tie, the game's tie-break may decide."""
    if table.basis in (Basis.RULING, Basis.LOG, Basis.FORFEIT):
        return standing == game.at_table
    return agrees(standing, game.at_table) and is_decisive(table, game.at_table)


def _standing_result(table: Table) -> TableResult | None:
    """What was reported or confirmed so far."""
    report = open_report_of(table)
    if table.status == Status.REPORTED and report is not None:
        return reported_result(report)
    return result_of(table)


@audited
def _confirm_by_log(table: Table, submission: LogSubmission, game: VerifiedGame) -> None:
    before = snapshot(table)
    report = open_report_of(table)
    set_reports_aside(table, keep=report or table.reports.filter(status=ResultReport.Status.CONFIRMED).first())
    if report is not None:
        report.status, report.confirmed_at = ResultReport.Status.CONFIRMED, timezone.now()
        report.save(update_fields=["status", "confirmed_at"])
    reorder_seats(table, game.order)
    confirm_result(table, game.result, Basis.LOG, submission.log)
    _record("table.proven", table, submission, before)


@audited
def _dispute(table: Table, submission: LogSubmission) -> None:
    """Take a confirmed result out of the standings until the organiser has decided; keep both versions visible."""
    before = snapshot(table)
    if table.log_id is not None:
        table.submissions.filter(log=table.log_id, outcome=Outcome.APPLIED).update(
            outcome=Outcome.DISPUTE, note=Message("results.other_log_contradicts").to_json()
        )
    if table.status == Status.CONFIRMED:
        withdraw_result(table, Status.DISPUTED)
    else:
        table.status = Status.DISPUTED
        table.save(update_fields=["status"])
    _record("table.disputed_by_log", table, submission, before)


@audited
def _contradict_result(table: Table, submission: LogSubmission) -> None:
    """Write down that a log says otherwise. What is built on the result waits for the organiser's correction."""
    _record("table.disputed_by_log", table, submission, snapshot(table))


def _record(action: str, table: Table, submission: LogSubmission, before: dict[str, Any]) -> None:
    """By the platform itself; who sent the log stands beside it."""
    after = snapshot(table) | {"submission": submission.pk, "submitted_by": submission.submitted_by_id}
    record(None, action, table, before, after, tournament=table.round.stage.tournament)
