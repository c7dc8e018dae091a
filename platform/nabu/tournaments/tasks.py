"""The tasks of the workers about tournaments. What they do stands in `nabu.tournaments.jobs`."""

from __future__ import annotations

import logging

from celery import Task, shared_task

from nabu.tournaments import jobs

logger = logging.getLogger(__name__)


@shared_task(bind=True, acks_late=True, ignore_result=True)
def run_job(self: Task[[int], None], job_id: int) -> None:
    """Do a job."""
    try:
        jobs.run(job_id, self.request.id or "")
    except Exception:  # the time limit too: whatever it is, the row must say so
        logger.exception("job %s broke", job_id)
        jobs.give_back(job_id)


@shared_task(ignore_result=True)
def sweep_jobs() -> int:
    """Send again what was left behind. Returns how many were sent."""
    return jobs.sweep()
