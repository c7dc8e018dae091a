"""What the games were played with: variants by name, component sets, their cards, and what is not sure in them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.game import CONFIDENCE_LEVELS, Card, ComponentSet, Game
from nabu.catalogue.games.library import sets_named
from nabu.catalogue.games.words import edition_words, english
from nabu.catalogue.variants.models import Variant

UNKNOWN_KIND = gettext_noop("other cards")
"""The kind of cards of a set that the engine of today does not read any more."""

SURE = {"rulebook", "confirmed"}
"""Levels of confidence about which nobody needs a note."""


@dataclass(frozen=True, slots=True)
class DataNote:
    """Sections of a component set that are not sure for the same reason. `source` is in English, as in the data."""

    components: str
    sections: str
    level: str
    source: str


def variant_names(game: Game, keys: Iterable[str]) -> dict[str, str]:
    """The name of each key, in the given order. At most one query."""
    keys = list(keys)
    saved = saved_variants(game, keys)
    return {key: saved[key].title if key in saved else described(key) for key in keys}


def saved_variants(game: Game, keys: Collection[str]) -> dict[str, Variant]:
    """Those of the variants that were given a name, by key. At most one query."""
    found = Variant.objects.filter(game=game.key, key__in=keys).order_by("pk") if keys else []
    # The same way to play may have been saved, retired and saved again: the one of today comes last and stays.
    return {variant.key: variant for variant in sorted(found, key=lambda one: one.retired_at is None)}


def described(key: str) -> str:
    """ "seven_of_nine+redraw=3@my-set" as "seven of nine, redraw = 3, my-set"."""
    rules, _at, components = key.partition("@")
    ruleset, *switches = rules.split("+")
    words = [english(ruleset), *(english(switch).replace("=", " = ") for switch in switches)]
    return ", ".join([*words, components] if components else words)


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


def _in_words(source: str) -> str:
    """Where the values of a part are from, line by line in the reader's language."""
    return "\n".join(_(line) for line in source.splitlines() if line)


def notes_on(game: Game, sets: Iterable[ComponentSet]) -> list[DataNote]:
    """What is not sure in these component sets, in the order of the game's sections."""
    sections: dict[tuple[str, str, str], list[str]] = {}
    for one in sets:
        for section, title in game.sections.items():
            mark = one.confidence[section]
            if mark.level not in SURE:
                sections.setdefault((one.name, mark.level, mark.source), []).append(_(title))
    return [
        DataNote(
            edition_words(game.key, name),
            get_text_list(titles, _("and")),
            _(CONFIDENCE_LEVELS[level]),
            _in_words(source),
        )
        for (name, level, source), titles in sections.items()
    ]
