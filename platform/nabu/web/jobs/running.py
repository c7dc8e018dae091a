"""Doing jobs. A message may be lost, come twice, or its worker may die in the middle.

Whoever takes the row on, works; what a worker found out counts only if the row is still its own when it is written, in
the same transaction.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import override

from engine.message import Message
from nabu.core import database_clock, outages
from nabu.core.errors import NotAllowed, Refused
from nabu.core.logs import log_context
from nabu.web.jobs.asking import LOST_AFTER, end, put_back, send
from nabu.web.jobs.counts import JOB_SECONDS
from nabu.web.jobs.kinds import KINDS, Kind
from nabu.web.jobs.models import LIVE, Job

logger = logging.getLogger(__name__)

LOST_AFTER_AT_MOST = timedelta(minutes=10)
"""The longer something waits, the less likely its message is lost: with a long queue most of them are only waiting."""

MOST_SENT = 100
"""So many are sent again in one sweep."""

ROLLOUT = timedelta(minutes=10)
"""So long, during an update of the site, a job is left to workers of the version that asked for it."""

LOOK_AGAIN = timedelta(seconds=3)
"""So long until they are looked for again."""

KEPT_FOR = timedelta(days=settings.KEEP_DAYS["jobs"])
"""So long what was given up is kept for whoever looks for the error."""


class Cancelled(Exception):
    """Somebody called the job off, or it is not this worker's any more."""


class NotDone(Exception):
    """A job that does its work in steps has used up the time of one task; another task goes on."""


class Later(Exception):
    """There is nothing more to do before that moment."""

    def __init__(self, when: datetime) -> None:
        super().__init__(when)
        self.when = when


class Progress:
    """One run of a job: what it tells those who watch, and its end."""

    def __init__(self, job: Job, kind: Kind) -> None:
        self.job = job
        self.kind = kind
        self.is_over = False
        self.along: list[Job] = []

    def take_along(self, most: int) -> list[Job]:
        """Take on others of its kind that have no key, so many at most, the longest waiting first.

        They end with this one. If it breaks, each is tried again alone, so that one that always breaks harms no other.
        """
        if self.job.attempts > 1:
            return []
        now = database_clock.now()
        waiting = Job.objects.filter(
            Q(deadline=None) | Q(deadline__gt=now),
            kind=self.job.kind,
            key=None,
            status=Job.Status.QUEUED,
            attempts=0,
            run_after=None,
            cancel_asked=False,
        ).order_by("pk")
        if not (found := list(waiting.values_list("pk", flat=True)[:most])):
            return []
        with transaction.atomic():
            self.along = list(waiting.select_for_update().filter(pk__in=found))
            Job.objects.filter(pk__in=[job.pk for job in self.along]).update(
                status=Job.Status.RUNNING,
                task=self.job.task,
                look_at=now + self.kind.lease,
                attempts=1,
                runs=F("runs") + 1,
                started_at=now,
            )
        return self.along

    def leave(self, attempts: int = 0) -> None:
        """Those that were taken along and did not end with this one are still to be done; alone after an attempt."""
        if self.along:
            left = self._along()
            left.update(status=Job.Status.QUEUED, attempts=attempts, look_at=database_clock.now() + LOST_AFTER)
            self.along = []

    def _along(self) -> Any:
        """Their rows, while no other task has taken them on."""
        mine = Job.objects.filter(status=Job.Status.RUNNING, task=self.job.task)
        return mine.filter(pk__in=[job.pk for job in self.along])

    def leave_to_other_version(self) -> None:
        """For work that only another version of the site does right: raises Later unless its workers had `ROLLOUT`."""
        now = database_clock.now()
        if self.job.started_at is not None and now < self.job.started_at + ROLLOUT:
            raise Later(now + LOOK_AGAIN)

    def step(self, done: int = 0, total: int = 0, message: Message | None = None) -> None:
        """So much is done. Raises Cancelled if nobody wants the rest. A worker that tells nothing for long is lost."""
        told: dict[str, Any] = {"look_at": database_clock.now() + self.kind.lease}
        if message is not None:
            told |= {"done": done, "total": total, "message": message.to_json()}
        if not _mine(self.job).filter(cancel_asked=False).update(**told):
            raise Cancelled

    @contextmanager
    def last_step(self, message: Message | None = None) -> Iterator[dict[str, Any]]:
        """Write the result inside: it counts together with the end of the job, or not at all.

        What is put into the dictionary stands in the payload of the job, for the link to what was made.
        """
        with transaction.atomic():
            job = _mine(self.job).select_for_update().filter(cancel_asked=False).first()
            if job is None:
                raise Cancelled
            if self.along and self._along().delete()[0] < len(self.along):
                raise Cancelled
            made: dict[str, Any] = {}
            yield made
            job.done, job.payload = job.total, {**job.payload, **made}
            end(job, Job.Status.DONE, message, along=len(self.along))
        self.is_over, self.along = True, []


def run(job_id: int, task_id: str) -> None:
    """Do a job. Doing it again, or twice at the same time, does nothing more."""
    if not Job.objects.filter(pk=job_id, status__in=LIVE).exists():
        return  # without the lock that those who have something to write wait for
    job = _begin(job_id, task_id)
    if job is None:
        return
    with log_context(job=job.pk, kind=job.kind, **job.origin):
        _run(job)


