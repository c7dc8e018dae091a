"""The scripts of static/nabu by themselves: modules in one empty page, without a site and without a database.

A real browser, as some of them need its storage, its layout and its events; one page for all tests of a process, loaded
anew for each, as opening another one costs more than most of them.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.conftest import PATIENCE

STATIC = Path(__file__).resolve().parents[3] / "static"

ORIGIN = "http://localhost:1"
"""Nobody listens there: the tests answer. Pages of localhost may use what else only HTTPS allows."""

EMPTY = """<!doctype html><html lang="en"><link rel="icon" href="data:,"><link rel="stylesheet" href="/board.css">
<meta name="viewport" content="width=device-width, initial-scale=1"><body></body></html>"""

STYLES = ("nabu/board/drawing/board.css",)
"""What gives a board its size and its marks their look."""


def _answer(route: Route) -> None:
    path = urlsplit(route.request.url).path
    if path == "/":
        route.fulfill(body=EMPTY, content_type="text/html")
    elif path == "/board.css":
        style = "body { margin: 0 }\n" + "\n".join((STATIC / name).read_text("utf-8") for name in STYLES)
        route.fulfill(body=style, content_type="text/css")
    elif path.startswith("/static/"):
        file = STATIC / path.removeprefix("/static/")
        route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(file.name)[0] or "")
    else:
        route.abort()


@pytest.fixture(scope="session")
def script_page(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """The page of all tests, of the size of a small phone, and what went wrong in it."""
    problems: list[str] = []
    with browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True) as context:
        context.set_default_timeout(PATIENCE)
        context.route("**/*", _answer)
        context.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        context.on("weberror", lambda error: problems.append(str(error.error)))
        yield context.new_page(), problems


@pytest.fixture
def scripts(script_page: tuple[Page, list[str]]) -> Iterator[Page]:
    """An empty page that may import the scripts: `import("/static/nabu/board/recorder/sync.js")`. Nothing may go wrong
    in it."""
    page, problems = script_page
    problems.clear()
    page.goto(ORIGIN)
    yield page
    assert problems == []
