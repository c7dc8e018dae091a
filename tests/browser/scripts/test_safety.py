"""Whether a record goes on without the network (board/recorder/safety.js), and that a closed one is not kept."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

# A service worker that is registered when `registered()` is called; `asked` is what it is asked, `said` each state.
START = """async () => {
  const { Safety } = await import("/static/nabu/board/recorder/safety.js");
  const config = JSON.stringify({ worker: "/w.js", offline: "/o.js", files: ["/engine.zip"] });
  document.body.innerHTML = `<script type="application/json" id="engine-config">${config}</script>`;
  window.Worker = class extends EventTarget {
    postMessage({ number }) {
      this.dispatchEvent(new MessageEvent("message", { data: { number, answer: '{"answer": {}}' } }));
    }
    terminate() {}
  };
  window.asked = [];
  window.keeps = []; // what the next attempts come to; then all succeed
  const postMessage = (question, [port]) => {
    asked.push(Object.keys(question)[0]);
    port.postMessage(keeps.shift() ?? true);
  };
  window.lost = 0; // so often the engine's file does not come
  window.fetch = async () => {
    if (lost-- > 0) throw new TypeError("Failed to fetch");
    return new Response("x");
  };
  const later = setTimeout;
  window.setTimeout = (act, pause) => later(act, pause / 1000);
  const active = { postMessage };
  const ready = new Promise((done) => { window.registered = () => done({ active }); });
  const container = { register: async () => {}, ready, getRegistration: async () => ({ active }) };
  Object.defineProperty(navigator, "serviceWorker", { value: container });
  window.said = [];
  const local = { engine: {}, attach: () => {}, follow: async () => {} };
  window.safety = new Safety(local, () => said.push(safety.state));
}"""


def after(page: Page, *steps: str) -> dict[str, Any]:
    """What the service worker was asked, and what the page has said, after these steps of a script."""
    page.evaluate(START)
    found: dict[str, Any] = page.evaluate(f"async () => {{ {'; '.join(steps)}; return {{ asked, said }}; }}")
    return found


def test_a_page_that_is_kept_is_safe(scripts: Page) -> None:
    assert after(scripts, "registered()", "await safety.begin()") == {"asked": ["keep"], "said": ["open", "safe"]}


def test_a_record_that_is_closed_while_its_page_is_kept_is_forgotten(scripts: Page) -> None:
    found = after(scripts, "const begun = safety.begin()", "safety.forget()", "registered()", "await begun")
    assert found["asked"][-1:] == ["forget"]
    assert "safe" not in found["said"]


def test_a_page_is_kept_in_the_end_although_the_network_breaks_off(scripts: Page) -> None:
    found = after(scripts, "keeps.push(false, false)", "registered()", "await safety.begin()")
    assert found == {"asked": ["keep"] * 3, "said": ["open", "safe"]}


def test_an_engine_that_did_not_come_is_fetched_again(scripts: Page) -> None:
    wait = "while (safety.state !== 'safe') await new Promise((done) => setTimeout(done, 100))"
    found = after(scripts, "lost = 7", "registered()", "await safety.begin()", wait)
    assert found == {"asked": ["keep"], "said": ["unsafe", "open", "safe"]}
