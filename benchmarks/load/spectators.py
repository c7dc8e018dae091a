"""Those who look on: a page each, which they fetch again when something has changed or every 15 seconds."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from contextlib import suppress
from html import unescape

from benchmarks.load.client import Browser, NoStream
from benchmarks.load.hall import Hall
from benchmarks.load.report import Book

POLL = 15.0
ARRIVAL = 15.0
"""They come within so many seconds, and not after half of the time."""

SPREAD = 0.3
"""As `static/nabu/web/live/live.js` does, which stands for what this file imitates."""

PATIENCE = 5.0
"""A change that was not told after so long is missing."""

RECONNECT = 3.0
"""As browsers do when a stream has ended."""

LIVE = re.compile(r'data-live="([^"]+)"')
PART = re.compile(r'<[^>]*\bhx-get="([^"]+)"[^>]*\bhx-trigger="[^"]*(?:every 15s|nabu:changed)[^>]*>')
ELEMENT_ID = re.compile(r'\bid="([^"]+)"')
SAYS = re.compile(r'"Nabu-Live": "(\w+)"')


class Spectator:
    """Somebody with one page open."""

    def __init__(self, browser: Browser, kind: str, path: str) -> None:
        self.browser = browser
        self.book: Book = browser.book
        self.kind = kind
        self.path = path
        self.fragments: list[tuple[str, dict[str, str]]] = []
        """The parts of the page that ask for themselves again, with the headers that htmx sends for them."""

        self.told: dict[str, int] = {}
        self.following = False

    async def watch(self, at: float | None = None) -> None:
        """Open the page, `at` this time of the clock or at a random one, and keep it open until the crowd goes home."""
        left = self.book.end - time.monotonic()
        await asyncio.sleep(random.uniform(0, min(ARRIVAL, left / 2)) if at is None else at - time.monotonic())
        if at is not None:
            self.book.late.append(time.monotonic() - at)
        text = ""
        while not text and self.book.open:
            answer = await self.browser.get(self.kind, self.path, due=at)
            text = answer.text if answer.ok else ""
            if not text:
                await self._pause(POLL)
        self.fragments = [(unescape(part[1]), headers_of(part[0])) for part in PART.finditer(text)]
        live = LIVE.search(text)
        if live:
            await self._follow(unescape(live[1]))
        while self.book.open:
            await self._pause(POLL)
            await self._again()

    async def _again(self) -> None:
        if not self.book.open:
            return
        told = {"Nabu-Told": " ".join(f"{topic}={number}" for topic, number in self.told.items())} if self.told else {}
        for path, headers in self.fragments:
            await self.browser.get(f"{self.kind}, part", path, headers | told)
        if not self.fragments:
            await self.browser.get(self.kind, self.path)

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(max(0.0, min(seconds, self.book.end - time.monotonic())))

    async def _follow(self, ticket: str) -> None:
        """Fetch again whenever the stream says so, until the crowd goes home or the server has no stream."""
        self.following, changed = True, asyncio.Event()
        fetching = asyncio.create_task(self._fetch_at(changed))
        try:
            with suppress(TimeoutError, NoStream):
                async with asyncio.timeout(self.book.end - time.monotonic()):
                    while True:
                        with suppress(OSError, EOFError):
                            await self._listen(ticket, changed)
                        self.book.errors["live stream", "ended by the server"] += 1
                        self.told.clear()
                        await asyncio.sleep(RECONNECT)
                        changed.set()
        finally:
            # What is under way is finished and counts.
            self.following = False
            changed.set()
            await fetching

    async def _listen(self, ticket: str, changed: asyncio.Event) -> None:
        told: dict[str, Told] = {}
        self.book.streams += 1
        try:
            async for name, data in self.browser.events(ticket):
                if name == "changed":
                    self.book.events += 1
                    self.told |= json.loads(data)
                    for topic in (name.partition("-")[0] for name in json.loads(data)):
                        told.setdefault(topic, Told(self.book, topic)).tell()
                    changed.set()
        finally:
            for topic in told.values():
                topic.check()

    async def _fetch_at(self, changed: asyncio.Event) -> None:
        """Not all in the same moment, and for several changes at once only once."""
        while self.following:
            await changed.wait()
            await self._pause(random.uniform(0, SPREAD))
            changed.clear()
            await self._again()


def headers_of(tag: str) -> dict[str, str]:
    """What htmx sends for a part, by its tag."""
    headers = {"HX-Request": "true"}
    if found := ELEMENT_ID.search(tag):
        headers["HX-Target"] = found[1]
    if found := SAYS.search(tag):
        headers["Nabu-Live"] = found[1]
    return headers


class Told:
    """What one stream has told about one topic: which changes, and how late."""

    def __init__(self, book: Book, topic: str) -> None:
        self.book = book
        self.changes = book.changes[topic]
        self.seen = len(self.changes)
        self.last = time.monotonic()

    def tell(self) -> None:
        """An event is here. A change that was answered after an event which it may have caused was told by that."""
        now = time.monotonic()
        self.book.delays += [
            now - answered if asked > self.last else 0.0 for asked, answered in self.changes[self.seen :]
        ]
        self.seen, self.last = len(self.changes), now

    def check(self) -> None:
        """The stream ends: whatever was answered well before should have been told."""
        late = time.monotonic() - PATIENCE
        if any(asked > self.last and answered < late for asked, answered in self.changes[self.seen :]):
            self.book.errors["live stream", "has not told of a change"] += 1


def spectators(hall: Hall, port: int, book: Book, number: int) -> list[Spectator]:
    """So many of them, evenly over the pages; every other one is a player who is signed in."""
    found = []
    for index in range(number):
        table = hall.tables[index % len(hall.tables)]
        pages = (
            ("page: round", f"/tournaments/rounds/{hall.round}/"),
            ("page: standings", f"/tournaments/{hall.tournament}/standings/"),
            ("page: table", f"/tables/{table.id}/"),
            ("page: overview", f"/tournaments/{hall.tournament}/"),
        )
        person = random.choice(table.players) if index // len(pages) % 2 else None
        found.append(Spectator(Browser(port, book, person), *pages[index % len(pages)]))
    return found
