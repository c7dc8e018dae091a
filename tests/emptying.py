"""SQLite after a test that has committed: the empty database is copied back as a whole. Deleting from every table, and
making all permissions again, takes ten times as long."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest
from django.db import connection
from django.test import TransactionTestCase


@contextmanager
def emptied_by_copy() -> Iterator[None]:
    """Django empties the database after the first such test; what it left is what all others get. Its tables begin to
    count anew, so that a test has the same numbers whatever ran before it."""
    flush = TransactionTestCase._fixture_teardown
    with pytest.MonkeyPatch.context() as patch, closing(sqlite3.connect(":memory:")) as empty:

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

        if connection.vendor == "sqlite":
            patch.setattr(TransactionTestCase, "_fixture_teardown", empty_again)
        yield
