"""What belongs to a person, put into the places of a text that is the same for everybody (`places.py`).

A place names a template, which is rendered with the request of the person; the words of a mark are in the text already
and stay for those whose number it has. Nothing of a person is ever in the text: it is made for somebody who is nobody
(`asked.py`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from nabu.web.shared_pages.entry import Entry, answer
from nabu.web.shared_pages.places import FORM_TOKEN, Place

_TOKENS = re.compile(r'(csrfmiddlewaretoken" value="|"X-CSRFToken": ")[A-Za-z0-9]{64}')
_SECRET = "CSRF_COOKIE"


def fill(
    text: str, places: Sequence[Place], request: HttpRequest, own: Callable[[], Mapping[str, Any]]
) -> tuple[str, str]:
    """The page of a person, and what is different in it from the page of others.

    `own` gives the values for the templates, and as `mine` the numbers of the marks that stay; it is only asked if the
    page has places.
    """
    if not places:
        return text, ""
    values = own()
    mine = values.get("mine", ())
    pieces: list[str] = []
    different: list[str] = []
    rendered: dict[str, str] = {}
    at = 0
    for start, end, of in places:
        if start < at:  # in a mark that was left out
            continue
        if isinstance(of, str):
            if of not in rendered:
                rendered[of] = str(render_to_string(of, dict(values), request))
                if of != FORM_TOKEN:
                    different.append(rendered[of])
            pieces += text[at:start], rendered[of]
            at = start
        elif of in mine:
            different.append(text[start:end])
        else:
            pieces.append(text[at:start])
            different.append("")
            at = end
    pieces.append(text[at:])
    return "".join(pieces), "\0".join(different)


def for_person(request: HttpRequest, entry: Entry, own: Callable[[], Mapping[str, Any]]) -> HttpResponse:
    """The answer to somebody who is signed in, or has a session."""
    text, different = fill(entry.text, entry.places, request, own)
    # A form's token is hidden behind another mask each time; an older one is as good while the secret is the same.
    secret = str(request.META.get(_SECRET, ""))
    same = "\0".join((entry.etag, _TOKENS.sub(r"\1", different), secret))
    etag = f'"{hashlib.sha256(same.encode()).hexdigest()[:32]}-own"'
    response = answer(request, text.encode(), etag, entry)
    response["Cache-Control"] = "private, no-cache"
    return response
