"""Handing a task to the workers. Whatever may be lost has a row: if the broker is away, a sweep sends it later."""

from __future__ import annotations

import logging
from typing import Any

from celery import Task, current_app
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def enqueue(task: Task[Any, Any] | str, *arguments: object, countdown: float | None = None) -> bool:
    """Tell a worker. False if the broker cannot be reached: nothing is lost, the sweep asks again.

    A service names the task ("nabu.lab.tasks.run_chunk"), because tasks import services and not the other way round.
    """
    name = task if isinstance(task, str) else task.name
    options: dict[str, Any] = {} if countdown is None else {"countdown": countdown}
    try:
        current_app.send_task(name, arguments, retry=False, **options)
    except current_app.connection_for_write().connection_errors + (OperationalError,) as error:
        logger.warning("%s%s is not queued, the broker is away: %s", name, arguments, error)
        return False
    return True
