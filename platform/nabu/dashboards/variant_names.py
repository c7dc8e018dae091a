"""What people call a variant: the name of a saved one, else its ruleset and what differs, in words."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Game
from nabu.games.words import in_words
from nabu.variants.models import Variant


def variant_names(game: Game, keys: Iterable[str]) -> dict[str, str]:
    """The name of each key, in the given order. At most one query."""
    keys = list(keys)
    # The same way to play may have been saved, retired and saved again: the name of today comes last and stays.
    saved = Variant.objects.filter(game=game.key, key__in=keys).order_by("pk") if keys else []
    named = {variant.key: variant.name for variant in sorted(saved, key=lambda one: one.retired_at is None)}
    return {key: named.get(key) or described(key) for key in keys}


def described(key: str) -> str:
    """ "seven_of_nine+redraw=3@my-set" as "seven of nine, redraw = 3, my-set"."""
    rules, _at, components = key.partition("@")
    ruleset, *switches = rules.split("+")
    words = [in_words(ruleset), *(in_words(switch).replace("=", " = ") for switch in switches)]
    return ", ".join([*words, components] if components else words)
