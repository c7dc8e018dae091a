"""Saving and retiring variants, and what they say of themselves."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import override

from engine.registry import GAMES
from nabu.accounts.audit.models import AuditEntry
from nabu.accounts.players.models import User
from nabu.catalogue.games.models import ComponentSet
from nabu.catalogue.games.services import load_component_set
from nabu.catalogue.variants.models import Variant
from nabu.catalogue.variants.queries import differences, in_short
from nabu.catalogue.variants.services import BadValues, VariantSpec, retire_variant, save_variant
from nabu.core.errors import NotAllowed, Refused
from nabu.core.sentences import sentence
from tests.cases import each
from tests.platform.scenario import account, component_file

pytestmark = pytest.mark.django_db

BABYLONIA = GAMES["babylonia"]


@pytest.fixture
def ana() -> User:
    return account("ana")


@pytest.mark.both_databases
def test_the_printed_rules_are_there_from_the_beginning() -> None:
    printed = {(variant.game, variant.key) for variant in Variant.objects.filter(owner=None)}
    assert printed == {(game.key, ruleset) for game in GAMES.values() for ruleset in game.rulesets}


def test_what_the_engine_does_not_take_is_told_in_the_readers_language(ana: User) -> None:
    told = []
    for language in ("en", "de"):
        with override(language), pytest.raises(Refused) as refused:
            save_variant(ana, BABYLONIA, VariantSpec(name="New", ruleset="base", switches={"no_such_rule": True}))
        told.append(refused.value.message)
    assert "not possible: unknown switch 'no_such_rule'" in told[0]
    assert "unbekannter Schalter 'no_such_rule'" in told[1]


@pytest.mark.both_databases
def test_saved_and_retired(ana: User) -> None:
    made = save_variant(
        ana,
        BABYLONIA,
        VariantSpec(
            name="  Open  racks ",
            ruleset="seven_of_nine",
            switches={"rack_visibility": "open", "end_check": "after_refill"},
        ),
    )
    assert (made.name, made.key) == ("Open racks", "seven_of_nine+rack_visibility=open")
    assert made.switches == {"rack_visibility": "open"}
    told = [tuple(map(sentence, (each.what, each.here, each.printed))) for each in differences(made)]
    assert told == [("Ruleset", "Seven of nine", "Base"), ("Who sees the racks", "everybody", "owner only")]
    assert in_short([made]) == [
        "Ruleset: Seven of nine instead of Base; Who sees the racks: everybody instead of owner only"
    ]
    with pytest.raises(NotAllowed):
        retire_variant(account("dia"), made)
    retire_variant(ana, made)
    with pytest.raises(Refused):
        retire_variant(ana, made)
    actions = AuditEntry.objects.filter(object_type="variants.variant").order_by("pk")
    assert list(actions.values_list("action", flat=True)) == ["variant.saved", "variant.retired"]
    # What is retired may be saved again, under another name.
    assert (
        save_variant(ana, BABYLONIA, VariantSpec(name="Open", ruleset="seven_of_nine", switches=made.switches)).key
        == made.key
    )


@pytest.mark.both_databases
@each(
    ("words", "told"),
    [
        ({"name": " "}, "needs a name"),
        ({"name": "base"}, "Another variant is called “base”"),
        ({"name": "Again"}, "already saved as “Base”"),
        ({"ruleset": "eight_of_nine"}, "not possible"),
        ({"switches": {"end_check": "never"}}, "not possible"),
        ({"components": "nowhere"}, "no component set “nowhere”"),
        ({"changes": {f"scoring/{n}": 1 for n in range(6)}}, "At most 5 values"),
    ],
)
def test_refused(ana: User, words: dict[str, Any], told: str) -> None:
    with pytest.raises(Refused, match=told):
        save_variant(ana, BABYLONIA, VariantSpec(**({"name": "New", "ruleset": "base"} | words)))
    assert not Variant.objects.filter(owner=ana).exists()


@pytest.mark.both_databases
def test_other_values_make_a_component_set_that_is_kept(ana: User) -> None:
    made = save_variant(ana, BABYLONIA, VariantSpec(name="Rack of four", ruleset="base", changes={"rack/limit": 4}))
    assert (made.key, made.component_set) == ("base@rack-of-four", ComponentSet.objects.get(name="rack-of-four"))
    told = [tuple(map(sentence, (each.what, each.here, each.printed))) for each in differences(made)]
    assert told == [("Edition", "rack-of-four", "Babylonia (Reiner Knizia, 2019)"), ("rack › limit", "4", "5")]
    again = save_variant(
        ana,
        BABYLONIA,
        VariantSpec(
            name="Rack of four, dear city",
            ruleset="base",
            components="rack-of-four",
            changes={"scoring/city_tile": 3},
            set_name="dear-city",
        ),
    )
    assert again.key == "base@dear-city"
    assert in_short([again]) == ["rack › limit: 4 instead of 5; scoring › city tile: 3 instead of 1"]


@pytest.mark.parametrize(
    ("name", "set_name"),
    [("7", "babylonia-7"), ("★", "babylonia-variant"), ("Big_rack", "big-rack"), ("r" * 60, "r" * 59)],
)
def test_a_set_is_named_after_the_variant(ana: User, name: str, set_name: str) -> None:
    assert (
        save_variant(ana, BABYLONIA, VariantSpec(name=name, ruleset="base", changes={"rack/limit": 7})).components
        == set_name
    )


@pytest.mark.parametrize(
    ("changes", "path", "told"),
    [
        ({"rack/limit": 2, "scoring/noble": 3}, "rack/limit", "less than the minimum of 3"),
        ({"rack/size": 4}, "rack/size", "no such value"),
        ({"rack/limit": 5}, "rack/limit", "already 5"),
        ({"players/2/tiles/P": 3}, "players/2/tiles/P", "19 tiles for 18 tile slots"),
        ({"hexes/0/id": 3}, "hexes/0/id", "no such value"),
    ],
)
def test_values_that_cannot_be_played_are_told_at_their_place(
    ana: User, changes: dict[str, int], path: str, told: str
) -> None:
    with pytest.raises(BadValues) as refused:
        save_variant(ana, BABYLONIA, VariantSpec(name="New", ruleset="base", changes=changes))
    assert refused.value.problems.keys() == {path}
    assert told in refused.value.problems[path][0]
    assert not ComponentSet.objects.exists()
    assert not Variant.objects.filter(owner=ana).exists()


@pytest.mark.both_databases
def test_a_name_that_is_taken_leaves_no_component_set_behind(ana: User) -> None:
    load_component_set(ana, component_file("rack-of-four"))
    with pytest.raises(Refused, match="rack-of-four"):
        save_variant(ana, BABYLONIA, VariantSpec(name="Rack of four", ruleset="base", changes={"rack/limit": 4}))
    assert ComponentSet.objects.count() == 1
