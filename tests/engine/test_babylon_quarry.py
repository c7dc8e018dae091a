"""Babylon: setup, digging, round tokens, storage, rounds. Sections of the Spanish rulebook in brackets."""

from __future__ import annotations

from random import Random

import pytest

from engine.babylon.cells import EFFECTS
from engine.babylon.game import BABYLON
from engine.babylon.phases import DIG
from engine.babylon.position import DOUBLE, SIMPLE
from engine.babylon.quarry import edge_pay, pay_for
from engine.babylon.state import BabylonState
from engine.game import CHANCE, NOBODY, BadSetup, BadShape
from tests.cases import each
from tests.engine.babylon_positions import (
    COMPONENTS,
    TILE,
    act,
    building,
    flowers_differ,
    place,
    refusal,
    stacks,
    start,
    top,
)

B2, C2, B3 = 5, 6, 9


def own_flower_tile(state: BabylonState, material: str) -> str:
    """A tile of that material with the flower of seat 0."""
    own = COMPONENTS.tiles[state.starting[0]].flower
    return next(tile.id for tile in COMPONENTS.tiles if tile.id.startswith(material) and tile.flower == own)


# A: dig a tile


def test_granite_beside_granite_basalt_floor_and_clay_pays_3() -> None:
    """[A: dig, example]"""
    state = start()
    stacks(state, b2=2, b1=2, c2=1, b3=0, a2=3)
    assert edge_pay(state, B2) == 3


def test_basalt_beside_wall_basalt_clay_and_granite_pays_3_with_its_flower() -> None:
    """[A: dig, example]"""
    state = start()
    stacks(state, b1=1, a1=1, c1=3, b2=2)
    top(state, "b1", own_flower_tile(state, "basalt"))
    assert edge_pay(state, 1) == 2
    assert pay_for(state, 0, 1) == 3


def test_every_clay_tile_of_the_untouched_quarry_pays_4_and_5_with_its_flower() -> None:
    """[A: dig] Also in the corner: the two wall edges are paid."""
    state = start()
    assert [edge_pay(state, stack) for stack in range(16)] == [4] * 16
    assert {pay_for(state, 0, stack) for stack in range(16)} == {4, 5}


def test_basalt_between_four_higher_stacks_pays_nothing() -> None:
    """[A: dig]"""
    state = start()
    stacks(state, b2=1, b1=2, a2=3, c2=2, b3=3)
    assert edge_pay(state, B2) == 0


def test_a_dig_pays_uncovers_and_leads_to_building() -> None:
    state = start()
    flowers_differ(state)
    action = BABYLON.action_from_json({"seat": 0, "do": "dig", "stack": "a1"}, COMPONENTS)
    state.apply(action)
    assert (state.to_move, state.simple[0], state.due()) == (CHANCE, 4, "a tile is uncovered on stack a1")
    for words, reason in (
        ({"chance": "uncover", "stack": "a1", "tile": "basalt-01"}, "cannot lie there"),
        ({"chance": "uncover", "stack": "a1", "tile": "granite-99"}, "cannot lie there"),
        ({"chance": "uncover", "stack": "b1", "tile": "granite-01"}, "another stack"),
        ({"chance": "round", "token": "round-01"}, "not due"),
        ({"chance": "remove", "stack": "a1"}, "not due"),
        ({"seat": 0, "do": "finish"}, "a draw is due"),
    ):
        refused = state.check(BABYLON.action_from_json(words, COMPONENTS))
        assert refused is not None
        assert refused.code == "bad_chance"
        assert reason in refused.reason
    state.apply(BABYLON.action_from_json({"chance": "uncover", "stack": "a1", "tile": "granite-07"}, COMPONENTS))
    assert state.due() == "seat 0 builds or finishes"
    assert state.observation(1)["quarry"]["a1"] == {"height": 2, "tile": "granite-07"}
    assert "granite-07" not in state.observation(1)["face_down"][1]


