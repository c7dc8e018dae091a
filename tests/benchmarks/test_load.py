"""The benchmark of a full hall: what its client does like a browser, and a very small hall from end to end."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from benchmarks.load.client import Browser
from benchmarks.load.report import Book
from benchmarks.load.spectators import Spectator, Told
from tests.profiles import LONG

ROOT = Path(__file__).resolve().parents[2]

EVENTS = b"retry: 3000\n\nevent: ping\ndata:\n\nevent: changed\nda", b'ta: {"tournament-1":2}\n\n'
PAGE = b'<div data-live="/live/?ticket=a&amp;b" hx-get="/page?part=1" hx-trigger="nabu:changed from:body">'


def run(story: Coroutine[Any, Any, None]) -> None:
    """Play a story on an event loop."""
    # In a thread: a browser test of the same process may have left a loop in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, story).result()


class Server:
    """Answers each address with the next of its answers, and keeps the requests."""

    def __init__(self, **answers: list[bytes]) -> None:
        self.answers = answers
        self.requests: list[str] = []
        self.talks: list[asyncio.Task[None]] = []

    def talk(self, what: Callable[[Browser, Book], Awaitable[None]]) -> Book:
        """Let a browser do something here."""
        book = Book(end=time.monotonic() + 5)

        async def whole() -> None:
            server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
            async with server:
                browser = Browser(server.sockets[0].getsockname()[1], book)
                await what(browser, book)
                browser.close()
                await asyncio.gather(*self.talks)

        run(whole())
        return book

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.talks.append(task)
        with suppress(asyncio.IncompleteReadError):
            while True:
                request = (await reader.readuntil(b"\r\n\r\n")).decode()
                self.requests.append(request)
                name = re.split("[/? ]", request)[2]
                writer.write(self.answers[name].pop(0))
        writer.close()
        await writer.wait_closed()


def answer(status: str, body: bytes = b"", *headers: str) -> bytes:
    """An answer with these headers."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def test_a_busy_server_is_asked_again_and_counted_apart() -> None:
    server = Server(page=[answer("503 Busy", b"", "Retry-After: 0"), answer("200 OK", b"here")])

    async def ask(browser: Browser, book: Book) -> None:
        assert (await browser.get("page", "/page")).text == "here"

    book = server.talk(ask)
    assert book.busy["page"] == 1
    assert len(book.times["page"]) == 1
    assert not book.errors


def test_a_busy_server_must_say_when_to_come_again() -> None:
    server = Server(page=[answer("503 Busy")])

    async def ask(browser: Browser, book: Book) -> None:
        book.end = time.monotonic()
        await browser.get("page", "/page")

    assert server.talk(ask).errors == {("page", "503 without Retry-After"): 1}


def test_what_has_not_changed_is_not_sent_again() -> None:
    server = Server(page=[answer("200 OK", b"here", 'ETag: "1"'), answer("304 Not Modified")])

    async def ask(browser: Browser, book: Book) -> None:
        assert [(await browser.get("page", "/page")).text for _time in range(2)] == ["here", "here"]

    assert server.talk(ask).unchanged["page"] == 1
    assert "If-None-Match" not in server.requests[0]
    assert 'If-None-Match: "1"' in server.requests[1]


def test_cookies_come_back_and_a_kept_connection_that_was_closed_is_opened_again() -> None:
    first = answer("200 OK", b"", "Set-Cookie: csrftoken=abc; Path=/", "Connection: close")
    server = Server(page=[first, answer("200 OK")])

    async def ask(browser: Browser, book: Book) -> None:
        for _time in range(2):
            assert (await browser.get("page", "/page")).ok

    server.talk(ask)
    assert "Cookie: csrftoken=abc" in server.requests[1]


def test_a_failure_counts_with_its_time() -> None:
    server = Server(page=[answer("500 Broken")])

    async def ask(browser: Browser, book: Book) -> None:
        assert not (await browser.get("page", "/page")).ok

    book = server.talk(ask)
    assert book.errors == {("page", "500"): 1}
    assert len(book.times["page"]) == 1


def test_the_time_of_a_request_counts_from_when_it_was_due() -> None:
    """Over an answer of a busy server too: nobody gains by holding the crowd up."""
    server = Server(page=[answer("503 Busy", b"", "Retry-After: 0"), answer("200 OK")])

    async def ask(browser: Browser, book: Book) -> None:
        await browser.get("search: round", "/page", due=time.monotonic() - 10)

    book = server.talk(ask)
    assert [seconds >= 10 for seconds in book.times["search: round"]] == [True]


