"""Handing a task to the workers. Whatever may be lost has a row: if the broker is away, a sweep sends it later."""

from __future__ import annotations

import logging
from typing import Any

from celery import Task

logger = logging.getLogger(__name__)


def enqueue(task: Task[Any, Any], *arguments: object, countdown: float | None = None) -> bool:
    """Tell a worker. False if the broker cannot be reached: nothing is lost, the sweep asks again."""
    options: dict[str, Any] = {} if countdown is None else {"countdown": countdown}
    try:
        task.apply_async(arguments, retry=False, **options)
    except task.app.connection_for_write().connection_errors + (task.OperationalError,) as error:
        logger.warning("%s%s is not queued, the broker is away: %s", task.name, arguments, error)
        return False
    return True
