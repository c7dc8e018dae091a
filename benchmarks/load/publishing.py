"""The worst minute: a round is published, everybody in the hall looks for their table, and many search for a name.

Both come by the clock, not when the request before is answered, and their times count from when they were due: a site
that is slow gains nothing by holding the crowd up.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Mapping
from urllib.parse import quote

from benchmarks.load.client import Browser
from benchmarks.load.hall import Hall, Person
from benchmarks.load.report import Book
from benchmarks.load.spectators import Spectator

QUIET = 3.0
"""Seconds of searches alone, before the round is published."""

WITHIN = 10.0
"""Seconds within which everybody opens the own table."""

SEEKERS = 500
"""People who search, each every few seconds. Half of them sit behind the one address of the hall's network; half of
either are signed in."""

SEEKING, PHONES = 7, 8
"""The networks of those who have an address of their own."""

SHORTEST = 3
"""Letters of a name that are typed at least."""

TYPED = {"HX-Request": "true", "HX-Target": "entries"}
"""What the field sends that searches while one types."""


async def publishing(hall: Hall, port: int, book: Book, phones: int, searches: float) -> None:
    """Publish the round; so many phones open a table within ten seconds, and so many searches a second all the time."""
    searching = asyncio.create_task(_search(hall, port, book, searches))
    await asyncio.sleep(QUIET)
    await _publish(hall, port, book)
    begin = time.monotonic()
    book.rush = (begin, begin + WITHIN)
    looking = [
        asyncio.create_task(phone.watch(begin + random.uniform(0, WITHIN)))
        for phone in _phones(hall, port, book, phones)
    ]
    await asyncio.gather(searching, _look_at_once(hall, port, book), *looking)


async def _publish(hall: Hall, port: int, book: Book) -> None:
    """The organiser does it."""
    program = Browser(port, book, hall.organiser, api=True)
    decided = {"anyway": True, "reason": "A benchmark."}
    answer = await program.send("write: publish", f"/api/v1/rounds/{hall.round}/publish/", decided)
    program.close()
    if answer.ok:
        book.change(answer.asked, result=False)


async def _look_at_once(hall: Hall, port: int, book: Book) -> None:
    """Somebody without an account opens the page of the round."""
    visitor = Browser(port, book)
    await visitor.get("page: round, the first", f"/tournaments/rounds/{hall.round}/")
    visitor.close()


def _phones(hall: Hall, port: int, book: Book, number: int) -> list[Spectator]:
    """One for each player, signed in, with the page of the own table; every other one, at random, in the hall's
    network."""
    seats = [(table, person) for table in hall.tables for person in table.players]
    random.shuffle(seats)
    phones = []
    for index in range(number):
        table, person = seats[index % len(seats)]
        browser = Browser(port, book, person, address=own_address(PHONES, index) if index % 2 else None)
        phones.append(Spectator(browser, "page: own table", f"/tables/{table.id}/"))
    return phones


def own_address(network: int, index: int) -> str:
    """An address of loopback for one person: 250 in each of the blocks of a network."""
    return f"127.{network}.{index // 250}.{index % 250 + 1}"


class _Seeker:
    """Somebody who searches, with as many connections as searches are under way."""

    def __init__(self, port: int, book: Book, index: int, person: Person) -> None:
        self.port, self.book = port, book
        self.person = person if index % 4 > 1 else None
        self.address = own_address(SEEKING, index) if index % 2 else None
        self.idle: list[Browser] = []

    async def ask(self, kind: str, path: str, htmx: Mapping[str, str] | None, due: float) -> None:
        """One search, at this time of the clock."""
        await asyncio.sleep(due - time.monotonic())
        self.book.late.append(time.monotonic() - due)
        browser = self.idle.pop() if self.idle else Browser(self.port, self.book, self.person, address=self.address)
        await browser.get(kind, path, htmx, due)
        browser.kept.clear()
        self.idle.append(browser)

    def close(self) -> None:
        """Close all connections."""
        for browser in self.idle:
            browser.close()


async def _search(hall: Hall, port: int, book: Book, rate: float) -> None:
    """In the tables of a round, in the list of players while one types, among all players, or in the API, as chance has
    it each time."""
    people = [person for table in hall.tables for person in table.players]
    seekers = [_Seeker(port, book, index, random.choice(people)) for index in range(SEEKERS)]
    played = hall.round - 1
    """Before the round is published, people search in the one before."""

    begin = time.monotonic()
    asked = []
    for number in range(int(rate * (book.end - begin))):
        due = begin + number / rate
        word = quote(_typed(random.choice(people).name))
        round_ = hall.round if book.changes else played
        ways = (
            ("search: round", f"/tournaments/rounds/{round_}/?q={word}", None),
            ("search: list of players", f"/tournaments/{hall.tournament}/entries/?q={word}", TYPED),
            ("search: all players", f"/players/?q={word}", None),
            ("search: API", f"/api/v1/tournaments/{hall.tournament}/entries/?search={word}", None),
        )
        asked.append(asyncio.create_task(seekers[number % len(seekers)].ask(*random.choice(ways), due)))
        await asyncio.sleep(max(0.0, due - time.monotonic()))
    await asyncio.gather(*asked)
    for seeker in seekers:
        seeker.close()


def _typed(name: str) -> str:
    """The beginning of one of the words of a name, or all of it."""
    word = random.choice(name.split()).lower()
    return word[: random.randint(SHORTEST, max(SHORTEST, len(word)))]
