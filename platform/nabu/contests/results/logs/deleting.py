"""A game that was sent without a table, deleted by who sent it: it may name people who never agreed to be named."""

from __future__ import annotations

from django.db.models import QuerySet

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Person, User
from nabu.contests.matches.models import GameLog, LogSubmission, Verification
from nabu.contests.results.signals import logs_go
from nabu.core.errors import NotAllowed


def can_delete_log(user: Person, log: GameLog) -> bool:
    """Who sent it without a table."""
    return isinstance(user, User) and user.is_active and _sent_without_table(user, log).exists()


@audited
def delete_log(actor: User, log: GameLog) -> bool:
    """Forget that this account sent the log. Returns whether the file itself is gone, with its verdict, and with its
    reviews unless the game is in another file: it stays if a table needs it or somebody else has sent it. The audit
    trail keeps the digest. Raises NotAllowed.
    """
    # In the order of the worker. Whoever sends the same file now waits for the row of the log, or is waited for.
    list(Verification.objects.select_for_update().filter(log=log).order_by("pk"))
    locked = GameLog.objects.select_for_update().defer("content").filter(pk=log.pk).first()
    if locked is None or not can_delete_log(actor, locked):
        raise NotAllowed
    own = list(_sent_without_table(actor, locked).order_by("pk"))
    gone = not locked.submissions.exclude(pk__in=[submission.pk for submission in own]).exists()
    audit(actor, "log.deleted", own[0], {"sha256": log.sha256, "size": log.size}, {"file_deleted": gone})
    for submission in own:
        submission.delete()
    if gone:
        delete_files(GameLog.objects.filter(pk=locked.pk))
    return gone


def delete_files(logs: QuerySet[GameLog]) -> None:
    """Delete files that nothing needs any more, in the caller's transaction. What others have asked of the same game in
    another file stays (`logs_go`).
    """
    logs_go.send(sender=GameLog, logs=logs)
    logs.delete()


def _sent_without_table(user: User, log: GameLog) -> QuerySet[LogSubmission]:
    return LogSubmission.objects.filter(log=log, submitted_by=user, table=None)
