"""Everybody together, for a while: spectators, players and the organiser; or only writers and recorders; or
a round is published."""

from __future__ import annotations

import asyncio
import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from benchmarks.load.hall import Hall
from benchmarks.load.organiser import Organiser
from benchmarks.load.players import LATEST, Players
from benchmarks.load.processes import Processes
from benchmarks.load.publishing import publishing
from benchmarks.load.recorders import recorders
from benchmarks.load.report import Book
from benchmarks.load.spectators import spectators
from benchmarks.load.writers import writers

LOOK = 2.0
"""Seconds between two looks at the memory of the processes."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large the crowd is, and how long it stays. `times`: the same hall with so many times the load. `phones` look
    for their tables when a round is published, beside so many `searches` a second."""

    spectators: int
    seconds: float
    times: float = 1
    writers: int = 0
    recorders: int = 0
    phones: int = 0
    searches: float = 0

    def __str__(self) -> str:
        if self.phones:
            people = f"{self.phones} phones, {self.searches:g} searches a second, {self.spectators} spectators"
            return f"{people}, {self.seconds:g} s"
        people = f"{self.spectators} spectators, {self.times:g} times"
        if self.writers or self.recorders:
            people = f"{self.writers} writers, {self.recorders} recorders"
        return f"{people}, {self.seconds:g} s"


def run(hall: Hall, port: int, size: Size, processes: Processes) -> Book:
    """The crowd comes, stays, and has gone when this returns."""
    # In a thread of its own: a test may run in one that has a loop already.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, _run(hall, port, size, processes)).result()


async def _run(hall: Hall, port: int, size: Size, processes: Processes) -> Book:
    random.seed(f"{hall.tournament}/{size}")
    book = Book()
    book.begin = time.monotonic()
    book.end = book.begin + size.seconds
    processes.begin()
    looking = asyncio.create_task(_look(processes))
    try:
        if size.writers or size.recorders:
            busy = [*writers(hall, port, book, size.writers), *recorders(hall, port, book, size.recorders)]
            await asyncio.gather(*busy)
        elif size.phones:
            watching = [each.watch() for each in spectators(hall, port, book, size.spectators)]
            await asyncio.gather(publishing(hall, port, book, size.phones, size.searches), *watching)
        else:
            await asyncio.gather(*_everybody(hall, port, book, size))
    finally:
        looking.cancel()
    return book


def _everybody(hall: Hall, port: int, book: Book, size: Size) -> list[asyncio.Task[None]]:
    """Every table plays at a random moment; with twice the load they all do so in the first half of the time."""
    latest = max(1.0, size.seconds / size.times - LATEST)
    deeds = [Organiser(hall, port, book).work()]
    deeds += [someone.watch() for someone in spectators(hall, port, book, round(size.spectators * size.times))]
    for number, table in enumerate(hall.tables):
        deeds.append(Players(table, port, book, api=number % 2 == 0).play(random.uniform(0, latest)))
    return [asyncio.create_task(deed) for deed in deeds]


async def _look(processes: Processes) -> None:
    while True:
        processes.look()
        await asyncio.sleep(LOOK)
