"""The rules of Amyitis, each by name with the rulebook's section: irrigation, the caravan, court cards, planting."""

from __future__ import annotations

import pytest

from engine.amyitis.garden import SIDE_NUMBER, SIDES
from engine.amyitis.names import GREY
from engine.amyitis.state import AmyitisState
from engine.game import CardEvent
from tests.cases import each
from tests.engine.amyitis_positions import (
    caravan_at,
    cards,
    do,
    give,
    holding,
    listed,
    phase,
    points,
    refused,
    start,
    water,
)

# Irrigation


def to_engineer(state: AmyitisState) -> None:
    do(state, "recruit", group=0, craft="engineer")


def available(state: AmyitisState) -> set[str]:
    return {side for side in SIDES if state.available >> SIDE_NUMBER[side] & 1}


DRY = "no side of the square is fully irrigated"
BANK_SIDES = {"r0c3-r1c3", "r1c3-r2c3", "r2c3-r3c3", "r3c0-r3c1", "r3c1-r3c2", "r3c2-r3c3"}


def test_six_sides_end_on_the_river_bank_and_are_always_available() -> None:
    """Rulebook: irrigation areas."""
    state = start()
    assert available(state) == BANK_SIDES
    to_engineer(state)
    assert [words["side"] for words in listed(state, "irrigate")] == sorted(BANK_SIDES)
    assert refused(state, "irrigate", side="r2c0-r2c1") == "the side is not joined to the river"
    assert refused(state, "irrigate", side="r0c0-r1c1") == "this side does not exist"


def test_an_engineer_scores_two_and_opens_the_sides_that_meet_in_a_corner_point() -> None:
    """Rulebook: engineer, irrigation areas."""
    state = start()
    to_engineer(state)
    assert points(do(state, "irrigate", side="r3c0-r3c1")) == [(0, "engineer", 2)]
    assert state.cubes == [29, 30]
    assert available(state) == BANK_SIDES - {"r3c0-r3c1"} | {"r2c0-r3c0", "r2c1-r3c1", "r2c0-r2c1"}
    assert points(do(state, "pass")) == []
    do(state, "recruit", group=1, craft="peasant")
    do(state, "field", row=0)
    assert refused(state, "recruit", group=0, craft="engineer") is not None


def test_a_side_with_one_area_is_full_with_one_cube_and_cubes_of_anybody_lead_on() -> None:
    """Rulebook: irrigation areas."""
    state = start()
    water(state, 1, "r3c0-r3c1")
    water(state, GREY, "r2c0-r2c1")
    to_engineer(state)
    assert refused(state, "irrigate", side="r3c0-r3c1") == "the side has no empty irrigation area"
    assert refused(state, "irrigate", side="r1c0-r2c0") is None
    assert refused(state, "irrigate", side="r1c1-r2c1") is None


def test_grey_cubes_away_from_the_river_wait_for_the_water() -> None:
    """Rulebook: irrigation areas: joined without a gap."""
    state = start()
    water(state, GREY, "r1c1-r1c2", "r1c1-r1c2")
    assert available(state) == BANK_SIDES
    water(state, 0, "r3c1-r3c2")
    assert "r1c1-r2c1" not in available(state)
    water(state, 0, "r2c1-r2c2")
    assert {"r1c1-r2c1", "r0c1-r0c2", "r0c2-r1c2"} <= available(state)


def test_a_double_side_takes_two_cubes_and_leads_on_with_one() -> None:
    """Rulebook: irrigation areas; switch double_edge_flow."""
    state = start()
    water(state, 0, "r3c0-r3c1", "r2c0-r2c1", "r1c0-r2c0")
    assert {"r1c0-r2c0", "r1c0-r1c1", "r1c1-r2c1"} <= available(state)
    assert not state.irrigated >> SIDE_NUMBER["r1c0-r2c0"] & 1
    water(state, 1, "r1c0-r2c0")
    assert state.irrigated >> SIDE_NUMBER["r1c0-r2c0"] & 1
    assert "r1c0-r2c0" not in available(state)


