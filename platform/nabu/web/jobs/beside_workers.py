"""Doing jobs together with the workers: what a command does that has asked for many.

Without a worker the command does them all; if the command ends, the workers do the rest.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from uuid import uuid4

from django.db.models import Q
from django.utils import timezone

from nabu.web.jobs import running
from nabu.web.jobs.asking import send
from nabu.web.jobs.models import LIVE, Job

PAUSE_SECONDS = 0.5
A_FEW = 10
"""So many jobs are chosen at a time: looking through all of them takes as long as a short one."""

SWEEP_SECONDS = 15.0
"""So often the command looks for jobs whose worker is gone: where no worker runs, nobody else does."""


def tell_workers(jobs: Sequence[int], kind: str) -> None:
    """Tell the workers of jobs for which was asked without telling them. A broker that is away is asked once, not for
    each: every time that takes a tenth of a second."""
    for pk in jobs:
        if not send(pk, kind):
            return


def do_beside_workers(jobs: Sequence[int]) -> Iterator[int]:
    """Do these jobs, of which the workers were told too, until none is left. Yields how many are left at most,
    whenever one was done here, and again and again while workers are at the others."""
    task, swept = f"command {uuid4().hex}", time.monotonic()
    mine = Job.objects.filter(pk__in=jobs)
    while left := mine.filter(status__in=LIVE).count():
        yield left
        due = Q(run_after=None) | Q(run_after__lte=timezone.now())
        # The workers begin with the first.
        last = mine.filter(due, status=Job.Status.QUEUED).order_by("-pk").values_list("pk", flat=True)[:A_FEW]
        for number, pk in enumerate(last):
            if number:
                yield left - number
            running.run(pk, task)
        if last:
            continue
        time.sleep(PAUSE_SECONDS)
        if time.monotonic() - swept > SWEEP_SECONDS:
            swept = time.monotonic()
            running.sweep()
