"""What workers do for series."""

from __future__ import annotations

from celery import shared_task

from nabu.contests.series.making import due_series, make_for
from nabu.contests.series.services import today


@shared_task(ignore_result=True)
def make_events() -> int:
    """Make the events that are missing, each series in a transaction of its own. Returns how many."""
    day = today()
    return sum(make_for(pk, day) for pk in due_series(day))
