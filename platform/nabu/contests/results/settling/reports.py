"""Reports of results, made by hand or by a log: made, confirmed by somebody else, disputed.

Everything here runs inside the transaction of its caller, who has locked the table and looked who may do it.
"""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.message import Message
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.contests.matches.models import LogSubmission, ResultReport, Table
from nabu.contests.results.permissions import can_confirm
from nabu.contests.results.reporters import Reporter, account_of_reporter, entry_of_reporter, is_same_side
from nabu.contests.results.settling.counting import (
    Basis,
    Outcome,
    Status,
    count_result,
    open_report_of,
    reorder_seats,
    reported_result,
    set_reports_aside,
)
from nabu.contests.results.settling.rules import TableResult, agrees
from nabu.contests.results.settling.sheets import Points, keep_sheet, sheet_of
from nabu.contests.results.settling.verification import VerifiedGame, used_elsewhere, verified_game
from nabu.core.errors import Refused


@audited
def make_report(
    actor: Reporter,
    table: Table,
    result: TableResult,
    submission: LogSubmission | None = None,
    points: Points | None = None,
) -> ResultReport:
    """Somebody at the table says how the game ended, with a log (`submission`) or the points of a score sheet, or bare.

    If somebody else has reported already, the same result confirms that report and another one disputes it. Where the
    log only breaks a tie of the other report, its places wait for an answer. A second report by the same person takes
    the place of the first. Raises Refused for a sheet with the scores of the other report, but other points by source.
    """
    earlier = open_report_of(table)
    if earlier is not None and can_confirm(actor, earlier):
        said = reported_result(earlier)
        if said == result:
            _take_over(actor, table, earlier, points)
            return mark_confirmed(actor, table, earlier, submission)
        if submission is None or not agrees(said, result):
            made = _make(actor, table, result, submission, points)
            mark_disputed(actor, table, earlier, "", result)
            return made
    if earlier is not None:
        if submission is None and is_same_side(actor, earlier) and reported_result(earlier) == result:
            submission = earlier.submission
        _replace(table, submission)
    made = _make(actor, table, result, submission, points)
    table.status = Status.REPORTED
    table.save(update_fields=["status"])
    audit(
        actor,
        "report.made",
        made,
        before=reported_result(earlier).to_json() if earlier else None,
        after=result.to_json() | _log_json(submission) | ({"sheet": points} if points else {}),
        tournament=table.round.stage.tournament,
    )
    return made


@audited
def mark_confirmed(
    actor: Reporter, table: Table, report: ResultReport, submission: LogSubmission | None = None
) -> ResultReport:
    """Somebody else agrees: the result counts. The log of the report, or the one that agrees with it, proves it."""
    result = reported_result(report)
    proof = _proof(table, result, [report.submission, submission])
    report.status = ResultReport.Status.CONFIRMED
    report.confirmed_by, report.confirmed_at = account_of_reporter(actor), timezone.now()
    report.confirmed_entry_id = entry_of_reporter(actor, table)
    report.submission = proof[0] if proof else report.submission
    report.save(update_fields=["status", "confirmed_by", "confirmed_entry", "confirmed_at", "submission"])
    if proof is None:
        count_result(table, result, Basis.REPORT)
    else:
        proving, game = proof
        reorder_seats(table, game.order)
        count_result(table, game.result, Basis.REPORT, proving.log)
        report.refresh_from_db(fields=["scores", "places", "absent"])
        set_log(proving, Outcome.APPLIED, Message("results.log_proves"))
    audit(
        actor,
        "report.confirmed",
        report,
        {"status": "reported"},
        result.to_json() | {"status": "confirmed"} | _log_json(proof[0] if proof else None),
        tournament=table.round.stage.tournament,
    )
    return report


@audited
def mark_disputed(
    actor: Reporter, table: Table, report: ResultReport, reason: str, other: TableResult | None = None
) -> None:
    """Somebody else does not agree: a director has to decide. `other` is what he or she says instead."""
    report.disputed_by, report.dispute_reason = account_of_reporter(actor), reason
    report.disputed_entry_id = entry_of_reporter(actor, table)
    report.save(update_fields=["disputed_by", "disputed_entry", "dispute_reason"])
    if report.submission is not None:
        set_log(report.submission, Outcome.DISPUTE, Message("results.disputed"))
    table.status = Status.DISPUTED
    table.save(update_fields=["status"])
    audit(
        actor,
        "report.disputed",
        report,
        reported_result(report).to_json(),
        other.to_json() if other else None,
        reason,
        tournament=table.round.stage.tournament,
    )


def set_log(submission: LogSubmission, outcome: LogSubmission.Outcome, note: Message) -> None:
    """What became of a log."""
    submission.outcome, submission.note = outcome, note.to_json()
    submission.save(update_fields=["outcome", "note"])


def _make(
    actor: Reporter, table: Table, result: TableResult, submission: LogSubmission | None, points: Points | None
) -> ResultReport:
    made = ResultReport.objects.create(
        table=table,
        reported_by=account_of_reporter(actor),
        reported_entry_id=entry_of_reporter(actor, table),
        scores=result.scores,
        places=result.places,
        absent=result.absent,
        submission=submission,
    )
    if points is not None:
        keep_sheet(actor, table, made, points)
    return made


def _take_over(actor: Reporter, table: Table, earlier: ResultReport, points: Points | None) -> None:
    """Whoever confirms a report with a sheet of the same scores adds the sheet, unless there is one already."""
    sheet = sheet_of(earlier)
    if points is None:
        return
    if sheet is None:
        keep_sheet(actor, table, earlier, points)
    elif sheet.points != points:
        raise Refused(
            _("The reported score sheet has the same scores, but other points by source. Confirm it or dispute it.")
        )


def _replace(table: Table, kept: LogSubmission | None) -> None:
    """The report that waits is set aside, and its log with it unless the new report has the same."""
    set_reports_aside(table)
    logs = table.submissions.filter(outcome=Outcome.REPORTED)
    (logs.exclude(pk=kept.pk) if kept else logs).update(
        outcome=Outcome.NOT_USED, note=Message("results.reported_otherwise").to_json()
    )


def _proof(
    table: Table, result: TableResult, candidates: list[LogSubmission | None]
) -> tuple[LogSubmission, VerifiedGame] | None:
    """The first of these logs that gives exactly this result and counts nowhere else; those before it are not used."""
    for submission in candidates:
        if submission is None:
            continue
        outcome, why = Outcome.NOT_USED, Message("results.reported_otherwise")
        try:
            game = verified_game(table, submission)
            other = used_elsewhere(table, submission.log)
        except Refused as refusal:
            why = refusal.why
        else:
            if other is None and game.at_table == result:
                return submission, game
            outcome, why = other or (outcome, why)
        set_log(submission, outcome, why)
    return None


def _log_json(submission: LogSubmission | None) -> dict[str, str]:
    return {"log": submission.log.sha256} if submission else {}