def _run(job: Job) -> None:
    started = time.perf_counter()
    progress = Progress(job, KINDS[job.kind])
    ending = "done"
    try:
        with override(job.payload.get("language") or settings.LANGUAGE_CODE):
            progress.kind.work(progress)
        if not progress.is_over:
            with progress.last_step():
                pass
    except Cancelled:
        ending = "cancelled"
        _with_mine(job, _gave_up)
    except NotDone:
        ending = "to be continued"
        _with_mine(job, put_back)
    except Later as later:
        ending = "later"
        _with_mine(job, put_back, later.when)
    except (Refused, NotAllowed) as refusal:
        ending = "refused"
        reason = refusal.why if isinstance(refusal, Refused) else Message("job.not_allowed")
        _with_mine(job, end, Job.Status.FAILED, reason)
    except Exception as error:  # the time limit too: whatever it is, the row must say so
        if why := outages.reason(error):
            # Not the fault of the job, and no attempt of it.
            logger.warning("%s postponed: the database or its disk is %s: %s", job, why, error)
            _with_mine(job, put_back, database_clock.now() + LOST_AFTER)
            return
        ending = "broke"
        logger.exception("%s failed in attempt %s", job, job.attempts)
        _with_mine(job, _broke, f"{type(error).__name__}: {error}")
        progress.leave(attempts=1)
    finally:
        progress.leave()
        seconds = time.perf_counter() - started
        JOB_SECONDS.inc(job.kind, by=seconds)
    logger.info("job %s %s", job.pk, ending, extra={"fields": {"ms": round(1000 * seconds)}})


def sweep() -> int:
    """Send again what was left: queued rows whose message may be lost, running ones whose worker must be gone.

    What is to be looked at later than we ever say was written before the clock was set back. Returns how many were
    sent.
    """
    now = database_clock.now()
    short = [kind.name for kind in KINDS.values() if kind.seconds is None]
    ahead = Q(look_at__gt=now + LOST_AFTER_AT_MOST, run_after=None, kind__in=short)
    left = Job.objects.filter(Q(look_at__lte=now) | ahead, status__in=LIVE, kind__in=KINDS)
    sent = 0
    for pk in left.order_by("look_at").values_list("pk", flat=True)[:MOST_SENT]:
        with transaction.atomic():
            job = left.select_for_update().filter(pk=pk).first()
            if job is None or _gave_up(job):
                continue
            wait = min(max(LOST_AFTER, now - job.queued_at), LOST_AFTER_AT_MOST)
            job.status, job.look_at = Job.Status.QUEUED, now + wait
            job.save(update_fields=["status", "look_at"])
        if not send(pk, job.kind):
            Job.objects.filter(pk=pk, status=Job.Status.QUEUED).update(look_at=now)
            break
        sent += 1
    return sent


def purge() -> int:
    """Delete what was given up long ago. Returns how many rows."""
    kept = [name for name, kind in KINDS.items() if kind.kept]
    old = Job.objects.filter(finished_at__lt=database_clock.now() - KEPT_FOR).exclude(kind__in=kept)
    return old.delete()[0]


@transaction.atomic
def _begin(job_id: int, task_id: str) -> Job | None:
    """Take the job on. None if there is nothing to do: it is over, it is too early, or another task is at it.

    A running row is taken on only by the same task, whose message came back because its worker is gone; other
    abandoned rows are the sweep's. A message of a job that may take longer than the broker waits says nothing, and
    neither does one that comes again after the last attempt has begun: only the sweep gives up what may still be done.
    """
    now = database_clock.now()
    found = Job.objects.select_for_update().filter(pk=job_id, kind__in=KINDS)
    job = found.filter(Q(run_after=None) | Q(run_after__lte=now), status__in=LIVE).first()
    if job is None:
        return None
    kind = KINDS[job.kind]
    if job.status == Job.Status.RUNNING and (job.task != task_id or kind.seconds is not None):
        return None
    if job.status == Job.Status.RUNNING and job.attempts >= kind.attempts and job.look_at > now:
        return None
    if _gave_up(job):
        return None
    job.status, job.task, job.again, job.look_at = Job.Status.RUNNING, task_id, False, now + kind.lease
    job.attempts, job.runs, job.started_at = job.attempts + 1, job.runs + 1, job.started_at or now
    job.save(update_fields=["status", "task", "again", "look_at", "attempts", "runs", "started_at"])
    if kind.began:
        kind.began(job)
    return job


def _gave_up(job: Job) -> bool:
    """End what was called off, and what was tried too often or too late."""
    if job.cancel_asked:
        end(job, Job.Status.CANCELLED, KINDS[job.kind].cancelled)
    elif job.attempts >= KINDS[job.kind].attempts:
        end(job, Job.Status.FAILED, Message("job.gave_up", {"tries": job.attempts}))
    elif job.deadline is not None and job.deadline < database_clock.now():
        end(job, Job.Status.FAILED, Message("job.too_late"))
    else:
        return False
    return True


def _broke(job: Job, error: str) -> None:
    """After an unexpected error the sweep will try again, until it was tried too often."""
    job.error = error[:1000]
    if not _gave_up(job):
        job.status, job.look_at = Job.Status.QUEUED, database_clock.now() + LOST_AFTER
        job.save(update_fields=["error", "status", "look_at"])


def _mine(job: Job) -> Any:
    """The row, while no other task has taken it on."""
    return Job.objects.filter(pk=job.pk, status=Job.Status.RUNNING, runs=job.runs)


def _with_mine(job: Job, write: Any, *arguments: Any) -> None:
    with transaction.atomic():
        current = _mine(job).select_for_update().first()
        if current is not None:
            write(current, *arguments)
