"""Side lines in addresses, and those that a device keeps (static/nabu/board/replay/second_try)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def test_an_address_says_what_was_chosen_and_everything_else_is_broken(scripts: Page) -> None:
    found = scripts.evaluate("""async () => {
      const { addressOf, choicesIn } = await import("/static/nabu/board/replay/second_try/address.js");
      const chosen = [{ seat: 0, do: "place", token: "façade ✓" }, { seat: 1, list: [[1, 2], {}] }];
      const line = (text) => "#line=" + btoa(text).replace(/=+$/, "");
      return {
        same: JSON.stringify(choicesIn(addressOf(chosen))) === JSON.stringify(chosen),
        plain: /^#line=[\\w-]+$/.test(addressOf(chosen)),
        long: addressOf(Array(200).fill({ seat: 0, do: "place", token: "priest" })),
        none: ["", "#review", "#lines=a"].map(choicesIn),
        broken: ["#line=", "#line=!", "#line=" + "a".repeat(7000), line("{}"), line("[1]"), line("[null]"),
          line("[[]]"), line("[{}"), line("[" + Array(201).fill("{}") + "]"), line("\\xff\\xfe")].map(choicesIn),
      };
    }""")
    assert (found["same"], found["plain"], found["long"]) == (True, True, None)
    assert found["none"] == [None] * 3
    assert found["broken"] == ["broken"] * 10


def test_a_device_keeps_the_longest_lines_of_the_latest_games(scripts: Page) -> None:
    found = scripts.evaluate("""async () => {
      const { Tries } = await import("/static/nabu/board/replay/second_try/tries.js");
      localStorage.clear();
      const line = (move, ...chosen) => ({ move, chosen, text: chosen.join() });
      const kept = (key) => new Tries(key).lines.map(({ move, text }) => `${move}:${text}`);
      const tries = new Tries("one");
      const lines3 = [line(3), line(3, "a"), line(3, "a", "b"), line(3, "c"), line(3, "a")];
      for (const each of [...lines3, line(4, "a")]) tries.add(each);
      const lines = kept("one");
      tries.remove(tries.lines[0]);
      for (let game = 0; game < 19; game += 1) new Tries(`game ${game}`).add(line(1, "x"));
      const before = kept("one");
      new Tries("last").add(line(1, "x"));
      return { lines, before, after: kept("one"), last: kept("last") };
    }""")
    assert found == {"lines": ["4:a", "3:c", "3:a,b"], "before": ["3:c", "3:a,b"], "after": [], "last": ["1:x"]}
