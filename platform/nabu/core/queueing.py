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

from nabu.core import database_clock
from nabu.core.circuit_breaker import Pause

logger = logging.getLogger(__name__)

SWEPT_AT = "nabu:swept-at"
"""The key of the broker under which the workers write when they swept last: beat has asked them to."""

ANSWER_SECONDS = 1.0
"""So many seconds the broker has for an answer: whoever asks is a page."""

SLOW_SECONDS = 1.0
"""A broker that refuses sooner costs nobody anything, so it is asked every time."""

PAUSE = Pause()


def broker_errors() -> tuple[type[BaseException], ...]:
    """What goes wrong when the broker is away, hangs, or may not write any more because its disk is full."""
    connection = current_app.connection_for_write()
    return (*connection.connection_errors, *connection.channel_errors, OperationalError)


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
    broker = current_app.conf.broker_url
    if PAUSE.holds(broker):
        logger.info("%s%s not queued: the broker did not answer recently", task, arguments)
        return False
    start = time.monotonic()
    try:
        current_app.send_task(task, arguments, retry=False, queue=queue, countdown=countdown, **options)
    except broker_errors() as error:
        if time.monotonic() - start > SLOW_SECONDS:
            PAUSE.begin(broker)
        else:
            PAUSE.end(broker)
        logger.warning("%s%s not queued: broker unavailable: %s", task, arguments, error)
        return False
    PAUSE.end(broker)
    return True


def note_sweep() -> None:
    """A worker has swept. Without a broker nobody asks what beat does."""
    try:
        with _broker() as broker:
            broker.set(SWEPT_AT, database_clock.now().timestamp())
    except (redis.RedisError, OSError) as error:
        logger.warning("sweep not recorded: broker unavailable: %s", error)


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
    return max(0.0, database_clock.now().timestamp() - float(written)) if written else None


def settings_of_workers() -> dict[str, dict[str, str]]:
    """The workers that answer through the broker at once, by name: the marks of their settings (`settings.SITE_MARKS`).

    A worker of an older version answers without any.
    """
    try:
        answers = current_app.control.broadcast("site_marks", reply=True, timeout=ANSWER_SECONDS)
    except current_app.connection_for_read().connection_errors + (OperationalError,):
        return {}
    found = {name: marks for answer in answers or [] for name, marks in answer.items()}
    return {name: {} if "error" in found[name] else found[name] for name in sorted(found)}


def differing_settings(marks: dict[str, str]) -> list[str]:
    """The settings that a worker with these marks has and this process has otherwise, by name.

    Where the secret key differs, no other mark says anything.
    """
    ours: dict[str, str] = settings.SITE_MARKS
    found = [name for name, mark in marks.items() if name in ours and ours[name] != mark]
    return ["SECRET_KEY"] if "SECRET_KEY" in found else found


@contextmanager
def _broker() -> Iterator[redis.Redis]:
    client = redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=ANSWER_SECONDS, socket_timeout=ANSWER_SECONDS
    )
    try:
        yield client
    finally:
        client.close()
