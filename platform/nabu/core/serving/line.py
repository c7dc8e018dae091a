"""The line in which requests wait for one of the few threads."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from enum import IntEnum
from typing import Any


class Rank(IntEnum):
    """Who goes first. What somebody has done must not be lost; who looks on can look again in a moment."""

    WRITER = 0
    SIGNED_IN = 1
    VISITOR = 2


MOST_WAITING = {Rank.WRITER: 1000, Rank.SIGNED_IN: 400, Rank.VISITOR: 200}
"""In one process. Whoever comes when so many of the same rank wait already is asked to come again."""

PATIENCE_SECONDS = {Rank.WRITER: 30.0, Rank.SIGNED_IN: 6.0, Rank.VISITOR: 4.0}
"""Whoever has waited so long is asked to come again: an answer that nobody waits for any more costs the same."""


class Crowded(Exception):
    """There are too many to be served now."""


class Left(Exception):
    """The client has gone while it waited."""


class Line:
    """Threads and those who wait for one; only used on the event loop."""

    def __init__(self, threads: int) -> None:
        self.free = threads
        self.waiting: dict[Rank, deque[asyncio.Future[None]]] = {rank: deque() for rank in Rank}

    def __len__(self) -> int:
        return sum(len(waiting) for waiting in self.waiting.values())

    async def enter(self, rank: Rank, gone: Callable[[], Awaitable[object]] | None = None) -> None:
        """Wait for a thread; `leave` gives it back. What `gone` gives ends when the client is gone.

        Raises Crowded or Left; then there is no thread to give back.
        """
        if self.free:
            self.free -= 1
            return
        waiting = self.waiting[rank]
        if len(waiting) >= MOST_WAITING[rank]:
            raise Crowded
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting.append(turn)
        leaving = asyncio.ensure_future(gone()) if gone is not None else None
        try:
            both: set[asyncio.Future[Any]] = {turn, leaving} if leaving else {turn}
            await asyncio.wait(both, timeout=PATIENCE_SECONDS[rank], return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._give_up(turn, waiting)
            raise
        finally:
            if leaving is not None and not leaving.done():
                leaving.cancel()
        if turn.done():
            return
        self._give_up(turn, waiting)
        raise Left if leaving is not None and leaving.done() else Crowded

    def leave(self) -> None:
        """Give the thread to whoever comes next."""
        for rank in Rank:
            if self.waiting[rank]:
                self.waiting[rank].popleft().set_result(None)
                return
        self.free += 1

    def _give_up(self, turn: asyncio.Future[None], waiting: deque[asyncio.Future[None]]) -> None:
        if turn.done():
            self.leave()
        else:
            waiting.remove(turn)
