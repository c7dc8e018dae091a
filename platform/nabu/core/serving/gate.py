"""The ASGI application that gunicorn runs: lets requests into Django a few at a time, the most important first."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from http.cookies import CookieError, SimpleCookie
from io import BytesIO
from typing import IO, TypeVar, cast

from django.conf import settings

from nabu.core.counters import count_request
from nabu.core.serving.asgi_types import App, Receive, Scope, Send, header
from nabu.core.serving.body import Gone, read_body
from nabu.core.serving.crowded import come_again, no_room
from nabu.core.serving.handler import Answer, send_answer
from nabu.core.serving.line import PATIENCE_SECONDS, Crowded, Left, Line, Rank
from nabu.core.serving.told import HEADER, Heard, Made, told_by, versions_now

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# What the answer to a visitor's page may depend on.
SHARED_HEADERS = (b"host", b"accept", b"accept-encoding", b"accept-language", b"if-modified-since")
OF_CONTENT = (b"content-type", b"content-length", b"content-encoding", b"content-language")
YOUNG_SECONDS = 1.5
"""So long an answer is given to those who were told of nothing newer: a beat of the streams (`nabu.web.live`)."""

Key = tuple[bytes | str, ...]
T = TypeVar("T")


def nothing_heard(_topic: str) -> int:
    """For a process that listens to no news."""
    return 0


class Gate:
    """Serves requests by `handle` in `threads` threads, and the streams of `live` without one.

    `heard` gives the number of a topic that the streams of this process have heard of.
    """

    def __init__(
        self,
        handle: Callable[[Scope, IO[bytes]], Answer],
        live: App,
        threads: int,
        heard: Heard = nothing_heard,
    ) -> None:
        self.handle = handle
        self.live = live
        self.heard = heard
        self.line = Line(threads)
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="django")
        self.shared: dict[Key, asyncio.Future[Answer | None]] = {}
        self.made: dict[Key, Made] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection of the ASGI protocol."""
        if scope["type"] == "lifespan" or scope.get("path") == settings.LIVE_PATH:
            await self.live(scope, receive, send)
        elif scope["type"] == "http":
            await self._serve(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.monotonic()
        try:
            body = await read_body(receive, settings.MAX_REQUEST_BYTES)
        except Gone:
            return
        except OSError:
            await send_answer(no_room(scope), send)
            return
        if body is None:
            scope["nabu.too_large"], body = True, BytesIO()
        try:
            answer = await self._answer(scope, body, receive)
        except Crowded:
            body.close()
            count_request("gate", scope["method"], 503, time.monotonic() - begun)
            answer = come_again(scope)
        except Left:
            body.close()
            return
        await send_answer(answer, send)

    async def _answer(self, scope: Scope, body: IO[bytes], receive: Receive) -> Answer:
        """By Django, or the answer that Django gives to somebody who asked for the same."""
        rank, shared = rank_of(scope), for_everybody(scope)
        if shared is None:
            await self.line.enter(rank, receive)
            return await asyncio.shield(self._run(scope, body))
        key, told = key_of(shared), told_by(header(scope, HEADER))
        answer = await self._young(key, told)
        if answer is None and key in self.shared:
            answer = await asyncio.shield(self.shared[key])
        if answer is None or answer.sets_cookie:
            answer = await self._answer_for_all(shared, body, rank, key, told)
        return if_changed(answer, header(scope, b"if-none-match"))

    async def _young(self, key: Key, told: Mapping[str, int]) -> Answer | None:
        """What others get, or got a moment ago, if it shows all that this client was told of."""
        made = self.made.get(key)
        if made is None or not made.is_for(told):
            return None
        answer = await asyncio.shield(made.answer)
        return answer if made.may_be_kept else None

    async def _answer_for_all(
        self, scope: Scope, body: IO[bytes], rank: Rank, key: Key, told: Mapping[str, int]
    ) -> Answer:
        """Whoever asks for the same page while this request waits gets its answer.

        Not those who come after it has begun: it may have read the database before the change that they know of. They
        wait until it has ended, for another thread could only wait for the same rendering.
        """
        promise: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        self.shared.setdefault(key, promise)
        try:
            if key in self.made:
                await asyncio.wait({self.made[key].answer}, timeout=PATIENCE_SECONDS[rank])
            await self.line.enter(rank)
            _drop(self.shared, key, promise)
            versions = versions_now(told, self.heard)
            made = self.made[key] = Made(self._run(scope, body), versions)
            made.answer.add_done_callback(lambda _answer: self._drop_made(key, made))
            promise.set_result(await asyncio.shield(made.answer))
        except Exception as error:
            promise.set_exception(error)
        finally:
            _drop(self.shared, key, promise)
            if not promise.done():  # this client has gone; the others ask for themselves
                promise.set_result(None)
        return cast(Answer, promise.result())

    def _drop_made(self, key: Key, made: Made) -> None:
        """At once, or when it has grown old."""
        if made.may_be_kept:
            asyncio.get_running_loop().call_later(YOUNG_SECONDS, _drop, self.made, key, made)
        else:
            _drop(self.made, key, made)

    def _run(self, scope: Scope, body: IO[bytes]) -> asyncio.Future[Answer]:
        """In a thread. It stays taken until Django has ended, also when the client has gone meanwhile."""
        running = asyncio.get_running_loop().run_in_executor(self.pool, self.handle, scope, body)
        running.add_done_callback(lambda _done: self.line.leave())
        return running


def rank_of(scope: Scope) -> Rank:
    """Whether somebody writes, has signed in, or only looks on."""
    if scope["method"] not in SAFE_METHODS or scope["path"] == "/healthz":
        return Rank.WRITER
    return Rank.SIGNED_IN if header(scope, b"authorization") or _has_session(scope) else Rank.VISITOR


def for_everybody(scope: Scope) -> Scope | None:
    """The request as any visitor would send it; None where the answer is for one client only.

    The API counts requests by address, and whoever has a cookie may be told something of his own. But a part of a page
    that everybody sees alike, which asks for itself again (`nabu.web.live`), says so, with its language: it is asked
    for as if nobody were signed in.
    """
    if scope["method"] != "GET" or scope["path"].startswith(("/api/", settings.STATIC_URL)):
        return None
    headers = {name: value for name, value in scope["headers"] if name != b"if-none-match"}
    part = headers.get(b"nabu-live", b"").decode("latin1")
    if part in dict(settings.LANGUAGES) and headers.get(b"hx-request") == b"true":
        headers = {name: value for name, value in headers.items() if name not in (b"cookie", b"authorization")}
        headers[b"accept-language"] = part.encode()
    elif b"cookie" in headers or b"authorization" in headers or b"range" in headers:
        return None
    return {**scope, "headers": list(headers.items())}


def key_of(scope: Scope) -> Key:
    """What is the same for all who ask for the same page."""
    headers = dict(scope["headers"])
    htmx = sorted(name + b":" + value for name, value in headers.items() if name.startswith(b"hx-"))
    shown = [headers.get(name, b"") for name in SHARED_HEADERS]
    return (scope.get("scheme", ""), scope["path"], scope.get("query_string", b""), *shown, *htmx)


def if_changed(answer: Answer, known: bytes) -> Answer:
    """The answer, or 304 for a client that has it already. RFC 9110, section 13.1.2."""
    headers = {name.lower(): value for name, value in answer.headers}
    tags = {tag.strip().removeprefix(b"W/") for tag in known.split(b",")}
    if answer.status != 200 or headers.get(b"etag", b"").removeprefix(b"W/") not in tags - {b""}:
        return answer
    return Answer(304, [(name, value) for name, value in answer.headers if name.lower() not in OF_CONTENT], [])


def _drop(known: dict[Key, T], key: Key, one: T) -> None:
    """Unless another one has taken its place."""
    if known.get(key) is one:
        del known[key]


def _has_session(scope: Scope) -> bool:
    try:
        return settings.SESSION_COOKIE_NAME in SimpleCookie(header(scope, b"cookie").decode("latin1"))
    except CookieError:
        return False
