"""Classes that the settings name for every API view.

Apart from rest.py: the views of the framework look these up while they are being imported, and rest.py imports views.
"""

from __future__ import annotations

import json
import re
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import parsers
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request


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

    def get_page_size(self, request: Request) -> int | None:
        """How many rows a page has, at most `max_page_size`. Raises ValidationError for no number."""
        given = request.query_params.get(self.page_size_query_param, "")
        if given and not re.fullmatch("0*[1-9][0-9]{0,8}", given):
            raise ValidationError({self.page_size_query_param: [_("This is not a number of rows.")]})
        return super().get_page_size(request)


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
