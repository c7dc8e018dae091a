"""Why an action is not allowed: inside a game a small number for each reason, outside a code and a sentence."""

from __future__ import annotations

from engine.game import Action, IllegalAction
from engine.message import Catalogue
from engine.sentence import Template, Templates

ALLOWED = 0
"""The number of every game for what is allowed."""


class Refusals:
    """The reasons of one game, numbered from 1 as they are added."""

    def __init__(self, game: str) -> None:
        self._templates = Templates(game)
        self._reasons: list[tuple[str, Template]] = []

    @property
    def catalogue(self) -> Catalogue:
        """The English by key."""
        return self._templates.catalogue

    def add(self, code: str, name: str, text: str) -> int:
        """The number of a new reason: its code in a report, the last word of its key, and what it says."""
        self._reasons.append((code, self._templates(name, f"%(action)s: {text}")))
        return len(self._reasons)

    def illegal(self, name: str, text: str) -> int:
        """A new reason with the code `illegal_action`."""
        return self.add("illegal_action", name, text)

    def bad_chance(self, name: str, text: str) -> int:
        """A new reason with the code `bad_chance`."""
        return self.add("bad_chance", name, text)

    def explain(self, number: int, action: Action) -> IllegalAction:
        """The error for a reason, which names the action."""
        code, template = self._reasons[number - 1]
        return IllegalAction(code, template(action=action.text()))
