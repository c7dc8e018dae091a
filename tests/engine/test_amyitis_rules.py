"""The rules of Amyitis, each by name with the rulebook's section: rounds, crafts, temples, the end."""

from __future__ import annotations

import pytest

from engine.amyitis.names import GREY
from engine.game import CHANCE, NOBODY, BadSetup, CardEvent
from tests.cases import each
from tests.engine.amyitis_positions import (
    AMYITIS,
    SET,
    apply,
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
)

ISHTAR, MARDUK, TAMMOUZ = range(3)

# Setup


@pytest.mark.parametrize(("players", "tiles", "crafts"), [(2, 13, 10), (3, 16, 14), (4, 16, 18)])
def test_setup_with_so_many_players(players: int, tiles: int, crafts: int) -> None:
    """Rulebook: setup."""
    state = start(players)
    assert state.tiles_left == tiles
    census = state.census()
    assert sum(sum(places.values()) for kind, places in census.items() if kind.endswith(" cards")) == crafts
    for seat in range(players):
        assert (state.talents[seat], state.camels[seat], holding(state, seat), state.scores[seat]) == (4, 1, [], 0)
    assert state.observation(0)["caravan"] == "Babylon"
    assert (state.to_move, state.turn, state.round) == (0, 1, 1)


def test_one_wine_lies_on_each_caravaneer_of_level_2() -> None:
    """Rulebook: setup."""
    assert [start(players).tokens for players in (2, 3, 4)] == [[4], [4], [4, 4]]
    assert start(4).census()["wine"] == {"stock": 5, "caravaneers": 2, **{f"seat {seat}": 0 for seat in range(4)}}


@each(
    ("change", "reason"),
    [
        ({"garden": {"r0c0": "Q3-1"}}, "square without a tile"),
        ({"garden": {**setup(2)["garden"], "r0c3": "Q1-5"}}, "no square for a tile: r0c3"),
        ({"garden": {**setup(2)["garden"], "r3c0": "Q1-2"}}, "on two squares"),
        ({"garden": {**setup(2)["garden"], "r3c0": "Q2-5"}}, "has not the quality"),
        ({"garden": {**setup(2)["garden"], "r3c0": "Q9-9"}}, "there is no garden tile"),
        ({"garden": {**setup(2)["garden"], "r0c0": "Q3-2", "r0c1": "Q3-1"}}, "on the top square"),
        ({"plants": {"Eshnunna": "K", "Ur": "P2", "Mari": "P3", "Khorsabad": "P1"}}, "lies on Khorsabad"),
        ({"plants": {"Eshnunna": "P2", "Ur": "P2", "Mari": "P3", "Khorsabad": "K"}}, "each plant card"),
        ({"khorsabad_side": 2}, "khorsabad_side"),
    ],
)
def test_a_setup_that_the_rules_do_not_allow(change: dict[str, object], reason: str) -> None:
    """Rulebook: setup."""
    with pytest.raises(BadSetup, match=reason):
        AMYITIS.start(2, AMYITIS.ruleset("base", {}), SET, setup(2) | change)


@each(
    ("groups", "reason"),
    [
        ([["peasant", "priest", "engineer"]], "one group of craft cards for each player"),
        ([["peasant", "priest", "engineer"], ["peasant", "priest"]], "a group has three craft cards"),
        ([["peasant", "priest", "engineer"], ["peasant", "priest", "smith"]], "this craft does not exist"),
        ([["engineer", "engineer", "engineer"], ["peasant", "priest", "priest"]], "fewer cards of this craft"),
    ],
)
def test_craft_cards_are_laid_out_in_groups_of_three(groups: list[list[str]], reason: str) -> None:
    """Rulebook: phase I."""
    state = AMYITIS.start(2, AMYITIS.ruleset("base", {}), SET, setup(2))
    assert state.to_move == CHANCE
    refusal = state.check(AMYITIS.action_from_json({"chance": "craft", "groups": groups}, SET))
    assert refusal is not None
    assert refusal.code == "bad_chance"
    assert reason in refusal.reason


# A round


@each(("level", "talents", "prestige"), [(0, 0, 0), (1, 1, 0), (2, 2, 0), (3, 2, 2)])
def test_income_by_the_active_banker(level: int, talents: int, prestige: int) -> None:
    """Rulebook: phase I, income."""
    state = start()
    cards(state, 0, banker=level)
    to_procession(state)
    do(state, "procession", temple="tammouz")
    do(state, "field", row=0)
    before = state.talents[0]
    events = lay_out(state)
    assert state.talents[0] == before + talents
    assert points(events) == ([(0, "banker", 2)] if prestige else [])


