"""A real HTTP server on this machine that receives webhooks and answers as a test wants."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Receiver:
    """What it got, and what it answers: a status and a body, or one of the ways to behave badly."""

    address: str = ""
    status: int = 200
    body: bytes = b"thank you"
    behaviour: str = ""
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)


@contextmanager
def receiver() -> Iterator[Receiver]:
    """A server that listens until the end of the block."""
    state = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            state.got.append(({name.lower(): value for name, value in self.headers.items()}, body))
            state.paths.append(self.path)
            if state.behaviour == "hang":
                state.released.wait(20)
                return
            if state.behaviour == "drip":
                self.drip()
                return
            self.send_response(state.status)
            if 300 <= state.status < 400:
                self.send_header("Location", f"{state.address}/elsewhere")
            self.end_headers()
            self.wfile.write(state.body)

        def drip(self) -> None:
            """A header that never ends, a byte at a time: no single wait is long."""
            self.wfile.write(b"HTTP/1.0 200 OK\r\nX-Slow: ")
            while not state.released.wait(0.05):
                try:
                    self.wfile.write(b"x")
                except OSError:
                    return

        def log_message(self, *args: object) -> None:
            """Nothing to the console."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            """A client that hangs up is what some tests are about."""

    server = Server(("127.0.0.1", 0), Handler)
    state.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield state
    finally:
        state.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
