"""`/api/schema/`: the description of the API, made once for each version of the code and of what makes it.

Making it takes a second of CPU, and anybody may ask for it. So it is kept like a page that all visitors share: in the
memory of each process and in the cache of all processes, and of those who ask at the same time one makes it.
"""

from __future__ import annotations

from typing import Any

import drf_spectacular
import rest_framework
from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from nabu.core.answers import escape
from nabu.web.shared_pages.code_digest import code_digest
from nabu.web.shared_pages.entry import Entry
from nabu.web.shared_pages.store import store

LONGEST = 20.0
"""Seconds that one who asks waits for another who makes it. On a busy machine it takes many, and it takes longer still
when several make it at once."""


class DescriptionView(SpectacularAPIView):
    """The description as YAML or JSON. It is in English, whatever the language of the reader, like all its texts."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """The description, or 304 for whoever has it."""
        renderer: BaseRenderer = request.accepted_renderer
        made_by = f"{drf_spectacular.__version__}:{rest_framework.VERSION}"
        key = f"api:{code_digest()}:{made_by}:{renderer.media_type}"
        entry = store.find_or_make(key, (), lambda: describe(renderer), wait=LONGEST)
        return entry.for_visitor(request._request)


def describe(renderer: BaseRenderer) -> Entry:
    """The description in the words of this renderer, made anew."""
    content_type = f"{renderer.media_type}; charset=utf-8"
    with translation.override(settings.LANGUAGE_CODE):
        schema = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
        response = HttpResponse(renderer.render(schema, renderer.media_type, {}), content_type=content_type)
    escape(response)  # before it is compressed
    return Entry((), settings.LANGUAGE_CODE, "", response.content, content_type=content_type)
