"""A person who plays against bots: chooses as a bot would, and finds each move among buttons and lit places."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from engine.browser.record import header_of
from engine.game import JsonObject
from engine.simulate import simulate_game
from engine.table.choices import Choices
from engine.table.table import Table
from tests.browser.recording import EYES, Thumb

AT_ONCE = "localStorage.setItem('nabu-play-speed', '0')"
WITHOUT_ENGINE = "/proof/"
"""A page that starts no engine, to put there what pages of this site keep on the device."""

READY = 60_000
"""Milliseconds until the engine has started on a busy machine."""

# Reads what the page keeps, or puts it there.
KEPT = """async (game) => {
  const done = (asked) => new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const asked = indexedDB.open("nabu-play", 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore("games", { keyPath: "key" });
  const database = await done(asked);
  const store = database.transaction("games", "readwrite").objectStore("games");
  const found = game ? await done(store.put(game)) : await done(store.get("now"));
  database.close();
  return found ?? null;
}"""


class Opponent(Thumb):
    """Plays on `page`. `game` is the game as the page keeps it, with everything that is hidden."""

    @classmethod
    def of(cls, page: Page) -> Opponent:
        """Somebody at the table of a page where a game has begun."""
        page.evaluate(EYES)
        opponent = cls(page, kept_game(page))
        opponent.wait()
        return opponent

    def play(self, bot: str = "greedy") -> None:
        """One move, as this bot would make it; then bots move, until a person has to."""
        self.look()
        choices = self.game.choices()
        assert isinstance(choices, Choices)
        action = self.game.game.bots[bot].choose(self.game.state, Random(len(self.game.moves)))
        before = self.wait()["count"]
        self._choose(choices, action.to_json(), before)

    def look(self) -> None:
        """Know what has been played: most of the time only a few moves more."""
        lines, known = kept(self.page)["lines"], self.game.lines
        if lines[: len(known)] == known:
            self.game.apply_all(lines[len(known) :])
        else:
            self.game = kept_game(self.page)


def begin(page: Page, game: str = "babylonia", kinds: tuple[str, ...] = ("", "greedy")) -> None:
    """Fill in the form and begin. `kinds`: a bot for each seat, "" for a person."""
    page.locator("#game").select_option(game)
    page.locator("#players").select_option(str(len(kinds)))
    for seat, kind in enumerate(kinds, 1):
        page.get_by_label(f"Seat {seat}", exact=True).select_option(kind)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#table").or_(page.locator("#cover")).filter(visible=True)).to_be_visible(timeout=READY)


def kept(page: Page) -> JsonObject:
    """What the page keeps of the game."""
    found: JsonObject = page.evaluate(KEPT)
    return found


def keep(page: Page, game: dict[str, Any]) -> None:
    """Put a game where the page looks for it."""
    page.evaluate(KEPT, {"key": "now", "components": None, **game})


def kept_game(page: Page) -> Table:
    """The game that the page keeps."""
    found = kept(page)
    table = Table(header_of(found["header"]))
    table.apply_all(found["lines"])
    return table


def finished(bots: tuple[str | None, ...] = (None, "greedy"), left: int = 0) -> dict[str, Any]:
    """A game that is over, as the page keeps it; or so many moves before."""
    log = simulate_game("ishtar", 2, "base", ("greedy",), 3, seats=["Player", "Casual"])
    header, *lines = map(json.loads, log.splitlines())
    header["meta"] = {"bots": bots}
    moves = lines[: len(lines) - 1 - left]
    return {"header": header, "lines": moves, "seed": "clay", "turn": 9, "over": not left}
