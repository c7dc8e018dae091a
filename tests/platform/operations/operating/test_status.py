"""The status page says in plain words what runs and what does not. Who may open it: the matrix of the pages."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import redis
from django.test import Client
from django.utils import timezone

from engine import ENGINE_VERSION
from nabu.contests.matches.models import GameLog, LogSubmission, Verification
from nabu.contests.results.settling.submission import VERIFY, submit_log
from nabu.contests.results.tasks import verify_log
from nabu.core.queueing import SWEPT_AT, settings_of_workers
from nabu.operations.operating import status
from nabu.operations.operating.queries import verdict_delays
from nabu.operations.operating.templatetags.waits import wait
from nabu.web.jobs.models import Job
from tests.cases import each
from tests.conftest import celery_uses
from tests.platform.scenario import account, game_log
from tests.processes import Process

Checks = Callable[[], dict[str, tuple[bool | None, str]]]

pytestmark = pytest.mark.django_db


@pytest.fixture
def checks(client: Client) -> Checks:
    """Each part of the site: whether it is as it should be, and what the page says about it."""
    client.force_login(account("boss", is_staff=True))

    def look() -> dict[str, tuple[bool | None, str]]:
        page: Any = client.get("/status/")
        assert page.status_code == 200
        return {check.name: (check.good, check.text) for check in page.context["checks"]}

    return look


def test_without_a_broker_the_page_says_so(checks: Checks) -> None:
    with celery_uses("unix:///nowhere/broker.sock"):
        found = checks()
    assert {name for name, (good, _text) in found.items() if good is False} >= {"Broker", "Workers", "Scheduler"}
    assert found["Broker"][1] == "No answer. Uploads are stored and wait."
    assert found["Database"][0]
    assert found["Verdicts"] == (None, "None in the last hour.")
    assert found["Waiting jobs"] == (True, "None.")
    assert found["Failed jobs"] == (True, "None in the last 24 hours.")


def test_mails_that_would_be_written_down_need_attention(checks: Checks, settings: Any) -> None:
    assert checks()["Mail"][0] is None, "a site can do without"
    settings.MAIL_WOULD_BE_WRITTEN_DOWN = True
    assert checks()["Mail"][0] is False
    settings.MAIL_WOULD_BE_WRITTEN_DOWN, settings.MAIL_SERVER = False, True
    assert checks()["Mail"] == (None, "Mails are sent from nabu@localhost.")


@pytest.mark.broker
def test_a_sweep_that_is_late_is_seen(broker: str, checks: Checks) -> None:
    with redis.Redis.from_url(broker) as client:
        client.delete(SWEPT_AT)
        assert checks()["Scheduler"] == (False, "No sweep so far. One is due every 15 seconds.")
        client.set(SWEPT_AT, timezone.now().timestamp() - 10)
        good, text = checks()["Scheduler"]
        assert good
        assert text.startswith("Last sweep 1")
        client.set(SWEPT_AT, timezone.now().timestamp() - 300)
        assert checks()["Scheduler"] == (False, "Last sweep 5 min ago. One is due every 15 seconds.")
        client.delete(SWEPT_AT)


@pytest.mark.broker
@pytest.mark.django_db(transaction=True)
def test_a_worker_that_answers_is_named(worker: Process, checks: Checks, settings: Any) -> None:
    os.kill(worker.pid, signal.SIGSTOP)
    assert checks()["Workers"] == (False, "No worker answers. Logs wait for their verdicts.")
    os.kill(worker.pid, signal.SIGCONT)
    found = checks()
    assert found["Workers"] == (True, "Running: tests@somewhere")
    assert found["Broker"] == (True, "OK.")
    # It is a site of its own folder, and that has a secret of its own.
    good, text = found["Settings"]
    assert not good
    assert re.match(r"tests@somewhere has other values than this web server \(.+\): SECRET_KEY\. ", text)
    assert settings_of_workers()["tests@somewhere"].keys() == settings.SITE_MARKS.keys()


@pytest.mark.broker
@pytest.mark.usefixtures("broker")
def test_a_worker_with_other_settings_needs_attention(
    checks: Checks, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = settings.SITE_MARKS | {"NABU_ADDRESS": "x", "NABU_OWNER": "y"}
    found = {"worker@a": settings.SITE_MARKS, "worker@b": other, "worker@old": {}}
    monkeypatch.setattr(status, "settings_of_workers", lambda: found)
    said = checks()
    assert said["Workers"] == (True, "Running: worker@a, worker@b, worker@old")
    good, text = said["Settings"]
    assert good is False
    assert text.startswith("worker@b has other values than this web server (")
    assert text.endswith("): NABU_ADDRESS, NABU_OWNER. Set the same ones on all hosts.")


@pytest.mark.both_databases
def test_what_waits_and_what_has_failed(client: Client, checks: Checks) -> None:
    now = timezone.now()
    Job.objects.create(kind=VERIFY, queued_at=now - timedelta(minutes=3))
    Job.objects.create(kind=VERIFY, queued_at=now)
    Job.objects.create(
        kind=VERIFY,
        status=Job.Status.FAILED,
        finished_at=now,
        error="MemoryError: <too much>",
        origin={"request": "3f2a9c1e-77d0"},
    )
    found = checks()
    assert found["Waiting jobs"] == (False, "2, the oldest for 3 min")
    assert found["Failed jobs"] == (False, "1 in the last 24 hours; see below.")
    page = client.get("/status/").content.decode()
    assert "MemoryError: &lt;too much&gt;" in page
    assert "3f2a9c1e-77d0" in page


@pytest.mark.both_databases
def test_how_long_verdicts_take(checks: Checks) -> None:
    sent = submit_log(account("ana"), game_log(3, seed=4))
    verify_log(sent.log.verifications.get().pk)
    done = sent.log.verifications.get().finished_at
    assert done is not None
    LogSubmission.objects.update(submitted_at=done - timedelta(seconds=1.5))
    assert checks()["Verdicts"] == (True, "1 verdict in the last hour, after 1.5 s.")
    LogSubmission.objects.update(submitted_at=done - timedelta(seconds=45))
    assert checks()["Verdicts"][0] is False


def test_the_page_is_linked_for_staff_only(client: Client) -> None:
    client.force_login(account("ana"))
    assert 'href="/status/"' not in client.get("/").content.decode()
    client.force_login(account("boss", is_staff=True))
    assert 'href="/status/"' in client.get("/").content.decode()


@each(("seconds", "text"), [(0.04, "0.0 s"), (9.94, "9.9 s"), (59.6, "60 s"), (150, "2 min"), (10800, "3 h")])
def test_times_have_the_unit_that_says_most(seconds: float, text: str) -> None:
    assert wait(seconds) == text


@pytest.mark.both_databases
def test_status_shows_the_verdicts_of_the_last_hour() -> None:
    ana, now = account("ana"), timezone.now()

    def sent(name: str, minutes: float, after: float | None) -> None:
        log = GameLog.objects.create(sha256=name * 64, content=b"{}", size=2)
        found = LogSubmission.objects.create(log=log, submitted_by=ana)
        at = now - timedelta(minutes=minutes)
        LogSubmission.objects.filter(pk=found.pk).update(submitted_at=at)
        done = {"status": "done", "finished_at": at + timedelta(seconds=after)} if after is not None else {}
        Verification.objects.create(log=log, engine=ENGINE_VERSION, **done)
        # What another version of the engine said once is no answer to this upload.
        Verification.objects.create(log=log, engine="0.1", status="done", finished_at=at + timedelta(days=1))

    sent("a", 5, 0.4)
    sent("b", 10, 3)
    sent("c", 50, 400)
    sent("d", 1, None)  # still waits
    sent("e", 90, 50)  # long ago
    sent("f", 20, -600)  # known before: answered at once
    assert verdict_delays(now) == pytest.approx([0, 0.4, 3, 400])
