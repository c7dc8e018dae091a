"""The Celery application. Its options are the CELERY_ lines of settings.py."""

import os
from typing import Any

from billiard.process import current_process
from celery import Celery
from celery.signals import setup_logging, task_postrun, task_prerun, worker_process_init

from nabu.die_with_parent import die_with_parent
from nabu.logs import replace_log_context

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nabu.settings")

app = Celery("nabu")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_process_init.connect
def end_with_the_worker(**_kwargs: Any) -> None:
    """A pool process in the middle of a task must not survive its worker: the task would run beside its retry.

    On Linux Celery asks the kernel for that; elsewhere nobody does.
    """
    die_with_parent(getattr(current_process(), "_parent_pid", None))


@setup_logging.connect
def leave_logs_to_django(**_kwargs: Any) -> None:
    """Somebody listens to this signal, so Celery sets up no logging of its own: LOGGING of settings.py holds."""


@task_prerun.connect
def begin_log_context(task_id: str, **_kwargs: Any) -> None:
    """What is logged from here on belongs to this task."""
    replace_log_context(task=task_id)


@task_postrun.connect
def end_log_context(**_kwargs: Any) -> None:
    """The next task is another one."""
    replace_log_context()
