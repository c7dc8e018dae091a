"""Babylonia at a table on the screen: the steps of its actions, its words, its setup slot by slot, its bounds."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.catalogue import english
from engine.game import NOBODY, BadSetup, CardEvent, ScoreEvent
from engine.message import VERBATIM
from tests.engine.babylonia_positions import COMPONENTS, GAME, arrange
from tests.engine.strategies import Table, tables, walk
from tests.engine.test_table_contract import are_in, bounds_of, outside, put, said
from tests.profiles import examples

NAMES = ("Ana", "Bo", "Cem", "Dee")


def told(**words: Any) -> str:
    return english(GAME.told(COMPONENTS, GAME.action_from_json(words, COMPONENTS)))


def paths(state: Any) -> list[list[tuple[str, Any, str, tuple[str, ...]]]]:
    """Each path as keys, values, words and places."""
    return [
        [(step.key, step.value, english(step.label), step.places) for step in GAME.steps(state, action)]
        for action in state.legal_actions()
    ]


def test_a_placement_is_a_token_and_then_a_hex() -> None:
    state = arrange(2, {"0604": "P"}, [], rack=["farmer", "priest"])
    found = paths(state)
    assert [
        ("do", "place", "Place a token", ()),
        ("token", "priest", "Priest", ()),
        ("hex", "0216", "0216", ("hex:0216",)),
    ] in found
    assert {path[1][1] for path in found} == {"farmer", "priest"}


def test_sites_and_cards_have_names() -> None:
    state = arrange(2, {"0604": "P"}, [], rack=["farmer"])
    number = state.board.number
    state.surrounded, state.phase = [number["0604"], number["0812"]], 2
    assert [path[1][2:] for path in paths(state)] == [
        ("City 0604", ("hex:0604",)),
        ("Ziggurat 0812", ("hex:0812",)),
    ]
    state.phase = 3
    assert paths(state)[2] == [
        ("do", "take", "Take a ziggurat card", ()),
        ("card", 3, "Card 3: Rack of seven", ("card:3",)),
    ]
    state.phase = 5
    assert [path[1][2] for path in paths(state)] == ["Save it for later", "Take the extra turn"]


def test_every_card_is_marked_once_wherever_it_lies() -> None:
    state = arrange(2, {"0604": "P"}, [], rack=["farmer"], cards={0: [1], 1: [5, 2]})
    state.card2_spent = True
    root = ElementTree.fromstring(GAME.picture(state, NAMES[:2]))
    assert sorted(found for each in root.iter() if (found := each.get("data-card"))) == list("1234567")
    for seat, cards in enumerate((["1"], ["2", "5"])):
        line = next(each for each in root.iter() if each.get("data-seat") == str(seat))
        assert [found for each in line.iter() if (found := each.get("data-card"))] == cards
    offer = next(each for each in root.iter() if each.get("data-part") == "tray")
    assert [found for each in offer.iter() if (found := each.get("data-card"))] == list("3467")


def test_moves_are_told() -> None:
    assert told(seat=0, do="place", token="priest", hex="0216") == "places a priest on 0216"
    assert told(seat=0, do="place", token="official", hex="0216") == "places an official on 0216"
    assert told(seat=0, do="place", token="unknown", hex="0016") == "places a face-down token on 0016"
    assert told(seat=0, do="stop") == "stops placing"
    assert told(seat=0, do="score", hex="0604") == "scores the city 0604"
    assert told(seat=0, do="score", hex="0812") == "scores the ziggurat 0812"
    assert told(seat=0, do="take", card=3) == "takes card 3 (Rack of seven)"
    assert told(seat=0, do="extra_turn", use=True) == "takes the extra turn of card 2"
    assert told(seat=0, do="extra_turn", use=False) == "saves card 2 for later"
    tokens = ["farmer", "priest", "farmer"]
    assert told(chance="draw", seat=1, tokens=tokens) == "draws 2 farmers and 1 priest"
    assert told(chance="draw", seat=1, tokens=[]) == "draws nothing"


def test_what_does_not_exist_is_told_as_it_is() -> None:
    assert told(seat=0, do="place", token="king", hex="9999") == "seat 0: place king 9999"
    assert told(seat=0, do="take", card=77) == "seat 0: take 77"
    assert told(seat=0, do="score", hex="9999") == "scores the city 9999"
    assert told(chance="draw", seat=0, tokens=["king"]) == "draw seat 0: king"


def test_points_are_explained() -> None:
    def explained(source: str, points: int, cause: str) -> str:
        return english(GAME.explained(COMPONENTS, ScoreEvent(0, source, points, cause)))

    assert explained("farm_value", 7, "farm 0612") == "7 points for the farm 0612"
    assert explained("ziggurat", 1, "ziggurat 0812") == "1 point for a token next to the ziggurat 0812"
    assert explained("city_nobles", 4, "city 0121") == "4 points for nobles at the city 0121"
    assert explained("card1", 10, "card 1") == "10 points for ziggurat card 1"
    assert english(GAME.explained(COMPONENTS, CardEvent(1, "1", "taken", ("1",)))) == "takes ziggurat card 1"
    assert GAME.places_of(COMPONENTS, ScoreEvent(0, "farm_value", 7, "farm 0612")) == ("hex:0612",)
    assert GAME.places_of(COMPONENTS, ScoreEvent(0, "card1", 10, "card 1")) == ("card:1",)


@given(table=tables("babylonia"))
@examples(10)
def test_all_that_happens_has_words_of_its_own(table: Table) -> None:
    for _, action, events in walk(table):
        assert GAME.told(COMPONENTS, action).key != VERBATIM
        assert all(GAME.explained(COMPONENTS, event).key != VERBATIM for event in events)


@given(seed=st.integers(0, 2**32), players=st.sampled_from(GAME.player_counts))
@examples(8)
def test_a_physical_table_places_unknown_tokens_in_the_river(seed: int, players: int) -> None:
    rules, rng = GAME.ruleset("base", {}), Random(seed)
    state = GAME.start(players, rules, COMPONENTS, GAME.new_setup(players, rules, COMPONENTS, rng), hidden=True)
    unknown = 0
    while state.to_move != NOBODY and state.turn < 12:
        actions = list(state.legal_actions())
        steps = [step for action in actions for step in GAME.steps(state, action)]
        unknown += any(step.value == "unknown" and said(step.label) == "Face-down token" for step in steps)
        are_in(GAME.picture(state, NAMES[:players]), {place for step in steps for place in step.places})
        action = state.legal_actions().sample(rng)
        assert GAME.told(COMPONENTS, action).key != VERBATIM
        state.apply(action)
    assert unknown


@given(table=tables("babylonia"), seed=st.integers(0, 2**32))
@examples(15)
def test_whoever_lays_out_the_table_may_put_every_thing_in_every_slot(table: Table, seed: int) -> None:
    rules, rng = GAME.ruleset(table.ruleset, table.switches), Random(seed)
    setup = table.setup()
    for part in GAME.setup_parts(table.players, rules, COMPONENTS):
        things = [value for value, _, count in part.things for _ in range(count or 0)]
        for slot, value in zip(part.slots, rng.sample(things, len(part.slots)), strict=True):
            put(setup, slot.path, value)
    GAME.start(table.players, rules, COMPONENTS, setup)


def test_a_table_for_five_is_not_laid_out() -> None:
    rules = GAME.ruleset("base", {})
    with pytest.raises(BadSetup):
        GAME.setup_parts(5, rules, COMPONENTS)
    with pytest.raises(BadSetup):
        GAME.bounds(5, rules, COMPONENTS)


def test_what_cannot_be_is_outside_the_bounds() -> None:
    bounds = bounds_of(Table(GAME, 2, "base", {}, 1, 0.5))
    # F5, F6 and F7 are there once; card 1 pays ten points to one seat; there is no card 8; the twelve cities of
    # two players make 1 + 2 + … + 12 city tiles.
    for sources, wrong in (
        ([{"farm_value": 19}, {}], "farm_value"),
        ([{"farm_value": 11}, {"farm_value": 13}], "farm_value"),
        ([{"card1": 10}, {"card1": 10}], "card1"),
        ([{"city_nobles_card8": 2}, {}], "city_nobles_card8"),
        ([{"city_tiles": 70}, {"city_tiles": 9}], "city_tiles"),
        ([{"ziggurat": -1}, {}], "ziggurat"),
    ):
        assert wrong in outside(bounds, [0, 0], sources)
    assert outside(bounds, [0, 1000], [{}, {}]) == ["score"]
    assert outside(bounds, [100, 90], [{"city_tiles": 40}, {"city_tiles": 38}]) == []
