"""Reading what many tables have in common: their seats with players, and calls about somebody who is missing."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import Prefetch

from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.contests.matches.models import Seat, Table

CALLED = "table.no_show_called"


def with_players(path: str = "seats") -> Prefetch[Any]:
    """Prefetch seats in order with their players.

    They are joined, not prefetched one after the other: of rows behind a foreign key Django asks SQLite for each by
    its number, and SQLite refuses a thousand of them.
    """
    return Prefetch(path, Seat.objects.select_related("entry__player").order_by("position"))


def entry_at(table: Table, user: User) -> int | None:
    """The entry with which the account's player sits at this table; None if there is no such seat.

    It is asked for many times while a page is made or a result reported, so the table remembers it: who sits at it
    changes before its round is published, or in another row.
    """
    known: dict[int, int | None] = table.__dict__.setdefault("_entries", {})
    if user.pk not in known:
        if "seats" in getattr(table, "_prefetched_objects_cache", {}):
            known[user.pk] = next((seat.entry_id for seat in table.seats.all() if _plays(user, seat)), None)
        else:
            own = table.seats.filter(entry__player__user=user).values_list("entry_id", flat=True)
            known[user.pk] = own.first()
    return known[user.pk]


def _plays(user: User, seat: Seat) -> bool:
    return seat.entry.player.user_id == user.pk


def no_show_calls(tables: Collection[int]) -> dict[int, datetime]:
    """When a player of these tables said first that somebody is missing, by table. Whether that still matters depends
    on the table: only an open one waits for somebody."""
    calls = AuditEntry.objects.filter(
        action=CALLED, object_type=Table._meta.label_lower, object_id__in=tables
    ).values_list("object_id", "at")
    return dict(calls.order_by("-pk"))
