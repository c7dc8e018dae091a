"""What to tell people about component data that nobody has compared with a printed copy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from engine.game import CONFIDENCE_LEVELS, ComponentSet, Game

SURE = {"rulebook", "confirmed"}


@dataclass(frozen=True, slots=True)
class DataNote:
    """Sections of a component set that are not sure for the same reason. `source` is in English, as in the data."""

    components: str
    sections: str
    level: str
    source: str


def notes_on(game: Game, sets: Iterable[ComponentSet]) -> list[DataNote]:
    """What is not sure in these component sets, in the order of the game's sections."""
    sections: dict[tuple[str, str, str], list[str]] = {}
    for one in sets:
        for section, title in game.sections.items():
            mark = one.confidence[section]
            if mark.level not in SURE:
                sections.setdefault((one.name, mark.level, mark.source), []).append(_(title))
    return [
        DataNote(name, get_text_list(titles, _("and")), _(CONFIDENCE_LEVELS[level]), source)
        for (name, level, source), titles in sections.items()
    ]
