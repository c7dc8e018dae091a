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

SPREAD = 0.6
"""As `static/nabu/live.js` does, which stands for what this file imitates."""

RECONNECT = 3.0
"""As browsers do when a stream has ended."""

LIVE = re.compile(r'data-live="([^"]+)"')
FRAGMENT = re.compile(r'hx-get="([^"]+)"[^>]*hx-trigger="[^"]*(?:every 15s|nabu:changed)')


class Spectator:
    """Somebody with one page open."""

    def __init__(self, browser: Browser, kind: str, path: str) -> None:
        self.browser = browser
        self.book: Book = browser.book
        self.kind = kind
        self.path = path
        self.fragments: list[str] = []
        """The parts of the page that ask for themselves again."""

        self.following = False

    async def watch(self) -> None:
        """Open the page and keep it open until the crowd goes home."""
        await asyncio.sleep(random.uniform(0, min(ARRIVAL, (self.book.end - time.monotonic()) / 2)))
        text = ""
        while not text and self.book.open:
            answer = await self.browser.get(self.kind, self.path)
            text = answer.text if answer.ok else ""
            if not text:
                await self._pause(POLL)
        self.fragments = [unescape(path) for path in FRAGMENT.findall(text)]
        live = LIVE.search(text)
        if live:
            await self._follow(unescape(live[1]))
        while self.book.open:
            await self._pause(POLL)
            await self._again()

    async def _again(self) -> None:
        if not self.book.open:
            return
        for path in self.fragments:
            await self.browser.get(f"{self.kind}, part", path, fragment=True)
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
                        await asyncio.sleep(RECONNECT)
                        changed.set()
        finally:
            # What is under way is finished and counts.
            self.following = False
            changed.set()
            await fetching

    async def _listen(self, ticket: str, changed: asyncio.Event) -> None:
        told = {topic: len(changes) for topic, changes in self.book.changes.items()}
        self.book.streams += 1
        async for name, data in self.browser.events(ticket):
            if name != "changed":
                continue
            self.book.events += 1
            for topic in (name.partition("-")[0] for name in json.loads(data)):
                changes, first = self.book.changes[topic], told.get(topic, 0)
                self.book.staleness += [time.monotonic() - change for change in changes[first : first + 1]]
                told[topic] = len(changes)
            changed.set()

    async def _fetch_at(self, changed: asyncio.Event) -> None:
        """Not all in the same moment, and for several changes at once only once."""
        while self.following:
            await changed.wait()
            await self._pause(random.uniform(0, SPREAD))
            changed.clear()
            await self._again()


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
