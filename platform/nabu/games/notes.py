"""What people must be told about a game whose components are not known in full."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from engine.game import ComponentSet, Game
from engine.registry import GAMES
from nabu.games.library import sets_named

RECONSTRUCTED = "reconstructed"


def reconstructed_note(game: Game, components: Iterable[ComponentSet]) -> str | None:
    """One plain sentence on what is reconstructed in these sets of the game; None if nothing is.

    `nabu.games.library.sets_named` finds the sets by their names.
    """
    found = {section for one in components for section, mark in one.confidence.items() if mark.level == RECONSTRUCTED}
    if not found:
        return None
    parts = [_(title) for section, title in game.sections.items() if section in found]
    return _(
        "Not the printed game: because no printed copy was at hand, values of these parts are reconstructed: %(parts)s."
    ) % {"parts": get_text_list(parts, _("and"))}


def note_on(game: str, components: str) -> str | None:
    """The same sentence for what a tournament or a log names, known here or not."""
    known = GAMES.get(game)
    return reconstructed_note(known, sets_named(known, [components])) if known else None
