"""Verification by a real worker and a real broker: killed, stopped, asked twice. Nothing is lost or counted twice."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from celery import current_app
from django.db import connection, transaction
from django.test import Client

from engine.registry import GAMES
from nabu.contests.matches.models import GameLog, LogSubmission, Table, Verification
from nabu.contests.matches.proof import Proof, proof_of
from nabu.contests.ratings.models import RatedGame, RatingEntry
from nabu.contests.ratings.services import rebuild
from nabu.contests.results import services
from nabu.core.queueing import queue_lengths
from nabu.statistics.dashboards.facts.refresh import store_of
from nabu.statistics.dashboards.models import GameFacts
from nabu.web.jobs import running
from nabu.web.jobs.asking import send
from nabu.web.jobs.models import Job
from tests.conftest import celery_uses, start_valkey
from tests.platform.by_hand import long_ago
from tests.platform.scenario import (
    agree,
    approved,
    game_log,
    log_of,
    make_event,
    seats,
    users,
)
from tests.workers import WORKER, messages

pytestmark = [pytest.mark.broker, pytest.mark.django_db(transaction=True)]

Wait = Callable[..., None]
Worker = subprocess.Popen[bytes]
Start = Callable[..., Worker]


def is_done() -> bool:
    return not Verification.objects.exclude(status=Verification.Status.DONE).exists() and Verification.objects.exists()


def nothing_else_to_do() -> bool:
    """The worker has done everything: stopped now it holds no lock of the database, and takes the next message.

    A message on its way from the broker to a worker counts nowhere, and that of a job done along with another one has
    no row either. So nothing may turn up for a second. What broke would wait for the sweep, which nobody does here.
    """
    assert not Job.objects.exclude(error="").exists(), Job.objects.exclude(error="").values()
    for _ in range(20):
        if Job.objects.exists() or messages():
            return False
        time.sleep(0.05)
    return True


def log_is_taken() -> bool:
    """A worker has it: killed now, it takes it along."""
    return (queue_lengths() or {}).get("logs") == 0


def check_counted_once(table: Table) -> None:
    """The game of the table is reported, and once somebody else agrees it counts exactly once, everywhere."""
    done = Table.objects.get(pk=table.pk)
    if done.status == "reported":
        done = agree(table)
    assert (done.status, proof_of(done)) == ("confirmed", Proof.REPLAYED)
    assert GameLog.objects.count() == Verification.objects.count() == GameFacts.objects.count() == 1
    assert RatedGame.objects.count() == 1
    assert RatingEntry.objects.count() == len(seats(table))
    assert not LogSubmission.objects.filter(outcome="pending").exists()
    assert rebuild("babylonia") == []


def new_table() -> Table:
    return approved(make_event(2, table_size=2)).pair().tables.get()


def pool_processes(worker: Worker) -> list[int]:
    """The worker's pool processes; `ps` knows them by their parent."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(worker.pid)], capture_output=True, text=True, check=False)
    return [int(pid) for pid in found.stdout.split()]


def counted() -> list[int]:
    """The games in the store as it is now."""
    return store_of(GAMES["babylonia"]).games()["game_id"].tolist()


def test_a_worker_verifies_what_is_submitted(worker: Worker, wait_until: Wait) -> None:
    table = new_table()
    submission = services.submit_log(users(table)[0], log_of(table), table)
    assert submission.outcome == "pending"
    wait_until(is_done, what="the verdict")
    check_counted_once(table)
    assert (Verification.objects.get().seconds or 0) > 0
    wait_until(lambda: counted() == [table.pk], what="the statistics")
    services.reopen_table(table.round.stage.tournament.organiser, table, "The wrong log.")
    wait_until(lambda: counted() == [], what="the statistics without the game")
    wait_until(nothing_else_to_do, what="the rest")


