"""The variants that are there from the beginning: each printed ruleset of each game, as it comes in the box."""

from __future__ import annotations

from typing import Any

from django.apps import apps as apps_of_today
from django.apps.registry import Apps

from engine.registry import GAMES
from engine.variants import variant_key
from nabu.catalogue.games.words import english


def save_printed_variants(using: str, apps: Apps = apps_of_today, **kwargs: Any) -> None:
    """Save those that nobody has saved yet, also for a game or a ruleset that came with an update. They have no owner.

    Called after every migration, with the models as they are then, and after a database was emptied.
    """
    try:
        variants = apps.get_model("variants", "Variant")._default_manager.using(using)
    except LookupError:
        return
    for game in GAMES.values():
        for ruleset in game.rulesets:
            components = game.component_sets[0]
            key = variant_key(game, ruleset, {}, components)
            name = english(ruleset)
            if not variants.filter(game=game.key, key=key).exists():
                variants.get_or_create(
                    game=game.key, name=name, defaults={"ruleset": ruleset, "components": components, "key": key}
                )
