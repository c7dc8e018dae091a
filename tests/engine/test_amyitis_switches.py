"""Every switch of Amyitis, with a position in which its options differ."""

from __future__ import annotations

import pytest

from engine.amyitis.garden import SIDES
from engine.amyitis.names import GREY
from engine.amyitis.state import AmyitisState
from engine.game import CHANCE, NOBODY, BadSetup, BadShape
from tests.cases import each
from tests.engine.amyitis_positions import (
    AMYITIS,
    SET,
    caravan_at,
    cards,
    do,
    give,
    holding,
    in_temple,
    lay_out,
    listed,
    on_row,
    phase,
    plant_elsewhere,
    points,
    refused,
    setup,
    start,
    to_procession,
    water,
)

ISHTAR, MARDUK, TAMMOUZ = range(3)


def planting(
    players: int = 2, *, sides: tuple[str, ...], gardeners: int = 0, **switches: str | int | bool
) -> AmyitisState:
    """Seat 1 has cubes on these sides; seat 0 has moved to Eshnunna with a salt."""
    state = start(players, **switches)
    water(state, 1, *sides)
    give(state, 0, "salt", gardeners=gardeners)
    do(state, "caravan", camels=1, squares=1)
    return state


def plant(state: AmyitisState, square: str, gardeners: int = 0) -> list[tuple[int, str, int]]:
    return points(do(state, "plant", square=square, pay=["salt"], gardeners=gardeners))


def test_caravaneer2_token() -> None:
    rules = AMYITIS.ruleset("base", {"caravaneer2_token": "random_plain"})
    with pytest.raises(BadShape, match="caravaneer_tokens"):
        AMYITIS.start(4, rules, SET, setup(4))
    for wrong in (["salt"], ["salt", "salt"], ["salt", "wine"], ["salt", "dates", "palm"]):
        with pytest.raises(BadSetup, match="2 different resources, none of them wine"):
            AMYITIS.start(4, rules, SET, setup(4, caravaneer_tokens=wrong))
    state = start(4, tokens=["salt", "dates"], caravaneer2_token="random_plain")
    cards(state, 0, caravaneer=1)
    give(state, 0, "barley")
    caravan_at(state, "Eshnunna")
    do(state, "caravan", camels=1, squares=1)
    do(state, "buy", card="caravaneer", pay="barley")
    assert (phase(state), state.to_move) == ("token", 0)
    assert listed(state, "token") == [{"resource": "dates"}, {"resource": "salt"}]
    assert refused(state, "token", resource="wine") == "no such token lies on a caravaneer"
    do(state, "token", resource="salt")
    assert holding(state, 0) == ["salt"]
    assert state.census()["dates"]["caravaneers"] == 1
    assert state.to_move == 1


def test_caravaneer2_token_from_a_tile_comes_before_the_rest_of_the_planting() -> None:
    rules = {"caravaneer2_token": "random_plain"}
    state = start(2, tokens=["palm"], **rules)
    cards(state, 0, caravaneer=1)
    water(state, 1, "r3c0-r3c1")
    give(state, 0, "salt")
    do(state, "caravan", camels=1, squares=1)
    do(state, "plant", square="r3c0", pay=["salt"], gardeners=0)
    do(state, "choose", card="caravaneer")
    assert phase(state) == "token"
    assert points(do(state, "token", resource="palm")) == [(1, "irrigation", 1)]
    assert state.to_move == 1


@each(
    ("option", "double"),
    [
        ("any_square_floor_ge_3", 8),
        ("both_squares_floor_ge_3", 4),
        ("only_floor_4", 2),
        ("as_in_component_set", 8),
    ],
)
def test_double_edges(option: str, double: int) -> None:
    state = start(double_edges=option)
    assert sum(state.areas[2 * side + 1] == -1 for side in range(len(SIDES))) == double


def test_double_edges_as_in_a_corrected_component_set() -> None:
    data = {**SET.data, "name": "mine", "garden": {**SET.data["garden"]}}
    data["garden"]["double_sides"] = {"value": ["r3c0-r3c1"], "source": "my copy", "confidence": "rulebook"}
    mine = AMYITIS.read_components(data)
    rules = AMYITIS.ruleset("base", {"double_edges": "as_in_component_set"})
    state = AMYITIS.start(2, rules, mine, setup(2))
    assert [side for number, side in enumerate(SIDES) if state.areas[2 * number + 1] == -1] == ["r3c0-r3c1"]


