"""Logs as pages and API show them: who sent them, what came of it, where they are used."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch

from engine.log.header import origin_of
from engine.log.verdict_words import VerdictWords
from nabu.accounts.players.models import Person, User
from nabu.contests.matches.models import GameLog, LogSubmission, Verification
from nabu.contests.results.logs.verdict_words import is_pending, words_for
from nabu.contests.results.permissions import can_see_log, can_see_table
from nabu.contests.results.reporters import sender_name
from nabu.contests.results.settling.verification import VERIFIED, verification_of
from nabu.web.shared_pages.making import do_not_keep

MOST_LOGS = 10
"""So many logs of one game are looked at."""


@dataclass(frozen=True, slots=True)
class LogSeat:
    """A seat of a verified log: what it says about whoever sat there."""

    name: str
    score: int
    place: int


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
    waiting = is_pending(verification) or submission.outcome == LogSubmission.Outcome.PENDING
    if waiting:
        do_not_keep()  # for some seconds, in which a worker begins with it
    return LogState(submission, verification, words_for(verification), waiting, sender_name(submission))


def log_seats(submission: LogSubmission) -> list[LogSeat]:
    """The seats of a submitted log in its order; none unless it is verified."""
    verification = verification_of(submission.log)
    report = verification.report if verification and verification.verdict == VERIFIED else None
    if not report:
        return []
    return [LogSeat(*seat) for seat in zip(report["header"]["seats"], report["scores"], report["places"], strict=True)]


def submissions_of(user: User, limit: int) -> list[LogState]:
    """The logs this account sent last, without and with a table."""
    submissions = (
        LogSubmission.objects.filter(submitted_by=user)
        .select_related("log", "submitted_by__player", "assigned_by__player")
        .defer("log__content")
        .prefetch_related(Prefetch("log__verifications", to_attr="all_verifications"))
    )
    return [log_state(submission) for submission in submissions[:limit]]


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """A game that was played on from another one, after its first `moves` moves. `log`: one of that game, None if there
    is none that this person may see.
    """

    moves: int
    log: GameLog | None


def played_on(sent: GameLog, meta: object, user: Person) -> PlayedOn | None:
    """Where the game of a log started according to its remarks (`meta`); None if it began with its setup."""
    origin = origin_of(meta)
    if origin is None:
        return None
    logs = GameLog.objects.defer("content").filter(game__digest=origin.digest or "").exclude(pk=sent.pk)[:MOST_LOGS]
    return PlayedOn(origin.moves, next((log for log in logs if can_see_log(user, log)), None))


def uses_of(log: GameLog, user: Person) -> list[LogSubmission]:
    """The tables that this log was sent for, as far as this person may see them."""
    submissions = log.submissions.filter(table__isnull=False).select_related("table__round__stage__tournament")
    shown: dict[int, LogSubmission] = {}
    for submission in submissions:
        if submission.table and can_see_table(user, submission.table):
            shown.setdefault(submission.table.pk, submission)
    return list(shown.values())
