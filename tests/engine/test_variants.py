"""The key of a variant: the same for the same way to play, different for two ways, whatever is written out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Game
from engine.registry import GAMES
from engine.variants import switches_off_default, variant_key

BABYLONIA, AMYITIS = GAMES["babylonia"], GAMES["amyitis"]
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


@st.composite
def ways(draw: st.DrawFn, game: Game) -> tuple[str, dict[str, Any], str]:
    """A ruleset, some switches written out in any order, and a component set."""
    chosen = draw(st.lists(st.sampled_from(game.switches), unique_by=lambda switch: switch.name))
    switches = {switch.name: draw(st.sampled_from(switch.options)) for switch in chosen}
    components = st.sampled_from([*game.component_sets, "my-set", "my-set-2"])
    return draw(st.sampled_from(game.rulesets)), switches, draw(components)


def complete(game: Game, way: tuple[str, dict[str, Any], str]) -> tuple[Any, ...]:
    """The whole of it: every switch with its value, and the type of the value."""
    ruleset, switches, components = way
    values = game.ruleset(ruleset, switches).switches
    return ruleset, components, {name: (type(value), value) for name, value in values.items()}


@EVERY_GAME
@given(data=st.data())
def test_two_ways_have_one_key_exactly_when_they_are_played_alike(game: Game, data: st.DataObject) -> None:
    one, other = data.draw(ways(game)), data.draw(ways(game))
    keys = variant_key(game, *one) == variant_key(game, *other)
    assert keys == (complete(game, one) == complete(game, other))


@EVERY_GAME
@given(data=st.data())
def test_order_and_defaults_change_nothing(game: Game, data: st.DataObject) -> None:
    ruleset, switches, components = data.draw(ways(game))
    everything = dict(reversed(game.ruleset(ruleset, switches).switches.items()))
    assert variant_key(game, ruleset, everything, components) == variant_key(game, ruleset, switches, components)


@EVERY_GAME
def test_no_two_options_of_a_switch_look_alike(game: Game) -> None:
    first = game.component_sets[0]
    for switch in game.switches:
        keys = {variant_key(game, "base", {switch.name: option}, first) for option in switch.options}
        assert len(keys) == len(switch.options)
        assert not any(mark in str(word) for word in (switch.name, *switch.options) for mark in '+=@"\\')


def test_examples() -> None:
    assert variant_key(BABYLONIA, "base", {}, "babylonia-2019") == "base"
    assert variant_key(BABYLONIA, "seven_of_nine", {}, "my-set") == "seven_of_nine@my-set"
    rules = {"neutral_cube_supply": 20, "end_check": "immediately", "temple_second_needs_cube": False}
    key = "base+end_check=immediately+neutral_cube_supply=20+temple_second_needs_cube=false@mine"
    assert variant_key(AMYITIS, "base", rules, "mine") == key


def test_yes_is_not_one_and_an_unknown_switch_stays() -> None:
    assert switches_off_default(BABYLONIA, {"card5_noble_count": 1, "network_points_on_tie": True}) == {}
    assert switches_off_default(BABYLONIA, {"card5_noble_count": True}) == {"card5_noble_count": True}
    assert variant_key(BABYLONIA, "base", {"gone": "on"}, "babylonia-2019") == "base+gone=on"
