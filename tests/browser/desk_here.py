"""Pages whose engine is the one of this Python: it answers what they ask their worker.

To start the engine in a browser costs seconds of a processor, and there it counts slowly. What a page does with the
answers is the same; that both engines give the same ones is compared by test_same_results.py.
"""

from __future__ import annotations

from collections import defaultdict

from playwright.sync_api import BrowserContext

from engine.browser.desk import Desk

WORKER = """
window.Worker = class extends EventTarget {
  #desk = crypto.randomUUID();
  #ended = false;

  async postMessage({ number, question }) {
    let data;
    try {
      data = { number, answer: await window.askDesk(this.#desk, question) };
    } catch (error) {
      data = { number, error: String(error) };
    }
    if (!this.#ended) this.dispatchEvent(new MessageEvent("message", { data }));
  }

  terminate() {
    this.#ended = true;
  }
};
"""
"""Speaks as static/nabu/core/browser_engine/worker.js does."""


def answer_here(context: BrowserContext) -> None:
    """Every worker that a page of this context starts has a desk here."""
    desks: dict[str, Desk] = defaultdict(Desk)
    context.expose_function("askDesk", lambda desk, question: desks[desk].answer(question))
    context.add_init_script(WORKER)
