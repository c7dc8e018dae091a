"""The component sets behind the games of a dashboard, and the cards in them."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_noop

from engine.game import Card, ComponentSet, Game
from nabu.dashboards.queries import GameOnRecord
from nabu.games.library import sets_named

UNKNOWN_KIND = gettext_noop("other cards")
"""The kind of cards of a set that the engine of today does not read any more."""


def sets_shown(game: Game, games: Sequence[GameOnRecord]) -> list[ComponentSet]:
    """The sets that these games were played with, the built-in ones first. At most one query, and none for these."""
    found = sets_named(game, {on_record.game.facts["components"] for on_record in games})
    built_in = {name: number for number, name in enumerate(game.component_sets)}
    return sorted(found, key=lambda one: (built_in.get(one.name, len(built_in)), one.name))


def cards_shown(game: Game, games: Sequence[GameOnRecord], sets: Sequence[ComponentSet]) -> dict[str, Card]:
    """The cards of the built-in sets and of these, by key. Where sets disagree on a card, the first one names it.

    A card that stands in the facts of a game and in none of the sets is there too, named by its key.
    """
    built_in = [game.components(name) for name in game.component_sets]
    cards: dict[str, Card] = {}
    for one in (*built_in, *sets):
        for card in one.cards:
            cards.setdefault(card.key, card)
    for on_record in games:
        for _turn, _seat, key, _what, offered in on_record.game.facts["cards"]:
            for name in (key, *offered):
                if name not in cards:
                    cards[name] = Card(name, name, "", UNKNOWN_KIND)
    return cards


def kinds_of(cards: dict[str, Card]) -> dict[str, str]:
    """The kind of each card, as the statistics take it."""
    return {key: card.kind for key, card in cards.items()}
