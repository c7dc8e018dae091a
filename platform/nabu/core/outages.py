"""Errors that are nobody's fault and pass: the disk is full, the database is locked or away. The answer to them is 503.

So is everything that a service puts off (`TryLater`), with the status it names. A transaction that breaks off leaves
nothing behind.
"""

from __future__ import annotations

import errno
import logging
import sqlite3
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from analytics.files_away import FilesAway
from nabu.core.db_timeouts import PATIENCE
from nabu.core.errors import TryLater

logger = logging.getLogger(__name__)

RETRY_SECONDS = 5
IDLE_SECONDS = 60
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
FULL, LOCKED, READ_ONLY, AWAY = "full", "locked", "read-only", "away"
SQLITE = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_IOERR: AWAY,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_CANTOPEN: AWAY,
}
# https://www.postgresql.org/docs/current/errcodes-appendix.html; last whole classes: connection, resources,
# operators, system.
POSTGRES = {
    "53100": FULL,
    "25006": READ_ONLY,
    "55P03": LOCKED,  # lock_timeout
    "57014": LOCKED,  # statement_timeout
    "40001": LOCKED,
    "40P01": LOCKED,  # deadlock
    "25P03": AWAY,  # idle_in_transaction_session_timeout
    "08": AWAY,
    "53": AWAY,
    "57": AWAY,
    "58": AWAY,
}


def reason(error: BaseException) -> str | None:
    """What is wrong with the database or its disk, if that passes; None for errors that come again every time."""
    if isinstance(error, FilesAway):
        return AWAY
    if isinstance(error, OSError):
        return FULL if error.errno in NO_ROOM else None
    if isinstance(error, InterfaceError):
        return AWAY  # the connection was cut
    if not isinstance(error, DatabaseError):
        return None
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        # The lower byte of the code says what it is, the upper ones where exactly.
        return SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    code = getattr(cause, "sqlstate", None)
    if code is None:
        # What psycopg itself finds has no code: the server cannot be reached, or has hung up.
        return AWAY if type(cause).__name__ == "OperationalError" else None
    return POSTGRES.get(code) or POSTGRES.get(code[:2])


def answer(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """The answer to an error that passes, as JSON for the API and as a page for people; None for all others."""
    if isinstance(error, TryLater):
        return _later(request, error)
    if error is None or not (why := reason(error)):
        return None
    logger.warning("%s %s postponed: the database is %s: %s", request.method, request.path, why, error)
    text = _("The server cannot do this right now. Nothing was saved. Try again in a few seconds.")
    return _later(request, TryLater(text, status=503, seconds=RETRY_SECONDS))


class AnswerOutages:
    """Middleware: answers the views' errors that pass. Errors of other middleware reach `answer` by `handler500`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        # Only processes that serve requests have middleware.
        PATIENCE.limit(lock=settings.WEB_LOCK_SECONDS, statement=settings.WEB_STATEMENT_SECONDS, idle=IDLE_SECONDS)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """What Django calls with the error of a view."""
        return answer(request, error)


def _later(request: HttpRequest, why: TryLater) -> HttpResponse:
    response: HttpResponse
    if request.path.startswith("/api/"):
        response = JsonResponse({"detail": why.message}, status=why.status)
    else:
        # Without the request: the page must not ask the database for the account.
        page = render_to_string("try_later.html", {"status": why.status, "message": why.message})
        response = HttpResponse(page, status=why.status)
    response["Retry-After"] = str(why.seconds)
    response["Cache-Control"] = "no-store"
    return response
