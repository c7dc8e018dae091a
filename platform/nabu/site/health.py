"""`/healthz`: is this web process able to serve pages and to keep what is sent to it?"""

from __future__ import annotations

import threading
import time

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from nabu.core.disk import is_full, is_scarce
from nabu.core.outages import FULL, LOCKED, reason
from nabu.operations.supervisor.broker import answers
from nabu.operations.supervisor.models import WriteProof
from nabu.statistics.store.place import ELSEWHERE, trouble_here

CHECK_SECONDS = 5.0
"""So seldom something is written at most, however often one asks."""

LOCK_SECONDS = 3
"""So long the check waits for those who write."""

BUSY_SECONDS = 30.0
"""A database that was written to so lately, and is locked now, is only busy."""


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Status 200 while the database takes what is written, and this machine is set up like the others. A missing
    broker, that there is too little room for files, and that the place of the statistics does not answer are reported;
    all else works without."""
    database = CHECK.why_not()
    statistics = "" if database else trouble_here()
    why = database or ("NABU_FACTS is not the place that the site uses" if statistics == ELSEWHERE else "")
    body = {
        "status": "failed" if why else "ok",
        "database": not database,
        "broker": answers(settings.REDIS_URL),
        "space": not is_scarce(),
    }
    if not database:
        body["statistics"] = not statistics
    return JsonResponse(body | {"why": why} if why else body, status=503 if why else 200)


class WriteCheck:
    """Writes a row now and then. Only a commit proves it: a full disk lets everything else pass."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.why = "not written yet"
        self.checked = self.written = float("-inf")

    def why_not(self) -> str:
        """Why nothing can be written; empty if it can. While one thread finds out, the others say what was true."""
        if self.lock.acquire(blocking=self.checked < 0):
            try:
                if time.monotonic() - self.checked >= CHECK_SECONDS:
                    self._check()
            finally:
                self.lock.release()
        return self.why

    def _check(self) -> None:
        found = _write()
        now = time.monotonic()
        if found is None:
            self.written = now
        if found is None or (found == LOCKED and now - self.written < BUSY_SECONDS):
            self.why = ""
        else:
            self.why = f"the database is {found}"
        self.checked = now


CHECK = WriteCheck()


def _write() -> str | None:
    """What keeps the database from writing, if anything does.

    On a full disk SQLite still finds room for one row in the files it has, or meets errors of input and output.
    """
    if connection.vendor == "sqlite" and is_full():
        return FULL
    try:
        _write_row()
    except DatabaseError as error:
        return reason(error) or "broken"
    return None


def _write_row() -> None:
    """One row, without waiting long for a lock."""
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        if sqlite:
            patience = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
            cursor.execute(f"PRAGMA busy_timeout = {LOCK_SECONDS * 1000}")
        try:
            with transaction.atomic():
                if not sqlite:
                    cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'")
                    cursor.execute(f"SET LOCAL statement_timeout = '{LOCK_SECONDS}s'")
                row = WriteProof(pk=1, written_at=timezone.now())
                WriteProof.objects.bulk_create(
                    [row], update_conflicts=True, unique_fields=["id"], update_fields=["written_at"]
                )
        finally:
            if sqlite:
                cursor.execute(f"PRAGMA busy_timeout = {patience}")
