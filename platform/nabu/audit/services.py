"""Writing the audit trail."""

from __future__ import annotations

from typing import Any

from django.db import models

from nabu.audit.models import AuditEntry
from nabu.audit.tracked import current_recorder
from nabu.players.models import User
from nabu.tournaments.models import Tournament


def record(
    actor: User | None,
    action: str,
    obj: models.Model,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    reason: str = "",
    tournament: Tournament | None = None,
    undoes: AuditEntry | None = None,
) -> AuditEntry:
    """Write one entry. Call it inside a service that is a `nabu.audit.changes.change`.

    `action` is "thing.verb" ("table.confirmed"); `before` and `after` must be JSON-able. `actor` None: the platform.
    """
    entry = AuditEntry.objects.create(
        actor=actor,
        action=action,
        tournament=tournament,
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
