"""The database is full, locked or away: everybody is told to try again, nothing is half written, all comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, OperationalError, connection, transaction
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings

from nabu.accounts.audit.models import AuditEntry
from nabu.contests.matches.models import GameLog, LogSubmission, Table, Verification
from nabu.contests.results import services
from nabu.core import outages
from nabu.core.db_timeouts import PATIENCE
from nabu.core.errors import TryLater
from nabu.operations.supervisor.models import WriteProof
from nabu.site import health
from nabu.web.jobs import running
from nabu.web.jobs.models import Job
from tests.conftest import celery_uses
from tests.platform.scenario import approved, game_log, log_of, make_event, users

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

on_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="a file of SQLite")
on_postgres = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="sessions of PostgreSQL")


@pytest.fixture(autouse=True)
def new_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is known yet about the health of the database."""
    monkeypatch.setattr(health, "CHECK", health.WriteCheck())
    monkeypatch.setattr(health, "CHECK_SECONDS", 0.0)
    monkeypatch.setattr(health, "LOCK_SECONDS", 1)


@pytest.fixture
def table() -> Table:
    return approved(make_event(2, table_size=2)).pair().tables.get()


@pytest.fixture
def player(table: Table, client: Client) -> Client:
    client.force_login(users(table)[0])
    return client


def pragma(text: str) -> int:
    with connection.cursor() as cursor:
        found = cursor.execute(f"PRAGMA {text}").fetchone()
        return int(found[0]) if found else 0


@contextmanager
def full() -> Iterator[None]:
    """The file of the database cannot grow: what SQLite says then is what it says about a full disk."""
    before = pragma("max_page_count")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # what was deleted leaves room
    pragma(f"max_page_count = {pragma('page_count')}")
    try:
        yield
    finally:
        pragma(f"max_page_count = {before}")


@contextmanager
def read_only() -> Iterator[None]:
    """As after an error of the file system."""
    pragma("query_only = 1")
    try:
        yield
    finally:
        pragma("query_only = 0")


@contextmanager
def locked() -> Iterator[None]:
    """Somebody else writes and does not come to an end."""
    patience = pragma("busy_timeout")
    pragma("busy_timeout = 50")
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN IMMEDIATE")
            yield
    finally:
        other.close()
        pragma(f"busy_timeout = {patience}")


def stored() -> list[int]:
    return [model.objects.count() for model in (GameLog, LogSubmission, Verification, Job, AuditEntry)]


def send(player: Client, table: Table) -> Iterator[HttpResponse]:
    """A large log by every way in."""
    data = log_of(table) + b" " * 2**20
    yield player.post("/api/v1/submissions/", data, content_type="text/plain")
    yield player.post(f"/api/v1/tables/{table.pk}/logs/", data, content_type="text/plain")
    yield player.post("/logs/", {"log": SimpleUploadedFile("game.jsonl", data)})
    yield player.post(f"/tables/{table.pk}/log/", {"upload-log": SimpleUploadedFile("game.jsonl", data)})


@on_sqlite
@pytest.mark.parametrize("trouble", [full, read_only, locked])
def test_every_way_in_says_try_again_and_nothing_is_half_written(
    player: Client, table: Table, trouble: Callable[[], object]
) -> None:
    before = stored()
    with trouble():  # type: ignore[attr-defined]
        for answer in send(player, table):
            assert answer.status_code == 503, answer
            assert int(answer["Retry-After"]) > 0
            assert "Nothing was saved" in answer.content.decode()
        assert player.get(f"/tables/{table.pk}/").status_code == 200
    assert stored() == before
    assert [answer.status_code for answer in send(player, table)] == [202, 202, 302, 302]


@on_sqlite
def test_the_answer_is_in_the_readers_language_and_needs_no_database(player: Client, table: Table) -> None:
    with read_only():
        answer = player.post(f"/tables/{table.pk}/call/", headers={"accept-language": "de"})
    assert answer.status_code == 503
    assert '<html lang="de">' in answer.content.decode()


@on_sqlite
def test_a_middleware_that_cannot_write_is_answered_too(player: Client, table: Table) -> None:
    """The key of an API request is stored before the request is looked at."""
    player.raise_request_exception = False
    with read_only():
        answer = player.post("/api/v1/submissions/", b"{}", content_type="text/plain", headers={"idempotency-key": "1"})
    assert (answer.status_code, answer["Content-Type"]) == (503, "application/json")


@on_sqlite
@pytest.mark.parametrize(("trouble", "why"), [(read_only, "read-only"), (locked, "locked")])
def test_health_writes_and_says_why_it_cannot(client: Client, trouble: Callable[[], object], why: str) -> None:
    with celery_uses("unix:///nowhere/broker.sock"), trouble():  # type: ignore[attr-defined]
        answer = client.get("/healthz")
        assert answer.status_code == 503
        assert answer.json() == {
            "status": "failed",
            "database": False,
            "broker": False,
            "space": True,
            "why": f"the database is {why}",
        }
    assert client.get("/healthz").status_code == 200
    assert WriteProof.objects.count() == 1


