"""What belongs to a person, and its places in the text that is the same for everybody.

A place names a template, which is filled with the request of the person; a mark has its words in the text already and
says whose they are. Nothing of a person is ever in the text: it is made for somebody who is nobody (`asked.py`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from nabu.shared_pages.entry import Entry, answer

PLACE = "<!--person:{}-->"
MARK = "<!--mine:{}:{}-->"
_PLACES = re.compile(r"<!--person:([\w/.]+)-->|<!--mine:(\d+):(.*?)-->", re.DOTALL)
_TOKENS = re.compile(r'(csrfmiddlewaretoken" value="|"X-CSRFToken": ")[A-Za-z0-9]{64}')
_SECRET = "CSRF_COOKIE"


def fill(text: str, request: HttpRequest, own: Callable[[], Mapping[str, Any]]) -> tuple[str, str]:
    """The page of a person, and what is different in it from the page of others.

    `own` gives the values for the templates of places, and as `mine` the numbers of the marks that stay; it is only
    asked if there are places that need it.
    """
    values: Mapping[str, Any] | None = None
    different: list[str] = []

    def put(found: re.Match[str]) -> str:
        nonlocal values
        template, number, words = found.groups()
        if values is None:
            values = own()
        if template:
            put_in = str(render_to_string(template, dict(values), request))
        else:
            put_in = words if int(number) in values.get("mine", ()) else ""
        different.append(put_in)
        return put_in

    return _PLACES.sub(put, text), "\0".join(different)


def for_person(request: HttpRequest, entry: Entry, own: Callable[[], Mapping[str, Any]]) -> HttpResponse:
    """The answer to somebody who is signed in, or has a session."""
    text, different = fill(entry.text, request, own)
    # A form's token is hidden behind another mask each time; an older one is as good while the secret is the same.
    secret = str(request.META.get(_SECRET, ""))
    same = "\0".join((entry.etag, _TOKENS.sub(r"\1", different), secret))
    etag = f'"{hashlib.sha256(same.encode()).hexdigest()[:32]}-own"'
    response = answer(request, text.encode(), etag, entry)
    response["Cache-Control"] = "private, no-cache"
    return response
