"""Who sees a game that was sent without a table: its owner alone, until the owner shares it by its link."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from nabu.accounts.audit.changes import audited
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import Person, User
from nabu.contests.matches.models import GameLog, LogSubmission
from nabu.contests.results.permissions import can_see_log
from nabu.core.errors import NotAllowed


class Audience(StrEnum):
    """Who can open the link to a game."""

    EVERYBODY = "everybody"
    OWNER = "owner"  # and the staff of the site
    SOME = "some"  # whoever sees the tournament


@dataclass(frozen=True, slots=True)
class Sharing:
    """What a page says of who sees a game. `may_change`: this person shares it, or ends that."""

    audience: Audience
    may_change: bool


def sharing_of(user: Person, log: GameLog) -> Sharing:
    """Who sees this log, which the person sees."""
    casual = _casual(user, log) if isinstance(user, User) and user.is_active else LogSubmission.objects.none()
    own = casual.exists()
    if can_see_log(AnonymousUser(), log):
        # What a table shows to everybody is not the owner's to hide.
        return Sharing(Audience.EVERYBODY, casual.filter(shared=True).exists())
    at_table = log.submissions.filter(table__isnull=False).exists()
    return Sharing(Audience.SOME if at_table or not own else Audience.OWNER, own)


@audited
def share_log(actor: User, log: GameLog) -> None:
    """From now on everybody sees it who has the link. Raises NotAllowed."""
    _set(actor, log, shared=True)


@audited
def stop_sharing_log(actor: User, log: GameLog) -> None:
    """The owner alone sees it again; whoever has opened it may have kept it. Raises NotAllowed."""
    _set(actor, log, shared=False)


def _set(actor: User, log: GameLog, *, shared: bool) -> None:
    if not actor.is_active:
        raise NotAllowed
    # The same log may have been sent twice: it is one game.
    submissions = list(_casual(actor, log).select_for_update().order_by("pk"))
    if not submissions:
        raise NotAllowed
    changed = [submission for submission in submissions if submission.shared != shared]
    for submission in changed:
        submission.shared = shared
        submission.save(update_fields=["shared"])
    if changed:
        action = "log.shared" if shared else "log.unshared"
        audit(actor, action, changed[0], {"shared": not shared}, {"shared": shared, "sha256": log.sha256})


def _casual(user: User, log: GameLog) -> QuerySet[LogSubmission]:
    return LogSubmission.objects.filter(log=log, submitted_by=user, table=None)
