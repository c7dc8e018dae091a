"""What pages and API show of a game and its component sets."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import F, QuerySet
from django.db.models.lookups import IsNull
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from engine.game import CONFIDENCE_LEVELS, Card, Game
from engine.game import ComponentSet as Components
from nabu.accounts.players.models import Person
from nabu.accounts.players.names import name_in_query, name_of
from nabu.catalogue.games.models import ComponentSet
from nabu.catalogue.games.permissions import can_restore_components, can_withdraw_components
from nabu.catalogue.games.words import edition_words
from nabu.core.errors import Refused


@dataclass(frozen=True, slots=True)
class SectionLine:
    """A section of a component set: `level` is a key of the engine's levels of confidence, `words` say it."""

    key: str
    title: str
    level: str
    words: str
    source: str


@dataclass(frozen=True, slots=True)
class LoadedSet:
    """A loaded set, who loaded it, and what this person may do with it."""

    row: ComponentSet
    who: str
    withdrawn_by: str
    may_withdraw: bool
    may_restore: bool


def sections_of(game: Game, components: Components) -> list[SectionLine]:
    """How sure each section of the set is, in the order of the game."""
    lines = []
    for key, title in game.sections.items():
        mark = components.confidence[key]
        words = _(CONFIDENCE_LEVELS[mark.level])
        source = "\n".join(_(line) for line in mark.source.splitlines() if line)
        lines.append(SectionLine(key, _(title), mark.level, words, source))
    return lines


def cards_by_kind(components: Components) -> list[tuple[str, list[Card]]]:
    """The cards of the set in its order, those of a kind together."""
    return [(kind, list(cards)) for kind, cards in groupby(components.cards, key=lambda card: card.kind)]


def loaded_sets(game: Game) -> QuerySet[ComponentSet]:
    """The loaded sets of a game, with their people, by name; withdrawn ones last."""
    rows = ComponentSet.objects.filter(game=game.key).select_related("uploaded_by__player", "withdrawn_by__player")
    return rows.order_by(IsNull(F("withdrawn_at"), False), "name")


def for_person(components: ComponentSet, user: Person) -> LoadedSet:
    """A set of `loaded_sets` as this person sees it."""
    withdrawn = components.withdrawn_at is not None
    return LoadedSet(
        components,
        name_of(components.uploaded_by),
        name_of(components.withdrawn_by) if withdrawn else "",
        not withdrawn and can_withdraw_components(user, components),
        withdrawn and can_restore_components(user, components),
    )


def offered_sets(game: Game, kept: str = "") -> list[tuple[str, str | Promise]]:
    """The sets that a new tournament may choose, as choices of a form; `kept` is offered too if it was withdrawn."""
    rows: Any = ComponentSet.objects.filter(game=game.key).annotate(who=name_in_query("uploaded_by")).order_by("name")
    choices: list[tuple[str, str | Promise]] = [(name, edition_words(game.key, name)) for name in game.component_sets]
    for name, who, withdrawn_at in rows.values_list("name", "who", "withdrawn_at"):
        if withdrawn_at is None:
            choices.append((name, _("%(name)s, loaded by %(who)s") % {"name": name, "who": who}))
        elif name == kept:
            choices.append((name, _("%(name)s, withdrawn") % {"name": name}))
    return choices


def chosen_set(game: Game, name: str, kept: int | None = None) -> ComponentSet | None:
    """The loaded set of the name that somebody chose, None for a built-in one. `kept` may have been withdrawn since.

    Raises Refused.
    """
    if name in game.component_sets:
        return None
    found = ComponentSet.objects.filter(game=game.key, name=name).first()
    if found is None:
        raise Refused(_("This game has no component set “%(set)s”.") % {"set": name})
    if found.withdrawn_at is not None and found.pk != kept:
        raise Refused(_("The component set “%(set)s” was withdrawn. Choose another one.") % {"set": found.name})
    return found
