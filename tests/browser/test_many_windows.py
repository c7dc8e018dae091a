"""Seven windows of a browser that shows a site over HTTP: it opens six connections to it, for all of them together."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCRIPTS = Path(__file__).parents[2] / "static/nabu/web/live"
WINDOWS = 7
SHOWN = """<!doctype html><link rel="icon" href="data:,"><script>
window.htmx = { asked: 0, trigger() { this.asked += 1; } };
</script><script src="/live.js" type="module"></script>
<body><main data-live="/live/?ticket=20261130.all_1.window-%s_1.0_9:x">
"""


class Hall(ThreadingHTTPServer):
    """Pages, and streams that stay open. `streams` are the tickets of each that is open now."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.streams: dict[BaseHTTPRequestHandler, list[str]] = {}

    def tell(self, data: str) -> None:
        """News on all streams."""
        for stream in list(self.streams):
            stream.wfile.write(f"event: changed\ndata: {data}\n\n".encode())


class Answer(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    server: Hall

    def log_message(self, *_words: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """A script, a stream, or the page of a window."""
        address = urlsplit(self.path)
        if address.path == "/live/":
            self._stream(parse_qs(address.query)["ticket"])
            return
        file = SCRIPTS / address.path[1:]
        script = file.suffix == ".js"
        body = file.read_bytes() if script else (SHOWN % address.path[1:]).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript" if script else "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, tickets: list[str]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(b"event: ping\ndata:\n\n")
        self.server.streams[self] = tickets
        self.connection.settimeout(60)
        self.rfile.read(1)  # until the browser closes it
        del self.server.streams[self]
        self.close_connection = True


@pytest.fixture
def hall() -> Iterator[Hall]:
    """A running one."""
    server = Hall()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def until(true: Callable[[], bool], window: Page) -> None:
    """Wait, and let the browser work meanwhile."""
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end, "it never came"
        window.wait_for_timeout(20)


def asked(window: Page) -> int:
    """How often the window asked for its parts."""
    return int(window.evaluate("htmx.asked"))


def test_seven_visible_windows_share_a_stream_and_all_hear_the_news(open_page: Callable[..., Page], hall: Hall) -> None:
    first = open_page(base_url=f"http://127.0.0.1:{hall.server_port}")
    windows = [first, *(first.context.new_page() for _more in range(WINDOWS - 1))]
    for number, window in enumerate(windows):
        window.goto(f"/{number}")
    until(lambda: [len(tickets) for tickets in hall.streams.values()] == [WINDOWS], first)

    hall.tell('{"all":2}')
    until(lambda: all(asked(window) == 1 for window in windows), first)
    hall.tell('{"window-4":2,"elsewhere":9}')
    until(lambda: asked(windows[4]) == 2, first)

    # The window that has the stream is closed: the next one takes it, and asks no less than before.
    first.close()
    until(lambda: [len(tickets) for tickets in hall.streams.values()] == [WINDOWS - 1], windows[1])
    before = [asked(window) for window in windows[1:]]
    hall.tell('{"all":3}')
    until(lambda: all(asked(window) > count for window, count in zip(windows[1:], before, strict=True)), windows[1])
