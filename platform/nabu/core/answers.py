"""What every answer says, whatever view made it: its JSON has no markup, and what one person sees is for one person."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import has_vary_header

OF_ONE_PERSON = "private, no-cache"
"""No cache on the way keeps it, and a browser asks before it shows it again. Going back in the history asks nobody."""

SIGNS = "<>&\N{LINE SEPARATOR}\N{PARAGRAPH SEPARATOR}"
ESCAPES = tuple((sign.encode(), rf"\u{ord(sign):04x}".encode()) for sign in SIGNS)

View = TypeVar("View", bound=Callable[..., HttpResponse])


class Answers:
    """Middleware: escapes JSON, and marks answers to one person that say nothing about caches themselves.

    It stands outside sessions and languages, which say what an answer varies by.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        escape(response)
        if "Cache-Control" not in response.headers and _is_of_one_person(request, response):
            response.headers["Cache-Control"] = OF_ONE_PERSON
        return response


def escaped(view: View) -> View:
    """Decorate a view whose JSON is compressed, or kept, before it reaches the middleware."""

    @wraps(view)
    def escapes(*args: Any, **kwargs: Any) -> HttpResponse:
        response = view(*args, **kwargs)
        escape(response)
        return response

    return escapes  # type: ignore[return-value]


def escape(response: HttpResponseBase) -> None:
    """Write `<`, `>`, `&` and the line ends of JavaScript in the strings of an answer in JSON as `\\u003c` and so on.

    Whoever reads the JSON reads the same. Outside strings JSON has none of these characters. Game logs, which have a
    digest, are JSON lines and stay what they are.
    """
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    is_json = kind == "application/json" or kind.endswith("+json")
    if not is_json or not isinstance(response, HttpResponse) or response.has_header("Content-Encoding"):
        return
    content = response.content
    for sign, code in ESCAPES:
        content = content.replace(sign, code)
    if content != response.content:
        response.content = content
        if response.has_header("Content-Length"):
            response.headers["Content-Length"] = str(len(content))


def _is_of_one_person(request: HttpRequest, response: HttpResponseBase) -> bool:
    return (
        settings.SESSION_COOKIE_NAME in request.COOKIES
        or "HTTP_AUTHORIZATION" in request.META
        or has_vary_header(response, "Cookie")
    )