def test_a_killed_worker_loses_nothing(start_worker: Start, wait_until: Wait) -> None:
    """The pool is stopped (SIGSTOP), so the task surely waits in it when the whole worker is killed."""
    worker = start_worker()
    table = new_table()
    wait_until(lambda: pool_processes(worker), what="the pool")
    wait_until(nothing_else_to_do, what="the rest")
    pool = pool_processes(worker)
    for pid in pool:
        os.kill(pid, signal.SIGSTOP)
    services.submit_log(users(table)[0], log_of(table), table)
    wait_until(log_is_taken, what="the worker that takes it")
    for pid in [*pool, worker.pid]:
        os.kill(pid, signal.SIGKILL)
    worker.wait()
    assert not is_done()
    start_worker()
    long_ago()
    assert running.sweep() == 1
    wait_until(is_done, what="the verdict by the second worker")
    check_counted_once(table)


def test_a_killed_pool_process_is_replaced_and_its_task_done(worker: Worker, wait_until: Wait) -> None:
    """Without any sweep: the worker itself notices, and the broker delivers again."""
    table = new_table()
    wait_until(lambda: pool_processes(worker), what="the pool")
    wait_until(nothing_else_to_do, what="the rest")
    [child] = pool_processes(worker)
    os.kill(child, signal.SIGSTOP)
    services.submit_log(users(table)[0], log_of(table), table)
    wait_until(log_is_taken, what="the worker that takes it")
    os.kill(child, signal.SIGKILL)
    wait_until(is_done, what="the verdict by another pool process")
    check_counted_once(table)


def test_a_worker_killed_in_the_middle_of_the_replay_loses_nothing(start_worker: Start, wait_until: Wait) -> None:
    """Eight more games are a longer row; the worker is killed as soon as one of them is being replayed."""
    worker = start_worker()
    table = new_table()
    for seed in range(100, 108):
        services.submit_log(users(table)[0], game_log(4, seed), None)
    services.submit_log(users(table)[0], log_of(table), table)
    wait_until(lambda: Verification.objects.exclude(status="queued").exists(), what="the first replay")
    os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()
    start_worker()
    long_ago()
    running.sweep()
    wait_until(is_done, seconds=60, what="all verdicts")
    assert Verification.objects.filter(verdict="verified").count() == 9
    assert GameFacts.objects.count() == 9
    assert proof_of(agree(table)) == Proof.REPLAYED
    assert RatedGame.objects.count() == 1
    assert not LogSubmission.objects.filter(outcome="pending").exists()


def test_a_running_row_whose_worker_is_gone_is_sent_again(worker: Worker, wait_until: Wait) -> None:
    table = new_table()
    with celery_uses("unix:///nowhere/broker.sock"):
        services.submit_log(users(table)[0], log_of(table), table)
    with transaction.atomic():
        begun = running._begin(Job.objects.get(kind="verify").pk, "a worker that is gone")
    assert begun is not None
    assert Verification.objects.get().status == "running"
    assert running.sweep() == 0
    long_ago()
    assert running.sweep() >= 1
    wait_until(is_done, what="the verdict")
    check_counted_once(table)


@pytest.fixture
def own_broker(wait_until: Wait) -> Iterator[tuple[str, Path]]:
    """A folder for a broker that this test starts and stops by itself."""
    folder = Path(tempfile.mkdtemp(prefix="nabu-"))
    yield f"unix://{folder}/valkey.sock", folder
    shutil.rmtree(folder)


def test_a_broker_that_is_stopped_for_a_while_loses_nothing(
    start_process: Start, site_environment: dict[str, str], own_broker: tuple[str, Path], wait_until: Wait
) -> None:
    """Uploads succeed meanwhile; the same worker goes on when the broker is back."""
    from nabu.operations.supervisor.broker import answers

    url, folder = own_broker
    first = start_valkey(folder)
    wait_until(lambda: answers(url), what="the broker")
    worker = start_process(WORKER, {**site_environment, "REDIS_URL": url})
    wait_until(lambda: " ready." in worker.output(), seconds=60, what="the worker's start")  # type: ignore[attr-defined]
    first.kill()
    first.wait()
    table = new_table()
    with celery_uses(url):
        submission = services.submit_log(users(table)[0], log_of(table), table)
        long_ago()
        assert running.sweep() == 0
        assert (submission.outcome, Verification.objects.get().status) == ("pending", "queued")
        second = start_valkey(folder)
        try:
            wait_until(lambda: answers(url), what="the broker's return")
            waiting = Job.objects.count()
            assert running.sweep() == waiting
            assert running.sweep() == 0
            wait_until(is_done, what="the verdict")
        finally:
            second.kill()
            second.wait()
    check_counted_once(table)


