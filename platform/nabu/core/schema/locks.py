"""Migrations of a site that runs give way: PostgreSQL lets everybody wait who comes after one that waits for a table.

SQLite has no such queue, and a timeout of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import sleep
from typing import TYPE_CHECKING, cast

from django.db import DEFAULT_DB_ALIAS, OperationalError, connections

if TYPE_CHECKING:
    from nabu.core.postgresql.base import DatabaseWrapper as PostgreSQL

LOCK_SECONDS = 3
"""So long a migration, and everybody behind it, waits for a table: less than pages wait (`NABU_LOCK_SECONDS`)."""

PAUSE_SECONDS = 10
TRIES = 12

LOCK_NOT_AVAILABLE, DEADLOCK = "55P03", "40P01"


class TablesInUse(Exception):
    """Somebody held a table all the time; the text says what to do."""


def give_way(work: Callable[[], None], say: Callable[[str], None]) -> None:
    """Do the work, which must be safe to begin again, when its tables are free. Raises TablesInUse after minutes."""
    for left in reversed(range(TRIES)):
        try:
            with _short_locks():
                work()
            return
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None) not in (LOCK_NOT_AVAILABLE, DEADLOCK):
                raise
            if not left:
                raise TablesInUse(
                    f"Another session is using a table that must change ({str(error).splitlines()[0]}); gave up after "
                    f"{TRIES} attempts. Migrations that were applied before stay applied. End that session (see "
                    "pg_stat_activity) or wait for it, then run `migrate` again."
                ) from error
            say(f"A table that must change is in use. Trying again in {PAUSE_SECONDS} s; attempts left: {left}.")
        sleep(PAUSE_SECONDS)


@contextmanager
def _short_locks() -> Iterator[None]:
    """Nothing waits long for a lock in this connection."""
    if connections[DEFAULT_DB_ALIAS].vendor != "postgresql":
        yield
        return
    connection = cast("PostgreSQL", connections[DEFAULT_DB_ALIAS])
    connection.ensure_connection()
    before = connection.limits
    connection.limit_time({**before, "lock_timeout": LOCK_SECONDS})
    try:
        yield
    finally:
        connection.limit_time(before)
