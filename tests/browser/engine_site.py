"""A site of one page that asks the engine in the browser, and sends back what it answers. For any browser: nobody needs
to drive it. The engine's addresses are those of Nabu, answered by Django; there is no database.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

from django.templatetags.static import static
from django.test import Client
from django.utils import translation

from nabu.core.browser_engine.config import engine_config
from tests.platform.core.browser_engine.test_packed import PACK_AGAIN

SCRIPTS = Path(__file__).resolve().parents[2] / "static"
PAGE = b'<!doctype html><link rel="icon" href="data:,"><script type="module" src="/ask.js"></script>'
ASK = """
const { script, config, questions } = await (await fetch("/questions.json")).json();
const { Engine, NotAllowed } = await import(script);
const found = { browser: navigator.userAgent, answers: [] };
try {
  const start = performance.now();
  const engine = await Engine.start(config);
  found.versions = engine.versions;
  found.ready = (performance.now() - start) / 1000;
  found.seconds = [];
  for (const { ask, ...values } of questions) {
    const start = performance.now();
    try {
      found.answers.push({ answer: await engine.ask(ask, values, 600000) });
    } catch (error) {
      if (!(error instanceof NotAllowed)) throw error;
      found.answers.push({ refused: error.message });
    }
    found.seconds.push((performance.now() - start) / 1000);
  }
} catch (error) {
  found.error = String(error);
}
await fetch("/found", { method: "POST", body: JSON.stringify(found) });
"""


class EngineSite:
    """`address` is the page; whenever a browser opens it, `found` gives what it has sent back. `sent` is what went over
    the wire so far: the path of each answer, and its bytes without headers."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}/"
        self.sent: list[tuple[str, int]] = []
        self._found: Queue[dict[str, Any]] = Queue()

    def tell(self, found: dict[str, Any]) -> None:
        """A page has asked all its questions."""
        self._found.put(found)

    def found(self, seconds: float) -> dict[str, Any]:
        """`answers` to the questions in their order, `versions`, `ready` and `seconds`. Raises queue.Empty."""
        found = self._found.get(timeout=seconds)
        assert "error" not in found, found["error"]
        return found


@contextmanager
def engine_site(
    questions: Sequence[dict[str, Any]], language: str = "en", scripts: Path = SCRIPTS
) -> Iterator[EngineSite]:
    """A page that asks these questions, each with its operation as `ask`, in a language. Static files come from the
    folder `scripts`, by the names that Django gives them."""
    with translation.override(language):
        config = engine_config("records")
    assert config["worker"], PACK_AGAIN
    script = static("nabu/core/browser_engine/engine.js")
    asked = json.dumps({"script": script, "config": config, "questions": questions}).encode()
    own = {
        "/": ("text/html", PAGE),
        "/ask.js": ("text/javascript", ASK.encode()),
        "/questions.json": ("application/json", asked),
    }

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            if self.path in own:
                kind, content = own[self.path]
                self._answer(200, {"Content-Type": kind}, content)
            elif self.path.startswith("/static/nabu/core/browser_engine/"):
                content = (scripts / self.path.removeprefix("/static/")).read_bytes()
                self._answer(200, {"Content-Type": "text/javascript"}, content)
            else:
                accepted = {"accept-encoding": self.headers.get("Accept-Encoding", "")}
                answer = Client(headers=accepted).get(self.path)
                headers = {name: value for name, value in answer.headers.items() if name != "Content-Length"}
                self._answer(answer.status_code, headers, answer.content)

        def do_POST(self) -> None:
            site.tell(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self._answer(204, {}, b"")

        def _answer(self, status: int, headers: dict[str, str], content: bytes) -> None:
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)
            site.sent.append((self.path, len(content)))

        def log_message(self, *args: Any) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site = EngineSite(server.server_port)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
