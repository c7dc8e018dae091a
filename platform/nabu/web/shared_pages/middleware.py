"""Visitors get a page that is made already before anything else of the site is at work."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import get_language_from_request

from nabu.web.shared_pages.asked import is_visitor
from nabu.web.shared_pages.pages import is_on, store_of, version_of


class SharedPages:
    """Middleware: one query for the versions and a look into the store; no session, no template.

    What is not there yet is made by the view (`pages.py`), which answers a visitor in the same words.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if is_visitor(request) and is_on():
            version = version_of(request, get_language_from_request(request))
            if version is not None:
                request.get_host()  # raises DisallowedHost, as it would further down
                found = store_of(version.asked).find(version.asked.key, version.known)
                if found is not None:
                    return found.for_visitor(request)
        return self.get_response(request)