def test_recruiting_costs_as_many_talents_as_cards_of_the_group_are_turned() -> None:
    """Rulebook: recruit."""
    state = start()
    for craft, talents in (("priest", 4), ("peasant", 3), ("engineer", 1)):
        do(state, "recruit", group=0, craft=craft)
        follow = {"priest": {"temple": "ishtar"}, "peasant": {"row": 0}, "engineer": {"side": "r3c0-r3c1"}}[craft]
        do(state, {"priest": "temple", "peasant": "field", "engineer": "irrigate"}[craft], **follow)
        assert state.talents[0] == talents
        if craft == "priest":
            do(state, "pass")
    assert state.turned == [3, 0]
    assert refused(state, "recruit", group=0, craft="priest") == "no such craft card lies face up in the group"


def test_recruiting_needs_the_talents() -> None:
    """Rulebook: recruit."""
    state = start()
    do(state, "recruit", group=0, craft="priest")
    do(state, "temple", temple="ishtar")
    state.talents[1] = 0
    state.stock_talents += 4
    assert refused(state, "recruit", group=0, craft="peasant") == "the player has too few talents"
    assert refused(state, "recruit", group=1, craft="peasant") is None


def test_who_has_passed_takes_a_talent_whenever_the_go_would_come() -> None:
    """Rulebook: passing."""
    state = start(3)
    do(state, "pass")
    assert state.talents == [4, 4, 4]
    do(state, "recruit", group=0, craft="priest")
    do(state, "temple", temple="ishtar")
    assert (state.to_move, state.talents[0]) == (2, 4)
    do(state, "recruit", group=1, craft="priest")
    do(state, "temple", temple="ishtar")
    assert (state.to_move, state.talents[0]) == (1, 5)
    do(state, "pass")
    assert state.to_move == 2
    do(state, "recruit", group=1, craft="merchant")
    assert (state.to_move, state.talents) == (2, [6, 5, 3])


def test_nobody_gets_a_talent_after_the_last_pass() -> None:
    """Rulebook: passing."""
    state = start(3)
    do(state, "pass")
    do(state, "pass")
    do(state, "pass")
    assert state.talents == [4, 4, 4]
    assert (phase(state), state.to_move) == ("procession", 1)


def test_a_merchant_brings_a_camel() -> None:
    """Rulebook: merchant."""
    state = start()
    do(state, "recruit", group=1, craft="merchant")
    assert state.camels == [2, 1]
    assert state.to_move == 1


# Fields


def test_a_peasant_takes_the_resource_of_the_leftmost_empty_square() -> None:
    """Rulebook: peasant."""
    state = start()
    do(state, "recruit", group=0, craft="peasant")
    do(state, "field", row=1)
    assert holding(state, 0) == ["barley"]
    do(state, "recruit", group=1, craft="peasant")
    do(state, "field", row=1)
    assert holding(state, 1) == ["dates"]
    assert state.rows == [[], [0, 1]]


def test_the_majority_in_a_full_row_takes_a_gardener_and_the_row_is_emptied() -> None:
    """Rulebook: fields."""
    state = start()
    on_row(state, 0, 1, 1, 1, 0)
    do(state, "recruit", group=0, craft="peasant")
    events = do(state, "field", row=0)
    assert events == [CardEvent(1, "gardener", "taken", ("gardener",))]
    assert holding(state, 0) == ["wine"]
    assert (state.rows[0], state.cubes, state.gardeners) == ([], [30, 30], [0, 1])


def test_nobody_takes_a_gardener_on_a_tie_or_when_none_is_left() -> None:
    """Rulebook: fields."""
    state = start(3)
    on_row(state, 0, 1, 1, 2, 0)
    do(state, "recruit", group=0, craft="peasant")
    assert do(state, "field", row=0) == []
    assert state.rows[0] == []
    state = start()
    state.gardeners, state.court[-1] = [1, 1], 0
    on_row(state, 0, 1, 1, 1, 0)
    do(state, "recruit", group=0, craft="peasant")
    assert do(state, "field", row=0) == []


