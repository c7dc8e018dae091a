"""What is said to those who cannot be served now. It is made once, without a thread of Django's."""

from __future__ import annotations

import json
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import get_supported_language_variant, gettext_lazy
from django.utils.translation.trans_real import parse_accept_lang_header

from nabu.core.serving.asgi_types import Scope, header
from nabu.core.serving.handler import Answer

RETRY_SECONDS = 5
TEXTS = {
    503: gettext_lazy("The site is busy, and entering results comes first. Nothing was saved. Try again in a moment."),
    507: gettext_lazy(
        "The server has run out of disk space. Nothing was saved. Tell the organisers and try again later."
    ),
}


def come_again(scope: Scope) -> Answer:
    """503 with Retry-After: nothing was done."""
    return _answer(scope, 503)


def no_room(scope: Scope) -> Answer:
    """507: a body too large for the memory found no room on the disk."""
    return _answer(scope, 507)


def _answer(scope: Scope, status: int) -> Answer:
    api = scope["path"].startswith("/api/")
    content = _content(status, _language(scope), api, scope["method"] == "GET")
    kind = b"application/json" if api else b"text/html; charset=utf-8"
    headers = [
        (b"Content-Type", kind),
        (b"Content-Length", str(len(content)).encode()),
        (b"Cache-Control", b"no-store"),
    ]
    return Answer(status, [*headers, (b"Retry-After", str(RETRY_SECONDS).encode())], [content])


@lru_cache
def _content(status: int, language: str, api: bool, again: bool) -> bytes:
    with translation.override(language):
        text = str(TEXTS[status])
        if api:
            return json.dumps({"detail": text}).encode()
        context = {"status": status, "message": text, "again": RETRY_SECONDS if again else None}
        return render_to_string("try_later.html", context).encode()


def _language(scope: Scope) -> str:
    for code, _quality in parse_accept_lang_header(header(scope, b"accept-language").decode("latin1")):
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return "en"
