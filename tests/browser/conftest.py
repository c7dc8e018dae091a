"""A real browser on the running site. Every page fails its test when it logs an error or asks another machine.

Do not use `page.wait_for_function`: the pages forbid eval, which it needs. `wait_until` with `page.evaluate` does it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from nabu.core.browser_engine.pack.browser import find_chromium
from tests.browser.desk_here import answer_here
from tests.browser.held_back import DELAY, held_back
from tests.profiles import LONG
from tests.with_site import clean_site, site_of_the_tests

__all__ = ["clean_site", "site_of_the_tests"]

# Each is half a minute of flows that shorter tests have too.
collect_ignore = [] if LONG else ["test_first_evening.py", "test_whole_day.py"]

PATIENCE = 15_000
"""Milliseconds until what does not come counts as a failure; a busy machine may be slow."""

HERE = ("localhost", "127.0.0.1")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    # Nobody looks at the pictures: handing them to a process of their own was a tenth of all.
    "--in-process-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    "--metrics-recording-only",
    "--disable-features=OptimizationHints,MediaRouter,Translate",
    # No other machine is found. A route of playwright would say so too, but turns off the browser's cache.
    f"--host-resolver-rules=MAP * ~NOTFOUND, {', '.join(f'EXCLUDE {name}' for name in HERE)}",
]
if not LONG:
    # The engine runs for seconds in each of many tests: compiling its WebAssembly a second time, optimised, costs more
    # than it saves, and so does compiling functions that nobody calls (1.9 and 1.6 s for a start, instead of 3.3).
    FLAGS.append("--js-flags=--liftoff-only --wasm-lazy-compilation")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of this machine's Chromium."""
    path = find_chromium()
    if path is None:
        pytest.skip("no Chromium found: install Debian's chromium-headless-shell package or set CHROMIUM to its path")
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """A running Chromium."""
    # Playwright keeps an event loop in this thread, and Django would refuse its database there.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def live_server(live_server: LiveServer) -> LiveServer:
    """The site that a browser is shown."""
    if DELAY:
        server = live_server.thread.httpd
        server.set_app(held_back(server.get_app()))
    return live_server


@pytest.fixture
def problems() -> list[str]:
    """What went wrong in the test's pages. A test that expects something looks for it, or forgives it at its end."""
    return []


@pytest.fixture
def open_page(
    browser: Browser, live_server: Any, transactional_db: None, problems: list[str]
) -> Iterator[Callable[..., Page]]:
    """Return `open_page(**context_options)`: a page in a context of its own, with the site's address as its base.

    `engine`: where the page's engine runs. "browser" costs seconds to start, so only tests that are about it have it;
    with "here" this Python answers (desk_here.py), in the long profile the browser too. Without one the browser has no
    WebAssembly, and pages stay with the server.
    """
    contexts = []

    def look_where(request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname not in HERE:
            problems.append(f"asked another machine: {request.url}")

    def open_one(engine: Literal["browser", "here"] | None = None, **options: Any) -> Page:
        # Drawing what moves was a tenth of all. scripts/test_motion.py is about it, and has contexts of its own.
        still = None if LONG else "reduce"
        context = browser.new_context(**{"base_url": live_server.url, "reduced_motion": still, **options})
        contexts.append(context)
        if engine is None:
            context.add_init_script("delete window.WebAssembly")
        elif engine == "here" and not LONG:
            answer_here(context)
        context.set_default_timeout(PATIENCE)
        context.on("request", look_where)
        context.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        context.on("weberror", lambda error: problems.append(str(error.error)))
        context.on(
            "requestfailed",
            # A page that is left in the middle of a request gives that up.
            lambda request: (
                problems.append(f"failed: {request.url} {request.failure}")
                if request.failure != "net::ERR_ABORTED"
                else None
            ),
        )
        return context.new_page()

    yield open_one
    for context in contexts:
        context.close()
    assert problems == []


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """A page on a desk's screen."""
    return open_page(viewport={"width": 1280, "height": 900})


@pytest.fixture
def small_page(open_page: Callable[..., Page]) -> Page:
    """A page on a small phone."""
    return open_page(viewport={"width": 360, "height": 740}, has_touch=True)


def forgive(problems: list[str], *expected: str) -> None:
    """These failures belong to the test. At its end: a failure may be told later than it happened."""
    problems[:] = [problem for problem in problems if not any(text in problem for text in expected)]
