"""Nothing that writes is nice: while a nice process has the database's lock and gets no processor, everybody waits.

The guard stands where `NABU_WRITERS_NICE` says how nice the writers of a site may be: in tests, and in the sites that
they start. Elsewhere somebody may have started, or made, everything nice on purpose.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

MOST_NICE = "NABU_WRITERS_NICE"

WRITES = re.compile(r"\s*(insert|update|delete|replace)\b|.*\bfor (no key )?update\b", re.IGNORECASE | re.DOTALL)


class NiceWriter(RuntimeError):
    """A nice process is about to write to the database."""


def check_not_nice() -> None:
    """Raises NiceWriter in a process that is nicer than the guard allows."""
    most = os.environ.get(MOST_NICE)
    if most is not None and (nice := os.getpriority(os.PRIO_PROCESS, 0)) > int(most):
        raise NiceWriter(f"nice {nice}, and writes to the database: let a child compute instead (nabu.core.background)")


def stand_guard() -> None:
    """Look at each statement of every database session from here on, if a guard is wanted."""
    connection_created.connect(_begin, dispatch_uid="nabu.core.write_guard")


def _begin(connection: BaseDatabaseWrapper, **_kwargs: Any) -> None:
    if MOST_NICE in os.environ and _look_at not in connection.execute_wrappers:
        connection.execute_wrappers.append(_look_at)


def _look_at(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    if WRITES.match(sql):
        check_not_nice()
    return execute(sql, params, many, context)
