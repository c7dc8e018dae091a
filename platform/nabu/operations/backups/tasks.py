"""What the workers do about backups: one every night, and once a month a restore as a test."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from celery import shared_task
from django.db import connection

from engine.message import Message
from nabu.core import database_clock
from nabu.operations.backups import scheduled, trying
from nabu.operations.backups.models import Run
from nabu.operations.backups.state import scheduled_place
from nabu.web.jobs.asking import ask, live_jobs
from nabu.web.jobs.kinds import job
from nabu.web.jobs.models import Job
from nabu.web.jobs.running import Progress

BACKUP, TRY = "backup", "try restore"
MOST_SECONDS = 3 * 3600


@shared_task(ignore_result=True)
def look_after_backups() -> None:
    """Ask for what is due, unless it is being done or was called off a while ago."""
    trying.remove_old_folders()
    now = database_clock.now()
    for kind, is_due, wait in (
        (BACKUP, scheduled.is_due, scheduled.RETRY_AFTER),
        (TRY, trying.is_due, trying.AGAIN_AFTER),
    ):
        called_off = Job.objects.filter(kind=kind, status=Job.Status.CANCELLED, finished_at__gt=now - wait)
        if is_due(now) and not live_jobs(kind).exists() and not called_off.exists():
            ask(kind, kind)


def note_failure(given_up: Job) -> None:
    """A job that broke, or whose workers died, is on record like one that was refused."""
    kind, key = (
        (Run.Kind.BACKUP, "backup.broke") if given_up.kind == BACKUP else (Run.Kind.RESTORE, "backup.restore_broke")
    )
    began = given_up.started_at or given_up.queued_at
    if not Run.objects.filter(kind=kind, started_at__gte=began).exists():
        why = Message(key, {"error": given_up.error.rstrip(".") or Message("backup.killed")})
        Run.objects.create(
            kind=kind,
            place=str(scheduled_place() or ""),
            started_at=began,
            finished_at=database_clock.now(),
            problem=why.to_json(),
        )


@job(BACKUP, queue="maintenance", attempts=2, seconds=MOST_SECONDS, gave_up=note_failure)
def make_backup(progress: Progress) -> None:
    """Make the backup of today and read it back."""
    if not scheduled.is_due(database_clock.now()):
        return

    def step(done: int, total: int, key: str) -> None:
        try:
            progress.step(done, total, Message(key))
        finally:
            connection.close()

    # The rows are read in a transaction that must not write: progress is told over a connection of its own.
    with ThreadPoolExecutor(1) as beside:
        scheduled.make(
            lambda _line: None,
            watch=lambda done, total: beside.submit(step, done, total, "backup.writing").result(),
            reading=lambda: progress.step(0, 0, Message("backup.reading_back")),
        )


@job(TRY, queue="maintenance", attempts=2, seconds=MOST_SECONDS, gave_up=note_failure)
def try_restore(progress: Progress) -> None:
    """Restore the latest backup into a database that is thrown away."""
    if not trying.is_due(database_clock.now()):
        return
    trying.try_restore(lambda: progress.step(0, 0, Message("backup.restoring")))
