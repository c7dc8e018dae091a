"""A page as it is kept: the text for everybody, and what a visitor is sent, ready and compressed."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import zlib
from dataclasses import dataclass
from functools import cached_property

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

from nabu.core import database_clock
from nabu.core.serving.encoding import takes_gzip
from nabu.web.shared_pages.places import TEMPLATES, Place

VARY = ("Accept-Encoding", "Accept-Language", "Cookie", "HX-Request", "HX-Target", "Nabu-Live")
HTML = "text/html; charset=utf-8"
SMALL = 500
"""Bytes up to which compressing gains nothing."""

MADE_AT = re.compile(rb'(?<= )(data-live="[^"]*)\.0_\d+:[\w-]+(?=")')
"""The time in the ticket of a stream (`nabu.web.live.tickets`), with the signature: all else in a page is the same on
every host that makes it. Nothing that somebody has written looks like it: there a `"` is `&quot;`."""

BYTES_OF_PLACE = 150
"""In memory, about."""


@dataclass(frozen=True)
class Entry:
    """`text` and its `places` for what belongs to a person; `body` is the page of a visitor, empty in one of a group.

    `numbers` are the versions that were read before it was made, `until` the time at which it ends by itself.
    `members`: of a page of a group, the accounts that get it.
    `keep` is False for what must be made again for the next one who asks. Other sites may frame what is `framable`.
    """

    numbers: tuple[int, ...]
    language: str
    text: str
    body: bytes
    places: tuple[Place, ...] = ()
    until: float | None = None
    keep: bool = True
    content_type: str = HTML
    framable: bool = False
    members: frozenset[int] = frozenset()

    @cached_property
    def zipped(self) -> bytes:
        """The body, compressed."""
        return gzip.compress(self.body, 6, mtime=0)

    @cached_property
    def etag(self) -> str:
        """Of the body, whenever it was made; another one for each encoding."""
        return hashlib.sha256(MADE_AT.sub(rb"\1", self.body or self.text.encode())).hexdigest()[:32]

    @property
    def size(self) -> int:
        """Bytes in memory, about, with the compressed body, which is made when somebody wants it."""
        return len(self.text) + len(self.body) * 5 // 4 + BYTES_OF_PLACE * len(self.places)

    def is_for(self, numbers: tuple[int, ...]) -> bool:
        """It still holds."""
        return self.numbers == numbers and (self.until is None or database_clock.now().timestamp() < self.until)

    def for_visitor(self, request: HttpRequest) -> HttpResponse:
        """The answer to somebody who is not signed in."""
        zips = len(self.body) > SMALL and takes_gzip(request.headers.get("Accept-Encoding", ""))
        etag = f'"{self.etag}-gzip"' if zips else f'"{self.etag}"'
        response = answer(request, self.zipped if zips else self.body, etag, self)
        response["Cache-Control"] = "no-cache"
        if zips and response.status_code == 200:
            response["Content-Encoding"] = "gzip"
        return response

    def to_bytes(self) -> bytes:
        """For the cache."""
        head = {
            "numbers": self.numbers,
            "language": self.language,
            "until": self.until,
            "content_type": self.content_type,
            "framable": self.framable,
            "members": sorted(self.members),
            "zipped": len(self.zipped),
        }
        marked = json.dumps(self.places) + "\n" + self.text
        return json.dumps(head).encode() + b"\n" + self.zipped + zlib.compress(marked.encode(), 6)

    @classmethod
    def from_bytes(cls, stored: bytes) -> Entry | None:
        """What the cache gave back; None if it is not what was put there."""
        try:
            first, _newline, rest = stored.partition(b"\n")
            head = json.loads(first)
            zipped, marked = rest[: head["zipped"]], zlib.decompress(rest[head["zipped"] :]).decode()
            written, _line, text = marked.partition("\n")
            numbers, body = tuple(head["numbers"]), gzip.decompress(zipped)
            kinds = {
                "content_type": head["content_type"],
                "framable": head["framable"],
                "members": frozenset(head["members"]),
            }
            entry = cls(numbers, head["language"], text, body, _read_places(written), head["until"], **kinds)
        except (ValueError, KeyError, TypeError, OSError, EOFError, zlib.error):
            return None
        entry.__dict__["zipped"] = zipped
        return entry


def _read_places(written: str) -> tuple[Place, ...]:
    """Raises ValueError or TypeError for what `to_bytes` has not written."""
    places = tuple(Place(*place) for place in json.loads(written))
    if any(isinstance(place.of, str) and place.of not in TEMPLATES for place in places):
        raise ValueError("a template that is put into no place")
    return places


def answer(request: HttpRequest, body: bytes, etag: str, entry: Entry) -> HttpResponse:
    """The page, or 304 for whoever has it already."""
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if etag in known or f"W/{etag}" in known or "*" in known:
        response = HttpResponse(status=304)
        del response["Content-Type"]
    else:
        response = HttpResponse(body, content_type=entry.content_type)
        response["Content-Length"] = str(len(body))
        response["Content-Language"] = entry.language
    response["ETag"] = etag
    if entry.framable:
        allow_frames(response)
    else:
        response["X-Frame-Options"] = settings.X_FRAME_OPTIONS
    patch_vary_headers(response, VARY)
    return response


def allow_frames(response: HttpResponse) -> None:
    """Other sites may show this page in a frame. Only for pages where nothing can be pressed that changes anything."""
    response.xframe_options_exempt = True  # read by Django's middleware
    response._csp_replace = {"frame-ancestors": ["*"]}  # type: ignore[attr-defined]  # read by that of django-csp