def test_a_resource_that_is_out_blocks_its_square() -> None:
    """Stock limits (supply_limits)."""
    state = start()
    give(state, 1, *["salt"] * 7)
    assert refused(state, "recruit", group=0, craft="peasant") is None
    do(state, "recruit", group=0, craft="peasant")
    assert refused(state, "field", row=0) == "the resource is out of stock"
    state = start()
    give(state, 1, *["salt"] * 7, *["barley"] * 7)
    assert refused(state, "recruit", group=0, craft="peasant") == (
        "the action of the craft card is impossible (house rule “Recruiting a card whose action is impossible”)"
    )


# Temples


def test_a_priest_pushes_the_cubes_to_the_right_and_the_fifth_returns() -> None:
    """Rulebook: priest."""
    state = start()
    in_temple(state, MARDUK, 1, 0, GREY, 1)
    do(state, "recruit", group=0, craft="priest")
    do(state, "temple", temple="marduk")
    assert state.temples[MARDUK] == [0, 1, 0, GREY]
    assert state.cubes == [28, 29]


def test_the_procession_puts_a_grey_cube_into_the_other_temples() -> None:
    """Rulebook: end of a turn, procession."""
    state = start(3)
    to_procession(state)
    assert state.to_move == 1
    do(state, "procession", temple="marduk")
    assert state.temples == [[GREY], [1], [GREY]]
    assert state.scores == [0, 2, 0]


def test_temples_are_rewarded_in_their_order() -> None:
    """Rulebook: temples."""
    state = start(3)
    in_temple(state, ISHTAR, 0, 2)
    in_temple(state, MARDUK, 1, 1, 2)
    in_temple(state, TAMMOUZ, 2, 0, 2)
    give(state, 0, "wine")
    to_procession(state)
    do(state, "procession", temple="ishtar")
    # 1, 0, 2 in Ishtar: each has one cube, that of seat 2 is furthest to the right, then that of seat 0.
    assert (phase(state), state.to_move) == ("reward", 2)
    events = do(state, "reward", take="camel")
    assert (state.camels, state.talents) == ([1, 1, 2], [5, 4, 4])
    assert points(events) == [(1, "marduk", 2), (2, "marduk", 1)]
    assert (phase(state), state.to_move) == ("tammouz_field", 2)
    do(state, "field", row=0)
    assert holding(state, 2) == ["salt"]
    assert (phase(state), state.to_move) == ("swap", 0)
    assert refused(state, "swap", give="wine", take="wine") == "nothing is swapped for wine"
    assert refused(state, "swap", give="salt", take="palm") == "the player does not have this"
    do(state, "swap", give="wine", take="palm")
    assert holding(state, 0) == ["palm"]
    assert state.to_move == CHANCE


def test_with_two_players_only_the_first_is_rewarded() -> None:
    """Rulebook: temples, two players."""
    state = start(2)
    in_temple(state, ISHTAR, 0, 1)
    in_temple(state, MARDUK, 0, 0, 1)
    in_temple(state, TAMMOUZ, 0, 0, 1)
    give(state, 1, "salt")
    to_procession(state)
    do(state, "procession", temple="ishtar")
    assert state.to_move == 1
    events = do(state, "reward", take="talent")
    assert (state.camels, state.talents) == ([1, 1], [4, 5])
    assert points(events) == [(0, "marduk", 2)]
    do(state, "field", row=0)
    assert state.to_move == CHANCE


def test_the_reward_of_ishtar_is_what_the_stock_has() -> None:
    """Rulings without a switch: an empty stock."""
    state = start(3)
    give(state, 0, camels=11)
    in_temple(state, ISHTAR, 0, 1)
    to_procession(state)
    do(state, "procession", temple="marduk")
    assert listed(state, "reward") == [{"take": "talent"}]
    do(state, "reward", take="talent")
    assert (state.camels, state.talents) == ([12, 1, 1], [4, 5, 4])


def test_a_full_row_of_tammouz_is_settled_as_usual() -> None:
    """Rulebook: temples, Tammouz."""
    state = start(3)
    in_temple(state, TAMMOUZ, 2, 2)
    on_row(state, 1, 2, 2, 0, 1)
    to_procession(state)
    do(state, "procession", temple="marduk")
    assert do(state, "field", row=1) == [CardEvent(2, "gardener", "taken", ("gardener",))]


# Stock


