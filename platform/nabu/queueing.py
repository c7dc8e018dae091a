"""Handing a task to the workers. Whatever may be lost has a row: if the broker is away, a sweep sends it later."""

from __future__ import annotations

import logging
from typing import Any

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


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