def test_there_are_eight_double_sides_and_thirty_two_areas() -> None:
    """Switch double_edges, default."""
    state = start()
    assert len([owner for owner in state.areas if owner == -1]) == 32
    double = [side for number, side in enumerate(SIDES) if state.areas[2 * number + 1] == -1]
    assert double == state.components.data["garden"]["double_sides"]["value"]


# The caravan


def test_at_least_one_camel_is_paid_and_the_caravaneer_leads_further() -> None:
    """Rulebook: move the caravan."""
    state = start()
    give(state, 0, "barley", "dates", "salt", "palm", "wine", camels=1)
    assert refused(state, "caravan", camels=0, squares=2) is not None
    assert refused(state, "caravan", camels=3, squares=3) == "the player has too few camels"
    assert refused(state, "caravan", camels=2, squares=1) is not None
    assert (
        refused(state, "caravan", camels=1, squares=2) == "the caravaneer does not allow the caravan to move that far"
    )
    cards(state, 0, caravaneer=1)
    assert refused(state, "caravan", camels=1, squares=2) is None
    assert refused(state, "caravan", camels=2, squares=4) is None
    cards(state, 0, caravaneer=2)
    assert refused(state, "caravan", camels=2, squares=6) is None
    assert (
        refused(state, "caravan", camels=2, squares=7) == "the caravaneer does not allow the caravan to move that far"
    )


def test_the_caravan_may_go_round_but_not_end_where_it_started() -> None:
    """Rulebook: move the caravan; switch full_circle."""
    state = start()
    caravan_at(state, "Susa")
    give(state, 0, "barley", "dates", camels=10)
    assert (
        refused(state, "caravan", camels=9, squares=9)
        == "the caravan may not end where it started (house rule “Caravan going full circle”)"
    )
    assert refused(state, "caravan", camels=11, squares=11) is None
    do(state, "caravan", camels=11, squares=11)
    assert state.observation(0)["caravan"] == "Uruk"
    assert state.camels[0] == 0


def test_a_move_whose_action_is_impossible_is_not_allowed() -> None:
    """Rulebook: move the caravan."""
    state = start()
    give(state, 0, camels=8)
    for squares in range(1, 9):
        assert refused(state, "caravan", camels=squares, squares=squares) is not None
    give(state, 0, "salt")
    # Eshnunna wants salt, but nothing is irrigated; Palmyra wants salt and has cards.
    assert refused(state, "caravan", camels=1, squares=1) is not None
    assert listed(state, "caravan") == [{"camels": 6, "squares": 6}]
    water(state, 1, "r3c0-r3c1")
    assert listed(state, "caravan") == [{"camels": 1, "squares": 1}, {"camels": 6, "squares": 6}]


# Babylon


@pytest.mark.parametrize(("sold", "prestige"), [(["salt"], 3), (["salt", "wine"], 6), (["salt", "salt"], 6)])
def test_a_sale_in_babylon_and_its_irrigation_without_prestige(sold: list[str], prestige: int) -> None:
    """Rulebook: Babylon."""
    state = start()
    caravan_at(state, "Ninoua")
    give(state, 0, "salt", "salt", "wine")
    do(state, "caravan", camels=1, squares=1)
    assert refused(state, "sell", resources=["palm"]) == "the player does not have this"
    assert refused(state, "sell", resources=["salt", "salt", "wine"]) == "one or two resources are sold"
    assert refused(state, "sell", resources=[]) == "one or two resources are sold"
    assert points(do(state, "sell", resources=sold)) == [(0, "sale", prestige)]
    assert (phase(state), state.to_move) == ("sale_irrigation", 0)
    assert points(do(state, "irrigate", side="r3c0-r3c1")) == []
    assert state.areas[2 * SIDE_NUMBER["r3c0-r3c1"]] == 0
    assert state.to_move == 1


# Court cards


def at_city(city_before: str, *resources: str, **levels: int) -> AmyitisState:
    """Seat 0 moves the caravan by one square."""
    state = start()
    caravan_at(state, city_before)
    give(state, 0, *resources)
    cards(state, 0, **levels)
    do(state, "caravan", camels=1, squares=1)
    return state


