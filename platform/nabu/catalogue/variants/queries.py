"""What pages and API show of variants: in what they differ from the printed game, where they are played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from engine.game import ComponentSet as Components
from engine.game import Game, Switch
from engine.message import Message, verbatim
from engine.registry import GAMES
from nabu.catalogue.games.library import sets_named
from nabu.catalogue.games.texts import option_message, ruleset_message, switch_message
from nabu.catalogue.games.words import edition_words, value_words
from nabu.catalogue.variants.derived import changed_values
from nabu.catalogue.variants.models import Variant
from nabu.core.sentences import LANGUAGE

MOST_VALUES = 20
"""So many changed values of a component set are told one by one."""

NOTHING = verbatim("")


class Rules(Protocol):
    """A way to play: a variant, or the rules of a tournament."""

    game: str
    ruleset: str
    switches: dict[str, Any]
    components: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which a variant is not the printed game: what it is, how it is here, how it is there.

    `note` explains a ruling. `is_set`: it is the component set; `is_value`: one of the values in it.
    """

    what: Message
    here: Message
    printed: Message
    note: str = ""
    is_set: bool = False
    is_value: bool = False


def offered_variants(game: str) -> QuerySet[Variant]:
    """Those that may be chosen."""
    return Variant.objects.filter(game=game, retired_at=None).order_by("name_key", "pk")


def listed_variants(game: Game) -> QuerySet[Variant]:
    """All variants of a game with the numbers of public tournaments that try them and of games there that have a
    result, retired ones last."""
    public = Q(tried_in__tournament__practice=False) & ~Q(tried_in__tournament__status="draft")
    played = Q(tables__status="confirmed", tables__round__stage__tournament__practice=False)
    return (
        Variant.objects.filter(game=game.key)
        .select_related("owner__player")
        .annotate(
            tournaments=_number("tried_in", public),
            games=_number("tables", played),
            is_retired=Q(retired_at__isnull=False),
        )
        .order_by("is_retired", "name_key", "pk")
    )


def tables_with_variant(variant: Variant, limit: int) -> list[Any]:
    """Public tables at which the variant is or was played, the latest first."""
    tables = variant.tables.filter(round__stage__tournament__practice=False)
    tables = tables.exclude(round__status="draft").select_related("round__stage__tournament")
    return list(tables.order_by("-pk")[:limit])


def differences(rules: Rules, sets: Mapping[str, Components] | None = None) -> list[Difference]:
    """In what a way to play differs from the printed game: the first ruleset, all defaults, the first built-in set.

    `sets`: the component sets by name, if they are read.
    """
    game = GAMES.get(rules.game)
    if game is None:
        return []
    found = []
    if rules.ruleset != game.rulesets[0]:
        found.append(
            Difference(
                Message("variants.ruleset"),
                ruleset_message(game.key, rules.ruleset),
                ruleset_message(game.key, game.rulesets[0]),
            )
        )
    for switch in game.switches:
        value = rules.switches.get(switch.name, switch.default)
        if value != switch.default:
            here, printed = (_option(game, switch, option) for option in (value, switch.default))
            found.append(Difference(switch_message(game.key, switch.name), here, printed, _(switch.note)))
    if rules.components != game.component_sets[0]:
        found += _of_components(game, rules.components, sets)
    return found


def in_short(ways: Sequence[Rules]) -> list[str]:
    """The differences of each of these ways to play one game, in one line, for a list or a sheet. One query for all."""
    game = GAMES.get(ways[0].game) if ways else None
    names = {game.component_sets[0], *(rules.components for rules in ways)} if game else set()
    sets = {each.name: each for each in sets_named(game, names)} if game else {}
    return ["; ".join(LANGUAGE.render_all(short_differences(rules, sets))) for rules in ways]


def short_differences(rules: Rules, sets: Mapping[str, Components] | None = None) -> list[Message]:
    """The differences one by one. The name of a component set is left out where its values are told."""
    found = differences(rules, sets)
    values = any(difference.is_value for difference in found)
    told = [
        Message("variants.instead", {"what": each.what, "here": each.here, "printed": each.printed})
        if each.here != NOTHING
        else each.what
        for each in found
        if not (values and each.is_set)
    ]
    return told or [Message("variants.printed_rules")]


def _option(game: Game, switch: Switch, option: str | int | bool) -> Message:
    if isinstance(option, bool):
        return Message("variants.yes" if option else "variants.no")
    return option_message(game.key, switch.name, option)


def _number(related: str, which: Q) -> Coalesce:
    """How many rows point to a variant, counted apart from everything else that is asked."""
    rows = Variant.objects.filter(which, pk=OuterRef("pk")).order_by()
    return Coalesce(Subquery(rows.values("pk").annotate(number=Count(related)).values("number")), 0)


def _of_components(game: Game, name: str, sets: Mapping[str, Components] | None) -> list[Difference]:
    first = game.component_sets[0]
    found = [
        Difference(
            Message("variants.edition"),
            verbatim(edition_words(game.key, name)),
            verbatim(edition_words(game.key, first)),
            is_set=True,
        )
    ]
    if sets is None:
        sets = {each.name: each for each in sets_named(game, [first, name])}
    if first not in sets or name not in sets:
        return found
    values = changed_values(sets[first].data, sets[name].data)
    for value in values[:MOST_VALUES]:
        here, printed = (verbatim("–" if number is None else str(number)) for number in (value.after, value.before))
        found.append(Difference(verbatim(value_words(value.words)), here, printed, is_value=True))
    if len(values) > MOST_VALUES:
        more = Message("variants.more_values", {"number": len(values) - MOST_VALUES})
        found.append(Difference(more, NOTHING, NOTHING))
    return found
