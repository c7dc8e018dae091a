"""What kinds of jobs there are. Higher apps add theirs; their `AppConfig.ready` imports the module that does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings

from engine.message import Message
from nabu.web.jobs.models import Job

Work = Callable[..., None]
"""Takes a `nabu.web.jobs.running.Progress`."""

Hook = Callable[[Job], None]


@dataclass(frozen=True, slots=True)
class Kind:
    """How jobs of one kind are done. `work` runs outside any transaction and tells its steps to the `Progress`.

    `queue` is one of `settings.QUEUES`. A job is given up after so many `attempts`, or when it is older than
    `lifetime`. `seconds`: it may run longer than other tasks, so long. `kept`: the row stays when the work is done,
    because somebody looks at it. `began` and `gave_up` belong to the transaction in which a job is begun or given up.
    `cancelled` is said about one that was called off in the middle.
    """

    name: str
    work: Work
    queue: str
    attempts: int = 3
    lifetime: timedelta | None = None
    seconds: int | None = None
    kept: bool = False
    began: Hook | None = None
    gave_up: Hook | None = None
    cancelled: Message = Message("job.cancelled")

    @property
    def rank(self) -> int:
        """The place of its queue: the lower, the sooner its jobs are done."""
        return settings.QUEUES.index(self.queue)

    @property
    def lease(self) -> timedelta:
        """A worker that was not heard of for so long is gone."""
        return timedelta(seconds=(self.seconds or settings.CELERY_TASK_TIME_LIMIT) + 10)


KINDS: dict[str, Kind] = {}


def job(name: str, queue: str, **options: Any) -> Callable[[Work], Work]:
    """This function does the jobs of that kind (a decorator). `options` as in `Kind`."""

    def register(work: Work) -> Work:
        KINDS[name] = Kind(name, work, queue, **options)
        return work

    return register
