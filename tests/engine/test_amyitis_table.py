"""Amyitis at a table on the screen: the order of choices, words, places, what lies on the table, bounds of scores."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.amyitis.components import PLAYERS
from engine.amyitis.game import AMYITIS
from engine.amyitis.names import CRAFTS
from engine.amyitis.state import AmyitisState
from engine.catalogue import english
from engine.game import CardEvent, Event, ScoreEvent
from engine.table.choices import Choices, choices_of
from tests.cases import each
from tests.engine.amyitis_positions import (
    SET,
    caravan_at,
    cards,
    do,
    give,
    in_temple,
    setup,
    start,
    to_procession,
    water,
)
from tests.engine.pictures import NAMES, SVG, marked, some_position, title_of
from tests.engine.strategies import Table, tables, walk
from tests.profiles import examples


def paths(state: AmyitisState, kind: str) -> list[list[tuple[str, Any]]]:
    """The paths to the actions of a kind, as keys and values after the kind itself."""
    found = [AMYITIS.steps(state, action) for action in state.legal_actions() if action.kind == kind]
    assert all((path[0].key, path[0].value) == ("do", kind) for path in found)
    return [[(step.key, step.value) for step in path[1:]] for path in found]


def labels(state: AmyitisState, kind: str) -> list[list[str]]:
    """The same in words."""
    return [
        [english(step.label) for step in AMYITIS.steps(state, action)[1:]]
        for action in state.legal_actions()
        if action.kind == kind
    ]


def places(state: AmyitisState, kind: str, key: str) -> dict[Any, tuple[str, ...]]:
    """Where the steps of a key are in the picture, by their value."""
    steps = [step for action in state.legal_actions() if action.kind == kind for step in AMYITIS.steps(state, action)]
    return {step.value: step.places for step in steps if step.key == key}


# The order of choices


def test_a_craft_card_is_recruited_by_group_then_craft() -> None:
    state = start(2, [["peasant", "peasant", "merchant"], ["priest", "engineer", "merchant"]])
    assert paths(state, "recruit")[0] == [("group", 0), ("craft", "peasant")]
    assert labels(state, "recruit")[2] == ["Group 2", "Priest"]
    by_craft = {
        (action.first, action.values[1]): AMYITIS.steps(state, action)[2].places
        for action in state.legal_actions()
        if action.kind == "recruit"
    }
    assert by_craft[0, "peasant"] == ("craft:0-0", "craft:0-1")
    assert by_craft[0, "merchant"] == ("craft:0-2",)
    # A card says its group too: a tap on it is the whole move.
    assert places(state, "recruit", "group") == {0: (), 1: ()}


def test_the_caravan_is_moved_by_camels_then_to_a_city() -> None:
    state = start()
    give(state, 0, "salt", "barley", camels=1)
    cards(state, 0, caravaneer=1)
    water(state, 1, "r3c0-r3c1")
    assert [("camels", 1), ("squares", 1)] in paths(state, "caravan")
    assert [("camels", 2), ("squares", 2)] in paths(state, "caravan")
    assert ["1 camel", "Eshnunna, 1 square"] in labels(state, "caravan")
    assert ["2 camels", "Susa, 2 squares"] in labels(state, "caravan")
    assert places(state, "caravan", "squares")[2] == ("city:Susa",)


def test_planting_is_square_then_payment_then_gardeners() -> None:
    state = start()
    give(state, 0, "salt", "wine", gardeners=1)
    water(state, 1, "r3c0-r3c1")
    do(state, "caravan", camels=1, squares=1)
    assert paths(state, "plant") == [
        [("square", square), ("pay", paid), ("gardeners", gardeners)]
        for paid in ("salt", "wine")
        for square in ("r3c0", "r3c1")
        for gardeners in (0, 1)
    ]
    assert labels(state, "plant")[0] == ["Square r3c0", "Salt", "No gardener"]
    assert labels(state, "plant")[1] == ["Square r3c0", "Salt", "1 gardener"]
    assert places(state, "plant", "square") == {"r3c0": ("square:r3c0",), "r3c1": ("square:r3c1",)}


def test_resources_are_chosen_one_by_one_in_one_order() -> None:
    state = start()
    give(state, 0, "salt", "salt", "dates")
    caravan_at(state, "Ninoua")
    do(state, "caravan", camels=1, squares=1)
    assert paths(state, "sell") == [
        [("resources", "dates")],
        [("resources", "salt")],
        [("resources", "dates"), ("resources", "salt")],
        [("resources", "salt"), ("resources", "salt")],
    ]
    choices = choices_of(AMYITIS, state)
    assert isinstance(choices, Choices)
    (sell,) = choices.tree
    assert [[english(node.step.label) for node in first.next] for first in sell.next] == [["Salt", "Done"]] * 2


def test_a_court_card_is_called_by_the_level_that_comes_next() -> None:
    state = start()
    give(state, 0, "barley")
    cards(state, 0, banker=1)
    caravan_at(state, "Eshnunna")
    do(state, "caravan", camels=1, squares=1)
    assert labels(state, "buy") == [["Banker 2", "Barley"], ["Caravaneer 1", "Barley"]]


@given(data=st.data())
@examples(8)
def test_the_cards_of_a_craft_are_those_of_the_picture(data: st.DataObject) -> None:
    table = data.draw(tables("amyitis"))
    for number, (state, action, _) in enumerate(walk(table)):
        if action.kind != "recruit" or number % 5:
            continue
        assert isinstance(state, AmyitisState)
        drawn = marked(ElementTree.fromstring(AMYITIS.picture(state, NAMES[: table.players])), "data-craft")
        for group in range(table.players):
            for craft in CRAFTS:
                recruit = AMYITIS.action_from_json({"seat": 0, "do": "recruit", "group": group, "craft": craft}, SET)
                found = [place.split(":")[1] for place in AMYITIS.steps(state, recruit)[2].places]
                assert found == [
                    key for key, element in drawn.items() if title_of(element) == f"group {group + 1}: {craft.title()}"
                ]


# Words


@each(
    ("line", "words"),
    [
        ({"do": "pass"}, "passes"),
        ({"do": "recruit", "group": 1, "craft": "priest"}, "recruits a priest from group 2"),
        ({"do": "recruit", "group": 0, "craft": "engineer"}, "recruits an engineer from group 1"),
        ({"do": "caravan", "camels": 1, "squares": 3}, "pays 1 camel and moves the caravan 3 squares"),
        ({"do": "field", "row": 0}, "places a cube on field row 1"),
        ({"do": "temple", "temple": "marduk"}, "places a cube in the temple of Marduk"),
        ({"do": "irrigate", "side": "r2c3-r3c3"}, "irrigates the side r2c3-r3c3"),
        ({"do": "sell", "resources": ["salt", "salt"]}, "sells 2 salt"),
        ({"do": "sell", "resources": ["dates", "wine"]}, "sells dates and wine"),
        ({"do": "buy", "card": "banker", "pay": "salt"}, "buys a banker for salt"),
        ({"do": "plant", "square": "r3c2", "pay": ["salt"], "gardeners": 0}, "plants on r3c2 for salt"),
        (
            {"do": "plant", "square": "r3c2", "pay": ["salt", "palm"], "gardeners": 2},
            "plants on r3c2 for salt and palm with 2 gardeners",
        ),
        ({"do": "choose", "card": "palace"}, "chooses a palace"),
        ({"do": "take", "resource": "palm"}, "takes palm"),
        ({"do": "token", "resource": "palm"}, "takes the token with palm"),
        ({"do": "procession", "temple": "ishtar"}, "joins the procession to the temple of Ishtar"),
        ({"do": "reward", "take": "camel"}, "takes a camel"),
        ({"do": "swap", "give": "wine", "take": "salt"}, "swaps wine for salt"),
        ({"do": "decline"}, "swaps nothing"),
        ({"do": "keep", "resources": ["barley", "barley", "wine"]}, "keeps 2 barley and wine"),
        ({"do": "keep", "resources": []}, "keeps no resource"),
    ],
)
def test_a_move_is_told_without_its_subject(line: dict[str, Any], words: str) -> None:
    action = AMYITIS.action_from_json({"seat": 0, **line}, SET)
    assert english(AMYITIS.told(SET, action)) == words


def test_the_craft_cards_are_told_by_group() -> None:
    action = AMYITIS.action_from_json(
        {"chance": "craft", "groups": [["priest", "peasant", "peasant"], ["merchant"]]}, SET
    )
    words = "the craft cards are laid out: group 1: Priest, Peasant and Peasant and group 2: Merchant"
    assert english(AMYITIS.told(SET, action)) == words


@each(
    ("event", "words", "place"),
    [
        (ScoreEvent(1, "engineer", 2, "side r2c3-r3c3"), "2 points for the side r2c3-r3c3", "side:r2c3-r3c3"),
        (ScoreEvent(1, "sale", 3, "Babylon"), "3 points for a sale in Babylon", "city:Babylon"),
        (ScoreEvent(1, "palace", 4, "palace-3"), "4 points for palace 3", "seat:1"),
        (ScoreEvent(1, "tiles", 1, "square r1c2"), "1 point for the garden tile on r1c2", "square:r1c2"),
        (ScoreEvent(1, "irrigation", 2, "square r1c2"), "2 points for the most cubes around r1c2", "square:r1c2"),
        (ScoreEvent(1, "banker", 2, "banker-3"), "2 points from banker 3", "seat:1"),
        (ScoreEvent(1, "marduk", 1, "temple of Marduk"), "1 point for the temple of Marduk", "temple-row:marduk"),
        (ScoreEvent(1, "amyitis_card", 5, "Amyitis card"), "5 points from the Amyitis card", "seat:1"),
        (ScoreEvent(1, "stock", 1, "resources left"), "1 point for resources left", "seat:1"),
        (CardEvent(1, "banker-1", "taken", ()), "takes the card Banker 1", "seat:1"),
        (CardEvent(1, "gardener", "used", ()), "uses the card Gardener", "seat:1"),
    ],
)
def test_an_event_is_explained_and_has_a_place(event: Event, words: str, place: str) -> None:
    assert english(AMYITIS.explained(SET, event)) == words
    assert AMYITIS.places_of(SET, event) == (place,)


def test_the_words_of_a_real_game_are_those_of_the_rules() -> None:
    """The causes that the rules write are the ones that the words read."""
    state = start()
    in_temple(state, 1, 0)
    state.talents[0] = 0
    to_procession(state)
    events = do(state, "procession", temple="marduk")
    while not any(isinstance(event, ScoreEvent) for event in events):
        events = list(state.apply(next(iter(state.legal_actions()))))
    assert [english(AMYITIS.explained(SET, event)) for event in events] == ["2 points for the temple of Marduk"]


# The picture


@given(data=st.data())
@examples(10)
def test_rows_temples_groups_and_seats_are_marked(data: st.DataObject) -> None:
    state, players, _ = some_position("amyitis", data)
    root = ElementTree.fromstring(AMYITIS.picture(state, NAMES[:players]))
    for row, group in marked(root, "data-row").items():
        assert list(marked(group, "data-field")) == [f"{row}-{place}" for place in range(5)]
    assert list(marked(root, "data-row")) == ["0", "1"]
    temples = marked(root, "data-temple-row")
    assert list(temples) == ["ishtar", "marduk", "tammouz"]
    for number, group in enumerate(temples.values()):
        assert [key.split("-")[0] for key in marked(group, "data-temple")] == [str(number)] * len(state.temples[number])
    groups = marked(root, "data-group")
    assert list(groups) == [str(number) for number in range(players)]
    for key, group in groups.items():
        assert all(card.split("-")[0] == key for card in marked(group, "data-craft"))
    seats = marked(root, "data-seat")
    for seat, element in seats.items():
        assert NAMES[int(seat)] in [text.text for text in element.iter(f"{SVG}text")]
    assert list(seats) == list(groups)


# What lies on the table


@each("players", PLAYERS)
@each("token", ["wine", "random_plain"])
def test_every_filling_of_the_parts_is_a_setup(players: int, token: str) -> None:
    rules = AMYITIS.ruleset("base", {"caravaneer2_token": token})
    parts = AMYITIS.setup_parts(players, rules, SET)
    for seed in range(12):
        rng = Random(seed)
        laid = AMYITIS.new_setup(players, rules, SET, Random(0))
        for part in parts:
            things = [value for value, _, count in part.things for _ in range(count or len(part.slots))]
            for slot, value in zip(part.slots, rng.sample(things, len(part.slots)), strict=True):
                *way, last = slot.path
                found: Any = laid
                for key in way:
                    found = found[key]
                assert found[last] is not None
                found[last] = value
        AMYITIS.start(players, rules, SET, laid)
    assert ("tokens" in {part.key for part in parts}) == (token == "random_plain")


def test_garden_tiles_and_plants_say_what_they_are() -> None:
    parts = {part.key: part for part in AMYITIS.setup_parts(4, AMYITIS.ruleset("base", {}), SET)}
    words = {value: english(label) for part in parts.values() for value, label, _ in part.things}
    assert words["Q1-1"] == "Q1-1: 1 prestige and a court card of choice"
    assert words["Q2-3"] == "Q2-3: 4 prestige, 1 camel and 1 talent"
    assert words["P1"] == "P1: quality 1, on the back quality 2 with palm"
    assert words[1] == "Side 2: quality 2 with barley"
    assert [slot.path for slot in parts["summit"].slots] == [("garden", "r0c0")]
    assert len(parts["quality-1"].slots) == len(setup(4)["garden"]) - 9
    for part in parts.values():
        texts = [english(label) for _, label, _ in part.things]
        assert len(set(texts)) == len(texts)


# Bounds


@given(table=tables("amyitis"))
@examples(12)
def test_scores_lie_within_the_bounds(table: Table) -> None:
    bounds = AMYITIS.bounds(table.players, AMYITIS.ruleset("base", table.switches), SET)
    sources = [Counter[str]() for _ in range(table.players)]
    for _, _, events in walk(table):
        for event in events:
            if isinstance(event, ScoreEvent):
                sources[event.seat][event.source] += event.points
    for found in sources:
        assert bounds.score[0] <= found.total() <= bounds.score[1]
        assert all(least <= found[key] <= most for key, (least, most) in bounds.sources.items())
    for shared in bounds.shared:
        assert sum(found[key] for found in sources for key in shared.sources) <= shared.most


@pytest.mark.parametrize("players", PLAYERS)
def test_bounds_come_from_what_is_in_the_box(players: int) -> None:
    bounds = AMYITIS.bounds(players, AMYITIS.ruleset("base", {}), SET)
    assert bounds.sources["palace"] == (0, sum(SET.palace_prestige))
    assert bounds.sources["amyitis_card"] == (0, 10)
    assert bounds.sources["stock"] == (0, 4)
    assert bounds.sources["tiles"][1] <= sum(tile.prestige for tile in SET.tiles)
    assert {"tiles", "engineer", "irrigation"} <= {key for shared in bounds.shared for key in shared.sources}


def test_two_players_cannot_have_the_tiles_of_squares_that_are_not_played() -> None:
    rules = AMYITIS.ruleset("base", {})
    assert AMYITIS.bounds(2, rules, SET).sources["tiles"] < AMYITIS.bounds(4, rules, SET).sources["tiles"]


def test_a_game_that_ends_at_once_may_leave_more_resources() -> None:
    at_once = AMYITIS.ruleset("base", {"end_check": "immediately"})
    assert AMYITIS.bounds(3, at_once, SET).sources["stock"][1] > 4
