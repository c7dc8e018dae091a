"""All sums are counted anew with a real worker and a real broker: a killed worker loses no part."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

import pytest

from nabu.statistics.store.models import Recount
from nabu.web.jobs import running
from nabu.web.jobs.models import Job
from tests.platform.by_hand import long_ago
from tests.platform.contests.results.test_workers import pool_processes
from tests.platform.statistics.dashboards.test_fitting import MODEL, RECOUNT, begin, store, three_months

pytestmark = [pytest.mark.broker, pytest.mark.django_db(transaction=True)]


def test_a_killed_worker_loses_no_part(start_worker: Callable[..., Any], wait_until: Callable[..., None]) -> None:
    worker = start_worker()
    three_months()
    begin(MODEL)
    wait_until(Job.objects.filter(kind=RECOUNT, status="running").exists, what="the first part")
    for pid in pool_processes(worker):
        os.kill(pid, signal.SIGKILL)
    worker.kill_group()
    long_ago()
    start_worker()
    running.sweep()
    wait_until(lambda: not Recount.objects.exists(), what="the end of the recount")
    assert store().model == MODEL
    assert store().compare() == []
