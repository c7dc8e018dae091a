"""The database after a test that has committed, emptied quickly: what Django does instead, asks for the disk for every
table and makes all permissions again, takes ten times as long."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager

import pytest
from django.db import connection, transaction
from django.test import TransactionTestCase

Empty = Callable[[TransactionTestCase], None]


@contextmanager
def emptied_quickly() -> Iterator[None]:
    """Django empties the database after the first such test; what it left is what all others get."""
    flush = TransactionTestCase._fixture_teardown
    with pytest.MonkeyPatch.context() as patch, closing(sqlite3.connect(":memory:")) as copy:
        on_sqlite = connection.vendor == "sqlite"
        patch.setattr(
            TransactionTestCase, "_fixture_teardown", by_copy(flush, copy) if on_sqlite else by_deleting(flush)
        )
        yield


def by_copy(flush: Empty, empty: sqlite3.Connection) -> Empty:
    """SQLite: the empty database is copied back as a whole. Its tables begin to count anew, so that a test has the same
    numbers whatever ran before it."""

    def empty_again(case: TransactionTestCase) -> None:
        known = empty.execute("SELECT 1 FROM sqlite_master").fetchone() is not None
        if not known:
            flush(case)
        connection.ensure_connection()
        if not known:
            connection.connection.backup(empty)
            empty.execute("DELETE FROM sqlite_sequence")
            empty.commit()
        connection._wait_for_turn()
        try:
            empty.backup(connection.connection)
        finally:
            connection._end_turn()

    return empty_again


def by_deleting(flush: Empty) -> Empty:
    """PostgreSQL: rows are deleted where there are any. What an empty database holds, permissions for example, is left
    alone unless a test has changed it."""
    left: dict[str, str] = {}

    def empty_again(case: TransactionTestCase) -> None:
        names = connection.introspection.django_table_names(only_existing=True, include_views=False)
        with transaction.atomic(), connection.cursor() as cursor:
            # What a killed process still had under way ends first, as TRUNCATE would wait for it.
            cursor.execute(f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE")
            known = bool(left) and contents(left) == left
            for table in tables_with_rows(names) if known else ():
                if table not in left:
                    cursor.execute(f"DELETE FROM {table}")
        if not known:
            flush(case)
            left.update(contents(tables_with_rows(names)))

    return empty_again


def tables_with_rows(names: list[str]) -> list[str]:
    """Those of these tables that hold something."""
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT FROM {name})" for name in names))
        return [name for (name,) in cursor.fetchall()]


def contents(tables: Iterable[str]) -> dict[str, str]:
    """For each of these tables a digest of all its rows."""
    found = {}
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"SELECT md5(string_agg(line::text, '|' ORDER BY line::text)) FROM {table} AS line")
            found[table] = cursor.fetchone()[0]
    return found
