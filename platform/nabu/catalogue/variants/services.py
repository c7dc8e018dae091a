"""Saving and retiring variants. One transaction and one audit entry each.

Every function takes the acting account first and raises `nabu.core.errors.NotAllowed` (wrong person) or
`nabu.core.errors.Refused` (with a sentence for the page).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from engine.game import BadComponents, BadSetup, Game, Ruleset
from engine.variants import switches_off_default, variant_key
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.catalogue.games.library import sets_named
from nabu.catalogue.games.models import ComponentSet
from nabu.catalogue.games.queries import chosen_set
from nabu.catalogue.games.refusals import impossible_rules
from nabu.catalogue.games.services import BadFile, load_component_set
from nabu.catalogue.variants.derived import MOST_CHANGES, derived, problem_is_about, values_of
from nabu.catalogue.variants.models import Variant
from nabu.catalogue.variants.permissions import can_retire_variant, can_save_variant
from nabu.core.errors import NotAllowed, Refused
from nabu.core.name_keys.keys import name_key, same_name
from nabu.core.name_keys.tidy import tidy
from nabu.core.sentences import sentence
from nabu.core.typed_names import check_typed

NAME_LENGTH, DESCRIPTION_LENGTH = 60, 2000
LONGEST_SET_NAME = 59


class BadValues(Refused):
    """A component set with these values cannot be used: `problems` by the path of a changed value, "" for the others.

    What the engine says is in English.
    """

    def __init__(self, problems: Mapping[str, list[str]]) -> None:
        super().__init__(_("The game cannot be played with these values."))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class VariantSpec:
    """A way to play that gets a name. Without `components` it is the game's first built-in set.

    `changes`: new values by their paths in that set (`derived.values_of`); the set with them is loaded under the name
    `set_name`, or one made of the variant's.
    """

    name: str
    ruleset: str
    switches: Mapping[str, Any] = field(default_factory=dict)
    components: str = ""
    description: str = ""
    changes: Mapping[str, int] = field(default_factory=dict)
    set_name: str = ""


def save_variant(actor: User, game: Game, spec: VariantSpec, sent_from: str = "") -> Variant:
    """Give a way to play a name. Raises Refused, BadValues for values with which one cannot play, TryLater for too many
    component sets from one account or network (`sent_from`).
    """
    if not can_save_variant(actor):
        raise NotAllowed
    name, description = tidy(spec.name), spec.description.strip()
    check_typed(name)
    if not name:
        raise Refused(_("A variant needs a name."))
    if len(name) > NAME_LENGTH or len(description) > DESCRIPTION_LENGTH:
        raise Refused(_("The name or the description is too long."))
    try:
        rules = game.ruleset(spec.ruleset, spec.switches)
    except BadSetup as problem:
        raise impossible_rules(problem) from None
    wanted = spec.components or game.component_sets[0]
    loaded = chosen_set(game, wanted)
    off = switches_off_default(game, spec.switches)
    try:
        with transaction.atomic():
            _check_name(game, name)
            if spec.changes:
                set_name = spec.set_name or _set_name(game, name)
                loaded = _load_derived(actor, game, wanted, spec.changes, set_name, sent_from)
                wanted = loaded.name
            _check_playable(game, rules, wanted)
            key = variant_key(game, spec.ruleset, off, wanted)
            _check_key(game, key)
            made = Variant.objects.create(
                game=game.key,
                name=name,
                description=description,
                ruleset=spec.ruleset,
                switches=off,
                components=wanted,
                component_set=loaded,
                key=key,
                owner=actor,
            )
            audit(actor, "variant.saved", made, after=_snapshot(made))
            return made
    except IntegrityError:
        # Somebody was faster by the blink of an eye; now the variant is there to be named.
        _check_name(game, name)
        raise


@transaction.atomic
def retire_variant(actor: User, variant: Variant) -> Variant:
    """No longer offered. Tournaments and experiments that chose it continue."""
    locked = Variant.objects.select_for_update().get(pk=variant.pk)
    if not can_retire_variant(actor, locked):
        raise NotAllowed
    if locked.retired_at is not None:
        raise Refused(_("This variant is already retired."))
    locked.retired_at = timezone.now()
    locked.save(update_fields=["retired_at"])
    audit(actor, "variant.retired", locked, _snapshot(locked, retired=False), _snapshot(locked, retired=True))
    return locked


def _check_name(game: Game, name: str) -> None:
    others = Variant.objects.filter(game=game.key, name_key=name_key(name)).values_list("name", flat=True)
    if any(same_name(other, name) for other in others):
        raise Refused(_("Another variant is called “%(name)s”. Give this one a different name.") % {"name": name})


def _check_key(game: Game, key: str) -> None:
    same = Variant.objects.filter(game=game.key, key=key, retired_at=None).first()
    if same is not None:
        raise Refused(_("This way to play is already saved as “%(name)s”.") % {"name": same.name})


def _load_derived(
    actor: User, game: Game, base: str, changes: Mapping[str, int], name: str, sent_from: str
) -> ComponentSet:
    """The set with these values, loaded like a file that somebody brings: checked, kept for ever, found by digest."""
    found = next(iter(sets_named(game, [base])), None)
    if found is None:
        raise Refused(_("The current engine cannot read the component set “%(set)s”.") % {"set": base})
    if len(changes) > MOST_CHANGES:
        raise Refused(
            _("At most %(most)s values can be changed at once. Load a file instead.") % {"most": MOST_CHANGES}
        )
    known = {value.path: value.value for value in values_of(found.data)}
    problems = {path: [_("This component set has no such value.")] for path in changes if path not in known}
    problems |= {
        path: [_("The value is already %(value)s.") % {"value": value}]
        for path, value in changes.items()
        if known.get(path) == value
    }
    if problems:
        raise BadValues(problems)
    try:
        content = json.dumps(derived(found.data, name, changes), ensure_ascii=False, indent=1).encode()
        return load_component_set(actor, content, game, sent_from)
    except BadFile as refusal:
        raise BadValues(_by_path(refusal.problems, changes)) from None


def _set_name(game: Game, name: str) -> str:
    """A name for a component set that is made of the name of a variant."""
    words = slugify(name).replace("_", "-").strip("-")[:LONGEST_SET_NAME].rstrip("-")
    return words if len(words) > 1 else f"{game.key}-{words or 'variant'}"


def _by_path(problems: list[str], changes: Mapping[str, int]) -> dict[str, list[str]]:
    """What is wrong, at the changed values that it is about."""
    sorted_out: dict[str, list[str]] = {}
    for problem in problems:
        about = [path for path in changes if problem_is_about(problem, path)]
        for path in about or [""]:
            sorted_out.setdefault(path, []).append(problem)
    return sorted_out


def _check_playable(game: Game, rules: Ruleset, components: str) -> None:
    """Raises BadValues unless a game can begin with every number of players."""
    found = next(iter(sets_named(game, [components])), None)
    if found is None:
        raise Refused(_("The current engine cannot read the component set “%(set)s”.") % {"set": components})
    for players in game.player_counts:
        try:
            setup = game.new_setup(players, rules, found, Random(0))
            game.start(players, rules, found, setup)
        except (BadSetup, BadComponents) as problem:
            said = _("With %(players)s players: %(problem)s.")
            raise BadValues({"": [said % {"players": players, "problem": sentence(problem.message)}]}) from None


def _snapshot(variant: Variant, *, retired: bool = False) -> dict[str, Any]:
    """The variant as the audit trail shows it."""
    return {
        "game": variant.game,
        "name": variant.name,
        "ruleset": variant.ruleset,
        "switches": variant.switches,
        "components": variant.components,
        "components_sha256": variant.component_set.sha256 if variant.component_set else None,
        "retired": retired,
    }