@pytest.mark.parametrize(("option", "flows"), [("either_area", True), ("both_areas", False)])
def test_double_edge_flow(option: str, flows: bool) -> None:
    state = start(double_edge_flow=option)
    water(state, 0, "r3c0-r3c1", "r2c0-r2c1", "r1c0-r1c1", "r1c1-r2c1")
    do(state, "recruit", group=0, craft="engineer")
    assert (refused(state, "irrigate", side="r0c1-r1c1") is None) == flows
    assert refused(state, "irrigate", side="r1c1-r2c1") is None
    water(state, 0, "r1c0-r1c1")
    assert refused(state, "irrigate", side="r0c1-r1c1") is None


@pytest.mark.parametrize(("option", "gardeners"), [("nobody", [0, 0, 0]), ("rightmost_cube", [1, 0, 0])])
def test_field_tie_gardener(option: str, gardeners: list[int]) -> None:
    state = start(3, field_tie_gardener=option)
    on_row(state, 0, 0, 1, 2, 1)
    do(state, "recruit", group=0, craft="peasant")
    do(state, "field", row=0)
    assert state.gardeners == gardeners


@pytest.mark.parametrize(("option", "found"), [("ignored", [(1, 2), (2, 1)]), ("can_take_rank", [(1, 1)])])
def test_temple_neutral_cubes(option: str, found: list[tuple[int, int]]) -> None:
    state = start(3, temple_neutral_cubes=option)
    in_temple(state, MARDUK, 2, GREY, 1, GREY)
    to_procession(state)
    events = do(state, "procession", temple="ishtar")
    while state.to_move >= 0 and not events:
        events = do(state, "reward", take="camel")
    # Pushed: grey, 2, grey, 1. Seat 1 is furthest to the right of the single cubes.
    assert [(seat, prestige) for seat, source, prestige in points(events) if source == "marduk"] == found


def test_temple_neutral_cubes_first_in_ishtar_gives_nothing() -> None:
    state = start(3, temple_neutral_cubes="can_take_rank")
    in_temple(state, ISHTAR, GREY, GREY, 0)
    to_procession(state)
    do(state, "procession", temple="tammouz")
    assert phase(state) == "tammouz_field"
    assert (state.camels, state.talents) == ([1, 1, 1], [4, 4, 4])


@pytest.mark.parametrize(("option", "found"), [(True, [(1, 2)]), (False, [(1, 2), (0, 1)])])
def test_temple_second_needs_cube(option: bool, found: list[tuple[int, int]]) -> None:
    state = start(3, temple_second_needs_cube=option)
    to_procession(state)
    events = do(state, "procession", temple="marduk")
    assert [(seat, prestige) for seat, source, prestige in points(events) if source == "marduk"] == found
    assert state.temples[ISHTAR] == [GREY], "nobody is first or second where only grey cubes are"


@pytest.mark.parametrize(("option", "allowed"), [("forbidden", False), ("allowed", True)])
def test_full_circle(option: str, allowed: bool) -> None:
    state = start(full_circle=option)
    give(state, 0, "salt", camels=8)
    assert (refused(state, "caravan", camels=9, squares=9) is None) == allowed
    if allowed:
        do(state, "caravan", camels=9, squares=9)
        assert phase(state) == "sale"


@pytest.mark.parametrize(("option", "allowed"), [("sell_without_irrigation", True), ("illegal", False)])
def test_babylon_without_free_area(option: str, allowed: bool) -> None:
    state = start(babylon_without_free_area=option)
    caravan_at(state, "Ninoua")
    give(state, 0, "salt")
    assert refused(state, "caravan", camels=1, squares=1) is None
    state.available = 0
    assert (refused(state, "caravan", camels=1, squares=1) is None) == allowed
    if allowed:
        do(state, "caravan", camels=1, squares=1)
        assert points(do(state, "sell", resources=["salt"])) == [(0, "sale", 3)]
        assert (phase(state), state.to_move) == ("action", 1)


@pytest.mark.parametrize(("option", "winner"), [("all_four_sides", 0), ("irrigated_side_only", 1)])
def test_irrigation_majority_scope(option: str, winner: int) -> None:
    state = start(irrigation_majority_scope=option)
    water(state, 0, "r1c2-r2c2", "r3c2-r3c3")
    # Square r1c1: seat 1 has the fully irrigated side, seat 0 single cubes on three double sides.
    water(state, 1, "r1c0-r1c1", "r1c0-r1c1")
    water(state, 0, "r0c1-r1c1", "r1c1-r1c2", "r1c1-r2c1")
    caravan_at(state, "Palmyra")
    give(state, 0, "dates", "salt", gardeners=1)
    do(state, "caravan", camels=1, squares=1)
    do(state, "plant", square="r1c1", pay=["dates", "salt"], gardeners=1)
    events = do(state, "take", resource="salt")
    assert points(events) == [(winner, "irrigation", 2)]


