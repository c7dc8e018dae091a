"""Metrics for Prometheus: who may read them, that they say what is, and that two hosts say nothing twice."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest
import redis
from django.conf import settings as site
from django.db import connection
from django.db.utils import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from django.utils import timezone
from prometheus_client.openmetrics.parser import text_string_to_metric_families as read_openmetrics
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from nabu.accounts.players.models import User
from nabu.celery import app
from nabu.contests.matches.models import LogSubmission, Verification
from nabu.contests.results.counts import VERDICT_SECONDS
from nabu.contests.results.settling.submission import REVERIFY, VERIFY, ask_for_verdicts, submit_log
from nabu.contests.results.tasks import verify_log
from nabu.core.counters import set_open_streams
from nabu.core.local_site import forget_counters
from nabu.core.queueing import enqueue
from nabu.core.site_counts import SiteCounter, SiteHistogram
from nabu.site.urls import urlpatterns as real_urls
from nabu.web.jobs.asking import ask, cancel
from nabu.web.jobs.models import Job
from nabu.web.jobs.tasks import sweep
from tests.cases import each
from tests.conftest import celery_uses
from tests.platform.scenario import account, game_log

pytestmark = pytest.mark.django_db

TOKEN = "a token that nobody guesses"
ADDRESSES = ("/metrics", "/metrics/site")
Sample = tuple[str, frozenset[tuple[str, str]]]
Scraped = Callable[..., dict[Sample, float]]


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

    def scrape(address: str = "/metrics") -> dict[Sample, float]:
        page = client.get(address, headers={"authorization": f"Bearer {TOKEN}"})
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
    for address in ADDRESSES:
        assert client.get(address, headers={"authorization": header}).status_code == status


@pytest.mark.parametrize("address", ADDRESSES)
def test_without_a_token_only_staff_may_read(client: Client, settings: Settings, address: str) -> None:
    settings.METRICS_TOKEN = ""
    for header in ("Bearer ", "Bearer", f"Bearer {TOKEN}"):
        assert client.get(address, headers={"authorization": header}).status_code == 404
    client.force_login(account("ana"))
    assert client.get(address).status_code == 404
    boss = account("boss", is_staff=True)
    client.force_login(boss)
    page = client.get(address)
    assert page.status_code == 200
    assert page["Content-Type"].startswith("text/plain; version=0.0.4")
    assert "no-cache" in page["Cache-Control"]
    User.objects.filter(pk=boss.pk).update(is_active=False)
    assert client.get(address).status_code == 404


def test_a_metric_is_of_the_instance_or_of_the_site(client: Client, scraped: Scraped) -> None:
    """Two hosts behind a balancer do not report the numbers of the site twice."""
    client.get("/games/")
    instance, of_site = ({name for name, _labels in scraped(address)} for address in ADDRESSES)
    assert instance & of_site == set()
    assert {"nabu_requests_total", "nabu_disk_free_bytes", "nabu_database_up"} <= instance
    assert {"nabu_jobs_waiting", "nabu_database_bytes"} <= of_site


@pytest.mark.broker
def test_names_follow_the_convention(broker: str, client: Client) -> None:
    """https://prometheus.io/docs/practices/naming/, and the stricter grammar of OpenMetrics."""
    VERDICT_SECONDS.observe([0.7])
    sweep()
    set_open_streams(0)
    client.get("/games/")
    accept = "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5"
    types = {}
    for address in ADDRESSES:
        page = client.get(address, headers={"authorization": f"Bearer {TOKEN}", "accept": accept})
        assert page["Content-Type"].startswith("application/openmetrics-text; version=1.0.0")
        for family in read_openmetrics(page.content.decode()):
            types[family.name] = family.type
            assert family.documentation
            assert re.fullmatch(r"(nabu|process)_[a-z]+(_[a-z]+)*", family.name)
            # Counters and histograms end in what they have; OpenMetrics adds the ends.
            assert not re.search(r"_(total|count|sum|bucket|ms|milliseconds|minutes|kb|mb|percent)$", family.name)
    assert {name for name, type_ in types.items() if type_ == "histogram"} == {
        "nabu_request_seconds",
        "nabu_verdict_seconds",
    }
    assert set(types.values()) == {"counter", "gauge", "histogram", "info"}


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