def test_a_court_card_comes_at_level_one_and_then_one_higher() -> None:
    """Rulebook: court cards."""
    state = at_city("Ur", "dates")
    assert do(state, "buy", card="banker", pay="dates") == [CardEvent(0, "banker-1", "taken", ("banker-1", "palace-1"))]
    state = at_city("Ur", "wine", banker=1)
    assert refused(state, "buy", card="banker", pay="dates") == "the player does not have this"
    assert refused(state, "buy", card="banker", pay="salt") == "this is not the required payment"
    assert refused(state, "buy", card="caravaneer", pay="wine") == "the city does not sell this type of court card"
    assert refused(state, "buy", card="gardener", pay="wine") == "the city does not sell this type of court card"
    events = do(state, "buy", card="banker", pay="wine")
    assert events == [CardEvent(0, "banker-2", "taken", ("banker-2", "palace-1"))]
    assert state.census()["banker-1"] == {"stock": 0, "seat 0": 1, "seat 1": 0}


def test_who_finds_no_card_of_the_next_level_is_stuck() -> None:
    """Rulebook: court cards."""
    state = start()
    cards(state, 1, banker=1, palace=1)
    caravan_at(state, "Ur")
    give(state, 0, "dates")
    assert refused(state, "caravan", camels=1, squares=1) == (
        "the player cannot pay, or cannot have a court card of this city"
    )
    cards(state, 0, palace=0)
    state.court[5] += 1
    assert refused(state, "caravan", camels=1, squares=1) is None
    do(state, "caravan", camels=1, squares=1)
    assert refused(state, "buy", card="banker", pay="dates") == "no card of the next level is left"


@each(("level", "prestige"), [(1, 2), (2, 3), (3, 4), (4, 5), (5, 7), (6, 10)])
def test_a_palace_scores_at_once_and_once_only(level: int, prestige: int) -> None:
    """Rulebook: palace."""
    state = at_city("Khorsabad", "palm", palace=level - 1)
    assert points(do(state, "buy", card="palace", pay="palm")) == [(0, "palace", prestige)]
    assert state.scores == [prestige, 0]


def test_nothing_comes_after_the_highest_level() -> None:
    """Rulebook: court cards."""
    state = at_city("Khorsabad", "palm", palace=6)
    assert listed(state, "buy") == [{"card": "banker", "pay": "palm"}]


def test_the_second_caravaneer_brings_its_token() -> None:
    """Rulebook: caravaneer."""
    state = at_city("Mari", "salt", caravaneer=1)
    do(state, "buy", card="caravaneer", pay="salt")
    assert holding(state, 0) == ["wine"]
    assert state.tokens == []


# Planting


def garden(players: int = 2, **switches: str | int | bool) -> AmyitisState:
    """Square r3c0 is irrigated by seat 1, and the caravan stands in Babylon, before Eshnunna (salt)."""
    state = start(players, **switches)
    water(state, 1, "r3c0-r3c1")
    return state


def at_eshnunna(state: AmyitisState, *resources: str, gardeners: int = 0) -> AmyitisState:
    give(state, 0, *resources, gardeners=gardeners)
    do(state, "caravan", camels=1, squares=1)
    return state


def test_planting_needs_a_tile_an_irrigated_side_and_quality() -> None:
    """Rulebook: planting."""
    state = garden()
    water(state, 1, "r2c0-r2c1")
    at_eshnunna(state, "salt")
    assert refused(state, "plant", square="r3c3", pay=["salt"], gardeners=0) == DRY
    assert refused(state, "plant", square="r2c0", pay=["salt"], gardeners=0) == (
        "plant and gardeners do not match the quality of the square"
    )
    assert refused(state, "plant", square="r3c0", pay=["salt"], gardeners=1) == "the player has too few gardeners"
    assert refused(state, "plant", square="r0c3", pay=["salt"], gardeners=0) == "no garden tile lies on the square"
    assert refused(state, "plant", square="r3c0", pay=["palm"], gardeners=0) == "this is not the required payment"
    assert refused(state, "plant", square="r3c0", pay=["wine"], gardeners=0) == "the player does not have this"
    assert refused(state, "plant", square="r4c0", pay=["salt"], gardeners=0) == "this square does not exist"
    assert refused(state, "plant", square="r3c0", pay=["salt"], gardeners=0) is None


