"""A round is published while everybody presses reload, in three languages, and the broker accepts connections but never
answers: nobody who asks after the commit sees the page from before it."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

from nabu.contests.tournaments.rounds.pairing import pair_round
from nabu.contests.tournaments.rounds.services import publish_round
from nabu.core.circuit_breaker import Pause
from nabu.core.serving.gate import Gate
from nabu.core.serving.handler import Handler
from nabu.web.live import channel
from nabu.web.shared_pages import cache as soft_cache
from nabu.web.shared_pages import store
from nabu.web.shared_pages.cache import SoftCache
from tests.platform.scenario import make_event
from tests.profiles import LONG

pytestmark = pytest.mark.both_databases

VISITORS = 300 if LONG else 60
LANGUAGES = ("en", "es", "de")
THREADS = 4


@pytest.fixture
def hanging_broker(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[str]:
    """Pages are kept there, and changes are published there."""
    with socket.create_server(("127.0.0.1", 0), backlog=200) as server:
        address = f"redis://127.0.0.1:{server.getsockname()[1]}/0"
        options = {"socket_timeout": 0.25, "socket_connect_timeout": 0.25, "retry": None}
        options["serializer"] = "nabu.web.shared_pages.cache.PlainBytes"
        monkeypatch.setattr(store, "cache", SoftCache(address, {"OPTIONS": options}))
        monkeypatch.setattr(soft_cache, "PAUSE", Pause())
        monkeypatch.setattr(channel, "publisher", channel.Publisher())
        monkeypatch.setattr("nabu.web.live.receivers.publisher", channel.publisher)
        settings.REDIS_URL = address
        yield address


class Visitor:
    """Somebody who presses reload until the round is there. `wrong` are answers that are older than the commit."""

    def __init__(self, gate: Gate, path: str, language: str) -> None:
        self.gate, self.language = gate, language
        headers = [(b"host", b"127.0.0.1"), (b"accept-language", language.encode())]
        self.scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}
        self.scope |= {"http_version": "1.1", "scheme": "http", "root_path": "", "server": ("127.0.0.1", 80)}
        self.wrong: list[int] = []

    async def reload(self, committed: asyncio.Event) -> None:
        """Ask until the page is there, and once more after that."""
        while True:
            known = committed.is_set()
            status = await self._ask()
            if known and status != 200:
                self.wrong.append(status)
            if known:
                return
            await asyncio.sleep(0.01)

    async def _ask(self) -> int:
        sent: list[dict[str, Any]] = []
        asked = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> dict[str, Any]:
            if not asked:
                await asyncio.Event().wait()
            return asked.pop()

        async def send(message: Any) -> None:
            sent.append(message)

        await self.gate(dict(self.scope), receive, send)
        return int(sent[0]["status"])


async def _no_live(*_connection: Any) -> None:
    raise AssertionError("nobody asks for a stream")


@pytest.mark.django_db(transaction=True)
def test_nobody_sees_an_older_page_than_the_last_commit(hanging_broker: str) -> None:
    event = make_event(16, table_size=4)
    round_ = pair_round(event.organiser, event.refresh())
    path = reverse("tournaments:round", args=[round_.pk])

    def publish() -> float:
        try:
            publish_round(event.organiser, round_)
            return time.monotonic()
        finally:
            connection.close()

    async def day() -> list[int]:
        gate, committed = Gate(Handler(), _no_live, THREADS), asyncio.Event()
        crowd = [Visitor(gate, path, LANGUAGES[number % len(LANGUAGES)]) for number in range(VISITORS)]
        reloading = [asyncio.create_task(visitor.reload(committed)) for visitor in crowd]
        await asyncio.sleep(0.1)
        at = await asyncio.to_thread(publish)
        committed.set()
        await asyncio.gather(*reloading)
        print(f"all {VISITORS} saw it {time.monotonic() - at:.2f} s after the commit")
        list(gate.pool.map(lambda _thread: connection.close(), range(THREADS)))
        gate.pool.shutdown()
        return [status for visitor in crowd for status in visitor.wrong]

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(asyncio.run, day()).result() == []
