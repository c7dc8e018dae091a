"""Writing the audit trail."""

from __future__ import annotations

from typing import Any

from django.db import models

from nabu.audit.models import AuditEntry
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
) -> AuditEntry:
    """Write one entry. Call it inside the transaction that makes the change.

    `action` is "thing.verb" ("table.confirmed"); `before` and `after` must be JSON-able. `actor` None: the platform.
    """
    return AuditEntry.objects.create(
        actor=actor,
        action=action,
        tournament=tournament,
        object_type=obj._meta.label_lower,
        object_id=obj.pk,
        before=before,
        after=after,
        reason=reason,
    )
