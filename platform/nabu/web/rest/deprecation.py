"""What will be gone with the next version of the API says so (the rule is in docs/api.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any, TypeVar

from django.http import HttpResponseBase
from django.utils.http import http_date
from drf_spectacular.utils import extend_schema

F = TypeVar("F", bound=Callable[..., Any])

WHERE = '</api/docs/>; rel="deprecation"; type="text/html"'


@dataclass(frozen=True, slots=True)
class Deprecated:
    """`since` a day it is deprecated; it may be gone on the day `gone`."""

    since: date
    gone: date


def deprecated(since: date, gone: date) -> Callable[[F], F]:
    """Decorate the method of a view: it, or something in what it takes or answers, will be gone."""

    def marked(method: F) -> F:
        method.deprecated = Deprecated(since, gone)  # type: ignore[attr-defined]
        return extend_schema(deprecated=True)(method)

    return marked


def say_deprecated(method: object, response: HttpResponseBase) -> None:
    """Set the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) if this method of a view is deprecated."""
    mark: Deprecated | None = getattr(method, "deprecated", None)
    if mark is not None:
        response.headers["Deprecation"] = f"@{_begin_of(mark.since)}"
        response.headers["Sunset"] = http_date(_begin_of(mark.gone))
        response.headers["Link"] = WHERE


def _begin_of(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp())
