"""What a web process knows about changes, and the pages that it tells."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from math import inf

import redis.asyncio as redis
from django.conf import settings
from django.db import connection

from nabu.accounts.versions.services import TOURNAMENTS
from nabu.core.counters import set_open_streams
from nabu.web.live.channel import channel

logger = logging.getLogger(__name__)

PING_SECONDS = 10.0
RETRY_SECONDS = 2.0
LOOK_SECONDS = 0.3
UNSURE_SECONDS = 60.0
"""So long after it began to listen, a hub cannot know whether a page that was made before has missed something."""

CLOCKS_AGREE_SECONDS = 3.0
"""The clocks of the host that made a page and of the one that tells it differ by less, as `nabu.core.database_clock`
has them. A site on SQLite is one host."""

REMEMBERED = 20_000
"""So many topics have their last number remembered."""


class Watcher:
    """One open page: `topics` with the numbers it shows. What is new collects in `changed` until the page is told."""

    def __init__(self, topics: Mapping[str, int]) -> None:
        self.topics = dict(topics)
        self.changed: dict[str, int] = {}
        self.news = asyncio.Event()

    def tell(self, topic: str, number: int) -> None:
        """Remember it, once however often it changes: nothing grows while a client is slow."""
        if number > self.topics[topic]:
            self.topics[topic] = self.changed[topic] = number
            self.news.set()

    def remind(self, topic: str) -> None:
        """Something may have changed that nobody has heard of: the next change is told all the same."""
        self.changed[topic] = self.topics[topic]
        self.news.set()

    def take(self) -> dict[str, int]:
        """What has changed since the last time."""
        taken, self.changed = self.changed, {}
        self.news.clear()
        return taken


class Hub:
    """Listens on the channel and tells the watchers of a topic. `stopping`: is the process about to end?"""

    def __init__(self, stopping: Callable[[], bool]) -> None:
        self.stopping = stopping
        self.watchers: dict[str, set[Watcher]] = {}
        self.latest: dict[str, int] = {}
        self.tournaments = 0
        """The number of `TOURNAMENTS` that pages are told, of the last change: its time (Unix, milliseconds), or one
        more than the one before. What is in tickets is a sum, which no process knows without the database; it is far
        smaller. A browser knows one change by it, whatever stream tells it."""

        self.heard_of_a_tournament = -inf
        """When, by the monotonic clock."""

        self.open = 0
        self.listening_since: float | None = None
        self.tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to listen, until the process is about to end."""
        loop = asyncio.get_running_loop()
        self.tasks = [loop.create_task(self._listen_for_ever()), loop.create_task(self._end_with_the_process())]

    def stop(self) -> None:
        """Listen no more; every stream ends."""
        for task in self.tasks:
            task.cancel()
        self._lost()

    @property
    def listening(self) -> bool:
        """Would it hear of a change?"""
        return self.listening_since is not None

    def heard(self, topic: str) -> int:
        """The number of a topic that is surely in the database; 0 if none was heard of."""
        return self.latest.get(topic, 0)

    @contextmanager
    def watch(self, topics: Mapping[str, int], age: float) -> Iterator[Watcher]:
        """A page that shows these topics at these numbers, and was made so many seconds ago, is open."""
        watcher = Watcher(topics)
        self._count(1)
        for topic in topics:
            self.watchers.setdefault(topic, set()).add(watcher)
        one_clock = connection.vendor == "sqlite"
        now, since = time.monotonic(), age + (0.0 if one_clock else CLOCKS_AGREE_SECONDS)
        unsure = self.listening_since is None or now - self.listening_since < min(since, UNSURE_SECONDS)
        for topic in topics:
            if topic in self.latest:
                watcher.tell(topic, self.latest[topic])
            elif topic == TOURNAMENTS and now - self.heard_of_a_tournament < since:
                watcher.tell(topic, self.tournaments)
            elif unsure:
                watcher.remind(topic)
        try:
            yield watcher
        finally:
            self._count(-1)
            for topic in topics:
                self.watchers[topic].discard(watcher)
                if not self.watchers[topic]:
                    del self.watchers[topic]

    def hear(self, versions: Mapping[str, int]) -> None:
        """These topics have these numbers now."""
        for topic, number in versions.items():
            self.latest.pop(topic, None)
            self.latest[topic] = number
            for watcher in self.watchers.get(topic, ()):
                watcher.tell(topic, number)
            if topic.startswith("tournament-"):
                self.heard_of_a_tournament = time.monotonic()
                self.tournaments = max(self.tournaments + 1, int(1000 * time.time()))
                for watcher in self.watchers.get(TOURNAMENTS, ()):
                    watcher.tell(TOURNAMENTS, self.tournaments)
        while len(self.latest) > REMEMBERED:
            # Whoever shows an older number of it than it has is told with its next change only, or asks by himself.
            del self.latest[next(iter(self.latest))]

    async def _end_with_the_process(self) -> None:
        """gunicorn waits for open connections before it ends: streams must not be among them."""
        while not self.stopping():
            await asyncio.sleep(LOOK_SECONDS)
        self.stop()

    async def _listen_for_ever(self) -> None:
        while True:
            try:
                await self._listen()
            except (redis.RedisError, OSError, TimeoutError) as error:
                logger.warning("live updates paused: broker unavailable: %s", error)
            except Exception:  # a message that is none of ours, for example: pages must not wait for news in vain
                logger.exception("live updates paused")
            self._lost()
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self) -> None:
        client = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=3)
        async with client, client.pubsub() as subscription:
            await asyncio.wait_for(subscription.subscribe(channel()), PING_SECONDS)
            answered = time.monotonic()
            while time.monotonic() - answered < 2 * PING_SECONDS:
                message = await subscription.get_message(timeout=PING_SECONDS)
                if message is None:
                    await asyncio.wait_for(subscription.ping(), PING_SECONDS)
                    continue
                answered = time.monotonic()
                if message["type"] == "subscribe":
                    self.listening_since = answered
                elif message["type"] == "message":
                    self.hear(json.loads(message["data"]))
        raise TimeoutError("no answer to a ping")

    def _count(self, more: int) -> None:
        self.open += more
        set_open_streams(self.open)

    def _lost(self) -> None:
        """Whatever changes now is not heard: streams end, and their pages ask by themselves."""
        self.listening_since = None
        self.latest.clear()
        self.heard_of_a_tournament = -inf
        for watchers in self.watchers.values():
            for watcher in watchers:
                watcher.news.set()
