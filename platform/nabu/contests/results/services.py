"""Results of tables: reported, confirmed, disputed, ruled, taken back, objected to. And the way in for logs.

Every function takes the acting account first, is one transaction with one audit entry, and raises
`nabu.core.errors.NotAllowed` (wrong person) or `nabu.core.errors.Refused` (wrong state, with a sentence for the page).
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.message import Message
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.matches.models import LogSubmission, Objection, ResultReport, Table
from nabu.contests.matches.slips import replace_slips
from nabu.contests.results.permissions import can_confirm, can_dispute, can_overrule, can_report
from nabu.contests.results.reporters import Reporter
from nabu.contests.results.settling.counting import (
    Basis,
    Outcome,
    Propagation,
    Status,
    check_can_be_withdrawn,
    check_decisive,
    check_playable,
    count_result,
    followed_json,
    lock_table,
    reorder_seats,
    seats_of,
    set_logs_aside,
    set_reports_aside,
    snapshot,
    withdraw_result,
)
from nabu.contests.results.settling.duplicates import answer_duplicate
from nabu.contests.results.settling.forfeits import call_no_show, draw_unplayed, forfeit_seats, free_table
from nabu.contests.results.settling.objecting import answer_objections, object_to_result, reject_objection
from nabu.contests.results.settling.plausibility import check_usual
from nabu.contests.results.settling.propagation import Propagated
from nabu.contests.results.settling.reports import make_report, mark_confirmed, mark_disputed, set_log
from nabu.contests.results.settling.rules import checked_positions, checked_result
from nabu.contests.results.settling.ruling import Ruling, check_can_decide, lock_for_ruling, record_ruling
from nabu.contests.results.settling.same_game import lock_game
from nabu.contests.results.settling.sheets import Points, check_possible, checked_points, scores_of
from nabu.contests.results.settling.submission import submit_log
from nabu.contests.results.settling.verdicts import assign_seats
from nabu.contests.results.settling.verification import used_elsewhere, verified_game
from nabu.core.errors import NotAllowed, Refused

__all__ = [
    "accept_log",
    "answer_duplicate",
    "assign_seats",
    "call_no_show",
    "confirm_report",
    "dispute_report",
    "draw_unplayed",
    "forfeit_seats",
    "free_table",
    "object_to_result",
    "reject_objection",
    "reopen_table",
    "replace_slip",
    "report_result",
    "rule_result",
    "submit_log",
]


@audited
def report_result(
    actor: Reporter,
    table: Table,
    scores: Sequence[int | None],
    places: Sequence[int | None] | None = None,
    points: Points | None = None,
    *,
    ask_unusual: bool = False,
) -> ResultReport:
    """A player of the table says how the game ended; another one has to confirm it. Who was absent has no score.

    With `points` (a score sheet) the scores are their sums, whatever `scores` says. If somebody else has reported
    already, the same result confirms that report and another one disputes it. A second report by the same player
    replaces the first. With `ask_unusual` unusual scores are refused with a code of their own.
    """
    locked = lock_table(table)
    if not can_report(actor, locked):
        raise NotAllowed
    check_playable(locked)
    seats = seats_of(locked)
    absent = [seat.position for seat in seats if seat.absent]
    if points is not None:
        points = checked_points(locked, points, absent)
        scores = scores_of(points, len(seats), absent)
    result = checked_result(scores, places, len(seats), absent=absent)
    check_possible(locked, result)
    if ask_unusual:
        check_usual(locked, result.scores, absent)
    check_decisive(locked, result)
    if locked.status == Status.CONFIRMED:
        raise Refused(_("This table has a confirmed result. The organiser can correct it."))
    if locked.status == Status.DISPUTED:
        raise Refused(_("This table is disputed. The organiser decides."))
    return make_report(actor, locked, result, points=points)


@audited
def confirm_report(actor: Reporter, report: ResultReport) -> ResultReport:
    """Another player of the table, or the organiser, confirms; the result then counts."""
    locked, current = _lock_report(report)
    if not can_confirm(actor, current):
        raise NotAllowed
    _check_waits(locked, current)
    return mark_confirmed(actor, locked, current)


@audited
def dispute_report(actor: Reporter, report: ResultReport, reason: str = "") -> ResultReport:
    """Another player of the table does not agree: the organiser has to decide."""
    locked, current = _lock_report(report)
    if not can_dispute(actor, current):
        raise NotAllowed
    _check_waits(locked, current)
    mark_disputed(actor, locked, current, reason.strip())
    return current


@audited
def rule_result(actor: User, table: Table, ruling: Ruling) -> Propagated:
    """Enter a result for the players; a director also corrects and overrules, which takes a reason.

    Returns what followed where something later is built on the result. Raises NotAllowed or Refused.
    """
    if ruling.submission is not None:
        return accept_log(actor, table, ruling.submission, ruling.reason, ruling.propagation)
    locked = lock_for_ruling(actor, table)
    reason = ruling.reason.strip()
    seats = locked.seats.count()
    if seats - len(checked_positions(ruling.absent, seats)) < 2:
        return forfeit_seats(actor, locked, ruling.absent, reason, ruling.propagation)
    check_can_decide(actor, locked, reason)
    scores, points = ruling.scores, ruling.points
    if points is not None:
        points = checked_points(locked, points, ruling.absent)
        scores = scores_of(points, seats, ruling.absent)
    result = checked_result(scores, ruling.places, seats, ruling=True, absent=ruling.absent)
    check_possible(locked, result)
    if ruling.ask_unusual:
        check_usual(locked, result.scores, result.absent)
    before = snapshot(locked)
    record_ruling(actor, locked, result, reason, points=points)
    followed = count_result(locked, result, Basis.RULING, propagation=ruling.propagation)
    audit(
        actor,
        "table.corrected" if ruling.propagation else "table.ruled",
        locked,
        before,
        result.to_json() | {"basis": Basis.RULING} | ({"sheet": points} if points else {}) | followed_json(followed),
        reason,
        tournament=locked.round.stage.tournament,
    )
    return followed


@audited
def accept_log(
    actor: User, table: Table, submission: LogSubmission, reason: str, propagation: Propagation | None = None
) -> Propagated:
    """A director decides for a verified log that was sent for this table: in a dispute, or because it objects.

    Returns what followed where something later is built on the result.
    """
    lock_game(submission.log)
    locked = lock_for_ruling(actor, table, can_overrule)
    reason = reason.strip()
    if not reason:
        raise Refused(_("Enter a reason for using this log."))
    current = locked.submissions.select_related("log").filter(pk=submission.pk).first()
    if current is None:
        raise Refused(_("This log was not sent for this table."))
    if locked.log_id == current.log_id:
        raise Refused(_("This log is already the result of the table."))
    other = used_elsewhere(locked, current.log)
    if other:
        raise Refused(other[1])
    game = verified_game(locked, current)
    before = snapshot(locked)
    record_ruling(actor, locked, game.at_table, reason, current)
    reorder_seats(locked, game.order)
    followed = count_result(locked, game.result, Basis.RULING, current.log, propagation)
    set_log(current, Outcome.APPLIED, Message("results.decided_for_log"))
    audit(
        actor,
        "table.ruled_by_log",
        locked,
        before,
        snapshot(locked) | followed_json(followed),
        reason,
        tournament=locked.round.stage.tournament,
    )
    return followed


@audited
def reopen_table(actor: User, table: Table, reason: str) -> Table:
    """The organiser takes the result back; standings and ratings follow. The table is open again."""
    locked = lock_for_ruling(actor, table, can_overrule)
    reason = reason.strip()
    if not reason:
        raise Refused(_("Enter a reason for withdrawing the result."))
    if locked.status == Status.OPEN:
        raise Refused(_("This table has no result to withdraw."))
    check_can_be_withdrawn(locked)
    before = snapshot(locked)
    answer_objections(actor, locked, Objection.Answer.ACCEPTED, reason)
    set_reports_aside(locked)
    set_logs_aside(locked, Message("results.taken_back"))
    withdraw_result(locked, Status.OPEN)
    audit(actor, "table.reopened", locked, before, snapshot(locked), reason, tournament=locked.round.stage.tournament)
    return locked


@audited
def replace_slip(actor: User, table: Table) -> Table:
    """Whoever keeps score makes the printed slip and the seat codes of a table worthless."""
    locked = lock_for_ruling(actor, table)
    replace_slips([locked])
    audit(actor, "table.slip_replaced", locked, tournament=locked.round.stage.tournament)
    return locked


def _lock_report(report: ResultReport) -> tuple[Table, ResultReport]:
    """The table and the report as they are now; the report's `table` is the locked one."""
    locked = lock_table(report.table)
    current = ResultReport.objects.get(pk=report.pk)
    current.table = locked
    return locked, current


def _check_waits(table: Table, report: ResultReport) -> None:
    check_playable(table)
    if report.status != ResultReport.Status.OPEN or table.status != Status.REPORTED:
        raise Refused(_("This report is no longer waiting for an answer. Reload the table's page."))
