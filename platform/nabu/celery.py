"""The Celery application. Its options are the CELERY_ lines of settings.py."""

import logging
import os
from typing import Any

from billiard.process import current_process
from celery import Celery
from celery.signals import (
    beat_init,
    celeryd_init,
    setup_logging,
    task_postrun,
    task_prerun,
    task_success,
    worker_process_init,
    worker_ready,
)

from nabu.core.db_timeouts import PATIENCE
from nabu.core.die_with_parent import die_with_parent
from nabu.core.logs import replace_log_context
from nabu.core.readiness import tell_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nabu.settings")

logger = logging.getLogger(__name__)


class Site(Celery):
    """Celery whose tasks are named after their app and not after the shelf where it stands: what an older version has
    queued is still carried out."""

    def gen_task_name(self, name: str, module: str) -> str:
        """`nabu.jobs.tasks.run` for `run` in `nabu.web.jobs.tasks`."""
        *shelves, app, tasks = module.split(".")
        return str(super().gen_task_name(name, ".".join([*shelves[:1], app, tasks])))


app = Site("nabu")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

WORKER_SOCKET_SECONDS = 30
"""A worker that gives the broker up ends its long tasks, so it waits longer than whoever only queues something."""


@celeryd_init.connect
def be_patient(conf: Any, **_kwargs: Any) -> None:
    """The broker may be busy for a moment, with its disk for example."""
    conf.broker_transport_options = {**conf.broker_transport_options, "socket_timeout": WORKER_SOCKET_SECONDS}


@celeryd_init.connect
def tell_settings(**_kwargs: Any) -> None:
    """A web server may ask which settings this worker has; `nabu.core.queueing` asks."""
    from celery.worker.control import inspect_command
    from django.conf import settings

    @inspect_command()
    def site_marks(_state: Any) -> dict[str, str]:
        marks: dict[str, str] = settings.SITE_MARKS
        return marks


@worker_ready.connect
@beat_init.connect
def tell_supervisor(**_kwargs: Any) -> None:
    """A worker takes tasks from here on, and beat sends them."""
    tell_ready()


@beat_init.connect
def say_that_beat_runs(**_kwargs: Any) -> None:
    """It says no more: who runs a site sees in the log of the workers what its tasks have done."""
    logger.info("beat is ready")


@worker_process_init.connect
def end_with_the_worker(**_kwargs: Any) -> None:
    """A pool process in the middle of a task must not survive its worker: the task would run beside its retry.

    On Linux Celery asks the kernel for that; elsewhere nobody does.
    """
    die_with_parent(getattr(current_process(), "_parent_pid", None))
    # A process that hangs in a transaction must not keep its locks for ever; no task computes so long inside one.
    PATIENCE.limit(idle=600)


@setup_logging.connect
def leave_logs_to_django(**_kwargs: Any) -> None:
    """Somebody listens to this signal, so Celery sets up no logging of its own: LOGGING of settings.py holds."""


@task_prerun.connect
def begin_log_context(task_id: str, **_kwargs: Any) -> None:
    """What is logged from here on belongs to this task."""
    replace_log_context(task=task_id)


@task_success.connect
def say_what_was_done(sender: Any, result: object, **_kwargs: Any) -> None:
    """A regular task returns how many things it has dealt with: a line, unless there was nothing to do.

    A job has a line of its own (`nabu.web.jobs.running`), and a task that fails one of Celery's.
    """
    if result:
        logger.info("%s dealt with %s", sender.name, result)


@task_postrun.connect
def end_log_context(**_kwargs: Any) -> None:
    """The next task is another one."""
    replace_log_context()
