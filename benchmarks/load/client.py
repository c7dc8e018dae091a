"""A browser, as far as a server can tell: one kept connection, cookies, ETags, Retry-After, server-sent events.

HTTP/1.1 by hand on asyncio's streams: 300 of these share two cores with the site they measure, and the usual client
libraries take more time for a request than the site is to take for a page from its cache.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field, replace
from secrets import token_hex
from urllib.parse import urlencode

from benchmarks.load.hall import Person
from benchmarks.load.report import Book

TIMEOUT = 30.0
LONGEST_PAUSE = 30.0
"""However long a server says that one should wait."""

BUFFER = 2**20


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back. `status` 0: nothing did. `asked` is when the request was sent."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    asked: float = 0.0

    @property
    def ok(self) -> bool:
        """It was done, or there is somewhere to go on."""
        return 200 <= self.status < 400

    @property
    def text(self) -> str:
        """The body; it is unpacked only for those who read it."""
        packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()


class NoStream(Exception):
    """The server has no stream for this address, or not now."""


class Browser:
    """One person's browser, or program where there is a token. Its requests follow each other.

    `address` is where it sends from, one of loopback's.
    """

    def __init__(
        self, port: int, book: Book, person: Person | None = None, *, api: bool = False, address: str | None = None
    ) -> None:
        self.port = port
        self.address = (address, 0) if address else None
        self.book = book
        self.cookies = {"sessionid": person.session} if person and not api else {}
        self.token = person.token if person and api else None
        self.kept: dict[tuple[str, bool], Answer] = {}
        """Answers with an ETag, by address and whether htmx asked."""
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def get(
        self, kind: str, path: str, htmx: Mapping[str, str] | None = None, due: float | None = None
    ) -> Answer:
        """Fetch a page, or with the headers of htmx a part of it. The time counts from when it was `due`, if that is
        given, over all answers of a busy server."""
        headers, fragment = dict(htmx or {}), htmx is not None
        known = self.kept.get((path, fragment))
        if known is not None:
            headers["If-None-Match"] = known.headers["etag"]
        answer = await self._ask(kind, "GET", path, headers, due=due)
        if answer.status == 304 and known is not None:
            return known
        if (
            answer.status == 200
            and "etag" in answer.headers
            and "no-store" not in answer.headers.get("cache-control", "")
        ):
            self.kept[path, fragment] = answer
        return answer

    async def send(
        self,
        kind: str,
        path: str,
        value: object,
        method: str = "POST",
        headers: Mapping[str, str] = {},  # noqa: B006
    ) -> Answer:
        """Send JSON to the API, or to an address that pages use with their token."""
        head = {"Content-Type": "application/json", **headers}
        return await self._ask(kind, method, path, head, json.dumps(value).encode())

    async def send_log(self, kind: str, path: str, log: str) -> Answer:
        """Send a game log to the API."""
        return await self._ask(kind, "POST", path, {"Content-Type": "application/x-ndjson"}, log.encode())

    async def submit(self, kind: str, path: str, fields: Mapping[str, str], files: Mapping[str, str] = {}) -> Answer:  # noqa: B006
        """Send a form, with files if there are any."""
        if not files:
            headers = {"Content-Type": "application/x-www-form-urlencoded"}
            return await self._ask(kind, "POST", path, headers, urlencode(fields).encode())
        border = token_hex(16)
        parts = [(f'name="{name}"', value) for name, value in fields.items()]
        parts += [(f'name="{name}"; filename="game.ndjson"', value) for name, value in files.items()]
        body = "".join(
            f"--{border}\r\nContent-Disposition: form-data; {name}\r\n\r\n{value}\r\n" for name, value in parts
        )
        headers = {"Content-Type": f"multipart/form-data; boundary={border}"}
        return await self._ask(kind, "POST", path, headers, f"{body}--{border}--\r\n".encode())

    async def events(self, path: str) -> AsyncIterator[tuple[str, str]]:
        """Name and data of server-sent events, until the stream ends. It has a connection of its own.

        Raises NoStream.
        """
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=BUFFER, local_addr=self.address)
        try:
            writer.write(self._head("GET", path, {"Accept": "text/event-stream"}))
            status, headers = await _read_head(reader)
            if status != 200:
                self.book.note("live stream", status)
                raise NoStream
            name, data = "message", ""
            async for line in _lines(reader, "chunked" in headers.get("transfer-encoding", "")):
                word, _colon, value = line.partition(":")
                if not line:
                    yield name, data
                    name, data = "message", ""
                elif word == "event":
                    name = value.strip()
                elif word == "data":
                    data += value.strip()
        finally:
            writer.close()

    def close(self) -> None:
        """Close the kept connection."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None

    async def _ask(
        self,
        kind: str,
        method: str,
        path: str,
        headers: dict[str, str],
        body: bytes = b"",
        due: float | None = None,
    ) -> Answer:
        """Ask until there is another answer than 503, or the crowd goes home."""
        while True:
            start = time.monotonic() if due is None else due
            try:
                async with asyncio.timeout(TIMEOUT):
                    answer = replace(await self._once(method, path, headers, body), asked=start)
            except (OSError, EOFError, TimeoutError, ValueError) as problem:
                self.close()
                self.book.fail(kind, start, type(problem).__name__)
                return Answer(0)
            self.book.write_down(kind, start, answer.status, answer.headers)
            if answer.ok and method != "GET":
                self.book.done.append(path)
            pause = min(LONGEST_PAUSE, float(answer.headers.get("retry-after", 5)))
            if answer.status != 503 or time.monotonic() + pause > self.book.end:
                return answer
            await asyncio.sleep(pause)

    async def _once(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Answer:
        """One request; once more on a new connection if the server had just closed the kept one."""
        request = self._head(method, path, headers, body) + body
        if self.reader is not None and not self.reader.at_eof():
            try:
                return await self._exchange(method, request)
            except (ConnectionError, asyncio.IncompleteReadError) as problem:
                if getattr(problem, "partial", b""):
                    raise
        self.close()
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", self.port, limit=BUFFER, local_addr=self.address
        )
        return await self._exchange(method, request)

    async def _exchange(self, method: str, request: bytes) -> Answer:
        assert self.reader is not None
        assert self.writer is not None
        self.writer.write(request)
        await self.writer.drain()
        status, headers = await _read_head(self.reader)
        body = b"" if status in (204, 304) or method == "HEAD" else await _read_body(self.reader, headers)
        if headers.get("connection") == "close":
            self.close()
        self._keep_cookies(headers.get("set-cookie", ""))
        return Answer(status, headers, body)

    def _head(self, method: str, path: str, more: Mapping[str, str], body: bytes = b"") -> bytes:
        headers = {"Host": f"127.0.0.1:{self.port}", "Accept": "text/html, */*", "Accept-Encoding": "gzip", **more}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if self.token:
            headers |= {"Authorization": f"Token {self.token}", "Accept": "application/json"}
        if method != "GET":
            headers["Content-Length"] = str(len(body))
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def _keep_cookies(self, lines: str) -> None:
        for line in filter(None, lines.split("\n")):
            name, _equals, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value


async def _read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Status and headers; several cookies stand in one value, a line each."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers: dict[str, str] = {}
    for line in filter(None, lines):
        name, _colon, value = line.partition(":")
        name, value = name.lower(), value.strip()
        headers[name] = f"{headers[name]}\n{value}" if name in headers else value
    return int(first.split()[1]), headers


async def _read_body(reader: asyncio.StreamReader, headers: Mapping[str, str]) -> bytes:
    if "chunked" not in headers.get("transfer-encoding", ""):
        return await reader.readexactly(int(headers.get("content-length", 0)))
    return b"".join([chunk async for chunk in _chunks(reader)])


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
        yield (await reader.readexactly(size + 2))[:-2]
    await reader.readuntil(b"\r\n")


async def _lines(reader: asyncio.StreamReader, chunked: bool) -> AsyncIterator[str]:
    """The lines of a stream as they come, without their ends."""
    waiting = b""
    while True:
        if not chunked:
            line = await reader.readline()
            if not line:
                return
            yield line.decode().rstrip("\r\n")
            continue
        async for chunk in _chunks(reader):
            *lines, waiting = (waiting + chunk).split(b"\n")
            for line in lines:
                yield line.decode().rstrip("\r")
        return
