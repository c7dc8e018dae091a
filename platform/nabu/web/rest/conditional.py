"""Whoever has an answer of the API already is told so, instead of being sent it again."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers, set_response_etag

API = "/api/v1/"


class ConditionalReads:
    """Middleware: an ETag for every read, made of the bytes of the answer, and 304 for whoever names it.

    The answer is made for the one who asks, with their permissions, before it is compared: nobody learns more from a
    304 than from the answer. It stands outside what changes these bytes (`nabu.core.answers`).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not request.path.startswith(API):
            return response
        patch_vary_headers(response, ("Authorization",))
        once = "no-store" in response.get("Cache-Control", "")
        read = request.method in ("GET", "HEAD") and response.status_code == 200
        if not read or once or not isinstance(response, HttpResponse):
            return response
        set_response_etag(response)
        return get_conditional_response(request, etag=response.get("ETag"), response=response) or response
