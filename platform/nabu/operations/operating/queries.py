"""What is to be known about the running site, for the metrics and the status page."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from sqlite3 import sqlite_version

from django.conf import settings
from django.db import connection
from django.db.models import Count, Min, Q, QuerySet

from engine import ENGINE_VERSION
from nabu.contests.matches.models import LogSubmission, Verification
from nabu.core import database_clock
from nabu.core.disk import facts_folder
from nabu.core.queueing import queue_lengths
from nabu.web.jobs.kinds import KINDS
from nabu.web.jobs.models import Job

VERDICTS_OF = timedelta(hours=1)
FAILURES_OF = timedelta(days=1)


@dataclass(slots=True)
class Queue:
    """One queue: its messages with the broker (None if that does not answer), and the jobs behind it by their rows."""

    name: str
    messages: int | None = None
    waiting: int = 0
    running: int = 0
    oldest_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Disk:
    """The file system that a folder of the site is on."""

    name: str
    folder: Path
    total: int
    free: int

    @property
    def is_low(self) -> bool:
        """Less than a tenth or half a gigabyte."""
        return self.free < min(self.total / 10, 5 * 10**9) or self.free < 5 * 10**8


def queues() -> list[Queue]:
    """All queues, the most urgent first. A job that is to begin later does not wait yet."""
    now = database_clock.now()
    lengths = queue_lengths()
    found = {name: Queue(name, lengths[name] if lengths else None) for name in settings.QUEUES}
    due = Q(status=Job.Status.QUEUED) & (Q(run_after=None) | Q(run_after__lte=now))
    rows = (
        Job.objects.filter(status__in=[Job.Status.QUEUED, Job.Status.RUNNING])
        .order_by()
        .values("kind")
        .annotate(
            waiting=Count("pk", filter=due),
            running=Count("pk", filter=Q(status=Job.Status.RUNNING)),
            oldest=Min("queued_at", filter=due),
        )
    )
    for row in rows:
        if row["kind"] not in KINDS:
            continue
        queue = found[KINDS[row["kind"]].queue]
        queue.waiting += row["waiting"]
        queue.running += row["running"]
        if row["oldest"]:
            queue.oldest_seconds = max(queue.oldest_seconds, (now - row["oldest"]).total_seconds())
    return list(found.values())


def verdict_delays(now: datetime | None = None) -> list[float]:
    """The seconds from each upload of the last hour to its verdict, sorted. A known log has its verdict at once."""
    since = (now or database_clock.now()) - VERDICTS_OF
    rows = LogSubmission.objects.filter(
        submitted_at__gte=since,
        log__verifications__engine=ENGINE_VERSION,
        log__verifications__status=Verification.Status.DONE,
    ).values_list("submitted_at", "log__verifications__finished_at")
    return sorted(max(0.0, (finished - sent).total_seconds()) for sent, finished in rows if finished)


def failed_jobs() -> QuerySet[Job]:
    """What was given up within the last day, the latest first."""
    since = database_clock.now() - FAILURES_OF
    return Job.objects.filter(status=Job.Status.FAILED, finished_at__gte=since).order_by("-finished_at")


def disks() -> list[Disk]:
    """The file systems of what the site keeps."""
    found = []
    for name, folder in (("var", settings.VAR), ("facts", facts_folder())):
        # A folder that nobody has made yet will be where its parent is.
        there = next(path for path in (folder, *folder.parents) if path.exists())
        usage = shutil.disk_usage(there)
        found.append(Disk(name, folder, usage.total, usage.free))
    return found


def database_bytes() -> int:
    """How large the database is, SQLite's write-ahead log included."""
    if connection.vendor == "sqlite":
        name = str(connection.settings_dict["NAME"])
        return sum(Path(name + end).stat().st_size for end in ("", "-wal") if Path(name + end).exists())
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def database_connections() -> tuple[int, int] | None:
    """How many clients the PostgreSQL server has now, and how many it allows. None on SQLite."""
    if connection.vendor == "sqlite":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(numbackends), current_setting('max_connections') FROM pg_stat_database")
        used, most = cursor.fetchone()
        return int(used), int(most)


def database_version() -> str:
    """The name and version of the database server."""
    if connection.vendor == "sqlite":
        return f"SQLite {sqlite_version}"
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        return f"PostgreSQL {str(cursor.fetchone()[0]).split()[0]}"