def test_a_broker_that_hangs_blocks_no_upload_and_loses_nothing(
    start_process: Start,
    site_environment: dict[str, str],
    own_broker: tuple[str, Path],
    wait_until: Wait,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever waits for it first spares the next the same wait; the sweep has the verdict made when it goes on."""
    from nabu.core import circuit_breaker as pause
    from nabu.core import queueing
    from nabu.operations.supervisor.broker import answers

    url, folder = own_broker
    valkey = start_valkey(folder)
    asked: list[str] = []
    send_task = current_app.send_task

    def count(task: str, *arguments: object, **options: object) -> object:
        asked.append(task)
        return send_task(task, *arguments, **options)

    try:
        wait_until(lambda: answers(url), what="the broker")
        worker = start_process(WORKER, {**site_environment, "REDIS_URL": url})
        wait_until(lambda: " ready." in worker.output(), seconds=60, what="the worker's start")  # type: ignore[attr-defined]
        table = new_table()
        client.force_login(users(table)[0])
        with celery_uses(url):
            os.kill(valkey.pid, signal.SIGSTOP)
            monkeypatch.setattr(current_app._get_current_object(), "send_task", count)
            monkeypatch.setattr(pause, "SECONDS", 3600.0)
            started = time.monotonic()
            for data in (log_of(table), game_log(4, 101)):
                sent = client.post("/api/v1/submissions/", data, content_type="text/plain")
                assert sent.status_code == 202, sent.content
                assert sent.json()["waiting"] is True
            assert asked == ["nabu.jobs.tasks.run"]
            assert time.monotonic() - started < 20
            assert not answers(url)
            health = client.get("/healthz")
            assert (health.status_code, health.json()["broker"]) == (200, False)
            services.submit_log(users(table)[0], log_of(table), table)
            os.kill(valkey.pid, signal.SIGCONT)
            monkeypatch.setattr(queueing.PAUSE, "until", {})
            long_ago()
            assert running.sweep() >= 2
            wait_until(is_done, what="the verdicts")
    finally:
        valkey.kill()
        valkey.wait()
    assert Verification.objects.filter(verdict="verified").count() == 2
    assert proof_of(agree(table)) == Proof.REPLAYED
    assert RatedGame.objects.count() == 1


def test_the_same_log_twice_at_the_same_time_counts_once(worker: Worker, wait_until: Wait) -> None:
    table = new_table()
    data = log_of(table)
    everybody = [*users(table)] * 3
    start = threading.Barrier(len(everybody))
    errors: list[BaseException] = []

    def send(number: int) -> None:
        try:
            start.wait()
            services.submit_log(everybody[number], data, table)
        except BaseException as error:  # a thread's exception would be lost
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=send, args=(number,)) for number in range(len(everybody))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    wait_until(is_done, what="the verdict")
    assert LogSubmission.objects.count() == len(everybody)
    check_counted_once(table)


@pytest.mark.usefixtures("no_worker_yet")
def test_the_same_task_many_times_counts_once(start_worker: Start, wait_until: Wait) -> None:
    table = new_table()
    services.submit_log(users(table)[0], log_of(table), table)
    job = Job.objects.get(kind="verify")
    for _again in range(5):
        send(job.pk, "verify")
    start_worker("--concurrency", "2")
    wait_until(is_done, what="the verdict")
    services.submit_log(users(table)[1], log_of(table), table)
    send(job.pk, "verify")
    check_counted_once(table)
