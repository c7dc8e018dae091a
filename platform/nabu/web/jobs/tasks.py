"""The tasks of the workers about jobs. What they do stands in `nabu.web.jobs.running`."""

from __future__ import annotations

from celery import Task, shared_task

from nabu.core.queueing import note_sweep
from nabu.web.jobs import running


@shared_task(bind=True, acks_late=True, ignore_result=True)
def run(self: Task[[int], None], job_id: int) -> None:
    """Do a job."""
    running.run(job_id, self.request.id or "")


@shared_task(ignore_result=True)
def sweep() -> int:
    """Send again what was left behind. Returns how many were sent."""
    note_sweep()
    return running.sweep()


@shared_task(ignore_result=True)
def purge() -> int:
    """Delete what was given up long ago. Returns how many rows."""
    return running.purge()