def test_a_side_with_two_areas_irrigates_only_when_both_are_taken() -> None:
    """Rulebook: planting, irrigation."""
    state = garden()
    water(state, 1, "r2c0-r2c1", "r1c0-r2c0")
    at_eshnunna(state, "salt", gardeners=2)
    assert refused(state, "plant", square="r1c0", pay=["salt"], gardeners=2) == DRY
    water(state, 0, "r1c0-r2c0")
    assert refused(state, "plant", square="r1c0", pay=["salt"], gardeners=2) is None


def test_gardeners_add_quality_and_go_back_to_the_stock() -> None:
    """Rulebook: gardeners."""
    state = garden()
    water(state, 1, "r2c0-r2c1")
    at_eshnunna(state, "salt", gardeners=2)
    assert listed(state, "plant")[-1] == {"square": "r3c1", "pay": ["salt"], "gardeners": 2}
    events = do(state, "plant", square="r2c1", pay=["salt"], gardeners=1)
    assert events[0] == CardEvent(0, "gardener", "used", ())
    assert (state.gardeners, state.court[-1]) == ([1, 0], 1)


def test_a_plant_of_quality_two_costs_the_resource_on_the_card_too() -> None:
    """Rulebook: plants."""
    state = start()
    water(state, 1, "r3c0-r3c1", "r2c0-r2c1")
    caravan_at(state, "Palmyra")
    give(state, 0, "dates", "wine")
    do(state, "caravan", camels=1, squares=1)
    # Khorsabad asks for dates, and salt stands on its card; wine pays for the salt.
    assert refused(state, "plant", square="r2c0", pay=["dates"], gardeners=0) == "this is not the required payment"
    assert {tuple(words["pay"]) for words in listed(state, "plant")} == {("dates", "wine")}
    do(state, "plant", square="r2c0", pay=["wine", "dates"], gardeners=0)
    assert holding(state, 0) == []


def test_a_plant_card_is_turned_over_and_stays_on_its_city() -> None:
    """Rulebook: plants."""
    state = at_eshnunna(garden(), "salt")
    assert state.observation(0)["plants"]["Eshnunna"] == {"card": "P1", "quality": 1, "extra": None}
    do(state, "plant", square="r3c1", pay=["salt"], gardeners=0)
    assert state.observation(0)["plants"]["Eshnunna"] == {"card": "P1", "quality": 2, "extra": "palm"}


def test_planting_takes_the_tile_scores_it_and_pays_the_majority() -> None:
    """Rulebook: planting, steps 1 and 2."""
    state = at_eshnunna(garden(), "salt")
    events = do(state, "plant", square="r3c1", pay=["salt"], gardeners=0)
    # Q1-2: 2 prestige and a palace; seat 1 has the only cube around.
    assert points(events) == [(0, "tiles", 2), (0, "palace", 2), (1, "irrigation", 1)]
    assert (state.tiles_left, state.tiles_of(0)) == (12, 1)


def test_a_square_is_planted_once() -> None:
    """Rulebook: planting, step 4."""
    state = at_eshnunna(garden(), "salt")
    do(state, "plant", square="r3c1", pay=["salt"], gardeners=0)
    caravan_at(state, "Babylon")
    give(state, 1, "salt", "wine")
    do(state, "caravan", camels=1, squares=1)
    assert refused(state, "plant", square="r3c1", pay=["salt", "wine"], gardeners=0) == (
        "no garden tile lies on the square"
    )
    assert {words["square"] for words in listed(state, "plant")} == {"r3c0"}


def test_a_tie_for_most_cubes_pays_nobody() -> None:
    """Rulebook: planting, step 2."""
    state = garden()
    water(state, 0, "r3c1-r3c2")
    at_eshnunna(state, "salt")
    assert points(do(state, "plant", square="r3c1", pay=["salt"], gardeners=0)) == [(0, "tiles", 2), (0, "palace", 2)]


def test_the_majority_pays_the_quality_of_the_plant_without_gardeners() -> None:
    """Rulebook: planting, step 2."""
    state = garden()
    water(state, 0, "r2c0-r2c1")
    water(state, 1, "r2c1-r2c2", "r2c1-r3c1")
    at_eshnunna(state, "salt", gardeners=1)
    events = do(state, "plant", square="r2c1", pay=["salt"], gardeners=1)
    assert (1, "irrigation", 1) in points(events)


