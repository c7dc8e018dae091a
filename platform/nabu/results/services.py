"""Results of tables: reported, confirmed, disputed, ruled, proven by a log, taken back. And the way in for logs.

Every function takes the acting account first, is one transaction with one audit entry, and raises
`nabu.errors.NotAllowed` (wrong person) or `nabu.errors.Refused` (wrong state, with a sentence for the page).
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.message import Message
from nabu.audit.changes import audited
from nabu.audit.services import record
from nabu.errors import NotAllowed, Refused
from nabu.matches.models import LogSubmission, ResultReport, Table
from nabu.players.models import User
from nabu.players.names import name_of
from nabu.results.confirm import (
    Basis,
    Outcome,
    Status,
    check_can_be_withdrawn,
    check_decisive,
    check_playable,
    confirm_result,
    followed_json,
    is_proven_by_log_alone,
    lock_table,
    open_report_of,
    reorder_seats,
    reported_result,
    seats_of,
    set_logs_aside,
    set_reports_aside,
    snapshot,
    withdraw_result,
)
from nabu.results.forfeits import call_no_show, forfeit_seats
from nabu.results.permissions import can_confirm, can_dispute, can_object, can_overrule, can_report
from nabu.results.propagation import Propagated
from nabu.results.rules import TableResult, checked_positions, checked_result
from nabu.results.ruling import Ruling, check_can_decide, lock_for_ruling, record_ruling
from nabu.results.same_game import lock_game
from nabu.results.submission import submit_log
from nabu.results.verification import used_elsewhere, verified_game

__all__ = [
    "accept_log",
    "call_no_show",
    "confirm_report",
    "dispute_report",
    "forfeit_seats",
    "object_to_log",
    "reopen_table",
    "report_result",
    "rule_result",
    "submit_log",
]


@audited
def report_result(
    actor: User, table: Table, scores: Sequence[int | None], places: Sequence[int | None] | None = None
) -> ResultReport:
    """A player of the table says how the game ended; another one has to confirm it. Who was absent has no score.

    If somebody else has reported already, the same result confirms that report and another one disputes it. A second
    report by the same player replaces the first.
    """
    locked = lock_table(table)
    if not can_report(actor, locked):
        raise NotAllowed
    check_playable(locked)
    seats = seats_of(locked)
    result = checked_result(scores, places, len(seats), absent=[seat.position for seat in seats if seat.absent])
    check_decisive(locked, result)
    if locked.status == Status.CONFIRMED:
        raise Refused(_("This table has a confirmed result. The organiser can correct it."))
    if locked.status == Status.DISPUTED:
        raise Refused(_("This table is disputed. The organiser decides."))
    earlier = open_report_of(locked)
    if earlier is not None and earlier.reported_by_id != actor.pk:
        if reported_result(earlier) == result:
            return _confirm(actor, locked, earlier)
        report = _report(actor, locked, result)
        _dispute(actor, locked, earlier, "", result)
        return report
    set_reports_aside(locked)
    report = _report(actor, locked, result)
    locked.status = Status.REPORTED
    locked.save(update_fields=["status"])
    record(
        actor,
        "report.made",
        report,
        before=reported_result(earlier).to_json() if earlier else None,
        after=result.to_json(),
        tournament=locked.round.stage.tournament,
    )
    return report


@audited
def confirm_report(actor: User, report: ResultReport) -> ResultReport:
    """Another player of the table, or the organiser, agrees: the result counts."""
    locked, current = _lock_report(report)
    if not can_confirm(actor, current):
        raise NotAllowed
    _check_waits(locked, current)
    return _confirm(actor, locked, current)


@audited
def dispute_report(actor: User, report: ResultReport, reason: str = "") -> ResultReport:
    """Another player of the table does not agree: the organiser has to decide."""
    locked, current = _lock_report(report)
    if not can_dispute(actor, current):
        raise NotAllowed
    _check_waits(locked, current)
    _dispute(actor, locked, current, reason.strip())
    return current


@audited
def object_to_log(actor: User, table: Table, reason: str) -> Table:
    """A player of the table says that a log which somebody else sent is not the game they played.

    A log alone becomes the result at once, so whoever sat there must be able to say no: the result leaves standings and
    ratings until the organiser has decided. What players confirmed before the log came cannot be objected to.
    """
    locked = lock_table(table)
    if not can_object(actor, locked):
        raise NotAllowed
    check_playable(locked)
    reason = reason.strip()
    if not reason:
        raise Refused(_("Say what is wrong with this log."))
    if not is_proven_by_log_alone(locked):
        raise Refused(_("The result of this table does not rest on a game log alone. The organiser can correct it."))
    check_can_be_withdrawn(locked)
    before = snapshot(locked)
    locked.submissions.filter(outcome=Outcome.APPLIED).update(
        outcome=Outcome.DISPUTE,
        note=Message("results.objection", {"name": name_of(actor), "reason": reason}).to_json(),
    )
    withdraw_result(locked, Status.DISPUTED)
    record(
        actor, "table.log_objected", locked, before, snapshot(locked), reason, tournament=locked.round.stage.tournament
    )
    return locked


@audited
def rule_result(actor: User, table: Table, ruling: Ruling) -> Propagated:
    """Enter a result for the players; a director also corrects and overrules, which takes a reason.

    Returns what followed where something later is built on the result. Raises NotAllowed or Refused.
    """
    locked = lock_for_ruling(actor, table)
    reason = ruling.reason.strip()
    seats = locked.seats.count()
    if seats - len(checked_positions(ruling.absent, seats)) < 2:
        return forfeit_seats(actor, locked, ruling.absent, reason, ruling.propagation)
    check_can_decide(actor, locked, reason)
    result = checked_result(ruling.scores, ruling.places, seats, ruling=True, absent=ruling.absent)
    before = snapshot(locked)
    record_ruling(actor, locked, result, reason)
    followed = confirm_result(locked, result, Basis.RULING, propagation=ruling.propagation)
    record(
        actor,
        "table.corrected" if ruling.propagation else "table.ruled",
        locked,
        before,
        result.to_json() | {"basis": Basis.RULING} | followed_json(followed),
        reason,
        tournament=locked.round.stage.tournament,
    )
    return followed


@audited
def accept_log(actor: User, table: Table, submission: LogSubmission, reason: str) -> Table:
    """The organiser settles a dispute in favour of a verified log that was sent for this table."""
    lock_game(submission.log)
    locked = lock_for_ruling(actor, table, can_overrule)
    reason = reason.strip()
    if not reason:
        raise Refused(_("Say why you decide in favour of this log."))
    current = locked.submissions.select_related("log").filter(pk=submission.pk).first()
    if current is None:
        raise Refused(_("This log was not sent for this table."))
    if locked.log_id == current.log_id:
        raise Refused(_("This log is the result of the table already."))
    game = verified_game(locked, current.log)
    other = used_elsewhere(locked, current.log)
    if other:
        raise Refused(other)
    before = snapshot(locked)
    set_reports_aside(locked)
    set_logs_aside(locked, Message("results.decided_for_other_log"))
    reorder_seats(locked, game.order)
    confirm_result(locked, game.result, Basis.LOG, current.log)
    current.outcome, current.note = Outcome.APPLIED, Message("results.decided_for_log").to_json()
    current.save(update_fields=["outcome", "note"])
    record(
        actor, "table.log_accepted", locked, before, snapshot(locked), reason, tournament=locked.round.stage.tournament
    )
    return locked


@audited
def reopen_table(actor: User, table: Table, reason: str) -> Table:
    """The organiser takes the result back; standings and ratings follow. The table is open again."""
    locked = lock_for_ruling(actor, table, can_overrule)
    reason = reason.strip()
    if not reason:
        raise Refused(_("Say why the result is taken back."))
    if locked.status == Status.OPEN:
        raise Refused(_("This table has no result to take back."))
    check_can_be_withdrawn(locked)
    before = snapshot(locked)
    set_reports_aside(locked)
    set_logs_aside(locked, Message("results.taken_back"))
    withdraw_result(locked, Status.OPEN)
    record(actor, "table.reopened", locked, before, snapshot(locked), reason, tournament=locked.round.stage.tournament)
    return locked


def _report(actor: User, table: Table, result: TableResult) -> ResultReport:
    return ResultReport.objects.create(
        table=table, reported_by=actor, scores=result.scores, places=result.places, absent=result.absent
    )


def _confirm(actor: User, table: Table, report: ResultReport) -> ResultReport:
    report.status = ResultReport.Status.CONFIRMED
    report.confirmed_by, report.confirmed_at = actor, timezone.now()
    report.save(update_fields=["status", "confirmed_by", "confirmed_at"])
    result = reported_result(report)
    confirm_result(table, result, Basis.REPORT)
    record(
        actor,
        "report.confirmed",
        report,
        {"status": "reported"},
        result.to_json() | {"status": "confirmed"},
        tournament=table.round.stage.tournament,
    )
    return report


def _dispute(actor: User, table: Table, report: ResultReport, reason: str, other: TableResult | None = None) -> None:
    report.disputed_by, report.dispute_reason = actor, reason
    report.save(update_fields=["disputed_by", "dispute_reason"])
    table.status = Status.DISPUTED
    table.save(update_fields=["status"])
    record(
        actor,
        "report.disputed",
        report,
        reported_result(report).to_json(),
        other.to_json() if other else None,
        reason,
        tournament=table.round.stage.tournament,
    )


def _lock_report(report: ResultReport) -> tuple[Table, ResultReport]:
    """The table and the report as they are now; the report's `table` is the locked one."""
    locked = lock_table(report.table)
    current = ResultReport.objects.get(pk=report.pk)
    current.table = locked
    return locked, current


def _check_waits(table: Table, report: ResultReport) -> None:
    check_playable(table)
    if report.status != ResultReport.Status.OPEN or table.status != Status.REPORTED:
        raise Refused(_("This report does not wait for an answer any more. Look at the table again."))
