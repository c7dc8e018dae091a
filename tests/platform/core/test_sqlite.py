"""SQLite's writers take turns, and no turn is ever left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db.utils import IntegrityError, OperationalError
from pytest_django import DjangoDbBlocker

from nabu.core.sqlite.base import DatabaseWrapper

SETTINGS = {
    "ENGINE": "nabu.core.sqlite",
    "AUTOCOMMIT": True,
    "ATOMIC_REQUESTS": False,
    "CONN_MAX_AGE": None,
    "CONN_HEALTH_CHECKS": False,
    "TIME_ZONE": None,
    "TEST": {},
}
HOLDER = """
import sys, time, fcntl
handle = open(sys.argv[1], "w")
fcntl.flock(handle, fcntl.LOCK_EX)
print("holds", flush=True)
time.sleep(60)
"""


def connect(file: Path, timeout: float = 10) -> DatabaseWrapper:
    """A connection of its own to this file."""
    options = {"timeout": timeout, "transaction_mode": "IMMEDIATE", "init_command": "PRAGMA journal_mode=WAL"}
    return DatabaseWrapper({**SETTINGS, "NAME": str(file), "OPTIONS": options}, alias="line")


@pytest.fixture
def file(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Path]:
    """A database that has nothing to do with the one of the tests."""
    with django_db_blocker.unblock():
        made = connect(tmp_path / "line.sqlite3")
        with made.cursor() as cursor:
            cursor.execute("CREATE TABLE noted (id INTEGER PRIMARY KEY, who TEXT UNIQUE)")
        made.close()
        yield tmp_path / "line.sqlite3"


def begin(connection: DatabaseWrapper) -> None:
    connection.ensure_connection()
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)


def end(connection: DatabaseWrapper, commit: bool = True) -> None:
    connection.commit() if commit else connection.rollback()
    connection.set_autocommit(True)


def can_write(file: Path) -> bool:
    """Whether somebody else gets a turn now."""
    other = connect(file, timeout=0)
    try:
        begin(other)
        end(other)
    except OperationalError:
        return False
    finally:
        other.close()
    return True


@pytest.mark.parametrize("commit", [True, False])
def test_a_turn_lasts_as_long_as_the_transaction(file: Path, commit: bool) -> None:
    first = connect(file)
    begin(first)
    assert not can_write(file)
    end(first, commit)
    assert can_write(file)
    first.close()


def test_a_turn_ends_with_the_connection(file: Path) -> None:
    first = connect(file)
    begin(first)
    first.close()
    assert can_write(file)


def test_a_turn_ends_when_the_transaction_cannot_begin(file: Path) -> None:
    outside = connect(file)
    with outside.cursor() as cursor:
        cursor.execute("BEGIN IMMEDIATE")  # by somebody who does not stand in the line
    first = connect(file, timeout=0)
    with pytest.raises(OperationalError):
        begin(first)
    outside.close()
    assert can_write(file)
    first.close()


def test_a_turn_ends_with_a_killed_process(file: Path) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, f"{file}-turn"], stdout=subprocess.PIPE)
    assert holder.stdout is not None
    holder.stdout.readline()
    assert not can_write(file)
    os.kill(holder.pid, signal.SIGKILL)
    holder.wait()
    holder.stdout.close()
    assert can_write(file)


def test_twenty_writers_at_once_all_write(file: Path) -> None:
    failed: list[BaseException] = []

    def write(name: str) -> None:
        connection = connect(file)
        try:
            for number in range(20):
                begin(connection)
                with connection.cursor() as cursor:
                    cursor.execute("INSERT INTO noted (who) VALUES (%s)", [f"{name} {number}"])
                end(connection, commit=number % 4 != 0)
        except BaseException as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(f"writer {number}",)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    reader = connect(file)
    with reader.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM noted")
        assert cursor.fetchone() == (20 * 15,)
    reader.close()


def test_an_error_inside_gives_the_turn_back(file: Path) -> None:
    first = connect(file)
    begin(first)
    with first.cursor() as cursor:
        cursor.execute("INSERT INTO noted (who) VALUES ('a')")
        with pytest.raises(IntegrityError):
            cursor.execute("INSERT INTO noted (who) VALUES ('a')")
    end(first, commit=False)
    assert can_write(file)
    first.close()
