"""Django as a plain function, called in a thread: a request goes in, a whole answer comes out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import IO, cast

from django.core import signals
from django.core.exceptions import RequestDataTooBig
from django.core.handlers.asgi import ASGIRequest, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.urls import set_script_prefix

from nabu.serving.asgi_types import Scope, Send


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back to the client."""

    status: int
    headers: list[tuple[bytes, bytes]]
    parts: list[bytes]

    @property
    def sets_cookie(self) -> bool:
        """It is for one client only."""
        return any(name.lower() == b"set-cookie" for name, _value in self.headers)


async def send_answer(answer: Answer, send: Send) -> None:
    """Send it in the parts it has."""
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    for part in answer.parts[:-1]:
        await send({"type": "http.response.body", "body": part, "more_body": True})
    await send({"type": "http.response.body", "body": answer.parts[-1] if answer.parts else b"", "more_body": False})


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


def _parts(response: HttpResponseBase) -> list[bytes]:
    if isinstance(response, StreamingHttpResponse):
        return list(cast(Iterable[bytes], response.streaming_content))
    return [cast(HttpResponse, response).content]