def test_a_choice_on_a_tile_is_among_four_types() -> None:
    """Rulebook: planting, bonuses."""
    state = at_eshnunna(garden(), "salt")
    do(state, "plant", square="r3c0", pay=["salt"], gardeners=0)
    assert (phase(state), state.to_move) == ("choose", 0)
    assert [words["card"] for words in listed(state, "choose")] == ["banker", "caravaneer", "palace", "gardener"]
    events = do(state, "choose", card="gardener")
    assert events[0] == CardEvent(0, "gardener", "taken", ("banker-1", "caravaneer-1", "palace-1", "gardener"))
    assert points(events) == [(1, "irrigation", 1)]
    assert state.to_move == 1


def test_a_resource_of_choice_and_tokens_on_a_tile() -> None:
    """Rulebook: planting, bonuses."""
    state = garden()
    water(state, 1, "r2c0-r3c0", "r2c1-r3c1")
    at_eshnunna(state, "salt", gardeners=1)
    do(state, "plant", square="r2c0", pay=["salt"], gardeners=1)
    assert phase(state) == "take"
    assert len(listed(state, "take")) == 5
    do(state, "take", resource="wine")
    assert holding(state, 0) == ["wine"]
    state = garden()
    water(state, 1, "r2c1-r3c1")
    at_eshnunna(state, "salt", gardeners=1)
    do(state, "plant", square="r2c1", pay=["salt"], gardeners=1)
    assert (state.camels[0], state.talents[0]) == (1, 5)


def test_empty_areas_towards_planted_neighbours_get_grey_cubes() -> None:
    """Rulebook: planting, step 3."""
    state = garden()
    water(state, 1, "r2c0-r3c0", "r3c1-r3c2")
    at_eshnunna(state, "salt")
    state.planted_by[12] = 1
    state.planted_by[9] = 1
    do(state, "plant", square="r3c1", pay=["salt"], gardeners=0)
    irrigation = state.observation(0)["irrigation"]
    assert irrigation["r2c1-r3c1"] == ["grey"]
    assert irrigation["r3c0-r3c1"] == [1]
    assert irrigation["r2c0-r2c1"] == [None]
    assert "r2c0-r2c1" in available(state)


def test_both_areas_of_a_double_side_get_grey_cubes() -> None:
    """Rulebook: planting, step 3."""
    state = garden()
    state.planted_by[5] = 1
    water(state, 1, "r2c1-r2c2", "r1c2-r2c2", "r3c1-r3c2")
    at_eshnunna(state, "salt", gardeners=1)
    do(state, "plant", square="r1c2", pay=["salt"], gardeners=1)
    do(state, "choose", card="gardener")
    assert state.observation(0)["irrigation"]["r1c1-r1c2"] == ["grey", "grey"]


def test_a_caravaneer_from_a_tile_brings_its_token_too() -> None:
    """Rulings without a switch."""
    state = garden()
    cards(state, 0, caravaneer=1)
    at_eshnunna(state, "salt")
    do(state, "plant", square="r3c0", pay=["salt"], gardeners=0)
    do(state, "choose", card="caravaneer")
    assert holding(state, 0) == ["wine"]


def test_a_fixed_court_card_that_cannot_be_had_is_lost() -> None:
    """Switch tile_court_bonus_blocked: in both options."""
    state = garden()
    cards(state, 1, palace=1)
    at_eshnunna(state, "salt")
    events = do(state, "plant", square="r3c1", pay=["salt"], gardeners=0)
    assert points(events) == [(0, "tiles", 2), (1, "irrigation", 1)]


def test_bonus_tokens_come_as_far_as_the_stock_reaches() -> None:
    """Stock limits (supply_limits)."""
    state = garden()
    water(state, 1, "r2c1-r3c1")
    give(state, 1, camels=12, talents=22)
    at_eshnunna(state, "salt", gardeners=1)
    assert state.stock_camels == 1
    state.stock_camels, state.camels[1] = 0, 14
    do(state, "plant", square="r2c1", pay=["salt"], gardeners=1)
    assert (state.camels[0], state.talents[0]) == (0, 4)
