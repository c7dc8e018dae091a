"""What people must be told about a game whose components are not known in full."""

from __future__ import annotations

from collections.abc import Iterable

from engine import sentences
from engine.for_people import ForPeople
from engine.game import ComponentSet, Game

RECONSTRUCTED = "reconstructed"


def reconstructed_note(language: ForPeople, game: Game, components: Iterable[ComponentSet]) -> str | None:
    """One plain sentence on what is reconstructed in these sets of the game; None if nothing is."""
    found = {section for one in components for section, mark in one.confidence.items() if mark.level == RECONSTRUCTED}
    if not found:
        return None
    parts = tuple(language.text(title) for section, title in game.sections.items() if section in found)
    return language.render(sentences.RECONSTRUCTED.message(parts=parts))
