"""What the decisions of those who keep score have in common: who may, with which reason, and what is kept of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.message import Message
from nabu.accounts.players.models import User
from nabu.contests.matches.models import LogSubmission, Objection, ResultReport, Table
from nabu.contests.results.permissions import can_overrule, can_rule
from nabu.contests.results.settling.counting import (
    Propagation,
    check_playable,
    lock_table,
    result_of,
    set_logs_aside,
    set_reports_aside,
)
from nabu.contests.results.settling.objecting import answer_objections
from nabu.contests.results.settling.rules import TableResult
from nabu.contests.results.settling.sheets import Points, keep_sheet
from nabu.core.errors import NotAllowed, Refused

Status = Table.Status


@dataclass(frozen=True, slots=True)
class Ruling:
    """The result of a table as it is decided, by position. Without `places` the scores decide.

    `absent` are the positions of those who did not play; where fewer than two are left it is a forfeit. With `points`
    (a score sheet) the scores are their sums. With
    `submission` the result is what that log says, and nothing else is looked at.
    With `ask_unusual` unusual scores are refused with a code of their own.
    `propagation` says that the director has seen what follows later (`nabu.contests.results.corrections.services`).
    """

    scores: Sequence[int | None] = ()
    places: Sequence[int | None] | None = None
    reason: str = ""
    absent: Sequence[int] = ()
    propagation: Propagation | None = None
    submission: LogSubmission | None = None
    points: Points | None = None
    ask_unusual: bool = False


def lock_for_ruling(actor: User, table: Table, may: Callable[[User, Table], bool] = can_rule) -> Table:
    """The table as it is now, for somebody who may decide its result. Raises NotAllowed or Refused."""
    locked = lock_table(table)
    if not may(actor, locked):
        raise NotAllowed
    check_playable(locked)
    return locked


def check_can_decide(actor: User, table: Table, reason: str) -> None:
    """To enter what is missing needs no reason. To overrule a result or a dispute takes a director and a reason."""
    if table.status not in (Status.CONFIRMED, Status.DISPUTED):
        return
    if not can_overrule(actor, table):
        raise NotAllowed
    if not reason:
        raise Refused(_("Enter a reason: this table already has a result or a dispute."))


def record_ruling(
    actor: User,
    table: Table,
    result: TableResult,
    reason: str,
    submission: LogSubmission | None = None,
    points: Points | None = None,
) -> ResultReport:
    """Write down what was decided, with the log or the score sheet it rests on; whatever was reported, sent or objected
    before does not count any more.
    """
    same = result == result_of(table)
    answer_objections(actor, table, Objection.Answer.REJECTED if same else Objection.Answer.ACCEPTED, reason)
    set_reports_aside(table)
    set_logs_aside(table, Message("results.decided_for_other_log" if submission else "results.decided_otherwise"))
    made = ResultReport.objects.create(
        table=table,
        reported_by=actor,
        scores=result.scores,
        places=result.places,
        absent=result.absent,
        status=ResultReport.Status.CONFIRMED,
        confirmed_by=actor,
        confirmed_at=timezone.now(),
        is_ruling=True,
        reason=reason,
        submission=submission,
    )
    if points is not None:
        keep_sheet(actor, table, made, points)
    return made
