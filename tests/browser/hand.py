"""What a page asks of a hand: taps, fields filled in, and how far it scrolls to reach them."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

WATCH = """
(() => {
  let seen = 0;
  const filled = new WeakSet();
  const did = (what) => {
    window.handDid(what, Math.abs(scrollY - seen) / innerHeight);
    seen = scrollY;
  };
  addEventListener("load", () => requestAnimationFrame(() => { seen = scrollY; }));
  addEventListener("click", (event) => { if (event.isTrusted && event.detail > 0) did("tap"); }, true);
  addEventListener("input", (event) => {
    const field = event.target;
    if (["checkbox", "radio", "file"].includes(field.type) || filled.has(field)) return;
    filled.add(field);
    did("field");
  }, true);
})();
"""
"""A field counts once, however much is typed into it. Where a page shows an anchor, that is not scrolled by hand."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How often a hand did what, and how many screens it scrolled."""

    taps: int = 0
    fields: int = 0
    screens: float = 0

    def __add__(self, other: Effort) -> Effort:
        return Effort(self.taps + other.taps, self.fields + other.fields, self.screens + other.screens)

    def __sub__(self, other: Effort) -> Effort:
        return Effort(self.taps - other.taps, self.fields - other.fields, self.screens - other.screens)

    def __str__(self) -> str:
        return f"{self.taps} taps, {self.fields} fields, {self.screens:.1f} screens scrolled"


class Hand:
    """Counts what is done on a page from now on. What a test opens by its address costs a tap: it follows a link."""

    def __init__(self, page: Page) -> None:
        self.effort = Effort()
        page.emulate_media(reduced_motion="reduce")  # Pages jump: what is scrolled has arrived when it is counted.
        page.expose_function("handDid", self._did)
        page.add_init_script(WATCH)

    def _did(self, what: str, screens: float) -> None:
        self.effort += Effort(what == "tap", what == "field", screens)

    def followed_a_link(self) -> None:
        self.effort += Effort(taps=1)
