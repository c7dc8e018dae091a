"""The one place where a page's questions arrive: `Desk.answer` in the worker, and in tests without a browser.

A question is {"ask": "record.enter", ...}: the part before the point is one of the counters below, the rest a method of
it that takes the question and returns the answer. Answers are {"answer": ...}, or {"refused": sentence} for what the
rules do not allow. Everything else that goes wrong is an error of the program and is raised.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from engine import ENGINE_VERSION
from engine.browser.aside import AsideCounter
from engine.browser.exercise import ExerciseCounter
from engine.browser.language import Translated
from engine.browser.log import LogCounter
from engine.browser.play import PlayCounter
from engine.browser.record import RecordCounter
from engine.browser.review import ReviewCounter
from engine.game import EngineError, JsonObject
from engine.registry import GAMES

Operation = Callable[[JsonObject], JsonObject]


class Desk:
    """Answers one page. What it is told between two questions stays: its language, a game that is recorded."""

    def __init__(self) -> None:
        self._operations: Mapping[str, Operation] = {}
        self._furnish(Translated())

    def answer(self, question: str) -> str:
        """The answer to a question, both as JSON. Raises KeyError for an unknown one."""
        asked: JsonObject = json.loads(question)
        try:
            found: JsonObject = {"answer": self._operations[asked["ask"]](asked)}
        except EngineError as error:
            found = {"refused": self._language.render(error.message)}
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))

    def _furnish(self, language: Translated) -> None:
        self._language = language
        self._operations = {
            "begin": self._begin,
            **_operations("exercise", ExerciseCounter(language)),
            **_operations("aside", AsideCounter(language)),
            **_operations("log", LogCounter(language)),
            **_operations("play", PlayCounter(language)),
            **_operations("record", RecordCounter(language)),
            **_operations("review", ReviewCounter(language)),
        }

    def _begin(self, asked: JsonObject) -> JsonObject:
        """`words`: the language of the page, None for English. Says what this engine is: versions and digests."""
        self._furnish(Translated(asked.get("words")))
        return versions()


def versions() -> JsonObject:
    """What two engines must agree on before one goes on where the other has stopped."""
    games = {
        game.key: {
            "rules": game.rules_version,
            "components": {name: game.components(name).sha256 for name in game.component_sets},
        }
        for game in GAMES.values()
    }
    return {"engine": ENGINE_VERSION, "games": games}


def _operations(name: str, counter: object) -> dict[str, Operation]:
    """The public methods of a counter by the names under which pages ask for them."""
    methods = (method for method in dir(type(counter)) if not method.startswith("_"))
    return {f"{name}.{method}": getattr(counter, method) for method in methods}