def test_an_empty_stack_cannot_be_dug_and_the_last_tile_uncovers_nothing() -> None:
    state = start()
    stacks(state, a1=1)
    act(state, "dig", stack="a1")
    assert state.due() == "seat 0 builds or finishes"
    state.phase = DIG
    assert "the stack is empty" in refusal(state, "dig", stack="a1")
    assert "this stack does not exist" in refusal(state, "dig", stack="e1")


@pytest.mark.parametrize(
    ("switch", "option", "expected"),
    [
        ("quarry_corner_edges", "one_per_tile", 3),
        ("quarry_empty_neighbour", "pays_bottom_layer_only", 3),
        ("quarry_lower_neighbour", "one_layer_lower_only", 3),
    ],
)
def test_switches_of_the_pay(switch: str, option: str, expected: int) -> None:
    """A clay tile in the corner beside the floor and beside basalt pays 4 by default."""
    assert [edge_pay(prepared(**found), 0) for found in ({}, {switch: option})] == [4, expected]


def prepared(**switches: str) -> BabylonState:
    state = start(**switches)
    stacks(state, b1=0, a2=1)
    return state


def test_the_floor_pays_basalt_under_every_ruling() -> None:
    state = start(quarry_empty_neighbour="pays_bottom_layer_only")
    stacks(state, b2=1, b1=0, a2=0, c2=0, b3=0)
    assert edge_pay(state, B2) == 4


# Setup


def test_removing_clay_before_the_first_go() -> None:
    """[Setup 5] 2 players three each in turn, 3 players one each, 4 players none; it pays nothing."""
    for players, order in ((2, [0, 1, 0, 1, 0, 1]), (3, [0, 1, 2])):
        state = start(players)
        seats = []
        for stack in ("a1", "b1", "c1", "d1", "a2", "b2")[: len(order)]:
            seats.append(state.to_move)
            assert "removes a clay tile" in state.due()
            act(state, "remove", stack=stack)
            if state.turn == 0:
                assert "clay tile of this stack is gone" in refusal(state, "remove", stack=stack)
                assert "not possible now" in refusal(state, "dig", stack="d4")
        assert seats == order
        assert state.simple == [0] * players
        assert len(state.removed) == len(order)
        assert (state.turn, state.to_move, state.phase) == (1, 0, DIG)
    assert start(4).turn == 1


def test_switch_clay_removal_pays() -> None:
    state = start(2, clay_removal_pays=True)
    for seat in (0, 1):
        flowers_differ(state, seat)
    act(state, "remove", stack="a1")
    act(state, "remove", stack="d4")
    act(state, "remove", stack="d1")
    assert state.simple == [6, 4], "no more than 6 are kept"


def test_switch_clay_removal_choice() -> None:
    state = start(3, clay_removal_choice="random")
    for _ in range(3):
        assert (state.to_move, state.due()) == (CHANCE, "a clay tile is removed from the quarry")
        state.apply(state.draw(Random(1)))
        state.apply(state.draw(Random(1)))
    assert (state.to_move, len(state.removed)) == (0, 3)
    again = start(3, clay_removal_choice="random")
    again.apply(BABYLON.action_from_json({"chance": "remove", "stack": "a1"}, COMPONENTS))
    again.apply(again.draw(Random(1)))
    refused = again.check(BABYLON.action_from_json({"chance": "remove", "stack": "a1"}, COMPONENTS))
    assert refused is not None
    assert refused.code == "bad_chance"


@each(
    ("change", "error"),
    [
        ({"quarry": ["clay-01"] * 16}, BadSetup),
        ({"quarry": ["granite-01"]}, BadSetup),
        ({"starting": ["start-1", "start-1"]}, BadSetup),
        ({"starting": ["start-1", "clay-01"]}, BadSetup),
        ({"starting": ["start-1"]}, BadSetup),
        ({"starting": [1, 2]}, BadShape),
        ({"quarry": {}}, BadShape),
        ({"more": []}, BadShape),
    ],
)
def test_setups_that_are_not_allowed(change: dict[str, object], error: type[Exception]) -> None:
    rules = BABYLON.ruleset("base", {})
    setup = BABYLON.new_setup(2, rules, COMPONENTS, Random(1)) | change
    with pytest.raises(error):
        BABYLON.start(2, rules, COMPONENTS, setup)
    with pytest.raises(BadSetup):
        BABYLON.start(5, rules, COMPONENTS, setup)


