"""What the pages about tables and logs read."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Prefetch, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.words import reason_in_words
from nabu.accounts.players.names import name_of
from nabu.contests.matches.models import LogSubmission, Objection, Photo, ResultReport, Seat, Table
from nabu.contests.matches.queries import with_players
from nabu.contests.results.logs.queries import log_seats
from nabu.contests.results.reporters import accounts, code_holders, reporter_name, sender_name, with_reporters
from nabu.contests.results.settling.rules import TableResult
from nabu.contests.results.settling.sheets import sheet_of
from nabu.contests.results.settling.verification import verified_game
from nabu.contests.tournaments.acting import who_acted
from nabu.contests.tournaments.models import Round, Tournament
from nabu.core.errors import Refused


def tables_of_rounds() -> QuerySet[Table]:
    """Tables with their tournaments: enough to know who may see them and do what there."""
    return Table.objects.select_related("round__stage__tournament")


def tables_with_players() -> QuerySet[Table]:
    """The same with the seats, which the forms of a table are made of."""
    return tables_of_rounds().prefetch_related(with_players())


def submissions_with_verdicts() -> QuerySet[LogSubmission]:
    """Submitted logs with who sent them and what is said about them."""
    return (
        LogSubmission.objects.select_related("log__game")
        .defer("log__content")
        .prefetch_related(
            *accounts("submitted_by", "assigned_by"),
            *code_holders("submitted_entry"),
            Prefetch("log__verifications", to_attr="all_verifications"),
        )
    )


def tables_with_everything() -> QuerySet[Table]:
    """Tables with all that a table page shows, in a bounded number of queries."""
    return (
        tables_with_players()
        .select_related("log", "variant__component_set")
        .defer("log__content", "variant__component_set__data")
        .prefetch_related(
            Prefetch("submissions", submissions_with_verdicts()),
            Prefetch("reports", with_reporters(ResultReport.objects.all())),
            Prefetch("objections", Objection.objects.prefetch_related(*accounts("made_by", "answered_by"))),
            Prefetch("photos", Photo.objects.defer("content").prefetch_related(*accounts("sent_by"))),
        )
    )


def next_without_result(table: Table) -> int | None:
    """The key of the table of this round to enter a result for next: the first one after this that has none, else the
    first one before it."""
    waiting = Table.objects.filter(round=table.round_id, is_bye=False, status=Table.Status.OPEN).exclude(pk=table.pk)
    here = table.number, table.game_number
    in_order = sorted(waiting.values_list("number", "game_number", "pk"), key=lambda row: (row[:2] < here, row))
    return in_order[0][2] if in_order else None


def latest_verified_tables(limit: int) -> list[Table]:
    """The tables whose result was proven last by a log, for everybody to see."""
    tables = (
        Table.objects.filter(status=Table.Status.CONFIRMED, log__isnull=False)
        .exclude(round__status=Round.Status.DRAFT)
        .exclude(round__stage__tournament__status=Tournament.Status.DRAFT)
        .exclude(round__stage__tournament__practice=True)
        .select_related("round__stage__tournament", "log")
        .defer("log__content")
        .prefetch_related(with_players())
        .order_by("-confirmed_at", "-pk")
    )
    return list(tables[:limit])


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """Something that happened at a table."""

    at: datetime
    who: str
    what: str | Promise
    scores: list[int] = field(default_factory=list)
    reason: str = ""


_STEPS: dict[str, str | Promise] = {
    "photo.removed": gettext_lazy("Removed a photo of the score sheet"),
    "photo.sent": gettext_lazy("Uploaded a photo of the score sheet"),
    "report.confirmed": gettext_lazy("Confirmed the report"),
    "report.disputed": gettext_lazy("Disputed the report"),
    "table.absent": gettext_lazy("Declared a no-show"),
    "table.deadline_extended": gettext_lazy("Extended the deadline"),
    "table.different_game": gettext_lazy("Accepted a log as a game of its own"),
    "table.extended": gettext_lazy("Gave the table more time"),
    "table.log_accepted": gettext_lazy("Decided in favour of a log"),
    "table.no_show_called": gettext_lazy("Reported a missing player"),
    "table.same_game": gettext_lazy("Rejected a log: the same game as at another table"),
    "table.reopened": gettext_lazy("Withdrew the result"),
}


def history(table: Table) -> list[HistoryLine]:
    """Reports, logs, objections and rulings of a table from `tables_with_everything`, the latest first."""
    lines = [
        HistoryLine(
            report.reported_at,
            reporter_name(report),
            _what(report),
            [score for score in report.scores if score is not None],
            reason_in_words(report.reason),
        )
        for report in table.reports.all()
    ]
    for submission in table.submissions.all():
        said = " ".join(filter(None, [assignment_in_words(table, submission), submission.message]))
        what = _("Uploaded a game log") if submission.recorded is None else _("Recorded the game")
        lines.append(HistoryLine(submission.submitted_at, sender_name(submission), what, reason=said))
    for objection in table.objections.all():
        lines.append(
            HistoryLine(
                objection.made_at, name_of(objection.made_by), _("Objected to the result"), reason=objection.reason
            )
        )
        if objection.answered_at:
            accepted = objection.answer == Objection.Answer.ACCEPTED
            what = _("Accepted the objection") if accepted else _("Rejected the objection")
            who = name_of(objection.answered_by)
            lines.append(HistoryLine(objection.answered_at, who, what, reason=objection.answer_reason))
    reports = [report.pk for report in table.reports.all()]
    steps = AuditEntry.objects.filter(action__in=_STEPS).prefetch_related(*accounts("actor"), *code_holders("entry"))
    steps = steps.filter(object_type=Table._meta.label_lower, object_id=table.pk) | steps.filter(
        object_type=ResultReport._meta.label_lower, object_id__in=reports
    )
    lines += [
        HistoryLine(entry.at, who_acted(entry), _STEPS[entry.action], reason=reason_in_words(entry.reason))
        for entry in steps
    ]
    return sorted(lines, key=lambda line: line.at, reverse=True)


def assignment_in_words(table: Table, submission: LogSubmission) -> str:
    """Who said who has which seat of a log, and the names that the log has instead; empty where it has theirs."""
    if submission.assigned_by is None or submission.seats is None:
        return ""
    names = {seat.entry_id: seat.entry.player.name for seat in table.seats.all()}
    players = [names.get(entry, "?") for entry in submission.seats]
    return _("Seats assigned by %(who)s: %(players)s. The log names them %(names)s.") % {
        "who": name_of(submission.assigned_by),
        "players": ", ".join(players),
        "names": ", ".join(seat.name for seat in log_seats(submission)),
    }


def _what(report: ResultReport) -> str:
    if not report.is_ruling:
        if report.submission_id:
            return _("Reported a result with a log")
        return _("Reported a result with a score sheet") if sheet_of(report) else _("Reported a result")
    if report.submission_id:
        return _("Decided the result with a log")
    if sheet_of(report):
        return _("Decided the result as organiser, with a score sheet")
    if any(score is not None for score in report.scores):
        return _("Decided the result as organiser")
    # Where nobody played and everybody has the first place but those who are absent, it is a draw.
    present = [place for at, place in enumerate(report.places) if at not in report.absent]
    return _("Declared a draw, without a game") if present.count(1) > 1 else _("Declared a forfeit")


@dataclass(frozen=True, slots=True)
class Version:
    """One of the results that contradict each other: a report, a ruling or a verified log.

    `key` names it in an address; `submission` is there for a log only. `dispute_reason` is what somebody else says
    against it.
    """

    key: str
    title: str
    who: str
    at: datetime
    result: TableResult
    reason: str = ""
    dispute_reason: str = ""
    submission: LogSubmission | None = None


@dataclass(frozen=True, slots=True)
class VersionSeat:
    """A seat in one version. `differs`: the versions do not agree about it."""

    seat: Seat
    score: int | None
    place: int
    absent: bool
    differs: bool


def versions_of(table: Table) -> list[tuple[Version, list[VersionSeat]]]:
    """What contradicts what at a disputed table from `tables_with_everything`, each version seat by seat."""
    versions = [*_reported_versions(table), *_logged_versions(table)]
    seats = list(table.seats.all())
    values = [[_value(version.result, seat.position) for seat in seats] for version in versions]
    return [
        (
            version,
            [
                VersionSeat(seat, *values[number][at], differs=len({line[at] for line in values}) > 1)
                for at, seat in enumerate(seats)
            ],
        )
        for number, version in enumerate(versions)
    ]


def open_objections(table: Table) -> list[Objection]:
    """What a director has still to answer at a table from `tables_with_everything`."""
    return [objection for objection in table.objections.all() if objection.answer == Objection.Answer.NONE]


def result_of_log(table: Table, submission: LogSubmission) -> list[tuple[Seat, int | None, int]]:
    """Score and place of each seat of the table as a log has them; empty if the log is not of this table any more."""
    seats = list(table.seats.all())
    try:
        game = verified_game(table, submission, seats)
    except Refused:
        return []
    return list(zip(seats, game.at_table.scores, game.at_table.places, strict=True))


def _value(result: TableResult, position: int) -> tuple[int | None, int, bool]:
    return result.scores[position], result.places[position], position in result.absent


def _reported_versions(table: Table) -> list[Version]:
    """The open reports without a log; where an old site disputed a confirmed result, the latest one confirmed."""
    reports = [report for report in table.reports.all() if report.submission_id is None or report.is_ruling]
    waiting = [report for report in reports if report.status == ResultReport.Status.OPEN]
    confirmed = [report for report in reports if report.status == ResultReport.Status.CONFIRMED]
    return [
        Version(
            key=f"report-{report.pk}",
            title=_("Ruling") if report.is_ruling else _("Report"),
            who=reporter_name(report),
            at=report.reported_at,
            result=TableResult(report.scores, report.places, report.absent),
            reason=reason_in_words(report.reason),
            dispute_reason=report.dispute_reason,
        )
        for report in reversed(waiting or confirmed[:1])
    ]


def _logged_versions(table: Table) -> list[Version]:
    """Every verified log that takes part in the dispute, once for each way in which its seats were assigned."""
    versions = {}
    against = {report.submission_id: report.dispute_reason for report in table.reports.all()}
    for submission in table.submissions.all():
        key = submission.log_id, tuple(submission.seats or ())
        if submission.outcome != LogSubmission.Outcome.DISPUTE or key in versions:
            continue
        try:
            game = verified_game(table, submission, list(table.seats.all()))
        except Refused:
            continue
        versions[key] = Version(
            key=f"log-{submission.pk}",
            title=_("Verified log"),
            who=sender_name(submission),
            at=submission.submitted_at,
            result=game.at_table,
            reason=assignment_in_words(table, submission),
            dispute_reason=against.get(submission.pk, ""),
            submission=submission,
        )
    return list(versions.values())
