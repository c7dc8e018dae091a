"""Which of the tournaments somebody may see were asked for by a program."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.db.models import QuerySet

from nabu.accounts.audit.models import AuditEntry
from nabu.contests.tournaments.models import Tournament
from nabu.core.name_keys.search import named


def narrowed(
    found: QuerySet[Tournament],
    *,
    search: str = "",
    starts_from: date | None = None,
    starts_until: date | None = None,
    changed_since: datetime | None = None,
    **columns: Any,
) -> QuerySet[Tournament]:
    """Those with all words in their name, whose first day lies in the period, whose history has an entry since a
    moment, and whose `columns` have these values."""
    found = found.filter(named(search), **columns)
    if starts_from is not None:
        found = found.filter(starts_on__gte=starts_from)
    if starts_until is not None:
        found = found.filter(starts_on__lte=starts_until)
    if changed_since is not None:
        changed = AuditEntry.objects.filter(at__gte=changed_since, tournament__isnull=False)
        found = found.filter(pk__in=changed.order_by().values("tournament"))
    return found
