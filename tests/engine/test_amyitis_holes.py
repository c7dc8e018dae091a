"""What the texts of Amyitis leave open (docs/amyitis.md, "Gaps we filled"), and lines of no known shape."""

from __future__ import annotations

from typing import Any

import pytest

from engine.amyitis.names import GREY
from engine.game import CHANCE, BadSetup, BadShape
from tests.cases import each
from tests.engine.amyitis_positions import (
    AMYITIS,
    GROUPS,
    SET,
    caravan_at,
    cards,
    do,
    give,
    in_temple,
    lay_out,
    listed,
    phase,
    points,
    refused,
    setup,
    start,
    to_procession,
    water,
)

USELESS = "the action of the craft card is impossible (house rule “Recruiting a card whose action is impossible”)"


def test_without_a_cube_in_hand_peasant_priest_and_engineer_are_useless() -> None:
    state = start()
    state.cubes[0] = 0
    for craft in ("peasant", "priest", "engineer"):
        assert refused(state, "recruit", group=0, craft=craft) == USELESS
    assert refused(state, "recruit", group=1, craft="merchant") is None


def test_without_a_cube_in_hand_a_sale_irrigates_nothing() -> None:
    state = start()
    caravan_at(state, "Ninoua")
    give(state, 0, "salt")
    state.cubes[0] = 0
    do(state, "caravan", camels=1, squares=1)
    assert points(do(state, "sell", resources=["salt"])) == [(0, "sale", 3)]
    assert state.to_move == 1


def test_without_a_cube_in_hand_the_procession_is_grey_and_tammouz_gives_no_field() -> None:
    state = start(3)
    in_temple(state, 2, 1, 1)
    state.cubes[1] = 0
    to_procession(state)
    do(state, "procession", temple="ishtar")
    assert state.temples == [[], [GREY], [GREY, 1, 1]]
    assert state.to_move == CHANCE


def test_passing_needs_no_cube() -> None:
    state = start()
    state.cubes[0] = 0
    assert refused(state, "pass") is None


def test_income_is_paid_clockwise_from_the_first_player_as_far_as_the_talents_reach() -> None:
    state = start(3)
    for seat, level in ((0, 1), (1, 2), (2, 2)):
        cards(state, seat, banker=level)
    give(state, 0, talents=15)
    to_procession(state)
    do(state, "procession", temple="marduk")
    assert state.stock_talents == 3
    before = list(state.talents)
    lay_out(state)
    # Seat 1 is first: 2 talents; seat 2 takes the last one; seat 0 goes without.
    assert [now - then for now, then in zip(state.talents, before, strict=True)] == [0, 2, 1]


@pytest.mark.parametrize(("side", "extra"), [(0, "salt"), (1, "barley")])
def test_the_setup_says_which_side_of_khorsabads_plant_lies_up(side: int, extra: str) -> None:
    state = AMYITIS.start(2, AMYITIS.ruleset("base", {}), SET, setup(2) | {"khorsabad_side": side})
    assert state.observation(0)["plants"]["Khorsabad"] == {"card": "K", "quality": 2, "extra": extra}


def test_a_move_of_eighteen_squares_ends_where_it_started() -> None:
    state = start()
    give(state, 0, "salt", camels=12)
    state.camels[0], state.stock_camels = 14, -1
    cards(state, 0, caravaneer=2)
    assert refused(state, "caravan", camels=14, squares=18) == (
        "the caravan may not end where it started (house rule “Caravan going full circle”)"
    )


def test_more_gardeners_than_needed_may_be_used() -> None:
    state = start()
    water(state, 1, "r3c1-r3c2")
    give(state, 0, "salt", gardeners=2)
    do(state, "caravan", camels=1, squares=1)
    do(state, "plant", square="r3c1", pay=["salt"], gardeners=2)
    assert state.gardeners[0] == 0


def test_a_choice_of_nothing_has_no_line() -> None:
    state = start()
    cards(state, 1, banker=1, caravaneer=1, palace=1)
    water(state, 1, "r3c0-r3c1")
    give(state, 0, "salt")
    give(state, 1, gardeners=2)
    do(state, "caravan", camels=1, squares=1)
    assert points(do(state, "plant", square="r3c0", pay=["salt"], gardeners=0)) == [
        (0, "tiles", 1),
        (1, "irrigation", 1),
    ]
    assert state.to_move == 1


def test_grey_cubes_that_run_out_are_placed_in_the_order_of_the_sides() -> None:
    state = start(neutral_cube_supply=20)
    state.grey_left = 1
    water(state, 1, "r3c1-r3c2")
    state.planted_by[9] = state.planted_by[12] = 1
    give(state, 0, "salt")
    do(state, "caravan", camels=1, squares=1)
    do(state, "plant", square="r3c1", pay=["salt"], gardeners=0)
    irrigation = state.observation(0)["irrigation"]
    assert (irrigation["r2c1-r3c1"], irrigation["r3c0-r3c1"]) == (["grey"], [None])


def test_a_grey_cube_that_is_pushed_out_is_back_in_the_stock() -> None:
    state = start(neutral_cube_supply=20)
    in_temple(state, 0, 1, 1, 1, GREY)
    state.grey_left = 19
    do(state, "recruit", group=0, craft="priest")
    do(state, "temple", temple="ishtar")
    assert state.grey_left == 20


