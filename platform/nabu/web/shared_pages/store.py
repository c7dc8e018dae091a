"""Where shared pages are kept: in the memory of this process, and behind it in the cache of all processes. Those with
what somebody searched for are in the memory only.

A page is kept under its name, not under its version: the new one takes the place of the old one, so what is kept is
bounded by what people look at. Of those who ask for a page that is not there, one makes it and the others wait a
moment; nobody waits for somebody who fails.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Event, Lock

from django.core.cache import caches
from django.db import connection
from django.utils.connection import ConnectionProxy

from nabu.web.shared_pages.entry import Entry

cache = ConnectionProxy(caches, "pages")

MOST_BYTES = 24 * 2**20
"""In the memory of one process."""

MOST_SEARCHED_BYTES = 8 * 2**20
"""The same for pages of searches, some hundred of them."""

KEPT_SECONDS = 600
WAIT = 1.5
"""Seconds for a page that somebody else in this process makes. There are few threads: then one makes it oneself."""

WAIT_FOR_OTHERS, LOOK = 0.8, 0.02
"""The same for a page that another process makes, and how often one looks for it."""


@dataclass
class _Flight:
    """A page that is being made."""

    done: Event = field(default_factory=Event)
    entry: Entry | None = None


class Store:
    """Shared pages by their names; `common` to all processes, or of this one only."""

    def __init__(self, most_bytes: int = MOST_BYTES, *, common: bool = True) -> None:
        self._common = common
        self._lock = Lock()
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._bytes = 0
        self._most_bytes = most_bytes
        self._flights: dict[Hashable, _Flight] = {}

    def find(self, key: str, numbers: tuple[int, ...]) -> Entry | None:
        """The page of exactly this version."""
        with self._lock:
            found = self._entries.get(key)
            if found is not None:
                self._entries.move_to_end(key)
        if found is not None and found.is_for(numbers):
            return found
        stored = cache.get(key) if self._common else None
        entry = Entry.from_bytes(stored) if stored is not None else None
        if entry is None or not entry.is_for(numbers):
            return None
        self._remember(key, entry)
        return entry

    def find_or_make(self, key: str, numbers: tuple[int, ...], make: Callable[[], Entry], wait: float = WAIT) -> Entry:
        """The page; `make` makes it from what is in the database now. Raises what `make` raises.

        Somebody else in this process who makes it already has `wait` seconds.
        """
        found = self.find(key, numbers)
        if found is not None:
            return found
        with self._lock:
            flight = self._flights.get((key, numbers))
            leads = flight is None
            if flight is None:
                flight = self._flights[key, numbers] = _Flight()
        if not leads:
            flight.done.wait(wait)
            return flight.entry or make()
        try:
            flight.entry = self._lead(key, numbers, make)
        finally:
            flight.done.set()
            with self._lock:
                del self._flights[key, numbers]
        return flight.entry

    def forget(self) -> None:
        """Drop what this process remembers."""
        with self._lock:
            self._entries.clear()
            self._bytes = 0

    def _lead(self, key: str, numbers: tuple[int, ...], make: Callable[[], Entry]) -> Entry:
        """Make it for this process, unless another one is at it and done soon."""
        if not self._common:
            entry = make()
            if entry.keep:
                self._remember(key, entry)
            return entry
        sign = f"{key}:making:{','.join(map(str, numbers))}"
        mine = cache.add(sign, b"1", timeout=3)
        end = time.monotonic() + WAIT_FOR_OTHERS
        while not mine and time.monotonic() < end:
            time.sleep(LOOK)
            found = self.find(key, numbers)
            if found is not None:
                return found
            mine = cache.add(sign, b"1", timeout=3)  # it has ended, and nothing was kept
        try:
            entry = make()
            if entry.keep:
                cache.set(key, entry.to_bytes(), timeout=KEPT_SECONDS)
                self._remember(key, entry)
        finally:
            if mine:
                cache.delete(sign)
        return entry

    def _remember(self, key: str, entry: Entry) -> None:
        with self._lock:
            before = self._entries.get(key)
            if before is not None and sum(before.numbers) > sum(entry.numbers):
                return  # somebody was slow, and something has changed meanwhile
            if before is not None:
                self._bytes -= before.size
            self._entries[key] = entry
            self._entries.move_to_end(key)
            self._bytes += entry.size
            while self._bytes > self._most_bytes:
                _key, oldest = self._entries.popitem(last=False)
                self._bytes -= oldest.size


store = Store()
searches = Store(MOST_SEARCHED_BYTES, common=False)


def in_transaction() -> bool:
    """What is read here may be taken back, so nothing of it may be kept. The transaction around a test is none."""
    blocks = connection.atomic_blocks
    return bool(blocks) and not getattr(blocks[-1], "_from_testcase", False)
