"""PostgreSQL, directly or behind a pooler that gives each transaction another session (PgBouncer's transaction mode).

What is set for a session of a pooler stays with it when it goes to another client, and a cursor that outlives its
transaction is not found again. So there the time limits are set for each transaction, and such cursors are not used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, cast

import psycopg
from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper
from django.utils import timezone
from psycopg.pq import TransactionStatus

from nabu.core.database_clock import OFFSET


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that knows whether a pooler is in between, and its time limits."""

    pooled = False
    limits: Mapping[str, float]
    """Settings of PostgreSQL, in seconds."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.limits = {}
        self.execute_wrappers.append(self._limit_transaction)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        self.pooled, self.limits = first_question(connection), {}
        return connection

    def chunked_cursor(self) -> CursorWrapper:
        """Outside transactions Django's would have to outlive the transaction that made it (`WITH HOLD`)."""
        self.ensure_connection()
        if self.pooled and self.get_autocommit():
            return self.cursor()
        return super().chunked_cursor()

    def limit_time(self, limits: Mapping[str, float]) -> None:
        """Let these limits hold in this connection, and no others."""
        ended, self.limits = self.limits.keys() - limits.keys(), limits
        if self.pooled:
            return
        changes = [*(f"RESET {name}" for name in sorted(ended)), *_assignments("SET", limits)]
        if changes:
            with self.cursor() as cursor:
                cursor.execute("; ".join(changes))

    def _limit_transaction(
        self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        """Behind a pooler, the first statement of a transaction brings the limits with it, in the same message.

        A statement outside transactions is one by itself, and PostgreSQL makes one of all that is in its message.
        """
        if not (self.pooled and self.limits and self.connection.info.transaction_status == TransactionStatus.IDLE):
            return execute(sql, params, many, context)
        changes = _assignments("SET LOCAL", self.limits)
        cursor = context["cursor"].cursor
        if many or isinstance(cursor, psycopg.ServerCursor):
            if not self.get_autocommit():
                with self.cursor() as before:
                    before.execute(changes[0])  # and with it all of them
            return execute(sql, params, many, context)
        result = execute("; ".join([*changes, sql]), params, many, context)
        for _ in changes:
            cursor.nextset()
        return result


def first_question(connection: psycopg.Connection[Any]) -> bool:
    """Compare the clocks. Returns whether a pooler is in between.

    Then another process serves this connection than the one that PostgreSQL would have named: a pooler invents the
    number, with which clients cancel what they have asked for.
    """
    connection.autocommit = True
    asked = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid(), clock_timestamp()")
        process, theirs = cast("tuple[int, datetime]", cursor.fetchone())
    OFFSET.measure(asked, theirs, timezone.now())
    connection.autocommit = False
    return process != connection.info.backend_pid


def _assignments(how: str, limits: Mapping[str, float]) -> list[str]:
    return [f"{how} {name} = '{1000 * seconds:.0f}ms'" for name, seconds in limits.items()]
