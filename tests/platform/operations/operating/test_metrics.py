"""Metrics for Prometheus: who may read them, and that they say what is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from engine import ENGINE_VERSION
from nabu.accounts.players.models import User
from nabu.celery import app
from nabu.contests.matches.models import GameLog, LogSubmission, Verification
from nabu.contests.results.settling.submission import REVERIFY, VERIFY
from nabu.core.counters import set_open_streams
from nabu.core.local_site import forget_counters
from nabu.core.queueing import enqueue
from nabu.site.urls import urlpatterns as real_urls
from nabu.web.jobs.asking import ask
from nabu.web.jobs.models import Job
from nabu.web.jobs.tasks import sweep
from tests.cases import each
from tests.conftest import celery_uses
from tests.platform.scenario import account

pytestmark = pytest.mark.django_db

TOKEN = "a token that nobody guesses"
Sample = tuple[str, frozenset[tuple[str, str]]]
Scraped = Callable[[], dict[Sample, float]]


def broken(request: HttpRequest) -> HttpResponse:
    """A page with a fault."""
    raise ZeroDivisionError


urlpatterns = [path("broken", broken, name="broken"), *real_urls]


@pytest.fixture(autouse=True)
def token(settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN


@pytest.fixture
def scraped(client: Client) -> Scraped:
    """What Prometheus reads now."""

    def scrape() -> dict[Sample, float]:
        page = client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
        assert page.status_code == 200
        families = text_string_to_metric_families(page.content.decode())
        return {
            (sample.name, frozenset(sample.labels.items())): sample.value
            for family in families
            for sample in family.samples
        }

    return scrape


def key(name: str, **labels: str) -> Sample:
    return name, frozenset(labels.items())


@each(
    ("header", "status"),
    [
        (f"Bearer {TOKEN}", 200),
        (f"bearer  {TOKEN} ", 200),
        (f"Token {TOKEN}", 404),
        ("Bearer another token, also long", 404),
        ("Bearer tökén", 404),
        ("Bearer ", 404),
        (TOKEN, 404),
        ("", 404),
    ],
)
def test_whoever_has_the_token_may_read(client: Client, header: str, status: int) -> None:
    assert client.get("/metrics", headers={"authorization": header}).status_code == status


def test_without_a_token_only_staff_may_read(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = ""
    for header in ("Bearer ", "Bearer", f"Bearer {TOKEN}"):
        assert client.get("/metrics", headers={"authorization": header}).status_code == 404
    client.force_login(account("ana"))
    assert client.get("/metrics").status_code == 404
    boss = account("boss", is_staff=True)
    client.force_login(boss)
    page = client.get("/metrics")
    assert page.status_code == 200
    assert page["Content-Type"].startswith("text/plain")
    assert "no-cache" in page["Cache-Control"]
    User.objects.filter(pk=boss.pk).update(is_active=False)
    assert client.get("/metrics").status_code == 404


def test_requests_are_counted_by_view_not_by_address(client: Client, settings: Settings, scraped: Scraped) -> None:
    settings.ROOT_URLCONF = __name__
    client.raise_request_exception = False
    names = {
        "found": key("nabu_requests_total", view="games:list", method="GET", status="200"),
        "missing": key("nabu_requests_total", view="unknown", method="GET", status="404"),
        "broken": key("nabu_requests_total", view="broken", method="GET", status="500"),
        "odd": key("nabu_requests_total", view="games:list", method="other", status="405"),
        "timed": key("nabu_request_seconds_count", view="games:list", method="GET"),
        "errors": key("nabu_errors_total", exception="ZeroDivisionError"),
    }
    before = scraped()
    for address in ("/games/", "/games/", "/nothing", "/nothing/else", "/broken"):
        client.get(address)
    client.generic("BREW", "/games/")
    after = scraped()
    told = {name: after[sample] - before.get(sample, 0) for name, sample in names.items()}
    assert told == {"found": 2, "missing": 2, "broken": 1, "odd": 1, "timed": 2, "errors": 1}
    assert not any("nothing" in value for _name, labels in after for _label, value in labels)


OTHER = """
import os, sys
import django
from django.conf import settings
settings.VAR  # from here on the folder is that of this site
os.environ["PROMETHEUS_MULTIPROC_DIR"] = sys.argv[1]
django.setup()
from nabu.core.counters import count_request, set_open_streams
count_request("other:view", "GET", 200, 0.25)
set_open_streams(40)
"""


def test_the_processes_of_a_web_server_answer_for_each_other(scraped: Scraped, own_var: Path) -> None:
    set_open_streams(2)
    process = subprocess.Popen(
        [sys.executable, "-c", OTHER + "print('counted', flush=True); input()", str(own_var)],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "nabu.settings", "NABU_LOCAL": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline()
    streams = key("nabu_open_streams")
    assert scraped()[streams] == 42
    process.communicate(b"\n")
    # What has ended holds no stream open; what it has answered was answered.
    after = scraped()
    assert after[streams] == 2
    assert after[key("nabu_requests_total", view="other:view", method="GET", status="200")] == 1
    assert after[key("nabu_request_seconds_bucket", view="other:view", method="GET", le="0.2")] == 0
    assert after[key("nabu_request_seconds_bucket", view="other:view", method="GET", le="0.3")] == 1
    set_open_streams(0)


def test_a_new_web_server_begins_to_count_anew(tmp_path: Path) -> None:
    (tmp_path / "counter_1.db").write_bytes(b"old")
    forget_counters(tmp_path)
    assert list(tmp_path.iterdir()) == []
    forget_counters(tmp_path / "not made yet")


def test_queues_say_what_waits_and_how_long(scraped: Scraped) -> None:
    now = timezone.now()
    [long, short, later, busy, slow] = [
        ask(kind, str(number)) for number, kind in enumerate([VERIFY, VERIFY, VERIFY, VERIFY, REVERIFY])
    ]
    Job.objects.filter(pk=long.pk).update(queued_at=now - timedelta(minutes=10))
    Job.objects.filter(pk=later.pk).update(queued_at=now - timedelta(hours=1), run_after=now + timedelta(hours=1))
    Job.objects.filter(pk=busy.pk).update(queued_at=now - timedelta(hours=1), status=Job.Status.RUNNING)
    Job.objects.create(kind=VERIFY, status=Job.Status.FAILED, finished_at=now - timedelta(hours=2))
    Job.objects.create(kind=VERIFY, status=Job.Status.FAILED, finished_at=now - timedelta(days=2))
    with celery_uses("unix:///nowhere/broker.sock"):
        found = scraped()
    assert found[key("nabu_jobs_waiting", queue="logs")] == 2
    assert found[key("nabu_jobs_running", queue="logs")] == 1
    assert 600 <= found[key("nabu_jobs_oldest_seconds", queue="logs")] < 700
    assert found[key("nabu_jobs_waiting", queue="maintenance")] == 1
    assert found[key("nabu_jobs_waiting", queue="lab")] == 0
    assert found[key("nabu_jobs_failed", kind=VERIFY)] == 1
    assert found[key("nabu_jobs_failed", kind=REVERIFY)] == 0
    assert found[key("nabu_broker_up")] == 0
    assert not any(name == "nabu_queue_messages" for name, _labels in found)
    assert found[key("nabu_disk_free_bytes", folder="var")] > 0
    assert found[key("nabu_disk_bytes", folder="facts")] > 0
    assert found[key("nabu_database_bytes")] > 10_000


@pytest.mark.broker
def test_messages_are_those_of_the_broker(broker: str, scraped: Scraped) -> None:
    app.control.purge()
    enqueue("nabu.jobs.tasks.run", 1, queue="logs")
    enqueue("nabu.jobs.tasks.run", 2, queue="logs")
    sweep()
    found = scraped()
    app.control.purge()
    assert found[key("nabu_broker_up")] == 1
    assert found[key("nabu_queue_messages", queue="logs")] == 2
    assert found[key("nabu_queue_messages", queue="lab")] == 0
    assert 0 <= found[key("nabu_sweep_age_seconds")] < 60


def test_verdicts_are_those_on_uploads_of_the_last_hour(scraped: Scraped) -> None:
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
    found = scraped()
    buckets = {
        dict(labels)["le"]: value for (name, labels), value in found.items() if name == "nabu_verdict_seconds_bucket"
    }
    assert (buckets["0.5"], buckets["5.0"], buckets["300.0"], buckets["+Inf"]) == (2, 3, 3, 4)
    assert found[key("nabu_verdict_seconds_gsum")] == pytest.approx(403.4)


def test_the_page_of_the_docs_names_every_metric(client: Client, scraped: Scraped) -> None:
    client.get("/games/")
    page = (Path(__file__).resolve().parents[4] / "docs" / "operating.md").read_text()
    set_open_streams(0)
    names = {re.sub(r"_(bucket|count|sum|gsum|gcount|created)$", "", name) for name, _labels in scraped()}
    assert {name for name in names if f"`{name}`" not in page} == set()
