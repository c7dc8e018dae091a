"""Writers take turns. SQLite lets one write and has the others look again and again, less and less often: in a crowd
somebody who came late is served while somebody else waits until it is too late ("database is locked"). A lock on a file
beside the database is the line: the one who holds it begins its transaction, all others look as often as each other.
"""

from __future__ import annotations

import fcntl
import os
import random
import sqlite3
import time

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from nabu.core.write_guard import check_not_nice

LOOK_SECONDS = 0.002


class DatabaseWrapper(base.DatabaseWrapper):
    """SQLite, with its write transactions in a line over all threads and processes."""

    # What the type stubs of Django leave out.
    transaction_mode: str | None

    _turn: int | None = None
    """The open lock file, kept with the connection."""

    _has_turn = False

    def _start_transaction_under_autocommit(self) -> None:
        check_not_nice()
        self._wait_for_turn()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._end_turn()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._end_turn()

    def _rollback(self) -> None:
        super()._rollback()  # type: ignore[misc]
        self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            if self._turn is not None:
                os.close(self._turn)
            self._turn, self._has_turn = None, False

    def _wait_for_turn(self) -> None:
        """Raises OperationalError as SQLite does, after the same time."""
        if self.is_in_memory_db() or self.transaction_mode is None:
            return
        if self._turn is None:
            self._turn = os.open(f"{self.settings_dict['NAME']}-turn", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        milliseconds = self.connection.execute("PRAGMA busy_timeout").fetchone()[0]
        end = time.monotonic() + milliseconds / 1000
        while not self._try_turn(self._turn):
            if time.monotonic() > end:
                cause = sqlite3.OperationalError("database is locked")
                cause.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise OperationalError("database is locked") from cause
            time.sleep(LOOK_SECONDS * random.uniform(0.5, 1.5))
        self._has_turn = True

    def _end_turn(self) -> None:
        if self._has_turn and self._turn is not None:
            fcntl.flock(self._turn, fcntl.LOCK_UN)
            self._has_turn = False

    @staticmethod
    def _try_turn(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
