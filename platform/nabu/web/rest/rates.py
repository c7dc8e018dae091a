"""How often the API may be asked, and how its answers say what is left.

The headers are those of the IETF draft "RateLimit header fields for HTTP" (draft-ietf-httpapi-ratelimit-headers-10).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.cache import caches
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.connection import ConnectionProxy
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle

from nabu.core.proxies import network_of

RATE = "api_rate"
"""Attribute of a request: what is left of the rate it was counted by."""


@dataclass(frozen=True, slots=True)
class Rate:
    """`quota` requests in each window of `window` seconds; `left` may still come within the next `reset` seconds, after
    which all of them may come again."""

    name: str
    quota: int
    window: int
    left: int
    reset: int


class Told(SimpleRateThrottle):
    """A rate, counted in this process, that the answer tells."""

    cache: Any = ConnectionProxy(caches, "throttle")
    name = ""
    """What the headers call it."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request, if it is one of those that this rate is for, and note what is left."""
        self.key: str | None = None
        allowed = super().allow_request(request, view)
        if self.key is not None:
            last = self.history[0] if self.history else self.now
            left = max(0, self.num_requests - len(self.history))
            reset = max(0, math.ceil(last + self.duration - self.now))
            setattr(request._request, RATE, Rate(self.name, self.num_requests, self.duration, left, reset))
        return allowed


class VisitorRate(Told, AnonRateThrottle):
    """How often the visitors from one network may ask."""

    name = "visitor"

    def get_ident(self, request: Request) -> str:
        """The network."""
        return network_of(request._request)


class AccountRate(Told, UserRateThrottle):
    """How often an account may ask."""

    name = "account"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        """Visitors have a rate of their own."""
        return super().get_cache_key(request, view) if request.user.is_authenticated else None


class RateLimits:
    """Middleware: writes the headers, also on an answer that says only that nothing has changed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        rate: Rate | None = getattr(request, RATE, None)
        if rate is not None:
            response.headers["RateLimit-Policy"] = f'"{rate.name}";q={rate.quota};w={rate.window}'
            response.headers["RateLimit"] = f'"{rate.name}";r={rate.left};t={rate.reset}'
        return response
