"""Doing by hand what workers do."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from unittest.mock import patch

from django.utils import timezone

from nabu.web.jobs import running
from nabu.web.jobs.asking import ask, live_jobs
from nabu.web.jobs.models import Job


def do_jobs(*kinds: str) -> int:
    """Do the jobs of these kinds that wait now, each once. Returns how many."""
    waiting = list(live_jobs(*kinds).filter(status=Job.Status.QUEUED).order_by("pk").values_list("pk", flat=True))
    for pk in waiting:
        running.run(pk, "by hand")
    return len(waiting)


def do_job(kind: str, key: str, payload: dict[str, Any]) -> None:
    """Do this one, whether it was asked for or not."""
    found = live_jobs(kind).filter(key=key).first() or ask(kind, key, payload)
    running.run(found.pk, "by hand")


def sweep_by_hand() -> int:
    """Sweep with a broker that takes everything, and gives it to nobody. Returns how many jobs were sent again."""
    with patch("nabu.web.jobs.asking.enqueue", return_value=True):
        return running.sweep()


def long_ago() -> None:
    """Let all jobs look as if nothing had been heard of them for a long time."""
    past = timezone.now() - timedelta(hours=1)
    Job.objects.update(queued_at=past, look_at=past)
