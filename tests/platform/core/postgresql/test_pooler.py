"""Behind a real PgBouncer in transaction mode: nothing that one client sets reaches another one, and nothing it does
needs the same session of PostgreSQL twice."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import OperationalError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F

from nabu.core import outages
from nabu.core.db_timeouts import Patience
from nabu.core.postgresql.base import DatabaseWrapper
from nabu.core.schema import locks
from nabu.operations.backups.saving import snapshot
from tests.pooler import PORT, pooler

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]

WEB = {"lock": 7, "statement": 0.2, "idle": 60}
HELD = ("7s", "200ms", "1min")
NONE = ("0", "0", "0")


class Client:
    """A process of the site with a connection of its own, in which Django asks while it is entered."""

    def __init__(self, socket: Path, **limits: float) -> None:
        settings = {**connection.settings_dict, "HOST": str(socket), "PORT": PORT, "USER": "postgres", "PASSWORD": ""}
        self.before: list[BaseDatabaseWrapper] = []
        self.connection = DatabaseWrapper(settings)
        self.connection.ensure_connection()
        Patience(**limits).begin(self.connection)

    def __enter__(self) -> DatabaseWrapper:
        self.before.append(connections["default"])
        connections["default"] = self.connection
        return self.connection

    def __exit__(self, *_error: object) -> None:
        connections["default"] = self.before.pop()

    def ask(self, sql: str) -> tuple[object, ...]:
        with self.connection.cursor() as cursor:
            cursor.execute(sql)
            return tuple(cursor.fetchone())

    def limits(self) -> tuple[object, ...]:
        names = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
        return self.ask("SELECT " + ", ".join(f"current_setting('{name}')" for name in names))


@pytest.fixture(scope="module")
def sockets() -> Iterator[Callable[[int], Path]]:
    """Return `sockets(n)`: the folder of a pooler with so many sessions."""
    if connection.vendor != "postgresql":
        pytest.skip("PgBouncer is for PostgreSQL")
    with pooler(os.environ["DATABASE_URL"], sessions=1) as one, pooler(os.environ["DATABASE_URL"], sessions=2) as two:
        yield {1: one, 2: two}.__getitem__


@contextmanager
def clients(socket: Path, *limits: dict[str, float]) -> Iterator[list[Client]]:
    """One for each of these limits."""
    made = [Client(socket, **each) for each in limits]
    try:
        yield made
    finally:
        for client in made:
            client.connection.close()


def test_the_time_limits_of_a_web_server_reach_no_command_in_the_same_session(
    sockets: Callable[[int], Path],
) -> None:
    with clients(sockets(1), WEB, {}) as (web, command):
        session = web.ask("SELECT pg_backend_pid()")
        assert web.limits() == HELD
        assert command.limits() == NONE
        with web, transaction.atomic():
            assert web.limits() == HELD
        assert command.limits() == NONE
        assert command.ask("SELECT pg_backend_pid()") == session
        command.ask("SELECT pg_sleep(0.3)")


@pytest.mark.parametrize("first", ["statement", "savepoint", "iterator", "many"])
def test_every_transaction_of_a_web_server_has_its_limits(sockets: Callable[[int], Path], first: str) -> None:
    with clients(sockets(1), WEB) as (web,), web, transaction.atomic():
        if first == "savepoint":
            with transaction.atomic():
                assert web.limits() == HELD
        if first == "iterator":
            assert len(list(Permission.objects.order_by("pk")[:9].iterator(chunk_size=4))) == 9
        if first == "many":
            with web.connection.cursor() as cursor:
                cursor.executemany("SELECT %s", [[1], [2]])
        assert web.limits() == HELD


@pytest.mark.parametrize("inside", [False, True], ids=["outside", "inside"])
def test_a_statement_of_a_web_server_is_ended_in_time(sockets: Callable[[int], Path], inside: bool) -> None:
    with clients(sockets(1), {"statement": 0.2}) as (web,), web:
        around = transaction.atomic() if inside else nullcontext()
        with pytest.raises(OperationalError) as raised, around:
            web.ask("SELECT pg_sleep(30)")
        assert outages.reason(raised.value) == "locked"


def test_answers_and_counts_of_a_limited_statement_are_its_own(sockets: Callable[[int], Path]) -> None:
    with clients(sockets(1), WEB) as (web,), web:
        some = Permission.objects.order_by("pk")[:3]
        assert len(some) == 3
        assert Permission.objects.filter(pk=some[0].pk, name="100 %").count() == 0
        assert Permission.objects.filter(pk__in=[one.pk for one in some]).update(name=F("name")) == 3
        with web.connection.cursor() as cursor:
            cursor.execute("SELECT '100 %'")
            assert cursor.fetchall() == [("100 %",)]


@pytest.mark.parametrize("limits", [{}, WEB], ids=["command", "web"])
def test_rows_are_read_in_parts_while_another_client_works(
    sockets: Callable[[int], Path], limits: dict[str, float]
) -> None:
    """`iterator()` outside transactions: the next part is asked for in another session."""
    with clients(sockets(2), limits, {}) as (reader, other):
        with reader:
            expected = [one.pk for one in Permission.objects.order_by("pk")]
            rows = Permission.objects.order_by("pk").iterator(chunk_size=2)
            found = [next(rows).pk]
        with other, transaction.atomic():
            other.ask("SELECT 1")
            with reader:
                found += [one.pk for one in rows]
    assert found == expected


def test_a_backup_sees_one_moment_and_holds_few_rows_at_a_time(sockets: Callable[[int], Path]) -> None:
    with clients(sockets(2), WEB, {}) as (backup, other):
        with backup, snapshot():
            before = Permission.objects.count()
            rows = Permission.objects.order_by("pk").iterator(chunk_size=2)
            read = [next(rows)]
            open_cursors = backup.ask("SELECT count(*) FROM pg_cursors WHERE NOT is_holdable")
            assert open_cursors == (1,)
            assert backup.limits() == ("7s", "0", "0")
            with other:
                kind = ContentType.objects.get(app_label="auth", model="permission")
                added = Permission.objects.create(content_type=kind, codename="new", name="new")
                later = Permission.objects.count()
                added.delete()
                assert later == before + 1
            read += list(rows)
        assert len(read) == before


def test_migrations_give_way_and_leave_no_short_lock_behind(sockets: Callable[[int], Path]) -> None:
    with clients(sockets(1), {}, {}) as (command, other):

        def migrate() -> None:
            with transaction.atomic():
                assert command.limits() == ("3s", "0", "0")

        with command:
            locks.give_way(migrate, print)
        assert command.limits() == NONE
        assert other.limits() == NONE


def test_a_direct_connection_keeps_its_limits_until_others_hold() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("sessions of PostgreSQL")
    direct = connections.create_connection("default")
    assert isinstance(direct, DatabaseWrapper)
    try:
        with direct.cursor() as cursor:
            direct.limit_time({"lock_timeout": 7})
            direct.limit_time({"statement_timeout": 0.5})
            assert not direct.pooled
            cursor.execute("SELECT current_setting('lock_timeout'), current_setting('statement_timeout')")
            assert cursor.fetchone() == ("0", "500ms")
    finally:
        direct.close()