def test_who_can_swap_nothing_is_not_asked() -> None:
    state = start(3)
    in_temple(state, 2, 0, 2, 2)
    to_procession(state)
    do(state, "procession", temple="marduk")
    do(state, "field", row=0)
    assert state.to_move == CHANCE


def test_the_first_in_tammouz_must_choose_a_row() -> None:
    state = start()
    to_procession(state)
    do(state, "procession", temple="tammouz")
    assert phase(state) == "tammouz_field"
    assert [action.kind for action in state.legal_actions()] == ["field", "field"]


def test_stock_limits_are_settled_clockwise_from_the_first_player() -> None:
    state = start(3)
    to_procession(state)
    do(state, "procession", temple="marduk")
    lay_out(state)
    for seat in (0, 1, 2):
        give(state, seat, "dates", "salt", "palm")
    to_procession(state)
    do(state, "procession", temple="marduk")
    order = []
    while phase(state) == "keep":
        order.append(state.to_move)
        do(state, "keep", resources=listed(state, "keep")[0]["resources"])
    assert order == [1, 2, 0]


# Shapes


@each(
    "words",
    [
        {"do": "pass"},
        {"seat": "0", "do": "pass"},
        {"seat": True, "do": "pass"},
        {"seat": 0, "do": "dance"},
        {"seat": 0, "do": ["pass"]},
        {"seat": 0, "do": "pass", "group": 1},
        {"seat": 0, "do": "recruit", "group": 0},
        {"seat": 0, "do": "recruit", "group": "0", "craft": "priest"},
        {"seat": 0, "do": "recruit", "group": 0, "craft": 3},
        {"seat": 0, "do": "caravan", "camels": True, "squares": 1},
        {"seat": 0, "do": "sell", "resources": "salt"},
        {"seat": 0, "do": "sell", "resources": ["salt", 1]},
        {"seat": 0, "do": "plant", "square": "r3c0", "pay": "salt", "gardeners": 0},
        {"seat": 0, "do": "plant", "square": None, "pay": ["salt"], "gardeners": 0},
        {"seat": 0, "do": "choose", "card": None},
        {"chance": "craft"},
        {"chance": "craft", "groups": "peasant"},
        {"chance": "craft", "groups": ["peasant"]},
        {"chance": "craft", "groups": [], "seat": 0},
        {"chance": "draw", "groups": []},
    ],
)
def test_lines_of_no_known_shape(words: dict[str, Any]) -> None:
    with pytest.raises(BadShape):
        AMYITIS.action_from_json(words, SET)


@each(
    "change",
    [
        {"garden": []},
        {"garden": {"r0c0": 1}},
        {"plants": None},
        {"plants": {"Ur": ["P1"]}},
        {"khorsabad_side": "0"},
        {"khorsabad_side": True},
        {"caravaneer_tokens": []},
        {"more": 1},
    ],
)
def test_setups_of_no_known_shape(change: dict[str, Any]) -> None:
    with pytest.raises(BadShape):
        AMYITIS.start(2, AMYITIS.ruleset("base", {}), SET, setup(2) | change)


def test_tokens_of_the_setup_are_a_list_of_words() -> None:
    rules = AMYITIS.ruleset("base", {"caravaneer2_token": "random_plain"})
    with pytest.raises(BadShape):
        AMYITIS.start(2, rules, SET, setup(2, caravaneer_tokens="salt"))
    with pytest.raises(BadSetup):
        AMYITIS.start(5, rules, SET, setup(2, caravaneer_tokens=["salt"]))


@each(
    ("kind", "details", "reason"),
    [
        ("recruit", {"group": 5, "craft": "priest"}, "this group does not exist"),
        ("recruit", {"group": -1, "craft": "priest"}, "this group does not exist"),
        ("recruit", {"group": 0, "craft": "smith"}, "this craft does not exist"),
        ("recruit", {"group": 0, "craft": "merchant"}, "no such craft card lies face up in the group"),
        ("caravan", {"camels": -1, "squares": 1}, None),
    ],
)
def test_unknown_words_are_refused_by_name(kind: str, details: dict[str, Any], reason: str | None) -> None:
    state = start()
    action = AMYITIS.action_from_json({"seat": 0, "do": kind, **details}, SET)
    refusal = state.check(action)
    assert refusal is not None
    assert refusal.code == "illegal_action"
    assert refusal.reason.startswith(action.text())
    assert reason is None or refusal.reason.endswith(reason)
    assert action.to_json() == {"seat": 0, "do": kind, **details}


def test_two_unknown_words_are_two_actions_and_the_order_of_resources_means_nothing() -> None:
    def action(**words: Any) -> Any:
        return AMYITIS.action_from_json({"seat": 0, **words}, SET)

    assert action(do="choose", card="smith") != action(do="choose", card="baker")
    assert action(do="sell", resources=["salt", "wine"]) == action(do="sell", resources=["wine", "salt"])
    assert hash(action(do="sell", resources=["salt", "wine"])) == hash(action(do="sell", resources=["wine", "salt"]))


def test_the_order_within_a_group_of_crafts_means_nothing() -> None:
    turned = [list(reversed(group)) for group in GROUPS[2]]
    one, other = (
        AMYITIS.action_from_json({"chance": "craft", "groups": groups}, SET) for groups in (GROUPS[2], turned)
    )
    assert one == other
    assert one.text() != other.text()
