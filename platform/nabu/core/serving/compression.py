"""Which pages are sent compressed. Static files are when they are collected (`nabu.core.serving.collected`)."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from nabu.core.serving.encoding import takes_gzip

A_MOVE = re.compile(r"move=[0-9]{1,5}")


class CompressedPages(GZipMiddleware):
    """Middleware: HTML is compressed where its length cannot reveal a secret (BREACH).

    The attack puts guesses into a page that holds a secret and reads from the compressed length which guess is right. A
    form's token is masked anew in every answer, and Django adds a random number of bytes. Anything else needs a guess
    from outside beside it, and a link carries one in its query: such pages of people who are signed in stay as they
    are, and so do pages marked `no-store`, such as those with a new API token. The number of a move is no guess at a
    secret, and the page of a replay is eight times as large without.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> Any:
        html = response.headers.get("Content-Type", "").startswith("text/html")
        secret = "no-store" in response.headers.get("Cache-Control", "")
        query = request.META.get("QUERY_STRING", "")
        guessed = settings.SESSION_COOKIE_NAME in request.COOKIES and bool(query) and not A_MOVE.fullmatch(query)
        if not html or response.streaming or secret or guessed:
            return response
        if not takes_gzip(request.headers.get("Accept-Encoding", "")):
            patch_vary_headers(response, ("Accept-Encoding",))
            return response
        return super().process_response(request, response)
