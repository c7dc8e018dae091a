"""Keeping pages on the device: the worker of core/offline, with a network that answers when the test wants."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

# `asking(path)`: once this address was fetched; `answer(path)` answers it, `goOn()` everything from now on. `keep`,
# `forget` and `open` are what pages do.
START = """async () => {
  await caches.delete("nabu-offline");
  const later = () => new Promise((done) => setTimeout(done));
  const asked = new Map();
  let held = true;
  window.fetch = (wanted) => new Promise((tell) => {
    const { pathname } = new URL(wanted.url ?? wanted, location);
    const answer = () => tell(new Response(pathname));
    if (held) asked.set(pathname, answer);
    else answer();
  });
  window.asking = async (path) => { while (!asked.has(path)) await later(); };
  window.answer = async (path) => { await asking(path); asked.get(path)(); asked.delete(path); };
  window.goOn = () => { held = false; for (const tell of asked.values()) tell(); };
  await import("/static/nabu/core/browser_engine/offline/worker.js");
  const ask = (data) => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data: done }) => resolve(done);
    const event = new Event("message");
    dispatchEvent(Object.assign(event, { data, waitUntil: () => {} , ports: [port2] }));
  });
  window.keep = (page, ...files) => ask({ keep: page, files: files.map((file) => new URL(file, location).href) });
  window.forget = (page) => ask({ forget: page });
  window.open = (page) => new Promise((resolve) => {
    const request = { method: "GET", mode: "navigate", url: new URL(page, location).href };
    dispatchEvent(Object.assign(new Event("fetch"), { request, respondWith: resolve }));
  });
  window.kept = async () => {
    const keys = await (await caches.open("nabu-offline")).keys();
    return keys.map(({ url }) => new URL(url).pathname).filter((path) => !path.startsWith("/nabu-offline/")).sort();
  };
}"""


@pytest.fixture
def pages(scripts: Page) -> Page:
    """A page that is its own worker, and has kept nothing."""
    scripts.evaluate(START)
    return scripts


def after(page: Page, *steps: str) -> Any:
    """What is kept after these steps of a script."""
    return page.evaluate(f"async () => {{ {'; '.join(steps)}; return kept(); }}")


def test_what_another_page_has_begun_to_keep_stays(pages: Page) -> None:
    """The first page tidies up at the end. A file of the second one, which has no list so far, would go with that."""
    found = after(
        pages,
        "const one = keep('/records/1/', '/static/a.js')",
        "const two = keep('/records/2/', '/static/b.js', '/static/c.js')",
        "await asking('/static/a.js')",
        # Without a turn for each the second one would have got so far.
        "const begun = asking('/static/b.js').then(() => answer('/static/b.js')).then(() => asking('/static/c.js'))",
        "await Promise.race([begun, new Promise((done) => setTimeout(done, 100))])",
        "await answer('/static/a.js')",
        "await answer('/records/1/')",
        "await one",
        "goOn()",
        "await two",
    )
    assert found == ["/records/1/", "/records/2/", "/static/a.js", "/static/b.js", "/static/c.js"]


def test_a_page_that_is_forgotten_while_the_server_is_asked_for_it_is_not_kept_again(pages: Page) -> None:
    after(pages, "const one = keep('/records/1/')", "await answer('/records/1/')", "await one")
    steps = ("const opened = open('/records/1/')", "await asking('/records/1/')", "await forget('/records/1/')")
    assert after(pages, *steps, "await answer('/records/1/')", "await (await opened).text()") == []