def test_a_browser_may_sit_at_another_address() -> None:
    async def story() -> None:
        seen: list[str] = []

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            seen.append(writer.get_extra_info("peername")[0])
            writer.write(answer("200 OK", b"", "Connection: close"))
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        async with server:
            browser = Browser(server.sockets[0].getsockname()[1], Book(), address="127.7.1.2")
            await browser.get("page", "/page")
        assert seen == ["127.7.1.2"]

    run(story())


def test_a_page_with_a_stream_fetches_its_part_when_the_stream_says_so() -> None:
    chunks = b"".join(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n" for chunk in EVENTS)
    stream = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks
    part = answer("200 OK", b"part")
    server = Server(page=[answer("200 OK", PAGE), part], live=[stream])

    async def watch(browser: Browser, book: Book) -> None:
        book.begin, book.end = time.monotonic(), time.monotonic() + 2.5
        await Spectator(browser, "page: round", "/page").watch()

    book = server.talk(watch)
    assert book.streams == 1
    assert book.events == 1
    assert [request.split(" HTTP")[0] for request in server.requests] == [
        "GET /page",
        "GET /live/?ticket=a&b",
        "GET /page?part=1",
    ]
    assert "HX-Request: true" in server.requests[2]
    assert "Nabu-Told: tournament-1=2\r\n" in server.requests[2]
    assert len(book.times["page: round, part"]) == 1


def test_an_event_is_as_late_as_the_changes_it_tells_of() -> None:
    class Program(Browser):
        async def events(self, path: str) -> AsyncIterator[tuple[str, str]]:
            yield "changed", '{"tournament-1":1}'
            before = time.monotonic() - 10
            self.book.change(before, result=True)  # the event was quicker than the answer
            await asyncio.sleep(0.01)
            self.book.change(time.monotonic(), result=False)
            yield "changed", '{"tournament-1":2}'

    book = Book()
    run(Spectator(Program(1, book), "page: round", "/page")._listen("/live/", asyncio.Event()))
    assert book.events == 2
    assert [delay > 0 for delay in book.delays] == [False, True]


def test_a_change_that_is_never_told_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.load.spectators.PATIENCE", -1)
    book = Book()
    told = Told(book, "tournament")
    told.tell()
    told.check()
    assert not book.errors
    book.change(time.monotonic(), result=False)
    told.check()
    assert book.errors == {("live stream", "has not told of a change"): 1}


def test_the_table_has_nearest_ranks(capsys: pytest.CaptureFixture[str]) -> None:
    book = Book(begin=0, end=10)
    book.times["page: round"] = [float(second) for second in range(1, 101)]
    book.print()
    row = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("page: round"))
    assert row.split()[2:] == ["100", "0", "0", "0", "0", "50.000", "95.000", "99.000", "100.000"]


def test_what_is_due_in_the_rush_has_rows_of_its_own_and_parts_are_no_pages(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However late it is answered."""
    monkeypatch.setattr(time, "monotonic", lambda: 20.0)
    book = Book(begin=0, end=60, rush=(3.0, 13.0))
    for kind, due in (
        ("search: API", 2.9),
        ("search: API", 3.1),
        ("search: round", 12.0),
        ("page: own table", 5.0),
        ("page: own table", 14.0),
        ("page: own table, part", 6.0),
    ):
        book.write_down(kind, due, 200, {})
    book.print()
    rows = {line[:28].strip(): line[28:].split() for line in capsys.readouterr().out.splitlines() if line[28:].strip()}
    counts = {name: row[0] for name, row in rows.items() if name.startswith(("all", "within"))}
    assert counts == {
        "all pages": "2",
        "all parts": "1",
        "all searches": "3",
        "within 10 s: pages": "1",
        "within 10 s: parts": "1",
        "within 10 s: searches": "2",
    }
    assert rows["within 10 s: searches"][-1] == "16.900"


@pytest.mark.skipif(not LONG, reason="half a minute: NABU_HYPOTHESIS=long")
def test_a_small_hall_from_end_to_end() -> None:
    """Nobody fails, every log has its verdict, and nothing is left. Only the benchmark needs it: the site is started,
    reported to and killed in other tests too."""
    # Not in pytest's own folder, whose path may be longer than the address of a socket can be.
    with TemporaryDirectory(prefix="nabu-") as folder:
        _play_a_small_hall(Path(folder))
        assert not list(Path(folder).iterdir())


def _play_a_small_hall(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.load", "--tables", "2", "--spectators", "4", "--seconds", "5"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    assert "errors: 0" in done.stdout
    rows = {line[:28].strip(): line[28:].split() for line in done.stdout.splitlines() if line[28:].strip()}
    for kind in ("page: round", "page: standings", "page: table", "page: overview", "write: experiment"):
        assert rows[kind][0] == "1", kind
    assert rows["all uploads"][0] == "2"
    assert rows["verdicts, after the upload"][0] == "2"
    assert {"web", "worker", "urgent worker", "beat", "broker"} <= set(rows)
