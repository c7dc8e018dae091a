"""Whether a record goes on without the network (static/nabu/table/safety.js), and that a closed one is not kept."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

# A service worker that is registered when `registered()` is called; `asked` is what it is asked, `said` each state.
START = """async () => {
  const { Safety } = await import("/static/nabu/table/safety.js");
  const config = JSON.stringify({ worker: "/w.js", offline: "/o.js", files: [] });
  document.body.innerHTML = `<script type="application/json" id="engine-config">${config}</script>`;
  window.Worker = class extends EventTarget {
    postMessage({ number }) {
      this.dispatchEvent(new MessageEvent("message", { data: { number, answer: '{"answer": {}}' } }));
    }
    terminate() {}
  };
  window.asked = [];
  const postMessage = (question, [port]) => {
    asked.push(Object.keys(question)[0]);
    port.postMessage(true);
  };
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
