"""Months as the statistics write them: 202611 is November 2026, UTC."""

from __future__ import annotations

from datetime import date


def first_day(month: int) -> date:
    """The first day of the month. Raises ValueError for a number that is no month."""
    return date(month // 100, month % 100, 1)
