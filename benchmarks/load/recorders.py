"""People who record the games of their tables: each opens a record and enters one move after another.

They choose at random among what the record offers, as its page does: the log line follows from the steps of a path.
"""

from __future__ import annotations

import asyncio
import html
import json
import random
import re
import time
from secrets import token_hex
from typing import Any

from benchmarks.load.client import Browser
from benchmarks.load.hall import Hall, HallTable
from benchmarks.load.report import Book

THINKING = (1.0, 4.0)
"""Seconds between two moves of a table: three times as fast as people play."""

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
STATE = re.compile(r'<script id="record-state" type="application/json">(.*?)</script>', re.DOTALL)
RECORD = re.compile(r"/records/([0-9a-f]{32})/")

Line = dict[str, Any]


async def record(table: HallTable, port: int, book: Book) -> None:
    """Open a record of the table's game and enter moves until the crowd goes home or the game is over."""
    browser = Browser(port, book, table.players[0])
    await asyncio.sleep(random.uniform(*THINKING))
    address = await _begin(browser, table)
    if address is not None:
        page = await browser.get("page: record", address)
        found = STATE.search(page.text) if page.ok else None
        if found is not None:
            await _play(browser, address, json.loads(html.unescape(found[1])))
    browser.close()


async def _begin(browser: Browser, table: HallTable) -> str | None:
    """The address of a new record with the dealt setup; None if there is none to be had."""
    path = f"/records/new/?table={table.id}"
    page = await browser.get("page: new record", path)
    token = TOKEN.search(page.text) if page.ok else None
    if token is None:
        return None
    fields = {"csrfmiddlewaretoken": token[1], "chance": "recorded"}
    answer = await browser.submit("write: new record", path, fields)
    made = RECORD.search(answer.headers.get("location", ""))
    return f"/records/{made[1]}/" if made else None


async def _play(browser: Browser, address: str, state: dict[str, Any]) -> None:
    """Moves until the end. A move that got no answer is sent again, as a device does."""
    device, seq = token_hex(8), 0
    answer = await browser.get("page: state", f"{address}state.json?alive=1&device={device}&since={state['count']}")
    if not answer.ok:
        return
    state = json.loads(answer.text)
    while browser.book.open:
        line = _line_of(state)
        if line is None:
            return
        entry = {"seq": seq, "base": state["count"], "op": "append", "lines": [line], "at": int(time.time() * 1000)}
        sent = {"device": device, "name": "", "epoch": state["writer"]["epoch"], "entries": [entry]}
        path = f"{address}journal.json?since={state['count']}"
        answer = await browser.send("write: move", path, sent, headers={"X-CSRFToken": state["csrf"]})
        if answer.ok:
            state, seq = json.loads(answer.text), seq + 1
        await asyncio.sleep(random.uniform(*THINKING))


def _line_of(state: dict[str, Any]) -> Line | None:
    """A move that is possible now, as a log line; None when the game is over."""
    if state["draw"] is not None:
        return _drawn(state["draw"])
    if state["choices"] is None:
        return None
    line: Line = {"seat": state["choices"]["seat"]}
    steps = state["choices"]["tree"]
    while steps:
        step = random.choice(steps)
        if step["k"] and step.get("l"):
            line.setdefault(step["k"], []).append(step["v"])
        elif step["k"]:
            line[step["k"]] = step["v"]
        steps = step.get("n")
    return line


def _drawn(draw: dict[str, Any]) -> Line:
    """What comes out of the bag of Babylonia, the game of the hall."""
    bag = [thing["v"] for thing in draw["things"] for _each in range(thing["left"])]
    return {**draw["line"], draw["key"]: random.sample(bag, draw["take"])}


def recorders(hall: Hall, port: int, book: Book, number: int) -> list[asyncio.Task[None]]:
    """Let so many tables be recorded, the last ones of the hall. Raises ValueError if there are fewer."""
    if number > len(hall.tables):
        raise ValueError(f"{number} recorders need as many tables; this hall has {len(hall.tables)}.")
    return [asyncio.create_task(record(table, port, book)) for table in hall.tables[len(hall.tables) - number :]]
