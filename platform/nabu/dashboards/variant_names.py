"""What people call a variant: the name of a saved one, else its ruleset and what differs, in words."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Game
from nabu.games.words import in_words


def variant_names(game: Game, keys: Iterable[str]) -> dict[str, str]:
    """The name of each key, in the given order. At most one query."""
    return {key: _described(key) for key in keys}


def _described(key: str) -> str:
    """ "seven_of_nine+redraw=3@my-set" as "seven of nine, redraw = 3, my-set"."""
    rules, _at, components = key.partition("@")
    ruleset, *switches = rules.split("+")
    words = [in_words(ruleset), *(in_words(switch).replace("=", " = ") for switch in switches)]
    return ", ".join([*words, components] if components else words)
