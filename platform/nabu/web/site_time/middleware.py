"""Every page and every answer of the API is in the time zone of the site, and so is what people type."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from nabu.web.site_time.zone import chosen_zone


class SiteTimeZone:
    """Middleware: the request is answered in the zone that staff chose, else in that of the settings."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with timezone.override(chosen_zone()):
            return self.get_response(request)
