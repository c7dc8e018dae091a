"""Objections to confirmed results: made by players and by logs, answered by directors.

An objection changes nothing by itself. Everything here but the services runs inside the transaction of its caller, who
has locked the table.
"""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.message import Message
from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.contests.matches.models import LogSubmission, Objection, Table
from nabu.contests.results.permissions import can_object, can_overrule
from nabu.contests.results.settling.counting import Outcome, Status, check_playable, lock_table
from nabu.contests.tournaments.locks import OVER, RUNNING
from nabu.core.errors import NotAllowed, Refused

MOST_OBJECTIONS = 3
"""So often one person may object at one table."""

Answer = Objection.Answer


@audited
def object_to_result(actor: User, table: Table, reason: str) -> Objection:
    """A player of the table says that its confirmed result is wrong. It stands until a director has answered."""
    locked = lock_table(table)
    if not can_object(actor, locked):
        raise NotAllowed
    check_playable(locked, {RUNNING, *OVER})
    reason = reason.strip()
    if not reason:
        raise Refused(_("Say what is wrong with this result."))
    if locked.status != Status.CONFIRMED:
        raise Refused(_("This table has no confirmed result to object to."))
    if locked.objections.filter(made_by=actor, answer=Answer.NONE).exists():
        raise Refused(_("Your objection is already open. A director will answer it."))
    return make_objection(actor, locked, reason)


@audited
def make_objection(actor: User, table: Table, reason: str = "", submission: LogSubmission | None = None) -> Objection:
    """Write an objection down. A log joins the open objection of whoever sent it. Raises Refused after too many."""
    mine = table.objections.filter(made_by=actor)
    objection = mine.filter(answer=Answer.NONE).first()
    if objection is None and mine.count() >= MOST_OBJECTIONS:
        raise Refused(Message("results.objections_used_up", {"most": MOST_OBJECTIONS}))
    if objection is None:
        objection = Objection(table=table, made_by=actor, reason=reason)
    elif objection.submission_id is not None:
        set_log_of(objection, Outcome.NOT_USED, Message("results.other_log_objects"))
    objection.submission = submission
    objection.save()
    after = {"sha256": submission.log.sha256, "submission": submission.pk} if submission else None
    audit(actor, "table.objected", table, after=after, reason=reason, tournament=table.round.stage.tournament)
    return objection


@audited
def reject_objection(actor: User, objection: Objection, reason: str) -> Objection:
    """A director lets the result stand, and says why. To accept an objection is to correct the result."""
    locked = lock_table(objection.table)
    if not can_overrule(actor, locked):
        raise NotAllowed
    reason = reason.strip()
    if not reason:
        raise Refused(_("Enter a reason for rejecting the objection."))
    current = locked.objections.filter(pk=objection.pk, answer=Answer.NONE).first()
    if current is None:
        raise Refused(_("This objection was already answered."))
    _answer(actor, current, Answer.REJECTED, reason)
    set_log_of(current, Outcome.NOT_USED, Message("results.objection_rejected", {"reason": reason}))
    audit(actor, "table.objection_rejected", locked, reason=reason, tournament=locked.round.stage.tournament)
    return current


def answer_objections(actor: User, table: Table, answer: Objection.Answer, reason: str) -> None:
    """Answer every open objection at a table that a director has decided again. Its logs are the caller's to set."""
    for objection in table.objections.filter(answer=Answer.NONE):
        _answer(actor, objection, answer, reason)


def set_log_of(objection: Objection, outcome: LogSubmission.Outcome, why: Message) -> None:
    """What became of the log of an objection, if it has one."""
    objection.table.submissions.filter(objections=objection).update(outcome=outcome, note=why.to_json())


def _answer(actor: User, objection: Objection, answer: Objection.Answer, reason: str) -> None:
    objection.answer, objection.answer_reason = answer, reason
    objection.answered_by, objection.answered_at = actor, timezone.now()
    objection.save(update_fields=["answer", "answer_reason", "answered_by", "answered_at"])
