"""How long PostgreSQL lets a process of ours wait, and lets others wait for it. SQLite has its timeout in the settings.

Each kind of process says so when it starts: the web server (`nabu.core.outages`) and the workers (`nabu.celery`).
Commands, migrations and backups among them, take the time they need.
"""

from __future__ import annotations

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


class Patience:
    """The limits, in seconds, of every database session that this process begins. 0: none."""

    def __init__(self) -> None:
        self.limits: dict[str, int] = {}

    def limit(self, *, lock: int = 0, statement: int = 0, idle: int = 0) -> None:
        """Wait so long for a lock and for an answer, and let a transaction stand idle so long."""
        self.limits = {
            "lock_timeout": lock,
            "statement_timeout": statement,
            "idle_in_transaction_session_timeout": idle,
        }
        connection_created.connect(self.begin, dispatch_uid="nabu.core.db_timeouts")

    def begin(self, connection: BaseDatabaseWrapper, **_kwargs: Any) -> None:
        """Tell a new session its limits, in one question."""
        if connection.vendor == "postgresql":
            words = ", ".join(f"set_config('{name}', '{seconds}s', false)" for name, seconds in self.limits.items())
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT {words}")


PATIENCE = Patience()