def test_a_seat_keeps_two_resources_or_four_with_the_second_caravaneer() -> None:
    """Rulebook: end of a turn, stock."""
    state = start()
    give(state, 0, "barley", "salt", "salt", "wine")
    give(state, 1, "barley", "barley", "dates", "palm", "wine")
    cards(state, 1, caravaneer=2)
    to_procession(state)
    do(state, "procession", temple="marduk")
    assert (phase(state), state.to_move) == ("keep", 0)
    assert refused(state, "keep", resources=["wine"]) == ("exactly as many resources are kept as the caravaneer allows")
    assert refused(state, "keep", resources=["dates", "wine"]) == "the player does not have this"
    assert len(listed(state, "keep")) == 4
    do(state, "keep", resources=["wine", "salt"])
    assert holding(state, 0) == ["salt", "wine"]
    assert state.to_move == 1
    do(state, "keep", resources=["barley", "dates", "palm", "wine"])
    assert holding(state, 1) == ["barley", "dates", "palm", "wine"]
    assert state.to_move == CHANCE


def test_the_first_player_card_goes_on_clockwise() -> None:
    """Rulebook: end of a turn."""
    state = start(3)
    to_procession(state)
    do(state, "procession", temple="marduk")
    assert state.to_move == CHANCE
    lay_out(state)
    assert (state.to_move, state.round, state.passed, state.turned) == (1, 2, [0, 0, 0], [0, 0, 0])


# The end


@pytest.mark.parametrize(("players", "left"), [(2, 3), (3, 4), (4, 4)])
def test_the_game_ends_after_the_round_when_few_tiles_are_left(players: int, left: int) -> None:
    """Rulebook: end of the game."""
    for more, over in ((1, False), (0, True)):
        state = start(players)
        plant_elsewhere(state, 0, state.tiles_left - left - more)
        do(state, "recruit", group=0, craft="priest")
        do(state, "temple", temple="ishtar")
        to_procession(state)
        do(state, "procession", temple="marduk")
        while state.to_move >= 0:
            state.apply(next(iter(state.legal_actions())))
        assert (state.to_move == NOBODY) == over
        result = state.result()
        assert (result.end if result else None) == ("tiles" if over else None)


@each(
    ("players", "tiles", "prestige"),
    [
        (2, 4, 0), (2, 5, 5), (2, 6, 5), (2, 7, 10), (2, 10, 10),
        (3, 3, 0), (3, 4, 5), (3, 5, 5), (3, 6, 10),
        (4, 2, 0), (4, 3, 5), (4, 4, 5), (4, 5, 10),
    ],
)  # fmt: skip
def test_the_amyitis_card_pays_the_highest_line_reached(players: int, tiles: int, prestige: int) -> None:
    """Rulebook: final scoring."""
    state = start(players)
    plant_elsewhere(state, 0, tiles)
    state.tiles_left = 0
    to_procession(state)
    do(state, "procession", temple="tammouz")
    events = do(state, "field", row=0)
    assert state.to_move == NOBODY
    assert [found for found in points(events) if found[1] == "amyitis_card"] == (
        [(0, "amyitis_card", prestige)] if prestige else []
    )


def test_resources_left_count_one_each_and_ties_are_shared() -> None:
    """Rulebook: final scoring."""
    state = start(2)
    state.tiles_left = 0
    give(state, 0, "wine", "salt", camels=3, talents=5, gardeners=1)
    state.scores = [0, 0]
    to_procession(state)
    events = do(state, "procession", temple="marduk")
    assert points(events) == [(1, "marduk", 2), (0, "stock", 2)]
    result = state.result()
    assert result is not None
    assert (result.scores, result.winners, result.places) == ((2, 2), (0, 1), (1, 1))
    refusal = state.check(AMYITIS.action_from_json({"seat": 0, "do": "pass"}, SET))
    assert refusal is not None
    assert refusal.code == "after_end"


def test_a_seat_that_is_not_to_move_and_a_draw_that_is_due() -> None:
    """Codes of the log."""
    state = start()
    refusal = state.check(AMYITIS.action_from_json({"seat": 1, "do": "pass"}, SET))
    assert refusal is not None
    assert refusal.code == "out_of_turn"
    to_procession(state)
    do(state, "procession", temple="marduk")
    for words in ({"seat": 0, "do": "pass"}, {"seat": 7, "do": "field", "row": 0}):
        refusal = state.check(AMYITIS.action_from_json(words, SET))
        assert refusal is not None
        assert refusal.code == "bad_chance"
    lay_out(state)
    refusal = state.check(AMYITIS.action_from_json({"chance": "craft", "groups": []}, SET))
    assert refusal is not None
    assert refusal.code == "bad_chance"
    assert refused(state, "sell", resources=["salt"]) == "this action is not possible now"
    assert apply(state, {"seat": 1, "do": "pass"}) == []