@pytest.mark.both_databases
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
        found, host = scraped("/metrics/site"), scraped()
    assert found[key("nabu_jobs_waiting", queue="logs")] == 2
    assert found[key("nabu_jobs_running", queue="logs")] == 1
    assert 600 <= found[key("nabu_jobs_oldest_seconds", queue="logs")] < 700
    assert found[key("nabu_jobs_waiting", queue="maintenance")] == 1
    assert found[key("nabu_jobs_waiting", queue="lab")] == 0
    assert found[key("nabu_database_bytes")] > 10_000
    assert (key("nabu_database_connections") in found) == (connection.vendor == "postgresql")
    # What the broker would say is not zero while it says nothing: `rate` would take that for a new beginning.
    assert not {"nabu_queue_messages", "nabu_jobs_ended_total", "nabu_verdict_seconds_count"} & {
        name for name, _labels in found
    }
    assert host[key("nabu_broker_up")] == 0
    assert host[key("nabu_database_up")] == 1
    assert host[key("nabu_disk_free_bytes", folder="var")] > 0
    assert host[key("nabu_disk_bytes", folder="facts")] > 0


def test_a_host_says_that_it_does_not_reach_the_database(
    client: Client, scraped: Scraped, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise OperationalError("connection refused") from psycopg.OperationalError("connection refused")

    monkeypatch.setattr(connection, "cursor", refuse)
    assert scraped()[key("nabu_database_up")] == 0
    # The site has nothing to say then, which `up` shows.
    assert client.get("/metrics/site", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 503


def test_what_the_web_processes_use_is_what_the_system_says(scraped: Scraped) -> None:
    here = psutil.Process()
    before = sum(here.cpu_times()[:2])
    found = scraped()
    assert before - 0.05 <= found[key("process_cpu_seconds_total")]
    assert found[key("process_start_time_seconds")] == pytest.approx(here.create_time(), abs=2)
    assert found[key("process_resident_memory_bytes")] == pytest.approx(here.memory_info().rss, rel=0.5)
    assert found[key("nabu_open_streams_limit")] == site.MOST_STREAMS * site.WEB_PROCESSES


@pytest.mark.broker
def test_messages_are_those_of_the_broker(broker: str, scraped: Scraped) -> None:
    app.control.purge()
    enqueue("nabu.jobs.tasks.run", 1, queue="logs")
    enqueue("nabu.jobs.tasks.run", 2, queue="logs")
    sweep()
    found = scraped("/metrics/site")
    app.control.purge()
    assert scraped()[key("nabu_broker_up")] == 1
    assert found[key("nabu_queue_messages", queue="logs")] == 2
    assert found[key("nabu_queue_messages", queue="lab")] == 0
    assert 0 <= found[key("nabu_sweep_age_seconds")] < 60


@pytest.mark.broker
def test_verdicts_of_all_hosts_are_one_histogram(broker: str, scraped: Scraped) -> None:
    """Cumulative, as histogram_quantile and rate want it: it only grows, whichever process has counted."""
    redis.Redis.from_url(broker).delete("nabu:count:nabu_verdict_seconds")
    assert scraped("/metrics/site")[key("nabu_verdict_seconds_bucket", le="+Inf")] == 0
    VERDICT_SECONDS.observe([0.5, 1.5])
    another_host = SiteHistogram("nabu_verdict_seconds", "", VERDICT_SECONDS.buckets)
    another_host.observe([0.4, 3])
    another_host.observe([4000])
    found = scraped("/metrics/site")
    buckets = [found[key("nabu_verdict_seconds_bucket", le=le)] for le in ("0.5", "1.0", "2.0", "5.0", "1800.0")]
    assert buckets == [2, 2, 3, 4, 4]
    assert found[key("nabu_verdict_seconds_bucket", le="+Inf")] == 5
    assert found[key("nabu_verdict_seconds_count")] == 5
    assert found[key("nabu_verdict_seconds_sum")] == pytest.approx(4005.4)


@pytest.mark.broker
def test_buckets_of_another_version_are_counted_in_the_next_larger_ones(broker: str) -> None:
    SiteHistogram("nabu_tested_seconds", "As it was", (1, 3)).observe([0.5, 2, 7])
    [family] = [SiteHistogram("nabu_tested_seconds", "As it is", (2, 5)).metric()]
    redis.Redis.from_url(broker).delete("nabu:count:nabu_tested_seconds")
    values = {sample.labels.get("le"): sample.value for sample in family.samples if sample.name.endswith("_bucket")}
    assert values == {"2.0": 1, "5.0": 2, "+Inf": 3}


@pytest.mark.broker
def test_nothing_is_lost_when_the_broker_has_closed_the_connection(broker: str) -> None:
    counter = SiteCounter("nabu_tested_total", "Of this test", ["kind"])
    with redis.Redis.from_url(broker) as client:
        client.delete("nabu:count:nabu_tested_total")
        counter.inc("one")
        client.client_kill_filter(_type="normal", skipme=True)
        counter.inc("one", by=2.5)
        [first, second] = counter.metric([("one",), ("two",)]).samples
        client.delete("nabu:count:nabu_tested_total")
    assert (first.labels, first.value) == ({"kind": "one"}, 3.5)
    assert (second.labels, second.value) == ({"kind": "two"}, 0)


@pytest.mark.broker
def test_a_verdict_is_counted_once_for_each_upload_that_waited(
    broker: str, scraped: Scraped, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    ana, bo = account("ana"), account("bo")
    data = game_log(2)
    first, second = submit_log(ana, data), submit_log(bo, data)
    LogSubmission.objects.filter(pk=first.pk).update(submitted_at=timezone.now() - timedelta(seconds=40))
    before = scraped("/metrics/site")
    with django_capture_on_commit_callbacks(execute=True):
        verify_log(Verification.objects.get(log=second.log).pk)
    submit_log(ana, data)  # known by now: it did not wait

    def more(name: str, **labels: str) -> float:
        return after[key(name, **labels)] - before[key(name, **labels)]

    after = scraped("/metrics/site")
    assert more("nabu_verdict_seconds_count") == 2
    assert more("nabu_verdict_seconds_bucket", le="30.0") == 1
    assert more("nabu_verdict_seconds_bucket", le="60.0") == 2
    assert more("nabu_jobs_ended_total", kind=VERIFY, status="done") == 1
    assert more("nabu_job_seconds_total", kind=VERIFY) > 0
    # What nobody waited for, new verdicts of a new engine for example, says nothing about waiting.
    Verification.objects.filter(log=second.log).update(status=Verification.Status.QUEUED)
    LogSubmission.objects.filter(log=second.log).update(outcome=LogSubmission.Outcome.PENDING)
    [again] = Verification.objects.filter(log=second.log)
    ask_for_verdicts(REVERIFY, [again.pk], tell=False)
    verify_log(again.pk)
    after = scraped("/metrics/site")
    assert more("nabu_verdict_seconds_count") == 2


@pytest.mark.broker
def test_jobs_that_end_badly_are_counted(
    broker: str, scraped: Scraped, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    before = scraped("/metrics/site")
    with django_capture_on_commit_callbacks(execute=True):
        cancel(ask(VERIFY, "one"))
        Job.objects.create(
            kind=VERIFY, payload={"verification": 0}, attempts=5, look_at=timezone.now() - timedelta(hours=1)
        )
        sweep()
    after = scraped("/metrics/site")
    for status in ("cancelled", "failed"):
        sample = key("nabu_jobs_ended_total", kind=VERIFY, status=status)
        assert after[sample] - before[sample] == 1


@pytest.mark.broker
def test_the_page_of_the_docs_names_every_metric(broker: str, client: Client, scraped: Scraped) -> None:
    client.get("/games/")
    sweep()
    page = (Path(__file__).resolve().parents[4] / "docs" / "operating.md").read_text()
    set_open_streams(0)
    samples = [name for address in ADDRESSES for name, _labels in scraped(address)]
    names = {re.sub(r"_(bucket|count|sum|created)$", "", name) for name in samples}
    assert {name for name in names if f"`{name}`" not in page} == set()