# Round tokens


@pytest.mark.parametrize(("effect", "pay"), [("none", 5), ("flower_double", 6), ("pillar_less", 4)])
def test_tokens_that_change_the_pay(effect: str, pay: int) -> None:
    """[Round tokens]"""
    state = start()
    top(state, "a1", own_flower_tile(state, "clay"))
    state.effect = EFFECTS.index(effect)
    assert pay_for(state, 0, 0) == pay


def test_pillar_less_never_pays_below_nothing_and_its_switch() -> None:
    for floor, stored, left in ((0, 2, 2), ("may_take_from_storage", 2, 1), ("may_take_from_storage", 0, 0)):
        state = start(pillar_less_floor=floor)
        stacks(state, b2=1, b1=2, a2=3, c2=2, b3=3)
        flowers_differ(state)
        state.simple[0] = stored
        state.effect = EFFECTS.index("pillar_less")
        act(state, "dig", stack="b2")
        assert state.simple[0] == left


def test_tokens_that_give_a_pillar_give_it_as_the_go_begins() -> None:
    """[Round tokens] The double pillar is lost at the end of the go."""
    state = after_round_1("round-05")
    assert (state.simple[0], state.double[0]) == (0, 1)
    act(state, "dig", stack="a1")
    supply = state.supply[DOUBLE]
    act(state, "finish")
    assert (state.double[0], state.supply[DOUBLE]) == (0, supply + 1)
    assert after_round_1("round-03").simple[0] == 1


def after_round_1(token: str, **switches: str) -> BabylonState:
    """Four seats have dug and discarded, then this token was turned up; the first seat has no pillars left."""
    state = start(**switches)
    for stack in ("d1", "d2", "d3", "d4"):
        for words in ({"do": "dig", "stack": stack}, {"do": "finish"}, {"do": "discard", "tile": ""}):
            while state.to_move == CHANCE:
                state.apply(state.draw(Random(2)))
            if "tile" in words:
                words["tile"] = COMPONENTS.tiles[state.dug].id
            state.apply(BABYLON.action_from_json({"seat": state.to_move, **words}, COMPONENTS))
    state.simple[0] = 0
    state.apply(BABYLON.action_from_json({"chance": "round", "token": token}, COMPONENTS))
    return state


def test_switch_token_gain_timing() -> None:
    """The pillar is claimed with a line of its own, once."""
    state = after_round_1("round-05", token_gain_timing="any_time_in_turn")
    assert state.double[0] == 0
    assert refusal(state, "claim") == ""
    later = state.copy()
    act(later, "dig", stack="a1")
    assert refusal(later, "claim") == ""
    act(state, "claim")
    assert state.double[0] == 1
    assert "nothing" not in refusal(state, "dig", stack="a1")
    assert "it was claimed" in refusal(state, "claim")
    state.claimed, state.supply[DOUBLE] = False, 0
    assert "no such pillar is left" in refusal(state, "claim")
    assert "no pillar to claim" in refusal(after_round_1("round-05"), "claim")


def test_a_token_cannot_be_turned_up_twice() -> None:
    state = start(2)
    state.tokens_seen, state.tokens_left = [4], 13
    state.phase, state.to_move = 2, CHANCE
    for token in ("round-05", "round-99"):
        refused = state.check(BABYLON.action_from_json({"chance": "round", "token": token}, COMPONENTS))
        assert refused is not None
        assert (refused.code, "turned up already" in refused.reason) == ("bad_chance", True)


# Rounds


