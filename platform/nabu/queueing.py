"""Handing a task to the workers, and what the broker says about them.

Whatever may be lost has a row: if the broker is away, a sweep sends it later.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import redis
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)

SWEPT_AT = "nabu:swept-at"
"""The key of the broker under which the workers write when they swept last: beat has asked them to."""

PATIENCE = 1.0
"""So many seconds the broker has for an answer: whoever asks is a page."""


def enqueue(
    task: str,
    *arguments: object,
    queue: str = settings.CELERY_TASK_DEFAULT_QUEUE,
    countdown: float | None = None,
    **options: Any,
) -> bool:
    """Tell a worker, by one of `settings.QUEUES`. False if the broker cannot be reached: the sweep asks again.

    A service names the task ("nabu.jobs.tasks.run"), because tasks import services and not the other way round.
    """
    try:
        current_app.send_task(task, arguments, retry=False, queue=queue, countdown=countdown, **options)
    except current_app.connection_for_write().connection_errors + (OperationalError,) as error:
        logger.warning("%s%s is not queued, the broker is away: %s", task, arguments, error)
        return False
    return True


def note_sweep() -> None:
    """A worker has swept. Without a broker nobody asks what beat does."""
    try:
        with _broker() as broker:
            broker.set(SWEPT_AT, time.time())
    except (redis.RedisError, OSError) as error:
        logger.warning("the sweep could not be noted, the broker is away: %s", error)


def queue_lengths() -> dict[str, int] | None:
    """How many messages wait in each queue. None if the broker does not answer."""
    try:
        with _broker() as broker, broker.pipeline(transaction=False) as asked:
            for name in settings.QUEUES:
                asked.llen(name)
            return dict(zip(settings.QUEUES, asked.execute(), strict=True))
    except (redis.RedisError, OSError):
        return None


def seconds_since_sweep() -> float | None:
    """How long ago the workers swept last. None if nobody knows."""
    try:
        with _broker() as broker:
            written = broker.get(SWEPT_AT)
    except (redis.RedisError, OSError):
        return None
    return max(0.0, time.time() - float(written)) if written else None


def workers_that_answer() -> list[str]:
    """The names of the workers that answer through the broker at once."""
    try:
        answers = current_app.control.inspect(timeout=PATIENCE).ping()
    except current_app.connection_for_read().connection_errors + (OperationalError,):
        return []
    return sorted(answers or {})


@contextmanager
def _broker() -> Iterator[redis.Redis]:
    client = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE)
    try:
        yield client
    finally:
        client.close()
