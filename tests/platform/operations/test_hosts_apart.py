"""Two hosts whose clocks are four minutes apart, on one database: each two minutes wrong, in its own direction.

Time is moved where Django, Celery and the tickets of open pages read it, and `time.time`. A host has measured how far
it is from the database, as it does with each new connection to PostgreSQL.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

import pytest
import rest_framework.throttling  # noqa: F401 - keeps `time.time` as it finds it
from django.conf import settings
from django.db import connection, connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from nabu.celery import app
from nabu.contests.tournaments.clock.services import pause_clock, resume_clock, set_minutes, start_clock
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.setup.services import update_tournament
from nabu.core import database_clock
from nabu.core.database_clock import OFFSET, Offset
from nabu.core.queueing import note_sweep, seconds_since_sweep
from nabu.web.jobs import running
from nabu.web.jobs.asking import ask
from nabu.web.jobs.models import Job
from nabu.web.live.tickets import address_of, read_ticket
from nabu.web.shared_pages.store import store
from tests.platform.board.records.conftest import device, table_to_record
from tests.platform.by_hand import sweep_by_hand
from tests.platform.scenario import PASSWORD, Event, account, make_event, users
from tests.profiles import LONG

pytestmark = pytest.mark.django_db

MINUTES = timedelta(minutes=2)
FAST, SLOW = MINUTES, -MINUTES
Host = Callable[[timedelta], AbstractContextManager[None]]
WAYS = {"slow-fast": (SLOW, FAST), "fast-slow": (FAST, SLOW)}
BOTH_WAYS = pytest.mark.parametrize(("first", "second"), WAYS.values(), ids=WAYS)
LATE = BOTH_WAYS if LONG else pytest.mark.parametrize(("first", "second"), [WAYS["slow-fast"]], ids=["slow-fast"])
"""To the second host, what the first one has written is long ago; in the long profile the other way round too."""


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch) -> Host:
    """Return `host(wrong)`: what happens inside, happens on the host whose clock is wrong by so much."""
    wrong = timedelta()
    real = time.time

    class Moved(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Any:
            return datetime.fromtimestamp(real(), tz) + wrong

    for module in ("django.utils.timezone", "celery.app.base", "nabu.web.live.tickets", "celery.worker.request"):
        monkeypatch.setattr(f"{module}.datetime", Moved)
    monkeypatch.setattr("time.time", lambda: real() + wrong.total_seconds())

    @contextmanager
    def on(by: timedelta) -> Iterator[None]:
        nonlocal wrong
        before, measured = wrong, OFFSET.behind
        wrong = by
        OFFSET.measure(timezone.now(), datetime.fromtimestamp(real(), UTC), timezone.now())
        try:
            yield
        finally:
            wrong, OFFSET.behind = before, measured

    return on


def test_a_job_says_by_the_clock_of_the_database_since_when_it_waits(host: Host) -> None:
    """The sweep and the status page compare it with that clock."""
    with host(SLOW):
        assert abs(ask("verify", "verification:1").queued_at - database_clock.now()) < timedelta(seconds=2)


class TestClock:
    """How a host finds out."""

    @pytest.mark.postgres
    def test_each_connection_compares_the_clocks(self, host: Host, caplog: pytest.LogCaptureFixture) -> None:
        if connection.vendor != "postgresql":
            pytest.skip("SQLite has no clock of its own")
        with host(FAST):
            OFFSET.behind = timedelta()
            other = connections.create_connection("default")
            other.ensure_connection()
            other.close()
            assert abs(OFFSET.behind + FAST) < timedelta(seconds=2)
            assert abs(database_clock.now() - timezone.now() + FAST) < timedelta(seconds=2)
        assert "the clock of this host is +120 s from that of the database" in caplog.text

    @pytest.mark.postgres
    def test_the_first_look_at_the_clock_asks_for_it(self, host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
        """A worker that has not asked the database anything yet must not take jobs from others."""
        if connection.vendor != "postgresql":
            pytest.skip("SQLite has no clock of its own")
        other = connections.create_connection("default")
        monkeypatch.setattr(database_clock, "connection", other)
        with host(FAST):
            monkeypatch.setattr(OFFSET, "behind", timedelta())
            monkeypatch.setattr(OFFSET, "is_known", False)
            assert abs(database_clock.now() - timezone.now() + FAST) < timedelta(seconds=2)
        other.close()

    @pytest.mark.parametrize(
        ("theirs", "answered", "behind"),
        [
            (120, 0, 120),
            (-120, 0, -120),
            (0.9, 0, 0),  # near enough
            (30, 30, 0),  # a slow answer: the clocks may be equal
            (120, 30, 90),  # at least so much
            (-120, 30, -120),
        ],
    )
    def test_a_slow_answer_says_less(self, theirs: float, answered: float, behind: float) -> None:
        start, measured = datetime(2026, 11, 30, tzinfo=UTC), Offset()
        measured.measure(start, start + timedelta(seconds=theirs), start + timedelta(seconds=answered))
        assert measured.behind == timedelta(seconds=behind)


@BOTH_WAYS
def test_nobody_takes_a_job_from_a_worker_that_lives(
    host: Host, first: timedelta, second: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[int] = []

    def work(progress: running.Progress) -> None:
        with host(second):
            assert sweep_by_hand() == 0
        done.append(progress.job.attempts)

    monkeypatch.setitem(running.KINDS, "mails", replace(running.KINDS["mails"], work=work))
    with host(first):
        job = ask("mails", "mails")
    with host(second):
        assert sweep_by_hand() == 0  # its message is on the way
    with host(first):
        running.run(job.pk, "first")
    assert done == [1]
    assert not Job.objects.exists()


@BOTH_WAYS
def test_a_job_that_nobody_does_is_sent_again_in_time(host: Host, first: timedelta, second: timedelta) -> None:
    with host(first):
        ask("mails", "mails")
    with host(second + timedelta(seconds=16)):
        OFFSET.behind -= timedelta(seconds=-16)
        assert sweep_by_hand() == 1


@BOTH_WAYS
def test_what_beat_sends_is_not_too_old_for_a_worker(host: Host, first: timedelta, second: timedelta) -> None:
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
        with host(first):
            expires = app.now() + timedelta(seconds=entry["options"]["expires"])
        with host(second):
            assert app.now() + timedelta(seconds=30) < expires, name


@BOTH_WAYS
def test_the_last_sweep_is_as_old_as_it_is(host: Host, first: timedelta, second: timedelta, broker: str) -> None:
    with host(first):
        note_sweep()
    with host(second):
        age = seconds_since_sweep()
    assert age is not None
    assert age < 30


@pytest.fixture
def round_(host: Host) -> tuple[Event, Round]:
    event = make_event(2, table_size=2, rounds=1)
    found = event.pair()
    set_minutes(event.organiser, found, 30)
    return event, found


@LATE
def test_a_round_ends_at_the_same_time_everywhere(
    host: Host, round_: tuple[Event, Round], first: timedelta, second: timedelta
) -> None:
    event, playing = round_
    address = f"/api/v1/rounds/{playing.pk}/"

    def left() -> float:
        return float(Client().get(f"{address}clock/").json()["seconds_left"])

    with host(first):
        start_clock(event.organiser, playing)
        assert left() == pytest.approx(1800, abs=20)
    with host(second):
        assert left() == pytest.approx(1800, abs=20)
        pause_clock(event.organiser, playing)
    with host(first):
        resume_clock(event.organiser, playing)
        assert left() == pytest.approx(1800, abs=20)


@LATE
def test_pages_are_the_same_and_end_at_the_same_time(
    host: Host, round_: tuple[Event, Round], first: timedelta, second: timedelta
) -> None:
    event, playing = round_
    address = reverse("tournaments:round", args=[playing.pk])
    with host(first):
        start_clock(event.organiser, playing)
        one = Client().get(address)
    with host(second):
        assert Client().get(address, headers={"If-None-Match": one["ETag"]}).status_code == 304
        store.forget()
        other = Client().get(address)
    assert other["ETag"] == one["ETag"]
    (kept,) = store._entries.values()
    assert kept.until == pytest.approx(time.time() + 1800, abs=20)


@LATE
def test_nobody_takes_a_record_from_a_device_that_writes(
    host: Host, round_: tuple[Event, Round], first: timedelta, second: timedelta
) -> None:
    _event, playing = round_
    table = playing.tables.get()
    with host(first):
        record, lines = table_to_record(table)
        phone = device(users(table)[0], record)
        phone.append(*lines[:3])
    with host(second):
        laptop = device(users(table)[0], record, "laptop-of-ana")
        assert not laptop.post("take_over").json()["writer"]["mine"]
        assert laptop.look()["writer"]["idle"] < 30


@LATE
def test_spectators_see_no_move_before_its_time(
    host: Host, round_: tuple[Event, Round], first: timedelta, second: timedelta
) -> None:
    event, playing = round_
    table = playing.tables.get()
    update_tournament(event.organiser, event.tournament, watch_delay=3)
    with host(first):
        record, lines = table_to_record(table)
        device(users(table)[0], record).append(*lines[:3])
    with host(second):
        assert Client().get(reverse("table:watch_now", args=[table.pk])).json()["state"] == "soon"


@LATE
def test_a_session_a_ticket_and_a_key_hold_on_both(host: Host, first: timedelta, second: timedelta) -> None:
    """What holds for hours is told by each host's own clock."""
    organiser = account("organiser")
    client = Client()
    body = {"name": "A club"}
    with host(first):
        client.force_login(organiser, backend="django.contrib.auth.backends.ModelBackend")
        sent = client.post("/api/v1/clubs/", body, "application/json", headers={"Idempotency-Key": "one"})
        ticket = address_of([("t1", 7)]).partition("ticket=")[2]
    with host(second):
        again = client.post("/api/v1/clubs/", body, "application/json", headers={"Idempotency-Key": "one"})
        assert (again.status_code, again.content) == (sent.status_code, sent.content) == (201, sent.content)
        assert again["Idempotency-Replayed"] == "true"
        assert read_ticket(ticket) == {"t1": 7}


@pytest.mark.skipif(not LONG, reason="signs in often: the long profile runs it")
@LATE
def test_a_name_that_is_locked_on_one_host_is_locked_on_the_other(
    host: Host, first: timedelta, second: timedelta
) -> None:
    account("ana")
    guesser = Client()

    def log_in(password: str) -> bool:
        guesser.post(reverse("account_login"), {"login": "ana", "password": password}, REMOTE_ADDR="192.0.2.1")
        return "_auth_user_id" in guesser.session

    with host(first):
        for _ in range(settings.AXES_FAILURE_LIMIT):
            assert not log_in("wrong")
    with host(second):
        assert not log_in(PASSWORD)
    with host(second + settings.AXES_COOLOFF_TIME):
        assert log_in(PASSWORD)
