"""What workers do for series."""

from __future__ import annotations

import logging

from celery import shared_task

from nabu.contests.series.making import due_series, make_for
from nabu.contests.series.services import today

logger = logging.getLogger(__name__)


@shared_task(ignore_result=True)
def make_events() -> int:
    """Make the events that are missing, each series in a transaction of its own: one that fails stops no other. Returns
    how many."""
    day, made = today(), 0
    for pk in due_series(day):
        try:
            made += make_for(pk, day)
        except Exception:
            logger.exception("The next event of series %s could not be made.", pk)
    return made
