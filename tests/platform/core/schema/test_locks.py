"""A migration that finds its table in use gives way to everybody else, tries again, and says so."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.core.management.commands import migrate
from django.db import OperationalError, connection, transaction

from nabu.core.schema import locks
from tests.conftest import database_url_of_the_tests

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Iterator[psycopg.Connection]:
    """Somebody who has a long look at a table."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no queue for a table")
    monkeypatch.setattr(locks, "LOCK_SECONDS", 0.01)
    with psycopg.connect(database_url_of_the_tests()) as session:
        session.execute("LOCK TABLE clubs_club IN ACCESS SHARE MODE")
        yield session


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made; they take no time."""
    made: list[float] = []
    monkeypatch.setattr(locks, "sleep", made.append)
    return made


def change_the_table(*_arguments: Any, **_options: Any) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE clubs_club IN ACCESS EXCLUSIVE MODE")


def lock_timeout() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        return str(cursor.fetchone()[0])


def test_it_goes_on_as_soon_as_the_table_is_free(reader: psycopg.Connection, pauses: list[float]) -> None:
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        if len(said) == 2:
            reader.rollback()

    before = lock_timeout()
    locks.give_way(change_the_table, say)
    assert said == [
        f"A table that must change is in use. Trying again in 10 s; attempts left: {left}." for left in (11, 10)
    ]
    assert pauses == [locks.PAUSE_SECONDS] * 2
    assert lock_timeout() == before


def test_migrate_gives_up_with_a_sentence(
    reader: psycopg.Connection, pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrate.Command, "handle", change_the_table)
    with pytest.raises(CommandError, match=r"gave up after 12 attempts\. .* then run `migrate` again\."):
        call_command("migrate", interactive=False, stdout=StringIO())
    assert pauses == [locks.PAUSE_SECONDS] * (locks.TRIES - 1)


def test_other_errors_are_not_tried_again(reader: psycopg.Connection, pauses: list[float]) -> None:
    def broken() -> None:
        raise OperationalError("the server is gone")

    with pytest.raises(OperationalError, match="gone"):
        locks.give_way(broken, pytest.fail)
    assert pauses == []
