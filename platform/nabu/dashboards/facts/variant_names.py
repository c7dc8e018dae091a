"""What people call a variant: the name of a saved one, else its ruleset and what differs, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.game import Game
from nabu.games.words import in_words
from nabu.variants.models import Variant


def variant_names(game: Game, keys: Iterable[str]) -> dict[str, str]:
    """The name of each key, in the given order. At most one query."""
    keys = list(keys)
    saved = saved_variants(game, keys)
    return {key: saved[key].name if key in saved else described(key) for key in keys}


def saved_variants(game: Game, keys: Collection[str]) -> dict[str, Variant]:
    """Those of the variants that were given a name, by key. At most one query."""
    found = Variant.objects.filter(game=game.key, key__in=keys).order_by("pk") if keys else []
    # The same way to play may have been saved, retired and saved again: the one of today comes last and stays.
    return {variant.key: variant for variant in sorted(found, key=lambda one: one.retired_at is None)}


def described(key: str) -> str:
    """ "seven_of_nine+redraw=3@my-set" as "seven of nine, redraw = 3, my-set"."""
    rules, _at, components = key.partition("@")
    ruleset, *switches = rules.split("+")
    words = [in_words(ruleset), *(in_words(switch).replace("=", " = ") for switch in switches)]
    return ", ".join([*words, components] if components else words)
