"""Asking for work and calling it off, in the caller's transaction: what is rolled back was never asked for."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine.message import Message
from nabu.accounts.players.models import User
from nabu.core import database_clock
from nabu.core.errors import Refused
from nabu.core.logs import origin
from nabu.core.queueing import enqueue
from nabu.web.jobs.counts import JOBS_ENDED
from nabu.web.jobs.kinds import KINDS
from nabu.web.jobs.models import LIVE, Job

logger = logging.getLogger(__name__)

LOST_AFTER = timedelta(seconds=15)
"""A message that was not heard of for so long may be lost."""

AGAIN_AFTER = timedelta(seconds=3)
"""Who has nothing to do before a time that has passed is asked again so much later."""

Payload = Mapping[str, Any]


def ask(kind: str, key: str | None = None, payload: Payload | None = None, asked_by: User | None = None) -> Job:
    """Have one thing done after the commit; see `ask_all`. Without a key it is one more job each time."""
    return ask_all(kind, [(key, payload or {})], asked_by)[0]


def ask_all(
    kind: str, wanted: Sequence[tuple[str | None, Payload]], asked_by: User | None = None, *, tell: bool = True
) -> list[Job]:
    """Have things done after the commit, each with its key and payload. Unless a worker is to be told, the caller does
    them, and the sweep if the caller dies.

    What is queued under the key already is done once, sooner if this kind is more urgent; what is being done is done
    once more afterwards. A key stays locked until the end of the transaction.
    """
    asked, now = KINDS[kind], database_clock.now()
    keys = [key for key, _payload in wanted if key]
    with transaction.atomic(savepoint=False):
        asked_before = Job.objects.select_for_update().filter(key__in=keys).order_by("key") if keys else ()
        known = {found.key: found for found in asked_before}
        new = [
            Job(
                kind=kind,
                key=key,
                payload=payload,
                asked_by=asked_by,
                origin=origin(),
                again=True,
                queued_at=now,
                look_at=now + LOST_AFTER,
                deadline=now + asked.lifetime if asked.lifetime else None,
            )
            for key, payload in wanted
            if key not in known
        ]
        late = [
            found
            for found in known.values()
            if found.status == Job.Status.QUEUED and (found.run_after or asked.rank < KINDS[found.kind].rank)
        ]
        if known:
            Job.objects.filter(pk__in=[found.pk for found in known.values()]).update(
                again=True, run_after=None, origin=origin()
            )
            Job.objects.filter(pk__in=[found.pk for found in late]).update(kind=kind, look_at=now + LOST_AFTER)
        # Somebody else may have asked for the same in this moment.
        Job.objects.bulk_create(new, update_conflicts=True, unique_fields=["key"], update_fields=["again", "run_after"])
        for sent in (*new, *late) if tell else ():
            transaction.on_commit(partial(send, sent.pk, kind), robust=True)
    return [*known.values(), *new]


def send(job_id: int, kind: str, countdown: float | None = None) -> bool:
    """Tell a worker. False if the broker is away: the sweep tells it later."""
    found = KINDS[kind]
    logger.info("job %s sent: %s", job_id, kind)
    limit = {} if found.seconds is None else {"time_limit": found.seconds, "soft_time_limit": found.seconds - 10}
    return enqueue("nabu.jobs.tasks.run", job_id, queue=found.queue, countdown=countdown, **limit)


def put_back(job: Job, when: datetime | None = None) -> None:
    """Let another task go on with it: at once, or then. In the caller's transaction, which has locked the row."""
    now = database_clock.now()
    if job.again:
        when = None
    elif when is not None and when <= now:
        # By the clock of its worker it is still too early: it would come back at once, again and again.
        when = now + AGAIN_AFTER
    soon = when is None or when - now < LOST_AFTER
    job.status, job.attempts, job.queued_at, job.run_after = Job.Status.QUEUED, 0, now, when
    job.look_at = (when or now) + (LOST_AFTER if soon else timedelta())
    job.save(update_fields=["status", "attempts", "queued_at", "run_after", "look_at"])
    if soon:
        countdown = max(0.0, (when - now).total_seconds()) + 0.1 if when else None
        transaction.on_commit(partial(send, job.pk, job.kind, countdown), robust=True)


@transaction.atomic
def cancel(job: Job) -> Job:
    """Call a job off: at once while it waits, at its next step while it is being done. Raises Refused if it is over."""
    current = Job.objects.select_for_update().get(pk=job.pk)
    if not current.is_live:
        raise Refused(_("This has already ended."))
    current.cancel_asked = True
    current.save(update_fields=["cancel_asked"])
    if current.status == Job.Status.QUEUED:
        end(current, Job.Status.CANCELLED, Message("job.cancelled_before"))
    return current


def end(job: Job, status: Job.Status, message: Message | None = None, along: int = 0) -> None:
    """It is over, unless somebody asked again meanwhile; so many others that were taken `along` are over too. In the
    caller's transaction, which has locked the row."""
    kind = KINDS[job.kind]
    transaction.on_commit(partial(JOBS_ENDED.inc, job.kind, status.value, by=1 + along), robust=True)
    if status == Job.Status.FAILED and kind.gave_up:
        kind.gave_up(job)
    if status == Job.Status.DONE and not kind.kept and Job.objects.filter(pk=job.pk, again=False).delete()[0]:
        return
    job.refresh_from_db(fields=["again"])
    if job.again and job.status == Job.Status.RUNNING and status != Job.Status.CANCELLED:
        put_back(job)
    else:
        job.status, job.key, job.again, job.finished_at = status, None, False, database_clock.now()
        job.message = message.to_json() if message else job.message
        job.save()


def live_jobs(*kinds: str) -> QuerySet[Job]:
    """The jobs of these kinds that wait or are being done."""
    return Job.objects.filter(kind__in=kinds, status__in=LIVE)
