"""Reading the seats of many tables."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch

from nabu.matches.models import Seat


def with_players(path: str = "seats") -> Prefetch[Any]:
    """Prefetch seats in order with their players.

    They are joined, not prefetched one after the other: of rows behind a foreign key Django asks SQLite for each by
    its number, and SQLite refuses a thousand of them.
    """
    return Prefetch(path, Seat.objects.select_related("entry__player").order_by("position"))
