"""What to tell people about component data that nobody has confirmed against a printed copy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.game import Game

CONFIRMED = "confirmed"

SECTIONS = {
    "published_counts": gettext_noop("published counts"),
    "map": gettext_noop("the map"),
    "tiles": gettext_noop("the tiles"),
    "cards": gettext_noop("the cards"),
    "tokens": gettext_noop("the tokens"),
    "scoring": gettext_noop("the scoring"),
}
LEVELS = {
    "one source": gettext_noop("from one source only"),
    "reconstructed": gettext_noop("reconstructed"),
}


@dataclass(frozen=True, slots=True)
class DataNote:
    """One section of a component set that is not confirmed. `source` is in English, as it stands in the data."""

    components: str
    section: str
    level: str
    source: str


def notes_on(game: Game, component_sets: Iterable[str]) -> list[DataNote]:
    """The unconfirmed sections of these built-in component sets, in the order of the data."""
    return [
        DataNote(
            components,
            _(SECTIONS[section]) if section in SECTIONS else section,
            _(LEVELS[found.level]) if found.level in LEVELS else found.level,
            found.source,
        )
        for components in sorted(set(component_sets))
        for section, found in game.confidence(components).items()
        if found.level != CONFIRMED
    ]
