"""Real Celery workers on the database of the running tests. Starting one takes longer than most tests with it, so that
what a test leaves, if it is idle, does the work of the next such test."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.processes import Process, launch

# Django's own checks are a step of the gate; here they would import all pages.
WORKER = [
    *(sys.executable, "-m", "celery", "--skip-checks", "-A", "nabu", "worker", "--concurrency", "1"),
    *("--loglevel", "INFO", "--without-gossip", "--without-mingle", "--hostname", "tests@somewhere"),
]

SECONDS_TO_REST = 10
"""So long a worker may still be at what a test no longer waits for; else it ends with that test."""


class Workers:
    """The worker of this process of tests, if there is one."""

    def __init__(self) -> None:
        self.started = 0
        self.running: Process | None = None
        self.options: tuple[str, ...] = ()

    def one(
        self, options: tuple[str, ...], folder: Path, environment: dict[str, str], wait_until: Callable[..., None]
    ) -> Process:
        """The worker that runs already with these options, or a new one, which writes its log into the folder."""
        if options != self.options:
            self.end()
        if self.running is None or self.running.poll() is not None:
            self.options = options
            forget_what_was_taken()
            self.running = self._start(folder, environment, wait_until)
        return self.running

    def _start(self, folder: Path, environment: dict[str, str], wait_until: Callable[..., None]) -> Process:
        self.started += 1
        process = launch([*WORKER, *self.options], environment, folder / f"worker-{self.started}.log")

        def ready() -> bool:
            if process.poll() is not None:
                pytest.fail(f"the worker ended: {process.output()}")
            return " ready." in process.output()

        try:
            wait_until(ready, seconds=60, what="the worker's start")
        except BaseException:
            process.kill_group()
            raise
        return process

    def end(self) -> None:
        """Nobody does anything any more."""
        if self.running is not None:
            self.running.kill_group()
            self.running = None

    def rest(self) -> None:
        """What waits is thrown away, and what is under way comes to its end, or the worker does."""
        from nabu.celery import app

        if self.running is None:
            return
        end = time.monotonic() + SECONDS_TO_REST
        while self.running.poll() is None and time.monotonic() < end:
            app.control.purge()
            if messages() == 0:
                self.running.forget_output()
                return
            time.sleep(0.05)
        self.end()


def messages() -> int:
    """How many wait in the broker, or are with a worker."""
    import redis
    from django.conf import settings

    with redis.Redis.from_url(settings.REDIS_URL) as broker:
        return int(broker.hlen("unacked")) + sum(int(broker.llen(name)) for name in settings.QUEUES)


def forget_what_was_taken() -> None:
    """What a killed worker had: the broker keeps it, and would give it to another one hours later."""
    import redis
    from django.conf import settings

    with redis.Redis.from_url(settings.REDIS_URL) as broker:
        broker.delete("unacked", "unacked_index")


WORKERS = Workers()


@pytest.fixture(scope="session")
def workers(broker_of_the_tests: str, django_db_setup: None) -> Iterator[Workers]:
    """Those of this process, which end before its broker and its database."""
    yield WORKERS
    WORKERS.end()


@pytest.fixture
def start_worker(
    site_environment: dict[str, str], broker: str, workers: Workers, own_var: Path, wait_until: Callable[..., None]
) -> Iterator[Callable[..., Process]]:
    """Return `start_worker(*options)`: a real Celery worker with one pool process, on the test database and with the
    test's store of the statistics. It logs as JSON. It may be that of an earlier test, unless options differ; a second
    call gives the same one, or another after that one was killed.

    Tests with the same numbers would find what it remembers of the others, so on SQLite it ends with the test. One with
    options always does.
    """
    from django.conf import settings
    from django.db import connection

    settings.FACTS = folder = own_var / "facts-of-the-worker"
    own = {"NABU_FACTS": str(settings.FACTS), "REDIS_URL": broker, "NABU_LOG_FORMAT": "json"}
    yield lambda *options: workers.one(options, own_var, {**site_environment, **own}, wait_until)
    if connection.vendor == "sqlite" or workers.options:
        workers.end()
    else:
        workers.rest()
    # Not before a test: that worker may be at what the test's other fixtures have brought about.
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def no_worker_yet(workers: Workers) -> None:
    """For a test that sends something before its worker begins: that of an earlier test would take it."""
    workers.end()


@pytest.fixture
def worker(start_worker: Callable[..., Process]) -> Process:
    """A real Celery worker process with one pool process, on the test database."""
    return start_worker()
