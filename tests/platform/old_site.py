"""The old site described in `data/README.md`, updated: made as `migrate` leaves it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, tzinfo
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from tests.platform.databases import make_old_site, old_rows, working_on

STOPPED = datetime(2026, 11, 28, tzinfo=UTC)
"""When the old site was stopped. It is updated in that minute, because rows that wait too long are given up."""

Written = list[tuple[str, str, str]]
"""What `migrate` has changed in the rows of the old site: the table, "new" or "gone", and the row."""


@contextmanager
def since_it_stopped() -> Iterator[None]:
    """Time goes on from the minute in which the old site was stopped."""
    since = STOPPED - datetime.now(UTC)

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Any:
            return datetime.now(tz) + since

    with pytest.MonkeyPatch.context() as patch:
        # `timezone.now` itself stays: models have it as the default of their fields.
        patch.setattr("django.utils.timezone.datetime", Clock)
        yield


def make_updated_site(name: str) -> Written:
    """A database with the data of the old site and the tables of today."""
    with old_rows() as old, since_it_stopped():
        make_old_site(name, old)
        with working_on(name):
            columns = columns_there()
            before = rows_there(columns)
            call_command("migrate", interactive=False, verbosity=0)
            return list(difference(before, rows_there(columns)))


def columns_there() -> dict[str, list[str]]:
    """The columns of every table."""
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        describe = connection.introspection.get_table_description
        return {table: sorted(column.name for column in describe(cursor, table)) for table in tables}


def rows_there(columns: dict[str, list[str]]) -> dict[str, Counter[Any]]:
    """The rows of these tables, in these columns."""
    with connection.cursor() as cursor:
        found = {}
        for table, names in columns.items():
            quoted = ", ".join(connection.ops.quote_name(name) for name in names)
            cursor.execute(f"SELECT {quoted} FROM {table}")
            found[table] = Counter(repr(row) for row in cursor)
        return found


def difference(before: dict[str, Counter[Any]], after: dict[str, Counter[Any]]) -> Iterator[tuple[str, str, str]]:
    for table in before:
        for kind, rows in (("new", after[table] - before[table]), ("gone", before[table] - after[table])):
            yield from ((table, kind, row) for row in rows)
