"""A game log on the page that shows it: its verdict, without sending it anywhere."""

from __future__ import annotations

import base64

from engine.browser.library import library_of
from engine.for_people import ForPeople
from engine.game import JsonObject
from engine.log.replay import replay
from engine.simulate import simulate_game


class LogCounter:
    """The log of a page."""

    def __init__(self, language: ForPeople) -> None:
        self._language = language

    def verify(self, asked: JsonObject) -> JsonObject:
        """The verdict on a log (`bytes` in Base64), as `python -m engine verify` gives it."""
        report = replay(base64.b64decode(asked["bytes"]), library=library_of(asked.get("components")))
        return {"report": report.to_json()}

    def simulate(self, asked: JsonObject) -> JsonObject:
        """The log of a game between bots: `game`, `players`, `ruleset`, `bots`, `seed`, and `switches` if there are."""
        log = simulate_game(
            asked["game"], asked["players"], asked["ruleset"], asked["bots"], asked["seed"], asked.get("switches")
        )
        return {"log": log.decode("utf-8")}