@pytest.mark.parametrize(("option", "cube"), [("never_planted", None), ("count_as_planted", "grey")])
def test_two_player_empty_squares(option: str, cube: str | None) -> None:
    state = planting(sides=("r2c2-r2c3",), two_player_empty_squares=option)
    plant(state, "r2c3")
    assert state.observation(0)["irrigation"]["r1c3-r2c3"] == [cube]


@pytest.mark.parametrize(("option", "allowed"), [("forbidden", False), ("allowed_no_effect", True)])
def test_useless_recruit(option: str, allowed: bool) -> None:
    state = start(useless_recruit=option)
    give(state, 1, camels=12)
    assert (refused(state, "recruit", group=1, craft="merchant") is None) == allowed
    state.available = 0
    assert (refused(state, "recruit", group=0, craft="engineer") is None) == allowed
    if allowed:
        for group, craft in ((1, "merchant"), (0, "engineer")):
            assert do(state, "recruit", group=group, craft=craft) == []
        assert (state.camels[0], state.turned, state.to_move) == (1, [1, 1], 0)


@pytest.mark.parametrize(("option", "camels"), [("hard", 1), ("soft", 2)])
def test_supply_limits(option: str, camels: int) -> None:
    state = start(supply_limits=option)
    give(state, 1, *["salt"] * 7, *["barley"] * 7, camels=12, talents=22)
    assert (refused(state, "recruit", group=0, craft="peasant") is None) == (option == "soft")
    assert (refused(state, "recruit", group=1, craft="merchant") is None) == (option == "soft")
    assert ("camels" in state.census()) == (option == "hard")
    if option == "soft":
        do(state, "recruit", group=1, craft="merchant")
    assert state.camels[0] == camels
    talents = state.talents[0]
    do(state, "pass")
    if option == "soft":
        assert state.to_move == 0
        do(state, "recruit", group=1, craft="peasant")
        do(state, "field", row=0)
        assert (state.talents[0], holding(state, 0)) == (talents - 1, ["salt"])
        assert state.talents[1] == 27, "the talent of the pass comes from nowhere"


@each(("option", "allowed"), [("as_in_component_set", False), ("unlimited", True)])
@each("limits", ["hard", "soft"])
def test_own_cube_supply(option: str, allowed: bool, limits: str) -> None:
    """All 30 cubes of seat 0 lie on the board: a peasant, a priest and an engineer need one more."""
    state = start(own_cube_supply=option, supply_limits=limits)
    if option == "as_in_component_set":
        state.cubes[0] = 0
    assert state.observation(1)["cubes"] == ([0, 30] if option == "as_in_component_set" else [None, None])
    assert ("cubes of seat 0" in state.census()) == (option == "as_in_component_set")
    for craft in ("peasant", "priest", "engineer"):
        assert (refused(state, "recruit", group=0, craft=craft) is None) == allowed
    if not allowed:
        return
    for craft, follows, details in (
        ("peasant", "field", {"row": 0}),
        ("priest", "temple", {"temple": "marduk"}),
        ("engineer", "irrigate", {"side": "r3c0-r3c1"}),
    ):
        do(state, "recruit", group=0, craft=craft)
        do(state, follows, **details)
        if not state.passed[1]:
            do(state, "pass")
    assert (state.rows[0], state.temples[MARDUK]) == ([0], [0])
    assert state.observation(1)["irrigation"]["r3c0-r3c1"] == [0]
    assert state.cubes == [-1, -1], "there is no end to them, and none comes back"


@pytest.mark.parametrize(
    ("option", "seats"), [("left_of_first_player", [1, 2, 0]), ("right_of_first_player", [2, 0, 1])]
)
def test_procession_seat(option: str, seats: list[int]) -> None:
    """Clockwise from the first player, who is seat 0, then 1, then 2: the next seat, or the last one."""
    state = start(3, procession_seat=option)
    for seat in seats:
        to_procession(state)
        assert (phase(state), state.to_move) == ("procession", seat)
        do(state, "procession", temple="marduk")
        assert state.temples[MARDUK][0] == seat
        while state.to_move >= 0:
            state.apply(next(iter(state.legal_actions())))
        lay_out(state)


@pytest.mark.parametrize(("option", "in_temple_after"), [("unlimited", [[4], [1], [4]]), (20, [[4], [1], []])])
def test_neutral_cube_supply(option: str | int, in_temple_after: list[list[int]]) -> None:
    state = start(neutral_cube_supply=option)
    if option == 20:
        assert state.census()["grey cubes"] == {"stock": 20, "fields": 0, "temples": 0, "irrigation": 0}
        state.grey_left = 1
    to_procession(state)
    do(state, "procession", temple="marduk")
    assert state.temples == in_temple_after


