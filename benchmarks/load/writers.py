"""Writers without a pause: each sends one report or log after another, at a table of its own."""

from __future__ import annotations

import asyncio
import json
import random

from benchmarks.load.client import Browser
from benchmarks.load.hall import Hall, HallTable
from benchmarks.load.report import Book


async def write(table: HallTable, foreign_log: str, port: int, book: Book, number: int) -> None:
    """Reports, of which each takes the place of the one before, and by turns new logs of a game by other rules.

    Such a log is replayed and found not to be this table's game, so that the table stays open.
    """
    program = Browser(port, book, table.players[0], api=True)
    await asyncio.sleep(random.uniform(0, 1))
    count = 0
    while book.open:
        count += 1
        scores = random.sample(range(50, 150), len(table.scores))
        await program.send("write: report, API", f"/api/v1/tables/{table.id}/report/", {"scores": scores})
        if book.open:
            log = _other_log(foreign_log, f"Writer {number}, {count}")
            await program.send_log("write: upload, API", f"/api/v1/tables/{table.id}/logs/", log)
    program.close()


def writers(hall: Hall, port: int, book: Book, number: int) -> list[asyncio.Task[None]]:
    """Start so many writers. Raises ValueError if there are fewer tables."""
    if number > len(hall.tables):
        raise ValueError(f"{number} writers need as many tables; this hall has {len(hall.tables)}.")
    return [
        asyncio.create_task(write(table, hall.foreign_log, port, book, index))
        for index, table in enumerate(hall.tables[:number])
    ]


def _other_log(log: str, name: str) -> str:
    """The same game by somebody else: other bytes, which nobody has replayed yet."""
    first, _newline, rest = log.partition("\n")
    header = json.loads(first)
    header["seats"][0] = name
    return f"{json.dumps(header, separators=(',', ':'))}\n{rest}"
