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
    """Pages, and streams that stay open. `streams` are the tickets of each that is open now.

    `refused` tickets get none. An `old` server reads only the first ticket of a stream, and does not say so.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.streams: dict[BaseHTTPRequestHandler, list[str]] = {}
        self.refused: set[str] = set()
        self.old = False

    def tell(self, data: str, event: str = "changed") -> None:
        """News on all streams."""
        for stream in list(self.streams):
            stream.wfile.write(f"event: {event}\ndata: {data}\n\n".encode())


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
        if address.path == "/empty":
            body = b"<!doctype html><link rel=icon href=data:,>"
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript" if script else "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, tickets: list[str]) -> None:
        if self.server.refused.intersection(tickets):
            self.send_response(204)  # like 403, without a line in the console
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        if not self.server.old:
            self.wfile.write(f"event: tickets\ndata: {len(tickets)}\n\n".encode())
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


def numbers_of_tickets(hall: Hall) -> list[int]:
    """Of each stream that is open."""
    return [len(tickets) for tickets in list(hall.streams.values())]


class Windows:
    """Windows of one browser, each of which is no more than its part in the stream. All in one page."""

    def __init__(self, page: Page, hall: Hall) -> None:
        self.page = page
        page.goto(f"http://127.0.0.1:{hall.server_port}/empty")
        page.evaluate("import('/one_stream.js').then((module) => { Object.assign(window, module, { all: [] }); })")

    def make(self, ticket: str) -> None:
        """One more, which is not visible yet."""
        made = f"all.push(oneStream('/live/?ticket={ticket}', {{ news() {{}}, lost() {{}} }}))"
        self.page.evaluate(f"new Promise((made) => setTimeout(made, 2)).then(() => {{ {made}; }})")

    def join(self, number: int = -1) -> None:
        """It becomes visible."""
        self.page.evaluate(f"all.at({number}).join()")

    def open(self, *tickets: str) -> None:
        """Visible ones."""
        for ticket in tickets:
            self.make(ticket)
            self.join()

    @property
    def hear(self) -> list[bool]:
        """Which of them hear the news at once."""
        return list(self.page.evaluate("all.map((one) => one.isOpen)"))

    def wait(self, seconds: int) -> None:
        """By the clock of the page."""
        for _step in range(0, seconds, 5):
            self.page.clock.run_for(5000)
            self.page.wait_for_timeout(20)


@pytest.fixture
def windows(open_page: Callable[..., Page], hall: Hall) -> Windows:
    """None yet."""
    return Windows(open_page(), hall)


def test_a_window_whose_own_ticket_gets_no_stream_leaves_it_to_the_others(windows: Windows, hall: Hall) -> None:
    hall.refused = {"old"}
    windows.open("old", "b", "c")
    until(lambda: windows.hear == [False, True, True], windows.page)
    assert numbers_of_tickets(hall) == [2]


def test_whoever_is_not_told_knows_it(windows: Windows, hall: Hall) -> None:
    hall.old = True
    windows.open("a", "b")
    until(lambda: numbers_of_tickets(hall) == [2] and windows.hear[0], windows.page)
    assert windows.hear == [True, False], "the server reads only the first ticket"
    hall.tell("2", "tickets")
    until(lambda: windows.hear == [True, True], windows.page)
    hall.old = False
    windows.open(*(f"more-{number}" for number in range(19)))
    until(lambda: numbers_of_tickets(hall) == [20] and windows.hear.count(True) == 20, windows.page)


def test_a_bad_ticket_of_another_window_costs_the_others_their_news_for_a_minute(windows: Windows, hall: Hall) -> None:
    windows.page.clock.install()
    hall.refused = {"bad"}
    windows.open("a", "bad")
    windows.wait(5)
    until(lambda: numbers_of_tickets(hall) == [1] and windows.hear == [True, False], windows.page)
    hall.refused = set()
    windows.wait(70)
    until(lambda: numbers_of_tickets(hall) == [2] and windows.hear == [True, True], windows.page)


def test_a_window_that_led_before_leads_again_soon_after_the_leader_has_crashed(windows: Windows, hall: Hall) -> None:
    windows.page.clock.install()
    windows.make("first")
    windows.open("second")
    windows.wait(5)
    until(lambda: [*hall.streams.values()] == [["second"]], windows.page)
    windows.join(0)
    windows.wait(5)
    until(lambda: [*hall.streams.values()] == [["first", "second"]], windows.page)
    windows.page.evaluate("""() => {
      const say = BroadcastChannel.prototype.postMessage;
      BroadcastChannel.prototype.postMessage = () => {};
      all[0].leave();
      BroadcastChannel.prototype.postMessage = say;
    }""")
    windows.wait(20)
    until(lambda: [*hall.streams.values()] == [["second"]], windows.page)


def test_a_page_that_comes_back_without_being_shown_asks_and_listens_again(
    open_page: Callable[..., Page], hall: Hall
) -> None:
    window = open_page(base_url=f"http://127.0.0.1:{hall.server_port}")
    window.goto("/0")
    until(lambda: numbers_of_tickets(hall) == [1], window)
    window.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    until(lambda: numbers_of_tickets(hall) == [], window)
    window.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    until(lambda: numbers_of_tickets(hall) == [1], window)
    assert asked(window) == 1
    for count, number in ((2, 5), (2, 5), (3, 4), (4, 6)):
        # 4 after 5: from a process that cannot know whether the page has missed something.
        hall.tell(f'{{"all":{number}}}')
        until(lambda count=count: asked(window) == count, window)


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
