"""Every request gets a number and one line in the log, and is counted."""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject

from nabu.core.counters import count_request
from nabu.core.logs import log_context, one_line

logger = logging.getLogger("nabu.request")

HEADER = "X-Request-ID"
HEALTH = "/healthz"
SECRET = re.compile(r"(/reset/key|/confirm-email|/mail/stop|/slips|/claim|/helpers)/.+")
"""Addresses that open something for whoever has them."""

WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")


class RequestLog:
    """Middleware, the outermost: what the others answer is seen here."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        started = time.perf_counter()
        number, path = request_id(request), one_line(SECRET.sub(r"\1/…", request.path))
        with log_context(request=number, path=path, user=partial(user_of, request)):
            response = self.get_response(request)
            response.headers[HEADER] = number
            seconds = time.perf_counter() - started
            fields = {
                "method": request.method,
                "status": response.status_code,
                "ms": round(1000 * seconds),
                "bytes": None if response.streaming else len(getattr(response, "content", b"")),
            }
            # Something asks every few seconds whether all is well; only what is not is worth a line.
            is_well = request.path == HEALTH and response.status_code == 200
            logger.log(logging.DEBUG if is_well else logging.INFO, "answered", extra={"fields": fields})
        count_request(view_of(request), request.method or "", response.status_code, seconds)
        return response


def request_id(request: HttpRequest) -> str:
    """The number that a proxy of ours has given the request, else a new one."""
    given = request.headers.get(HEADER, "") if settings.NABU_PROXIES else ""
    return given if WELL_FORMED.fullmatch(given) else uuid.uuid4().hex


def user_of(request: HttpRequest) -> int | None:
    """The id of the account, as far as it is known: the log asks the database nothing."""
    # The account of a token is set on the request by the API; that of a session is looked up when somebody needs it.
    user = request.__dict__.get("user")
    if isinstance(user, SimpleLazyObject):
        user = request.__dict__.get("_cached_user")
    return getattr(user, "pk", None)


def view_of(request: HttpRequest) -> str:
    """The name of the view; there are only so many, unlike addresses."""
    if request.resolver_match:
        return request.resolver_match.view_name or "unnamed"
    return "static" if request.path.startswith(settings.STATIC_URL) else "unknown"
