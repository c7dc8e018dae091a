"""Logs with the same moves as the game of another table: a director says whether it is the same game.

Such a log is no result by itself (`same_game`), and the other one stays what it is. The answer holds for
this table and these moves, whatever file they come in; to undo it is to ask again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import Q
from django.utils.translation import gettext as _

from engine import ENGINE_VERSION
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.audit.tracked import Row, RowChange
from nabu.accounts.players.models import User
from nabu.contests.matches.models import DuplicateAnswer, LogSubmission, Table, Verification
from nabu.contests.results.permissions import can_overrule
from nabu.contests.results.settling.counting import check_playable, lock_table
from nabu.contests.results.settling.reports import set_log
from nabu.contests.results.settling.same_game import lock_game
from nabu.contests.results.settling.verdicts import apply_to_table
from nabu.contests.results.settling.verification import used_elsewhere
from nabu.contests.tournaments.locks import OVER, RUNNING
from nabu.core.errors import NotAllowed, Refused

Outcome = LogSubmission.Outcome


@audited
def answer_duplicate(actor: User, submission: LogSubmission, same: bool, reason: str) -> LogSubmission:
    """A director says whether a log that waits because of its moves tells the game of the other table (`same`), or a
    game of its own. Then it is not used, or does what it would have done at once; so do other logs with these moves
    here.

    Raises NotAllowed, or Refused for a log that does not wait for this.
    """
    if submission.table is None:
        raise NotAllowed
    list(Verification.objects.select_for_update().filter(log=submission.log_id, engine=ENGINE_VERSION))
    lock_game(submission.log)
    table = lock_table(submission.table)
    if not can_overrule(actor, table):
        raise NotAllowed
    check_playable(table, {RUNNING, *OVER})
    reason = reason.strip()
    if not reason:
        raise Refused(_("Enter a reason for your answer."))
    current = LogSubmission.objects.select_related("log__game").get(pk=submission.pk)
    if current.outcome != Outcome.SAME_MOVES or current.log.game is None or current.log.game.moves_id is None:
        raise Refused(_("This log does not wait for an answer."))
    moves = current.log.game.moves_id
    _keep_answer(actor, table, current, moves, same, reason)
    _go_on(table, moves)
    current.refresh_from_db()
    return current


def check_answers_can_go(changes: Sequence[RowChange]) -> None:
    """Raises Refused if it is to be undone that a game is a different one, and a log of it is in use."""
    for table, answer in _answers(changes):
        live = Q(outcome__in=(Outcome.REPORTED, Outcome.APPLIED, Outcome.DISPUTE)) | Q(objections__answer="")
        if table.submissions.filter(live, log__game__moves=answer["moves"]).exists() and _stands(table, answer):
            raise Refused(
                _("A log with these moves is in use at table %(number)s. Undo that first.") % {"number": table.number}
            )


def follow_answers(changes: Sequence[RowChange]) -> None:
    """An answer was taken back or put back: the logs at its table wait for it again, or no more.

    Runs inside the transaction of its caller, who has locked the tournament, after the entry of the undo: what a log
    does now has an entry of its own.
    """
    for table, answer in _answers(changes):
        if _stands(table, answer):
            _go_on(table, answer["moves"])
            continue
        sent = table.submissions.filter(log__game__moves=answer["moves"]).exclude(outcome=Outcome.PENDING)
        for submission in sent.select_related("log__game"):
            found = used_elsewhere(table, submission.log)
            if found is not None and submission.log_id != table.log_id:
                set_log(submission, *found)


@audited
def _keep_answer(actor: User, table: Table, submission: LogSubmission, moves: str, same: bool, reason: str) -> None:
    """The answer has an entry of its own, before those of what the log does then."""
    DuplicateAnswer.objects.create(table=table, moves=moves, same=same, reason=reason, answered_by=actor)
    audit(
        actor,
        "table.same_game" if same else "table.different_game",
        table,
        after={"sha256": submission.log.sha256},
        reason=reason,
        tournament=table.round.stage.tournament,
    )


def _answers(changes: Sequence[RowChange]) -> Iterator[tuple[Table, Row]]:
    """The answers that changes make or delete, with their tables."""
    for label, _pk, before, after in changes:
        answer = before or after
        if label == DuplicateAnswer._meta.label_lower and answer is not None:
            yield Table.objects.select_related("round__stage__tournament", "log").get(pk=answer["table_id"]), answer


def _stands(table: Table, answer: Row) -> bool:
    return table.duplicate_answers.filter(moves=answer["moves"]).exists()


def _go_on(table: Table, moves: str) -> None:
    """What waits for the answer follows it, the first log first."""
    waiting = table.submissions.filter(log__game__moves=moves, outcome=Outcome.SAME_MOVES)
    accounts = ("submitted_by", "submitted_entry__player")
    for submission in waiting.select_related("log__game", "table__round__stage__tournament", *accounts).order_by("pk"):
        verification = Verification.objects.filter(log=submission.log_id, engine=ENGINE_VERSION).first()
        if verification is not None and verification.status == Verification.Status.DONE:
            apply_to_table(verification, submission)
