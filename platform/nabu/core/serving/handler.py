"""Django as a plain function, called in a thread: a request goes in, a whole answer comes out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from tempfile import TemporaryFile
from typing import IO, cast

from django.core import signals
from django.core.exceptions import RequestDataTooBig
from django.core.handlers.asgi import ASGIRequest, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.urls import set_script_prefix

from nabu.core.serving.asgi_types import Scope, Send

KEPT_IN_MEMORY = 8 * 2**20
"""A stream of more bytes is kept in a file until it is sent; files of the site itself are smaller."""

PART_BYTES = 2**18


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back to the client. The parts may be asked for again, by each who gets the same answer."""

    status: int
    headers: list[tuple[bytes, bytes]]
    parts: Iterable[bytes]

    @property
    def sets_cookie(self) -> bool:
        """It is for one client only."""
        return any(name.lower() == b"set-cookie" for name, _value in self.headers)


async def send_answer(answer: Answer, send: Send) -> None:
    """Send it in the parts it has."""
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    parts = iter(answer.parts)
    part = next(parts, b"")
    for following in parts:
        await send({"type": "http.response.body", "body": part, "more_body": True})
        part = following
    await send({"type": "http.response.body", "body": part, "more_body": False})


class Handler(BaseHandler):
    """Django with its middleware, without an event loop.

    Django's own ASGI handler takes a thread of its own for every request that is under way and keeps it as long as
    the client is slow; dozens of them then fight for the interpreter.
    """

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()

    def __call__(self, scope: Scope, body: IO[bytes]) -> Answer:
        """Answer one request. The body is a file that is read from its beginning, and closed."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        response: HttpResponseBase
        try:
            response = self.get_response(ASGIRequest(scope, body))
        except UnicodeDecodeError:
            response = HttpResponse(status=400)
        except RequestDataTooBig:
            response = HttpResponse(status=413)
        try:
            return Answer(response.status_code, _headers(response), _parts(response))
        finally:
            response.close()
            body.close()


def _headers(response: HttpResponseBase) -> list[tuple[bytes, bytes]]:
    headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    cookies = [cookie.output(header="").strip().encode("ascii") for cookie in response.cookies.values()]
    return headers + [(b"Set-Cookie", cookie) for cookie in cookies]


class FileParts:
    """The parts of a long answer in a file of its own, which goes with the answer."""

    def __init__(self) -> None:
        self.file = TemporaryFile(buffering=0)  # noqa: SIM115 - closed with the answer

    def __iter__(self) -> Iterator[bytes]:
        at = 0
        while part := os.pread(self.file.fileno(), PART_BYTES, at):
            yield part
            at += len(part)

    def __del__(self) -> None:
        self.file.close()


def _parts(response: HttpResponseBase) -> Iterable[bytes]:
    """All of the answer: the thread is free for the next request then, however slow the client is. A long stream is
    kept in a file, so that it takes no memory."""
    if not isinstance(response, StreamingHttpResponse):
        return [cast(HttpResponse, response).content]
    parts: list[bytes] = []
    stream, size = iter(cast(Iterable[bytes], response.streaming_content)), 0
    for part in stream:
        parts.append(part)
        size += len(part)
        if size > KEPT_IN_MEMORY:
            break
    else:
        return parts
    long = FileParts()
    for part in chain(parts, stream):
        long.file.write(part)
    return long
