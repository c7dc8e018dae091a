"""The organiser works on while the round is played: corrects old results, pairs another tournament, asks the lab."""

from __future__ import annotations

import asyncio
import json
import random

from benchmarks.load.client import Browser
from benchmarks.load.hall import GAME, SEATS, Hall
from benchmarks.load.report import Book

EVERY = 3.0
"""Seconds from one deed to the next."""

EXPERIMENT = {
    "game": GAME,
    "name": "In the background",
    "players": SEATS,
    "games": 5000,
    "bots": ["greedy"],
    "seed": "load",
    "arms": [{"ruleset": "base"}, {"ruleset": "seven_of_nine"}],
}
"""So many games that the workers do not come to the end of them."""


class Organiser:
    """Uses the API, with a token of all scopes."""

    def __init__(self, hall: Hall, port: int, book: Book) -> None:
        self.hall = hall
        self.book = book
        self.program = Browser(port, book, hall.organiser, api=True)

    async def work(self) -> None:
        """Do one thing after another until the crowd goes home."""
        await self.program.send("write: experiment", "/api/v1/experiments/", EXPERIMENT)
        deeds = (self._correct, self._pair)
        for number in range(10_000):
            await asyncio.sleep(EVERY)
            if not self.book.open:
                break
            await deeds[number % len(deeds)]()
        self.program.close()

    async def _correct(self) -> None:
        """Two players of a table of the last round had changed their scores, or had not after all."""
        table = random.choice(self.hall.played)
        for values in (table.scores, table.places):
            values[0], values[1] = values[1], values[0]
        ruling = {"scores": table.scores, "places": table.places, "reason": "Misread.", "preview": False}
        answer = await self.program.send("write: correction", f"/api/v1/tables/{table.id}/correction/", ruling)
        if answer.ok:
            self.book.change(answer.asked, result=True)

    async def _pair(self) -> None:
        """Pair a round of the other tournament and think better of it."""
        answer = await self.program.send("write: pair", f"/api/v1/tournaments/{self.hall.second}/pair/", {})
        draft = json.loads(answer.text).get("id") if answer.status == 201 else None
        if draft is not None:
            await self.program.send("write: discard", f"/api/v1/rounds/{draft}/", {}, method="DELETE")
