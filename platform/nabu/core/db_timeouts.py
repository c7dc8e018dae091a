"""How long PostgreSQL lets a process of ours wait, and lets others wait for it. SQLite has its timeout in the settings.

Each kind of process says so when it starts: the web server (`nabu.core.outages`) and the workers (`nabu.celery`).
Commands, migrations and backups among them, take the time they need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

if TYPE_CHECKING:
    from nabu.core.postgresql.base import DatabaseWrapper as PostgreSQL


class Patience:
    """The limits, in seconds, of every database connection that this process makes. 0: none."""

    def __init__(self, *, lock: float = 0, statement: float = 0, idle: float = 0) -> None:
        self.limits = _named(lock, statement, idle)

    def limit(self, *, lock: float = 0, statement: float = 0, idle: float = 0) -> None:
        """Wait so long for a lock and for an answer, and let a transaction stand idle so long."""
        self.limits = _named(lock, statement, idle)
        connection_created.connect(self.begin, dispatch_uid="nabu.core.db_timeouts")

    def begin(self, connection: BaseDatabaseWrapper, **_kwargs: Any) -> None:
        """Tell a new connection its limits."""
        if connection.vendor == "postgresql":
            cast("PostgreSQL", connection).limit_time(self.limits)


def _named(lock: float, statement: float, idle: float) -> dict[str, float]:
    return {"lock_timeout": lock, "statement_timeout": statement, "idle_in_transaction_session_timeout": idle}


PATIENCE = Patience()
