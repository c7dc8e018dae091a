"""Classes that the settings name for every API view.

Apart from rest.py: the views of the framework look these up while they are being imported, and rest.py imports views.
"""

from __future__ import annotations

import json
from typing import Any

from django.core.cache import caches
from django.utils.connection import ConnectionProxy
from django.utils.translation import gettext as _
from rest_framework import parsers
from rest_framework.exceptions import ParseError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

from nabu.core.proxies import network_of


class Pages(PageNumberPagination):
    """Every list comes in pages: `?page=2&page_size=100`."""

    page_size_query_param = "page_size"
    max_page_size = 200

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """That of the framework, where an address that may be null is one of OpenAPI 3.0."""
        described = super().get_paginated_response_schema(schema)
        for name in ("next", "previous"):
            of = described["properties"][name]
            del of["nullable"]
            of["type"] = ["string", "null"]
        return described


class VisitorRate(AnonRateThrottle):
    """How often the visitors from one network may ask, counted in this process."""

    cache: Any = ConnectionProxy(caches, "throttle")

    def get_ident(self, request: Request) -> str:
        """The network."""
        return network_of(request._request)


class AccountRate(UserRateThrottle):
    """How often an account may ask, counted in this process."""

    cache: Any = ConnectionProxy(caches, "throttle")


class JsonParser(parsers.JSONParser):
    """JSON that can also be written back: not nested too deeply, and every word of it is text."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """The value. Raises ParseError."""
        try:
            value = super().parse(stream, media_type, parser_context)
            json.dumps(value, ensure_ascii=False).encode()
        except RecursionError:
            raise ParseError(_("This JSON is nested too deeply.")) from None
        except UnicodeEncodeError:
            # "\ud800" alone is half a character: it reads fine and breaks whatever writes it.
            raise ParseError(_("This JSON contains a lone surrogate, which is not a character.")) from None
        return value
