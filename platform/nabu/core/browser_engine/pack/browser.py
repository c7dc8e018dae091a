"""A browser with Pyodide in it, for packing: what it loads comes from memory, nothing from elsewhere."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nabu.core.browser_engine.files import KINDS

PROGRAM = Path(__file__).with_name("python.py")
ADDRESS = "http://pack.invalid/"
START = """async ({library, info}) => {
  const { loadPyodide } = await import("/pyodide.mjs");
  window.python = await loadPyodide({
    indexURL: "/", stdLibURL: `/${library}`, env: { PYTHONHASHSEED: "0" },
    lockFileContents: { info, packages: {} },
  });
}"""


PUT = """([path, letters]) => {
  window.python.FS.writeFile(path, Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
}"""


class PackBrowser:
    """Python in a page. `run` executes source, `call` a function of it that takes and returns text."""

    def __init__(self, page: Any, files: Mapping[str, bytes], library: str, info: Mapping[str, str]) -> None:
        """Start a Pyodide made of these files in an empty page; `library` is the name of its standard library's
        archive, `info` what its list of packages begins with."""

        def answer(route: Any) -> None:
            name = route.request.url.removeprefix(ADDRESS)
            if not name:
                route.fulfill(body="<!doctype html>", content_type="text/html")
            elif name in files:
                route.fulfill(body=files[name], content_type=KINDS.get(Path(name).suffix, KINDS[".bin"]))
            else:
                route.fulfill(status=404)

        self._page = page
        page.route("**/*", answer)
        page.goto(ADDRESS)
        page.evaluate(START, {"library": library, "info": dict(info)})
        self.run(PROGRAM.read_text("utf-8"))

    def run(self, source: str) -> None:
        """Run Python. Raises playwright's error with Python's traceback."""
        self._page.evaluate("source => { window.python.runPython(source); }", source)

    def call(self, name: str, argument: str) -> str:
        """Call a function that `run` has defined."""
        found: str = self._page.evaluate(
            "([name, argument]) => window.python.globals.get(name)(argument)", [name, argument]
        )
        return found

    def put(self, path: str, content: bytes) -> None:
        """Write a file."""
        self._page.evaluate(PUT, [path, content.decode("latin-1")])


@contextmanager
def pack_browser(files: Mapping[str, bytes], library: str, info: Mapping[str, str]) -> Iterator[PackBrowser]:
    """A browser of its own with such a page. Raises FileNotFoundError without Chromium."""
    from playwright.sync_api import sync_playwright

    path = find_chromium()
    if path is None:
        raise FileNotFoundError(
            "no Chromium found: install Debian's chromium-headless-shell or set CHROMIUM to its path"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield PackBrowser(browser.new_page(), files, library, info)
        finally:
            browser.close()


def find_chromium() -> str | None:
    """CHROMIUM, or the one on PATH. The headless shell is the same browser without what is around the page, for less
    work."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
