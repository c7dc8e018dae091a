"""The component sets behind the games of a dashboard, and the cards in them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from django.utils.translation import gettext_noop

from engine.game import Card, ComponentSet, Game
from nabu.games.library import sets_named

UNKNOWN_KIND = gettext_noop("other cards")
"""The kind of cards of a set that the engine of today does not read any more."""


def sets_of(game: Game, names: Collection[str]) -> list[ComponentSet]:
    """The sets of these names, the built-in ones first. At most one query, and none for these."""
    found = sets_named(game, set(names))
    built_in = {name: number for number, name in enumerate(game.component_sets)}
    return sorted(found, key=lambda one: (built_in.get(one.name, len(built_in)), one.name))


def components_in(game: Game, variant: str) -> str:
    """The component set that stands in the key of a variant (`engine.variants`)."""
    return variant.rpartition("@")[2] if "@" in variant else game.component_sets[0]


def cards_shown(game: Game, sets: Sequence[ComponentSet], keys: Iterable[str]) -> dict[str, Card]:
    """The cards of the built-in sets and of these, by key. Where sets disagree on a card, the first one names it.

    Of `keys`, what the games speak of, those that stand in none of the sets are there too, named by their key.
    """
    built_in = [game.components(name) for name in game.component_sets]
    cards: dict[str, Card] = {}
    for one in (*built_in, *sets):
        for card in one.cards:
            cards.setdefault(card.key, card)
    for key in keys:
        if key not in cards:
            cards[key] = Card(key, key, "", UNKNOWN_KIND)
    return cards


def kinds_of(cards: dict[str, Card]) -> dict[str, str]:
    """The kind of each card, as the statistics take it."""
    return {key: card.kind for key, card in cards.items()}
