"""The tasks of the workers about experiments. What they do stands in `nabu.lab.runs`."""

from __future__ import annotations

import logging

from celery import Task, shared_task

from nabu.lab import runs

logger = logging.getLogger(__name__)


@shared_task(bind=True, acks_late=True, ignore_result=True)
def run_chunk(self: Task[[int], None], chunk_id: int) -> None:
    """Play a part of an experiment."""
    try:
        runs.play_chunk(chunk_id, self.request.id or "")
    except Exception:  # the time limit too: whatever it is, the row must say so
        logger.exception("chunk %s of an experiment broke", chunk_id)
        runs.release_chunk(chunk_id)


@shared_task(ignore_result=True)
def sweep_experiments() -> int:
    """Send again what was left behind. Returns how many were sent."""
    return runs.sweep()
