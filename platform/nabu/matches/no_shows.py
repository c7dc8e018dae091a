"""Players who say that somebody is missing at their table."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from nabu.audit.models import AuditEntry
from nabu.matches.models import Table

CALLED = "table.no_show_called"


def no_show_calls(tables: Collection[int]) -> dict[int, datetime]:
    """When a player of these tables said first that somebody is missing, by table. Whether that still matters depends
    on the table: only an open one waits for somebody."""
    calls = AuditEntry.objects.filter(
        action=CALLED, object_type=Table._meta.label_lower, object_id__in=tables
    ).values_list("object_id", "at")
    return dict(calls.order_by("-pk"))
