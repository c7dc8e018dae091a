"""Every request has a number and one line; the number follows it into the jobs that it asks for."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from django.core.exceptions import SuspiciousOperation
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import Settings

from nabu.accounts.players.tokens import create_token
from nabu.celery import app
from nabu.contests.matches.models import Table, Verification
from nabu.contests.results.settling.submission import VERIFY
from nabu.core.errors import NotAllowed
from nabu.core.logs import TextLines, log_context, log_settings
from nabu.site.urls import handler500 as real_handler500
from nabu.site.urls import urlpatterns as real_urls
from nabu.web.jobs import running
from nabu.web.jobs.asking import ask
from nabu.web.jobs.kinds import KINDS
from nabu.web.jobs.kinds import job as kind
from nabu.web.jobs.models import Job
from nabu.web.jobs.running import Progress
from tests.platform.by_hand import do_jobs, long_ago, sweep_by_hand
from tests.platform.operations.operating.conftest import Lines
from tests.platform.scenario import account, log_of, make_event, users
from tests.processes import Process

LIMIT = 8 * 2**20


def not_allowed(request: HttpRequest) -> HttpResponse:
    """A page for somebody else."""
    raise NotAllowed


def suspicious(request: HttpRequest) -> HttpResponse:
    """A page that was sent nonsense."""
    raise SuspiciousOperation


def broken(request: HttpRequest) -> HttpResponse:
    """A page with a fault."""
    raise ZeroDivisionError


handler500 = real_handler500
urlpatterns = [
    path("not-allowed", not_allowed),
    path("suspicious", suspicious),
    path("broken", broken),
    path("api/broken", broken),
    *real_urls,
]


@pytest.fixture
def pages(settings: Settings, db: None) -> Client:
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False)


def upload(client: Client, table: Table) -> Any:
    """Send the log of a game at this table."""
    file = SimpleUploadedFile("game.jsonl", log_of(table))
    return client.post(f"/tables/{table.pk}/log/", {"upload-log": file})


def requests(lines: Lines) -> list[dict[str, Any]]:
    return [line for line in lines() if line["logger"] == "nabu.request"]


def test_a_request_has_one_line(pages: Client, lines: Lines) -> None:
    ana = account("ana")
    pages.force_login(ana)
    page = pages.get("/games/?token=secret", headers={"x-request-id": "chosen-by-the-client"})
    [line] = lines()
    assert line.pop("ms") >= 0
    assert line.pop("time")
    assert line == {
        "level": "INFO",
        "logger": "nabu.request",
        "message": "answered",
        "request": page["X-Request-ID"],
        "user": ana.pk,
        "path": "/games/",
        "method": "GET",
        "status": 200,
        "bytes": len(page.content),
    }
    assert pages.get("/games/")["X-Request-ID"] != page["X-Request-ID"] != "chosen-by-the-client"


@pytest.mark.parametrize(
    "start", ["/accounts/password/reset/key", "/accounts/confirm-email", "/mail/stop", "/slips", "/claim", "/helpers"]
)
def test_links_that_open_something_are_not_in_the_log(pages: Client, lines: Lines, start: str) -> None:
    pages.get(f"{start}/1-secret/")
    assert requests(lines)[-1]["path"] == f"{start}/…"
    assert "1-secret" not in json.dumps(lines())


def test_the_account_of_a_token_is_known(pages: Client, lines: Lines) -> None:
    ana = account("ana")
    key = create_token(ana, "a program", ["read"])[1]
    assert pages.get("/api/v1/players/", headers={"authorization": f"Token {key}"}).status_code == 200
    assert requests(lines)[-1]["user"] == ana.pk
    pages.get("/api/v1/games/")
    assert "user" not in requests(lines)[-1]


@pytest.mark.parametrize(
    ("given", "proxies", "believed"),
    [
        ("3f2a-77", 1, False),  # too short to be told from others
        ("3f2a9c1e-77d0", 1, True),
        ("3f2a9c1e-77d0", 0, False),
        ("x" * 64, 1, True),
        ("x" * 65, 1, False),
        ('3f2a9c1e", "level": "', 1, False),
        ("3f2a9c1e\n77d0", 1, False),
        ("", 1, False),
    ],
)
def test_whose_number_counts(pages: Client, settings: Settings, given: str, proxies: int, believed: bool) -> None:
    settings.NABU_PROXIES = proxies
    number = pages.get("/healthz", headers={"x-request-id": given})["X-Request-ID"]
    assert (number == given) == believed
    assert believed or len(number) == 32


@pytest.mark.parametrize(
    ("address", "status"),
    [("/not-allowed", 403), ("/nothing-here", 404), ("/suspicious", 400), ("/api/v1/nothing/", 404), ("/large", 413)],
)
def test_what_is_refused_has_no_traceback(pages: Client, lines: Lines, address: str, status: int) -> None:
    if status == 413:
        page = pages.post("/logs/", b"x", content_type="text/plain", CONTENT_LENGTH=str(LIMIT + 1))
    else:
        page = pages.get(address)
    assert page.status_code == status
    assert [line["status"] for line in requests(lines)] == [status]
    assert not any("traceback" in line or line["level"] == "CRITICAL" for line in lines())
    assert page["X-Request-ID"] == requests(lines)[0]["request"]


@pytest.mark.parametrize("address", ["/broken", "/api/broken"])
def test_an_error_of_ours_has_a_traceback_and_names_the_request(pages: Client, lines: Lines, address: str) -> None:
    page = pages.get(address)
    [error] = [line for line in lines() if "traceback" in line]
    assert "ZeroDivisionError" in error["traceback"]
    assert error["request"] == page["X-Request-ID"]
    assert page.status_code == 500
    if address.startswith("/api/"):
        assert page.json()["request_id"] == error["request"]
    else:
        assert error["request"] in page.content.decode()
    assert "ZeroDivisionError" not in page.content.decode()


def test_an_address_cannot_forge_a_line(pages: Client) -> None:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(TextLines())
    logging.getLogger().addHandler(handler)
    try:
        pages.get("/nothing%0A2026-01-01 INFO nabu.request: answered [user=1]")
    finally:
        logging.getLogger().removeHandler(handler)
    assert len(written.getvalue().splitlines()) == 1
    assert "path=/nothing\\n2026-01-01" in written.getvalue()


def test_the_number_goes_from_the_upload_to_the_verdict_and_to_what_follows(pages: Client, lines: Lines) -> None:
    event = make_event(4)
    table = event.pair().tables.get()
    player = users(table)[0]
    pages.force_login(player)
    before = set(Job.objects.values_list("pk", flat=True))
    sent = upload(pages, table)
    assert sent.status_code == 302, sent.content
    number = sent["X-Request-ID"]
    [job] = Job.objects.filter(kind=VERIFY)
    assert job.origin == {"request": number, "user": player.pk}

    do_jobs(VERIFY)
    assert Verification.objects.get().verdict == "verified"
    [verdict] = [line for line in lines() if line["message"].startswith("verdict on log")]
    assert (verdict["request"], verdict["user"], verdict["job"]) == (number, player.pk, job.pk)
    [end] = [line for line in lines() if line["message"] == f"job {job.pk} done"]
    assert (end["request"], end["kind"]) == (number, VERIFY)
    assert end["ms"] >= 0
    following = Job.objects.exclude(pk__in=before)
    assert following.exists()
    assert all(found.origin == job.origin for found in following)


@pytest.mark.django_db
def test_a_job_carries_whoever_asked_last_also_when_it_is_sent_again() -> None:
    with log_context(request="the-first-request", user=1):
        job = ask(VERIFY, "verification:1")
    with log_context(request="another-request", path="/"):
        assert ask(VERIFY, "verification:1").pk == job.pk
    long_ago()
    with log_context(task="the sweep"):
        assert sweep_by_hand() == 1
    assert Job.objects.get().origin == {"request": "another-request"}


@pytest.mark.django_db
def test_a_job_that_breaks_says_for_which_request(lines: Lines) -> None:
    @kind("dig", "lab")
    def dig(progress: Progress) -> None:
        raise ZeroDivisionError

    job = Job.objects.create(kind="dig", origin={"request": "3f2a9c1e-77d0", "user": 7})
    running.run(job.pk, "by hand")
    del KINDS["dig"]
    [error] = [line for line in lines() if "traceback" in line]
    assert (error["request"], error["user"], error["job"]) == ("3f2a9c1e-77d0", 7, job.pk)


def test_what_is_logged_afterwards_belongs_to_nobody(lines: Lines) -> None:
    logger = logging.getLogger("somebody")
    with log_context(request="outer"):
        with log_context(job=1):
            logger.warning("inside")
        logger.warning("between")
    logger.warning("after")
    found = [(line.get("request"), line.get("job")) for line in lines()]
    assert found == [("outer", 1), ("outer", None), (None, None)]


@pytest.mark.django_db
def test_an_idle_site_logs_nothing(pages: Client, lines: Lines) -> None:
    """Neither for the tasks that beat sends every 15 seconds, nor for whoever asks whether all is well."""
    assert pages.get("/healthz").status_code == 200
    with patch("nabu.web.jobs.tasks.note_sweep"):
        for entry in app.conf.beat_schedule.values():
            if entry["schedule"] < 60:
                assert app.tasks[entry["task"]].apply().successful()
    logging.getLogger("celery.beat").info("Scheduler: Sending due task %s (%s)", "jobs", "nabu.jobs.tasks.sweep")
    assert lines() == []


@pytest.mark.django_db
def test_a_regular_task_says_what_it_has_done(lines: Lines) -> None:
    ask(VERIFY, "verification:1")
    long_ago()
    with patch("nabu.web.jobs.asking.enqueue", return_value=True), patch("nabu.web.jobs.tasks.note_sweep"):
        app.tasks["nabu.jobs.tasks.sweep"].apply()
    assert lines()[-1]["message"] == "nabu.jobs.tasks.sweep dealt with 1"


def test_whoever_looks_for_a_fault_sees_every_task() -> None:
    loggers = {level: log_settings("json", level)["loggers"] for level in ("DEBUG", "INFO", "ERROR")}
    for name in ("celery.app.trace", "celery.beat", "celery.worker.strategy"):
        assert [loggers[level][name]["level"] for level in loggers] == ["DEBUG", "WARNING", "WARNING"]


@pytest.mark.broker
@pytest.mark.django_db(transaction=True)
def test_a_real_worker_logs_the_number_of_the_upload(worker: Process, wait_until: Callable[..., None]) -> None:
    """It was started with NABU_LOG_FORMAT=json, as all of the tests are."""
    table = make_event(4).pair().tables.get()
    client = Client()
    client.force_login(users(table)[0])
    number = upload(client, table)["X-Request-ID"]
    wait_until(lambda: "verdict on log" in worker.output(), what="the verdict in the worker's log")
    found = [json.loads(line) for line in worker.output().splitlines() if line.startswith("{")]
    [verdict] = [line for line in found if line["message"].startswith("verdict on log")]
    assert verdict["request"] == number
    assert verdict["task"]
    assert verdict["user"] == users(table)[0].pk
