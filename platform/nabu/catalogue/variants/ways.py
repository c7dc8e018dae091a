"""The ways to play a game as choices of a form: saved variants and printed rules."""

from __future__ import annotations

from typing import Any

from engine.game import Game
from nabu.catalogue.games.words import ruleset_words
from nabu.catalogue.variants.models import Variant
from nabu.catalogue.variants.queries import offered_variants

PRINTED, SAVED = "ruleset:", "variant:"


class Ways:
    """What may be chosen. `choices` are values of a form with their names."""

    def __init__(self, game: Game) -> None:
        self._variants = {f"{SAVED}{variant.pk}": variant for variant in offered_variants(game.key)}
        saved = {variant.key for variant in self._variants.values()}
        printed = [(f"{PRINTED}{name}", ruleset_words(name)) for name in game.rulesets if name not in saved]
        named = [(value, variant.title) for value, variant in self._variants.items()]
        self.choices = sorted([*printed, *named], key=lambda choice: self._first_key(choice[0]) != game.rulesets[0])

    def variant(self, value: str) -> Variant | None:
        """The variant of a choice, which brings its own house rules and its own edition; None for printed rules."""
        return self._variants.get(value)

    def ruleset(self, value: str) -> str:
        """The ruleset of a choice."""
        variant = self.variant(value)
        return variant.ruleset if variant else value.removeprefix(PRINTED)

    def to_json(self) -> dict[str, dict[str, Any]]:
        """For a script: by value the ruleset, and of a variant its switches and its component set."""
        found: dict[str, dict[str, Any]] = {}
        for value, _name in self.choices:
            found[value] = {"ruleset": self.ruleset(value)}
            variant = self.variant(value)
            if variant is not None:
                found[value] |= {"switches": variant.switches, "set": variant.components}
        return found

    def _first_key(self, value: str) -> str:
        variant = self.variant(value)
        return variant.key if variant else value.removeprefix(PRINTED)
