"""What to tell people about component data that nobody has compared with a printed copy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.game import CONFIDENCE_LEVELS, ComponentSet, Game
from nabu.games.words import source_words

SURE = {"rulebook", "confirmed"}


@dataclass(frozen=True, slots=True)
class DataNote:
    """One section of a component set that is not sure. `source` is in English, as it stands in the data."""

    components: str
    section: str
    level: str
    source: str


def notes_on(game: Game, sets: Iterable[ComponentSet]) -> list[DataNote]:
    """The sections of these component sets that are not sure, in the order of the game's sections."""
    return [
        DataNote(one.name, _(title), _(CONFIDENCE_LEVELS[mark.level]), source_words(one, mark))
        for one in sets
        for section, title in game.sections.items()
        if (mark := one.confidence[section]).level not in SURE
    ]
