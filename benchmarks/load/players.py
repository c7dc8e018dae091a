"""Those who play: at every table one reports the result, another confirms it, and a third sends the log.

Tables with an even place in the list use programs (the API), the others the forms of the pages.
"""

from __future__ import annotations

import asyncio
import random
import re
import time

from benchmarks.load.client import Answer, Browser
from benchmarks.load.hall import HallTable, Person
from benchmarks.load.report import Book

REPORT, CONFIRM, UPLOAD = "write: report", "write: confirm", "write: upload"
APART = (1.0, 4.0)
"""Seconds between what two players of a table do, at least and at most."""

LATEST = 2 * APART[1]
"""So long before the end of the minute the last table begins."""

ASK_AGAIN = 1.0
"""As the pages do while they wait for a verdict."""

VERDICT_PATIENCE = 60.0
"""So long somebody waits for the verdict after the crowd has gone."""

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
CONFIRM_FORM = re.compile(r'action="(/reports/\d+/confirm/)"')
WAITING = re.compile(r'hx-get="(/submissions/\d+/)"')
WAITING_LINE = re.compile(r'"waiting":\s*true')


class Players:
    """The players of one table of the hall."""

    def __init__(self, table: HallTable, port: int, book: Book, *, api: bool) -> None:
        self.table = table
        self.port = port
        self.book = book
        self.api = api
        self.page = f"/tables/{table.id}/"

    async def play(self, at: float) -> None:
        """Everything that happens at this table, beginning so many seconds from now. Nobody waits for the others."""
        first, second, third, *_fourth = self.table.players
        second_at = at + random.uniform(*APART)
        third_at = second_at + random.uniform(*APART)
        report, upload = (self._report, self._upload) if self.api else (self._fill_in, self._send_file)
        await asyncio.gather(report(first, at), report(second, second_at), upload(third, third_at))

    async def _report(self, person: Person, at: float) -> None:
        await asyncio.sleep(at)
        program = Browser(self.port, self.book, person, api=True)
        result = {"scores": self.table.scores, "places": self.table.places}
        answer = await program.send(f"{REPORT}, API", f"/api/v1{self.page}report/", result)
        if answer.status == 201:
            self.book.change(answer.asked, result='"confirmed"' in answer.text)
        program.close()

    async def _upload(self, person: Person, at: float) -> None:
        await asyncio.sleep(at)
        program = Browser(self.port, self.book, person, api=True)
        answer = await program.send_log(f"{UPLOAD}, API", f"/api/v1{self.page}logs/", self.table.log)
        if answer.ok:
            number = re.search(r'"id":\s*(\d+)', answer.text)
            assert number is not None
            await self._wait(program, f"/api/v1/submissions/{number[1]}/", WAITING_LINE)
        program.close()

    async def _fill_in(self, person: Person, at: float) -> None:
        """Report on the page; who finds the other's report there confirms it."""
        await asyncio.sleep(at)
        browser = Browser(self.port, self.book, person)
        page = await browser.get("page: own table", self.page)
        token = TOKEN.search(page.text) if page.ok else None
        if token is not None:
            fields = {"csrfmiddlewaretoken": token[1]}
            confirm = CONFIRM_FORM.search(page.text)
            if confirm is not None:
                answer = await browser.submit(f"{CONFIRM}, page", confirm[1], fields)
            else:
                for seat, (score, place) in enumerate(zip(self.table.scores, self.table.places, strict=True)):
                    fields |= {f"report-score_{seat}": str(score), f"report-place_{seat}": str(place)}
                answer = await browser.submit(f"{REPORT}, page", f"{self.page}report/", fields)
            if answer.status == 302:
                self.book.change(answer.asked, result=confirm is not None)
            await self._go_on(browser, answer)
        browser.close()

    async def _send_file(self, person: Person, at: float) -> None:
        await asyncio.sleep(at)
        browser = Browser(self.port, self.book, person)
        page = await browser.get("page: own table", self.page)
        token = TOKEN.search(page.text) if page.ok else None
        if token is not None:
            fields, files = {"csrfmiddlewaretoken": token[1]}, {"upload-log": self.table.log}
            answer = await browser.submit(f"{UPLOAD}, page", f"{self.page}log/", fields, files)
            sent = time.monotonic()
            after = await self._go_on(browser, answer)
            waiting = WAITING.search(after.text) if after.ok else None
            if waiting is not None:
                await self._wait(browser, waiting[1], WAITING, sent)
                await browser.get("page: own table", self.page)
            elif after.ok and answer.status == 302:
                self.book.verdicts.append(time.monotonic() - sent)
        browser.close()

    async def _go_on(self, browser: Browser, answer: Answer) -> Answer:
        """Follow a form to the page it leads to."""
        if answer.status != 302:
            return Answer(0)
        return await browser.get("page: own table", answer.headers["location"])

    async def _wait(self, browser: Browser, path: str, pending: re.Pattern[str], sent: float | None = None) -> None:
        """Ask until the verdict is there."""
        start = sent or time.monotonic()
        while time.monotonic() < self.book.end + VERDICT_PATIENCE:
            answer = await browser.get("verdict", path, None if self.api else {"HX-Request": "true"})
            if answer.ok and not pending.search(answer.text):
                self.book.verdicts.append(time.monotonic() - start)
                return
            await asyncio.sleep(ASK_AGAIN)
        self.book.errors["verdict", "not there in time"] += 1
