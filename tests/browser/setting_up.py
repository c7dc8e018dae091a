"""A person who sets up a table on its page: taps a place where the page does not ask about it, then what lies there."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, expect

from nabu.board.records.models import Record
from nabu.board.records.playing import recording_of

# Where a thing or a place is, brought into sight as a thumb does it: `scrolled` counts how often. `settled` waits until
# the page has heard so many taps, and shows what came of them.
EYES = """() => {
  const board = document.getElementById("board");
  const eyes = { scrolled: 0, clicks: 0 };
  window.eyes = eyes;
  document.addEventListener("click", ({ isTrusted }) => { eyes.clicks += Number(isTrusted); }, true);
  const frame = () => new Promise(requestAnimationFrame);
  eyes.settled = async (clicks) => {
    while (eyes.clicks < clicks) await frame();
    await frame();
  };
  const middle = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });
  const seen = ({ x, y }, element) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (top === element || element.contains(top));
  };
  const tapped = (shape, element) => {
    let point = middle(shape.getBoundingClientRect());
    if (!seen(point, element)) {
      eyes.scrolled += 1;
      shape.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      point = middle(shape.getBoundingClientRect());
    }
    if (!seen(point, element)) throw new Error(`cannot be tapped: ${element.outerHTML.slice(0, 200)}`);
    return point;
  };
  eyes.place = (place) => {
    const [key, name] = place.split(/:(.*)/);
    const drawn = board.shadowRoot.querySelector(`[data-${key}="${name}"]`);
    return tapped(drawn.querySelector(":scope > .hit") ?? drawn, board);
  };
  eyes.button = (button) => tapped(button, button);
}"""


@dataclass
class Setter:
    """Enters the setup of a record by taps. `scrolled`: how often something was out of sight until the end."""

    page: Page
    record: Record
    taps: int = 0
    scrolled: int = 0
    parts: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def on(cls, page: Page, record: Record) -> Setter:
        """Somebody who opens the page, signed in already."""
        page.goto(f"/records/{record.public_id}/setup/")
        expect(page.locator("#setup-count")).not_to_be_empty()
        page.evaluate(EYES)
        return cls(page, record, parts=json.loads(page.locator("#setup-given").text_content() or "")["parts"])

    def look(self) -> None:
        """Notes how often something was out of sight, and whether the page was scrolled meanwhile."""
        self.scrolled = int(self.page.evaluate("() => window.eyes.scrolled + Number(window.scrollY > 0)"))

    def tap_place(self, place: str) -> None:
        """One tap on the board."""
        self._tap(self.page.evaluate("place => window.eyes.place(place)", place))
        self.page.evaluate("clicks => window.eyes.settled(clicks)", self.taps)

    def enter(self, setup: dict[str, Any]) -> None:
        """All that the page does not know by itself, in the order in which it asks."""
        values = self._values(setup)
        for _slot in values:
            label = self.page.locator("#setup-where").inner_text()
            question = self.page.locator("#setup-asked").inner_text()
            wanted = [
                (part, slot)
                for part in self.parts
                for slot in part["slots"]
                if (part["question"], slot["label"]) == (question, label)
            ]
            if not wanted:
                return
            part, slot = next(each for each in wanted if not self._value_of(each[1]["field"]))
            number = [thing["value"] for thing in part["things"]].index(values[slot["field"]])
            found = self.page.locator("#setup-things .setup-thing").nth(number)
            self._tap(found.evaluate("button => window.eyes.button(button)"))
            self.page.evaluate("clicks => window.eyes.settled(clicks)", self.taps)

    def start(self) -> None:
        """The tap that ends it."""
        point = self.page.locator("#setup-start").evaluate("button => window.eyes.button(button)")
        self.look()
        self._tap(point)
        expect(self.page.locator("#choices")).to_be_attached()

    def _value_of(self, name: str) -> str:
        return str(self.page.locator(f"#id_{name}").input_value())

    def _values(self, setup: dict[str, Any]) -> dict[str, str]:
        """By field."""
        game = recording_of(self.record).game
        ruleset = game.game.ruleset(game.header.ruleset, game.header.switches)
        found = {}
        for at, part in enumerate(game.game.setup_parts(game.players, ruleset, game.components)):
            for number, slot in enumerate(part.slots):
                value: Any = setup
                for step in slot.path:
                    value = value[step]
                found[f"{at}-{number}"] = json.dumps(value)
        return found

    def _tap(self, point: dict[str, Any]) -> None:
        self.page.touchscreen.tap(point["x"], point["y"])
        self.taps += 1
