"""What people must be told about a game whose components are not known in full."""

from __future__ import annotations

from collections.abc import Iterable

from engine import reconstructed
from engine.game import ComponentSet, Game
from engine.registry import GAMES
from nabu.catalogue.games.library import sets_named
from nabu.core.sentences import LANGUAGE


def reconstructed_note(game: Game, components: Iterable[ComponentSet]) -> str | None:
    """One plain sentence on what is reconstructed in these sets of the game; None if nothing is.

    `nabu.catalogue.games.library.sets_named` finds the sets by their names.
    """
    return reconstructed.reconstructed_note(LANGUAGE, game, components)


def note_on(game: str, components: str) -> str | None:
    """The same sentence for what a tournament or a log names, known here or not."""
    known = GAMES.get(game)
    return reconstructed_note(known, sets_named(known, [components])) if known else None