@each(("players", "rounds", "left"), [(2, 15, 12), (3, 13, 6), (4, 11, 4)])
@each("timing", ["after_each_round", "before_each_round"])
def test_rounds_tokens_and_tiles_left(players: int, rounds: int, left: int, timing: str) -> None:
    """[Setup 3, 5; end of the game] One round more than tokens; the quarry never runs dry."""
    state = start(players, round_token_timing=timing)
    rng = Random(3)
    effects_at: dict[int, int] = {}
    while state.to_move != NOBODY:
        if state.turn:
            effects_at[(state.turn - 1) // players + 1] = len(state.tokens_seen)
        state.apply(state.draw(rng) if state.to_move == CHANCE else state.legal_actions().sample(rng))
    assert state.turn == rounds * players
    assert sum(state.stack_heights) == left
    assert len(state.tokens_seen) == rounds - 1
    if timing == "before_each_round":
        assert effects_at[1] == 1
        assert state.effect == 0, "the last round has no token"


def test_switch_first_player() -> None:
    openers = {}
    for option in ("random_and_fixed", "rotating"):
        state = start(3, first_player=option)
        rng, found = Random(1), []
        while state.to_move != NOBODY:
            if state.turn and len(found) < state.turn:
                found.append(state.active)
            state.apply(state.draw(rng) if state.to_move == CHANCE else state.legal_actions().sample(rng))
        openers[option] = found[:9]
    assert openers == {"random_and_fixed": [0, 1, 2] * 3, "rotating": [0, 1, 2, 1, 2, 0, 2, 0, 1]}


# C: store or discard, pillars


def test_at_most_six_simple_pillars_and_no_double_one_are_kept() -> None:
    """[C: store]"""
    state = building(simple=9, double=2)
    simple, double = state.supply[SIMPLE], state.supply[DOUBLE]
    act(state, "finish")
    assert (state.simple[0], state.double[0]) == (6, 0)
    assert (state.supply[SIMPLE], state.supply[DOUBLE]) == (simple + 3, double + 2)


def test_the_tile_just_dug_is_stored_or_discarded() -> None:
    """[C: store] The starting tile waits in the storage; another tile takes its place only if it is discarded."""
    state = building()
    first = state.stored[0]
    assert "not possible now" in refusal(state, "store", tile="basalt-01")
    act(state, "finish")
    assert {action.kind for action in state.legal_actions()} == {"store", "discard"}
    assert "neither" in refusal(state, "store", tile="basalt-02")
    kept, gone = state.copy(), state.copy()
    act(kept, "store", tile="basalt-01")
    act(gone, "discard", tile="basalt-01")
    assert (kept.stored[0], kept.discarded) == (TILE["basalt-01"], [first])
    assert (gone.stored[0], gone.discarded) == (first, [TILE["basalt-01"]])
    assert kept.to_move == gone.to_move == 1


def test_a_tile_that_was_placed_leaves_no_choice_at_the_end() -> None:
    state = building()
    act(state, **place("c3", 1))
    act(state, "finish")
    assert state.to_move == 1


def test_switch_may_drop_stored_tile() -> None:
    state = building(may_drop_stored_tile=False)
    act(state, "finish")
    assert "The stored tile may be discarded for a new one" in refusal(state, "store", tile="basalt-01")
    state.stored[0] = -1
    assert refusal(state, "store", tile="basalt-01") == ""


def test_an_exchange_gives_a_double_pillar_for_two_simple_ones() -> None:
    """[B: build]"""
    state = building(simple=3, double=0)
    act(state, "exchange")
    assert (state.simple[0], state.double[0]) == (1, 1)
    assert "needs two simple pillars" in refusal(state, "exchange")


def test_switches_of_a_short_supply() -> None:
    """What is not there is not paid and not exchanged, unless something stands in for it."""
    for switches, paid, reason in (
        ({}, 2, "no double pillar is left"),
        ({"short_supply": "unlimited_substitutes"}, 4, ""),
        ({"supply_limited": False}, 4, ""),
    ):
        state = start(**switches)
        flowers_differ(state)
        state.supply[SIMPLE], state.supply[DOUBLE] = 2, 0
        act(state, "dig", stack="a1")
        assert state.simple[0] == paid
        assert reason in refusal(state, "exchange")
        assert ("simple pillars" in state.census()) == (not switches)
        assert ("statue" in state.census()) == state.rulings.pieces_limited