@on_sqlite
def test_a_busy_database_is_healthy_while_others_write(client: Client) -> None:
    assert client.get("/healthz").status_code == 200
    with locked():
        assert client.get("/healthz").status_code == 200
        health.CHECK.written -= health.BUSY_SECONDS
        assert client.get("/healthz").status_code == 503


def test_health_writes_seldom(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "CHECK_SECONDS", 3600.0)
    assert client.get("/healthz").status_code == 200
    first = WriteProof.objects.get()
    assert client.get("/healthz").status_code == 200
    assert WriteProof.objects.get().written_at == first.written_at


@on_sqlite
def test_a_job_that_finds_the_disk_full_is_done_later_and_has_lost_no_attempt(table: Table) -> None:
    services.submit_log(users(table)[0], log_of(table), table)
    job = Job.objects.get(kind="verify")

    def no_room(*_arguments: object) -> None:
        with full(), transaction.atomic():
            GameLog.objects.create(sha256="0" * 64, content=b" " * 2**20, size=2**20)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("nabu.contests.results.tasks.extract_facts", no_room)
        running.run(job.pk, "one")
    job.refresh_from_db()
    assert (job.status, job.attempts, job.error) == ("queued", 0, "")
    assert job.run_after is not None
    Job.objects.update(run_after=None)
    running.run(job.pk, "two")
    assert Table.objects.get(pk=table.pk).status == "reported"


def test_which_errors_pass() -> None:
    assert outages.reason(OSError(28, "No space left on device")) == "full"
    assert outages.reason(OSError(2, "No such file")) is None
    assert outages.reason(ValueError()) is None
    assert outages.reason(DatabaseError("of our own making")) is None
    request = RequestFactory().get("/api/v1/")
    assert outages.answer(request, ValueError()) is None
    assert outages.answer(request, None) is None
    later = outages.answer(request, TryLater("Later.", status=507, seconds=9))
    assert later is not None
    assert (later.status_code, later["Retry-After"]) == (507, "9")


def test_a_mistake_in_a_query_is_an_error_of_ours() -> None:
    with pytest.raises(DatabaseError) as raised, connection.cursor() as cursor:
        cursor.execute("SELECT nothing FROM nowhere")
    assert outages.reason(raised.value) is None
    connection.close()


@contextmanager
def row_lock(model: type[Table] | type[WriteProof]) -> Iterator[None]:
    """Another session of PostgreSQL holds the rows of a table and does nothing."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute(f"SELECT * FROM {model._meta.db_table} FOR UPDATE")
            yield
    finally:
        other.close()


@pytest.fixture
def other_limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The next tests have their own session, without the limits of this one."""
    monkeypatch.setattr(PATIENCE, "limits", PATIENCE.limits)
    yield
    connection.close()


@on_postgres
def test_who_waits_too_long_for_a_row_is_told_to_try_again(table: Table, other_limits: None) -> None:
    with override_settings(WEB_LOCK_SECONDS=1):
        player = Client()
        player.force_login(users(table)[0])
        connection.close()  # the limits belong to new sessions
        player.get("/healthz")
        before = stored()
        with row_lock(Table):
            address = f"/api/v1/tables/{table.pk}/logs/"
            answer = player.post(address, log_of(table), content_type="text/plain")
            assert answer.status_code == 503, answer.content
            assert answer["Retry-After"]
            assert stored() == before
            other = player.post("/api/v1/submissions/", game_log(2, 5), content_type="text/plain")
            assert other.status_code == 202
        assert player.post(address, log_of(table), content_type="text/plain").status_code == 202


@on_postgres
def test_a_session_of_the_web_server_has_limits(other_limits: None) -> None:
    with override_settings(WEB_LOCK_SECONDS=7, WEB_STATEMENT_SECONDS=1):
        client = Client()
        client.get("/healthz")
        connection.close()
        with connection.cursor() as cursor:
            cursor.execute("SHOW lock_timeout")
            assert cursor.fetchone() == ("7s",)
            cursor.execute("SHOW idle_in_transaction_session_timeout")
            assert cursor.fetchone() == ("1min",)
        with pytest.raises(OperationalError) as raised, connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(30)")
        assert outages.reason(raised.value) == "locked"


@on_postgres
def test_health_waits_for_no_lock(client: Client) -> None:
    assert client.get("/healthz").status_code == 200
    health.CHECK.written -= health.BUSY_SECONDS
    with row_lock(WriteProof):
        assert client.get("/healthz").json()["why"] == "the database is locked"
    assert client.get("/healthz").status_code == 200


@on_postgres
def test_a_connection_that_was_cut_is_answered_and_the_next_request_has_a_new_one(table: Table) -> None:
    player = Client()
    player.force_login(users(table)[0])
    data = log_of(table)
    other = connection.copy()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        pid = cursor.fetchone()[0]
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [pid])
    other.close()
    player.raise_request_exception = False
    address = f"/api/v1/tables/{table.pk}/logs/"
    assert player.post(address, data, content_type="text/plain").status_code == 503
    connection.close_if_unusable_or_obsolete()  # as at the end of every request that is not a test
    assert player.post(address, data, content_type="text/plain").status_code == 202
