"""`/live/`: the stream of a page, or of all visible pages of a browser, on the event loop.

WHATWG HTML, section 9.2, has the format.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qs
from zlib import crc32

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from nabu.core.serving.asgi_types import Receive, Scope, Send, header
from nabu.core.serving.handler import Answer, send_answer
from nabu.web.live.hub import Hub, Watcher
from nabu.web.live.tickets import age_of, read_tickets

PING_SECONDS = 20.0
BEAT_SECONDS = 1.5
"""A page is told at once, and then with the next beat: in a busy minute many changes are one piece of news. What has
changed before the stream began is told with the next beat too.

The beat is that of the clock, so all who look at the same page ask for its parts in the same moment, whatever process
they are connected to, and these are made once for all. Told at moments of their own, they would ask for a new version
after every single change.
"""

HEADERS = [
    (b"Content-Type", b"text/event-stream; charset=utf-8"),
    (b"Cache-Control", b"no-store"),
    (b"X-Accel-Buffering", b"no"),
    (b"X-Content-Type-Options", b"nosniff"),
]


class Live:
    """The ASGI application for streams, and for the beginning and the end of the process."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "lifespan":
            await self._live_and_die(receive, send)
            return
        status, topics = self._admit(scope)
        if topics is None:
            await send_answer(Answer(status, [(b"Content-Length", b"0"), (b"Cache-Control", b"no-store")], [b""]), send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        gone = asyncio.ensure_future(_gone(receive))
        try:
            tickets = _tickets_of(scope)
            with self.hub.watch(topics, max(map(age_of, tickets))) as watcher:
                await self._tell(watcher, len(tickets), gone, send)
        finally:
            gone.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    def _admit(self, scope: Scope) -> tuple[int, dict[str, int] | None]:
        """The topics, or the status that says why not."""
        host, _port = split_domain_port(header(scope, b"host").decode("latin1").lower())
        allowed = settings.ALLOWED_HOSTS or ["localhost", "127.0.0.1", "[::1]"]
        if scope["method"] != "GET" or not host or not validate_host(host, allowed):
            return 400, None
        topics = read_tickets(_tickets_of(scope))
        if topics is None:
            return 403, None
        if not self.hub.listening or self.hub.open >= settings.MOST_STREAMS:
            return 503, None
        return 200, topics

    async def _tell(self, watcher: Watcher, tickets: int, gone: asyncio.Future[None], send: Send) -> None:
        await _send(send, f"retry: 3000\n\nevent: tickets\ndata: {tickets}\n\n".encode())
        if watcher.changed:  # while the page was on its way
            await asyncio.wait({gone}, timeout=until_next_beat(time.time(), watcher.topics))
        number = 0
        news: asyncio.Future[Any] = asyncio.ensure_future(watcher.news.wait())
        try:
            while self.hub.listening and not gone.done():
                await asyncio.wait({news, gone}, timeout=PING_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                if not news.done():
                    await _send(send, b"event: ping\ndata:\n\n")
                    continue
                changed, number = watcher.take(), number + 1
                news = asyncio.ensure_future(watcher.news.wait())
                if changed:
                    data = json.dumps(changed, separators=(",", ":"))
                    await _send(send, f"id: {number}\nevent: changed\ndata: {data}\n\n".encode())
                    await asyncio.wait({gone}, timeout=until_next_beat(time.time(), watcher.topics))
        finally:
            news.cancel()

    async def _live_and_die(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.hub.start()
                await send({"type": "lifespan.startup.complete"})
            else:
                self.hub.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return


def until_next_beat(now: float, topics: Iterable[str]) -> float:
    """Seconds from `now`, by the clock (Unix time), to the next beat of the pages with these topics; never 0.

    Pages of other topics beat at other moments: they need not all be made at once.
    """
    phase = crc32(",".join(sorted(topics)).encode()) / 2**32
    return BEAT_SECONDS - (now - phase * BEAT_SECONDS) % BEAT_SECONDS


def _tickets_of(scope: Scope) -> list[str]:
    return parse_qs(scope.get("query_string", b"").decode("latin1")).get("ticket", [""])


async def _send(send: Send, part: bytes) -> None:
    await send({"type": "http.response.body", "body": part, "more_body": True})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
