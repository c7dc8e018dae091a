"""A command does what it has asked for beside the workers, and alone without them."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from nabu.web.jobs import beside_workers
from nabu.web.jobs.asking import ask_all
from nabu.web.jobs.beside_workers import do_beside_workers, tell_workers
from nabu.web.jobs.kinds import KINDS, Kind
from nabu.web.jobs.models import Job
from nabu.web.jobs.running import Progress

pytestmark = pytest.mark.django_db


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What a kind of job has done, by the number in its payload."""
    numbers: list[int] = []

    def work(progress: Progress) -> None:
        numbers.append(progress.job.payload["number"])

    monkeypatch.setitem(KINDS, "count", Kind("count", work, "maintenance"))
    return numbers


def asked(number: int) -> list[int]:
    wanted: list[tuple[str | None, dict[str, Any]]] = [(f"count:{one}", {"number": one}) for one in range(number)]
    return [job.pk for job in ask_all("count", wanted, tell=False)]


def test_without_workers_everything_is_done_here(done: list[int]) -> None:
    assert list(do_beside_workers(asked(3))) == [3, 2, 1]
    assert done == [2, 1, 0], "workers begin with the first"


def test_what_a_worker_is_at_is_waited_for_and_a_dead_one_is_replaced(
    done: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = asked(2)
    Job.objects.filter(pk=jobs[0]).update(status="running", task="a worker", look_at=timezone.now())
    monkeypatch.setattr(beside_workers, "SWEEP_SECONDS", 0.0)
    monkeypatch.setattr(beside_workers, "PAUSE_SECONDS", 0.0)
    assert list(do_beside_workers(jobs)) == [2, 1, 1]
    assert done == [1, 0]


def test_a_broker_that_is_away_is_asked_once(done: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr(beside_workers, "send", lambda pk, _kind: bool(sent.append(pk)))
    jobs = asked(3)
    tell_workers(jobs, "count")
    assert sent == jobs[:1]
    monkeypatch.setattr(beside_workers, "send", lambda pk, _kind: not sent.append(pk))
    tell_workers(jobs, "count")
    assert sent == [jobs[0], *jobs]