@pytest.mark.parametrize(("option", "stock"), [("back_to_stock", 2), ("out_of_game", 1)])
def test_gardener_discard(option: str, stock: int) -> None:
    state = planting(sides=("r3c1-r3c2",), gardeners=1, gardener_discard=option)
    plant(state, "r3c1", gardeners=1)
    assert (state.court[-1], state.gardeners_out) == (stock, 2 - stock)


def test_gardener_discard_out_of_the_game_may_end_the_game() -> None:
    """Without gardeners nothing more can be planted on the upper floors."""
    state = start(gardener_discard="out_of_game")
    for square in (6, 8, 9, 10, 11, 12, 13, 14, 15):
        state.planted_by[square] = 0
        state.tiles_left -= 1
    for gone, to_move in ((1, CHANCE), (2, NOBODY)):
        state.court[-1], state.gardeners_out = 2 - gone, gone
        to_procession(state)
        do(state, "procession", temple="marduk")
        while state.to_move >= 0:
            state.apply(next(iter(state.legal_actions())))
        assert state.to_move == to_move
        if to_move == CHANCE:
            lay_out(state)
    result = state.result()
    assert result is not None
    assert result.end == "no_gardeners"


def test_tile_court_bonus_blocked() -> None:
    for option in ("other_type_if_choice", "lost"):
        state = planting(sides=("r3c0-r3c1",), tile_court_bonus_blocked=option)
        cards(state, 1, palace=1)
        plant(state, "r3c0")
        if option == "lost":
            assert points(do(state, "choose", card="palace")) == [(1, "irrigation", 1)]
        else:
            assert refused(state, "choose", card="palace") == "no card of the next level is left"
            assert len(listed(state, "choose")) == 3


@pytest.mark.parametrize("optional", [True, False])
def test_tammouz_second_optional(optional: bool) -> None:
    state = start(3, tammouz_second_optional=optional)
    in_temple(state, TAMMOUZ, 0, 2, 2)
    give(state, 0, "wine")
    to_procession(state)
    do(state, "procession", temple="marduk")
    do(state, "field", row=0)
    assert (phase(state), state.to_move) == ("swap", 0)
    assert (refused(state, "decline") is None) == optional
    assert len(listed(state, "swap")) == 4
    if optional:
        do(state, "decline")
        assert holding(state, 0) == ["wine"]


@pytest.mark.parametrize(("option", "ways"), [("printed_resource", 1), ("any_resource", 3)])
def test_plant_extra_cost(option: str, ways: int) -> None:
    state = start(plant_extra_cost=option)
    water(state, 1, "r3c0-r3c1")
    caravan_at(state, "Palmyra")
    give(state, 0, "dates", "dates", "barley", "salt")
    do(state, "caravan", camels=1, squares=1)
    assert len({tuple(words["pay"]) for words in listed(state, "plant") if words["square"] == "r3c0"}) == ways


@pytest.mark.parametrize(("option", "legal"), [("18_14_10", False), ("18_18_18", True)])
def test_craft_in_play(option: str, legal: bool) -> None:
    state = AMYITIS.start(2, AMYITIS.ruleset("base", {"craft_in_play": option}), SET, setup(2))
    draw = AMYITIS.action_from_json(
        {"chance": "craft", "groups": [["peasant"] * 3, ["peasant", "priest", "priest"]]}, SET
    )
    assert (state.check(draw) is None) == legal


@pytest.mark.parametrize(("option", "over"), [("end_of_turn", False), ("immediately", True)])
def test_end_check(option: str, over: bool) -> None:
    state = planting(sides=("r3c1-r3c2",), end_check=option)
    plant_elsewhere(state, 1, 9)
    assert state.tiles_left == 4
    plant(state, "r3c1")
    assert (state.to_move == NOBODY) == over


@pytest.mark.parametrize(
    ("option", "winners", "places"),
    [
        ("shared", (0, 1, 2), (1, 1, 1)),
        ("most_garden_tiles", (1,), (2, 1, 2)),
        ("most_resources", (0,), (1, 3, 2)),
    ],
)
def test_final_tie(option: str, winners: tuple[int, ...], places: tuple[int, ...]) -> None:
    state = start(3, final_tie=option)
    plant_elsewhere(state, 0, 2)
    plant_elsewhere(state, 1, 3)
    plant_elsewhere(state, 2, 2)
    give(state, 0, "salt", "salt")
    give(state, 2, "salt")
    state.tiles_left = 0
    # One prestige for each resource, and 2 in Marduk for seat 1.
    state.scores = [0, 0, 1]
    to_procession(state)
    do(state, "procession", temple="marduk")
    result = state.result()
    assert result is not None
    assert (result.scores, result.winners, result.places) == ((2, 2, 2), winners, places)


def test_every_switch_has_its_test() -> None:
    names = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert {switch.name for switch in AMYITIS.switches} <= names
