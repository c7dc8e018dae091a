"""What the pages about tables and logs read."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Prefetch, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from nabu.audit.models import AuditEntry
from nabu.errors import Refused
from nabu.matches.models import GameLog, LogSubmission, ResultReport, Seat, Table, Verification
from nabu.matches.rules_of_results import Result
from nabu.matches.verdict_words import VerdictWords, is_on_its_way, words_for
from nabu.matches.verification import verification_of, verified_game
from nabu.permissions import Person, can_see_table
from nabu.players.models import User
from nabu.players.names import name_of
from nabu.tournaments.models import Round, Tournament


def tables_with_everything() -> QuerySet[Table]:
    """Tables with all that a table page shows, in a fixed number of queries."""
    submissions = LogSubmission.objects.select_related("log", "submitted_by__player").prefetch_related(
        Prefetch("log__verifications", to_attr="all_verifications")
    )
    return Table.objects.select_related("round__stage__tournament__organiser", "log").prefetch_related(
        "seats__entry__player",
        Prefetch("submissions", submissions.defer("log__content")),
        Prefetch("reports", ResultReport.objects.select_related("reported_by__player", "confirmed_by__player")),
    )


def latest_verified_tables(limit: int) -> list[Table]:
    """The tables whose result was proven last by a log, for everybody to see."""
    tables = (
        Table.objects.filter(status=Table.Status.CONFIRMED, basis=Table.Basis.LOG)
        .exclude(round__status=Round.Status.DRAFT)
        .exclude(round__stage__tournament__status=Tournament.Status.DRAFT)
        .select_related("round__stage__tournament", "log")
        .defer("log__content")
        .prefetch_related("seats__entry__player")
        .order_by("-confirmed_at", "-pk")
    )
    return list(tables[:limit])


@dataclass(frozen=True, slots=True)
class LogState:
    """A submitted log and what is known about it. `waiting`: the verdict, or what follows from it, is not here yet."""

    submission: LogSubmission
    verification: Verification | None
    words: VerdictWords
    waiting: bool
    who: str


def log_state(submission: LogSubmission) -> LogState:
    """The state of one submission."""
    verification = verification_of(submission.log)
    waiting = is_on_its_way(verification) or submission.outcome == LogSubmission.Outcome.PENDING
    return LogState(submission, verification, words_for(verification), waiting, name_of(submission.submitted_by))


def submissions_of(user: User, limit: int) -> list[LogState]:
    """The logs this account sent last, without and with a table."""
    submissions = (
        LogSubmission.objects.filter(submitted_by=user)
        .select_related("log", "submitted_by__player")
        .defer("log__content")
        .prefetch_related(Prefetch("log__verifications", to_attr="all_verifications"))
    )
    return [log_state(submission) for submission in submissions[:limit]]


def uses_of(log: GameLog, user: Person) -> list[LogSubmission]:
    """The tables that this log was sent for, as far as this person may see them."""
    submissions = log.submissions.filter(table__isnull=False).select_related("table__round__stage__tournament")
    shown: dict[int, LogSubmission] = {}
    for submission in submissions:
        if submission.table and can_see_table(user, submission.table):
            shown.setdefault(submission.table.pk, submission)
    return list(shown.values())


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """Something that happened at a table."""

    at: datetime
    who: str
    what: str | Promise
    scores: list[int] = field(default_factory=list)
    reason: str = ""


_STEPS: dict[str, str | Promise] = {
    "report.confirmed": gettext_lazy("Confirmed the report"),
    "report.disputed": gettext_lazy("Disputed the report"),
    "table.log_accepted": gettext_lazy("Decided in favour of a log"),
    "table.reopened": gettext_lazy("Took the result back"),
}


def history(table: Table) -> list[HistoryLine]:
    """Reports, logs and rulings of a table from `tables_with_everything`, the latest first."""
    lines = [
        HistoryLine(
            report.reported_at,
            name_of(report.reported_by),
            _("Decided the result as organiser") if report.is_ruling else _("Reported a result"),
            report.scores,
            report.reason,
        )
        for report in table.reports.all()
    ]
    lines += [
        HistoryLine(
            submission.submitted_at, name_of(submission.submitted_by), _("Uploaded a game log"), [], submission.message
        )
        for submission in table.submissions.all()
    ]
    reports = [report.pk for report in table.reports.all()]
    steps = AuditEntry.objects.filter(action__in=_STEPS).select_related("actor__player")
    steps = steps.filter(object_type=Table._meta.label_lower, object_id=table.pk) | steps.filter(
        object_type=ResultReport._meta.label_lower, object_id__in=reports
    )
    lines += [HistoryLine(entry.at, name_of(entry.actor), _STEPS[entry.action], reason=entry.reason) for entry in steps]
    return sorted(lines, key=lambda line: line.at, reverse=True)


@dataclass(frozen=True, slots=True)
class Version:
    """One of the results that contradict each other: a report or a verified log. Scores and places by seat."""

    title: str
    who: str
    result: Result
    reason: str = ""
    submission: LogSubmission | None = None


@dataclass(frozen=True, slots=True)
class ComparedSeat:
    """A seat of a disputed table with its (score, place) in each version."""

    seat: Seat
    values: list[tuple[int, int]]

    @property
    def differs(self) -> bool:
        """The versions do not agree about this seat."""
        return len(set(self.values)) > 1


@dataclass(frozen=True, slots=True)
class Comparison:
    """The versions of a disputed result side by side."""

    versions: list[Version]
    seats: list[ComparedSeat]


def comparison(table: Table) -> Comparison:
    """What contradicts what at a disputed table from `tables_with_everything`."""
    versions = [*_reported_versions(table), *_logged_versions(table)]
    seats = [
        ComparedSeat(seat, [(v.result.scores[seat.position], v.result.places[seat.position]) for v in versions])
        for seat in table.seats.all()
    ]
    return Comparison(versions, seats)


def _reported_versions(table: Table) -> list[Version]:
    """The open reports; where a log contradicts a confirmed result, the latest one that was confirmed."""
    reports = list(table.reports.all())
    waiting = [report for report in reports if report.status == ResultReport.Status.OPEN]
    confirmed = [report for report in reports if report.status == ResultReport.Status.CONFIRMED]
    return [
        Version(
            _("Ruling") if report.is_ruling else _("Report"),
            name_of(report.reported_by),
            Result(report.scores, report.places),
            report.dispute_reason or report.reason,
        )
        for report in reversed(waiting or confirmed[:1])
    ]


def _logged_versions(table: Table) -> list[Version]:
    """Every verified log that takes part in the dispute, once."""
    versions = {}
    for submission in table.submissions.all():
        if submission.outcome != LogSubmission.Outcome.DISPUTE or submission.log_id in versions:
            continue
        try:
            game = verified_game(table, submission.log)
        except Refused:
            continue
        who = name_of(submission.submitted_by)
        versions[submission.log_id] = Version(_("Verified log"), who, game.at_table, submission=submission)
    return list(versions.values())
