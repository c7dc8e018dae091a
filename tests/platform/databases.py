"""Databases beside that of the tests: other copies for this process, and the old site described in `data/README.md`."""

from __future__ import annotations

import gzip
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction

DATA = Path(__file__).parent / "data"
DUMP = DATA / "site_of_0.1.0.sql.gz"
POSTGRESQL_TABLES = DATA / "tables_of_0.1.0.postgresql.sql.gz"
BACKUP = DATA / "site_of_0.1.0.zip"

Old = sqlite3.Connection


@contextmanager
def old_rows() -> Iterator[Old]:
    """The database of the old site, for questions about what it held."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(gzip.decompress(DUMP.read_bytes()).decode())
        yield database


def make_old_site(name: str, old: Old) -> None:
    """A database with the rows and the tables of the old site: `migrate` is what it still needs."""
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(name)) as file:
            old.backup(file)
        return
    create_database(name)
    with working_on(name):
        _load_into_postgres(old)


@contextmanager
def working_on(name: str) -> Iterator[None]:
    """Let this process work on another database than that of the tests."""
    before = current_database()
    _use(name)
    try:
        yield
    finally:
        _use(before)


def _use(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name
    ContentType.objects.clear_cache()


def current_database() -> str:
    """The name of the database that this process works on."""
    return str(connection.settings_dict["NAME"])


def create_database(name: str, template: str = "template1") -> None:
    """A database, as a copy of another one that nobody works on."""
    if connection.vendor == "sqlite":
        shutil.copy(template, name)
        return
    drop_database(name)  # one that a killed run has left behind
    _alone(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')


def drop_database(name: str) -> None:
    """Leave nothing behind."""
    if connection.vendor == "sqlite":
        Path(name).unlink()
        return
    _alone(f'DROP DATABASE IF EXISTS "{name}"')


def end_other_sessions() -> None:
    """Nobody but this connection works in the database of PostgreSQL that this process works on."""
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid != pg_backend_pid()"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_terminate_backend(pid, 10000) {others}")


def _alone(sql: str) -> None:
    """Behind a pooler, the time limits of a web server would come with it, in one transaction."""
    with connection.cursor() as cursor:
        cursor.cursor.execute(sql)


def _load_into_postgres(old: Old) -> None:
    """Make the tables that the old site had there, and fill them with its rows."""
    tables = [name for (name,) in old.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(gzip.decompress(POSTGRESQL_TABLES.read_bytes()).decode())
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        for table in tables:
            if table.startswith("sqlite_"):
                continue
            found = old.execute(f"SELECT * FROM {table}")
            names = [column[0] for column in found.description]
            # A text without a type becomes whatever the column is.
            rows = [[v if v is None or isinstance(v, bytes) else str(v) for v in row] for row in found]
            columns = ", ".join(f'"{name}"' for name in names)
            cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({', '.join(['%s'] * len(names))})", rows)
        # Keys of rows that are gone are not given again.
        for table, last in old.execute("SELECT name, seq FROM sqlite_sequence"):
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, last])
