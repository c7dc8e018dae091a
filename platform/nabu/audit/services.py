"""Writing the audit trail."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import models

from nabu.audit.models import AuditEntry
from nabu.audit.tracked import current_recorder


def record(
    actor: AbstractBaseUser | None,
    action: str,
    obj: models.Model,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    reason: str = "",
    tournament: models.Model | None = None,
    undoes: AuditEntry | None = None,
) -> AuditEntry:
    """Write one entry. Call it inside a service that is a `nabu.audit.changes.audited`.

    `action` is "thing.verb" ("table.confirmed"); `before` and `after` must be JSON-able. `actor` None: the platform.
    Eight parameters, because each is a column of the entry, and every service writes one.
    """
    entry = AuditEntry.objects.create(
        actor_id=actor.pk if actor else None,
        action=action,
        tournament_id=tournament.pk if tournament else None,
        object_type=obj._meta.label_lower,
        object_id=obj.pk,
        before=before,
        after=after,
        reason=reason,
        undoes=undoes,
    )
    recorder = current_recorder()
    if recorder is not None:
        recorder.entry = entry
    return entry
