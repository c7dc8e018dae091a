"""Writing the audit trail."""

from __future__ import annotations

from typing import Any, Protocol

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import models

from nabu.accounts.audit.acting import role_of
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.audit.tracked import current_tracker


class WithoutAccount(Protocol):
    """Somebody who acts for a seat without an account."""

    @property
    def entry_id(self) -> int:
        """The entry of that seat."""
        ...


def audit(
    actor: AbstractBaseUser | WithoutAccount | None,
    action: str,
    obj: models.Model,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    reason: str = "",
    tournament: models.Model | None = None,
    undoes: AuditEntry | None = None,
) -> AuditEntry:
    """Write one entry. Call it inside a service that is a `nabu.accounts.audit.changes.audited`.

    `action` is "thing.verb" ("table.confirmed"); `before` and `after` must be JSON-able. `actor` None: the platform.
    Eight parameters, because each is a column of the entry, and every service writes one.
    """
    entry = AuditEntry.objects.create(
        actor_id=actor.pk if isinstance(actor, AbstractBaseUser) else None,
        entry_id=None if actor is None or isinstance(actor, AbstractBaseUser) else actor.entry_id,
        acting=role_of(actor, action, obj, tournament),
        action=action,
        tournament_id=tournament.pk if tournament else None,
        object_type=obj._meta.label_lower,
        object_id=obj.pk,
        before=before,
        after=after,
        reason=reason,
        undoes=undoes,
    )
    tracker = current_tracker()
    if tracker is not None:
        tracker.entry = entry
    return entry
