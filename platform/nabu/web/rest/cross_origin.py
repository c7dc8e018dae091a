"""Pages of other sites may read what everybody may read (CORS, https://fetch.spec.whatwg.org/#http-cors-protocol).

Only without a session and without a token: `*` never goes with credentials, and a token has no business in a page of
somebody else (docs/api.md).
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from nabu.web.rest.conditional import API

READS = ("GET", "HEAD")
SHOWN = (
    "Content-Language",
    "Deprecation",
    "ETag",
    "Link",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Sunset",
    "X-Request-ID",
)
"""Headers that a script may read, beside those that every script may."""

SENT = ("If-None-Match",)
"""Headers that a script may set, beside those that every script may."""

REMEMBERED = 24 * 3600
"""Seconds for which a browser need not ask again; browsers have limits of their own below it."""


class CrossOrigin:
    """Middleware: answers what browsers ask in advance, and lets pages of all sites see public reads."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(API):
            return self.get_response(request)
        if _is_preflight(request):
            return _what_may_be_asked()
        response = self.get_response(request)
        if request.method in READS and not _has_credentials(request):
            response.headers["Access-Control-Allow-Origin"] = "*"
            response.headers["Access-Control-Expose-Headers"] = ", ".join(SHOWN)
        return response


def _is_preflight(request: HttpRequest) -> bool:
    return (
        request.method == "OPTIONS"
        and "Origin" in request.headers
        and "Access-Control-Request-Method" in request.headers
    )


def _what_may_be_asked() -> HttpResponse:
    """The same for every address: no database is asked, and nothing is said about what there is."""
    headers = {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Methods": ", ".join(READS),
        "Access-Control-Allow-Headers": ", ".join(SENT),
        "Access-Control-Max-Age": str(REMEMBERED),
    }
    response = HttpResponse(status=204, headers=headers)
    del response.headers["Content-Type"]
    return response


def _has_credentials(request: HttpRequest) -> bool:
    return settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers
