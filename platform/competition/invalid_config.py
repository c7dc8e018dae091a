"""What is raised for settings, players and tables that make no sense. By itself, because everything imports it."""

from __future__ import annotations

from competition.texts import ENGLISH
from engine.message import Message


class InvalidConfig(ValueError):
    """The settings of a stage are not allowed, or do not allow a pairing. As text it is the English sentence."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return ENGLISH.render(self.message)


class InvalidInput(InvalidConfig):
    """Players, tables or results contradict each other or are incomplete. The sentence says which, and what to do."""
