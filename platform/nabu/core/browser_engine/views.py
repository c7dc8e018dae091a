"""What the engine in the browser is made of. All of it is public and the same for everybody."""

from __future__ import annotations

from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.templatetags.static import static
from django.utils.cache import patch_vary_headers
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from nabu.core.answers import escaped
from nabu.core.browser_engine import files
from nabu.core.browser_engine.config import digest_of_worker, worker_source
from nabu.core.browser_engine.words import digest_of_words, words_of
from nabu.core.serving.encoding import best_encoding

FOR_EVER = "public, max-age=31536000, immutable"
WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
A_DAY = "public, max-age=86400"


@require_safe
def file(request: HttpRequest, digest: str, name: str) -> HttpResponse:
    """A packed file, as the browser wants it compressed."""
    if files.bundle_of(name) != digest:
        raise Http404
    encoding = best_encoding(request.headers.get("Accept-Encoding", ""))
    response = _answer(files.packed(name, encoding), files.KINDS[Path(name).suffix])
    if encoding:
        response["Content-Encoding"] = encoding
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


@require_safe
def worker(request: HttpRequest, area: str, digest: str) -> HttpResponse:
    """The file that begins the worker of a page."""
    if digest != digest_of_worker():
        raise Http404
    response = _answer(worker_source().encode(), "text/javascript")
    response["Content-Security-Policy"] = WORKER_POLICY
    return response


@require_safe
def offline(request: HttpRequest, area: str) -> HttpResponse:
    """The service worker of an area: it opens the pages below its own address without the network."""
    worker = static("nabu/core/browser_engine/offline/worker.js")
    response = HttpResponse(f'importScripts("{worker}");\n', content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


@gzip_page
@escaped
@require_safe
def words(request: HttpRequest, digest: str, language: str) -> HttpResponse:
    """The engine's texts in a language."""
    if digest != digest_of_words(language):
        raise Http404
    return _answer(words_of(language), "application/json")


@require_safe
def notice(request: HttpRequest, name: str) -> HttpResponse:
    """Whose work the packed files are, and under which licences. The address stays, whatever is packed."""
    if name not in files.NOTICES:
        raise Http404
    return _answer(files.notice(name), files.KINDS[".txt"], A_DAY)


def _answer(content: bytes, kind: str, kept: str = FOR_EVER) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    response["Cache-Control"] = kept
    response["Content-Length"] = str(len(content))
    response["X-Content-Type-Options"] = "nosniff"
    return response
