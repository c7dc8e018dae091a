"""How the bytes of a game log come in: as a file of a form, or as the whole body."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request

from nabu.contests.results.settling.submission import MOST_BYTES, check_bytes
from nabu.core.errors import Refused
from nabu.web.rest.base import TooLarge

RAW_TYPES = ("application/x-ndjson", "text/plain")


class NdjsonParser(BaseParser):
    """The bytes of the body, never more than one too many."""

    media_type = RAW_TYPES[0]

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        """The bytes as they came; nothing is decoded."""
        return bytes(stream.read(MOST_BYTES + 1))


class PlainTextParser(NdjsonParser):
    """The same bytes under the name that every client knows."""

    media_type = RAW_TYPES[1]


LOG_PARSERS = [MultiPartParser, NdjsonParser, PlainTextParser]


def log_of(request: Request) -> bytes:
    """The bytes of the log in the request. Raises TooLarge, or ParseError for what cannot be a game log."""
    sent: Any = request.data
    if isinstance(sent, bytes):
        data = sent
    else:
        upload = sent.get("log")
        if not isinstance(upload, UploadedFile):
            raise ParseError(_("Send the game log as the file “log” of a form, or as the body of the request."))
        if (upload.size or 0) > MOST_BYTES:
            raise TooLarge(_("A game log has at most 4 MB."))
        data = bytes(upload.read())
    if len(data) > MOST_BYTES:
        raise TooLarge(_("A game log has at most 4 MB."))
    try:
        check_bytes(data)
    except Refused as refusal:
        raise ParseError(refusal.message) from None
    return data
