"""What is sent compressed: pages, and the static files of a site that serves them from their source folders."""

from __future__ import annotations

import gzip
import hashlib
import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

import brotli
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers
from whitenoise.compress import Compressor
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from nabu.core.serving.encoding import takes_gzip

SMALL = 500
"""Bytes up to which compressing gains nothing."""

ENCODERS: Mapping[str, Callable[[bytes], bytes]] = {
    "gzip": lambda content: gzip.compress(content, 6, mtime=0),
    # The highest quality takes 50 times as long for a tenth less.
    "br": lambda content: bytes(brotli.compress(content, quality=7)),
}


class CompressedPages(GZipMiddleware):
    """Middleware: HTML is compressed where its length cannot reveal a secret (BREACH).

    The attack puts guesses into a page that holds a secret and reads from the compressed length which guess is right. A
    form's token is masked anew in every answer, and Django adds a random number of bytes. Anything else needs a guess
    from outside beside it, and a link carries one in its query: such pages of people who are signed in stay as they
    are, and so do pages marked `no-store`, such as those with a new API token.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> Any:
        html = response.headers.get("Content-Type", "").startswith("text/html")
        secret = "no-store" in response.headers.get("Cache-Control", "")
        guessed = settings.SESSION_COOKIE_NAME in request.COOKIES and bool(request.META.get("QUERY_STRING"))
        if not html or response.streaming or secret or guessed:
            return response
        if not takes_gzip(request.headers.get("Accept-Encoding", "")):
            patch_vary_headers(response, ("Accept-Encoding",))
            return response
        return super().process_response(request, response)


class CompressedSources(WhiteNoiseMiddleware):  # type: ignore[misc]  # it has no types
    """WhiteNoise for a local site: files may change at any time, so each is compressed at its first request.

    The compressed copies are kept in the site's own folder, one for each file and encoding. A copy carries the time of
    its source and is made again when the two differ. Production serves what collectstatic compressed.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.copies = settings.VAR / "compressed"
        self.compressor = Compressor(extensions=settings.WHITENOISE_SKIP_COMPRESS_EXTENSIONS, quiet=True)

    def get_static_file(self, path: str, url: str, stat_cache: Any = None) -> StaticFile:
        """The file and its compressed copies."""
        if stat_cache is not None or not self.compressor.should_compress(path) or not os.path.exists(path):
            return super().get_static_file(path, url, stat_cache)
        headers = Headers([])
        self.add_mime_headers(headers, path, url)
        self.add_cache_headers(headers, path, url)
        return StaticFile(path, headers.items(), encodings=compressed_copies(self.copies, Path(path)))


def compressed_copies(folder: Path, path: Path) -> dict[str, str]:
    """The path of the compressed copy for each encoding; none of a small file, or while nothing can be written."""
    source = path.stat()
    copies: dict[str, str] = {}
    if source.st_size <= SMALL:
        return copies
    name = hashlib.sha256(os.fsencode(path)).hexdigest()[:32]
    with suppress(OSError):
        for encoding, encode in ENCODERS.items():
            copy = folder / f"{name}.{encoding}"
            if not copy.exists() or copy.stat().st_mtime_ns != source.st_mtime_ns:
                write_copy(copy, encode(path.read_bytes()), source)
            copies[encoding] = str(copy)
    return copies


def write_copy(copy: Path, content: bytes, source: os.stat_result) -> None:
    """Put the copy in its place as a whole: another process may be reading the one before it, or writing this one."""
    copy.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=copy.parent, prefix="draft.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.utime(draft, ns=(source.st_atime_ns, source.st_mtime_ns))
        os.replace(draft, copy)
    except OSError:
        os.unlink(draft)
        raise
