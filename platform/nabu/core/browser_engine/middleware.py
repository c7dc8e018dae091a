"""The packed engine is answered like static files: before anybody asks who wants it, and in which language."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve

from nabu.core.browser_engine.urls import app_name


class PackedFiles:
    """Middleware, outside of sessions and languages.

    Within them an answer would vary by cookie, and whoever signs in would load the whole engine once more.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "/engine/" not in request.path_info:
            return self.get_response(request)
        try:
            match = resolve(request.path_info)
        except Resolver404:
            return self.get_response(request)
        if match.app_name != app_name:
            return self.get_response(request)
        request.resolver_match = match
        response: HttpResponseBase = match.func(request, **match.kwargs)
        return response
