"""The rules of Babylonia by the rulebook's words: its worked examples, and positions built for one rule each."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.babylonia.actions import extra_turn, score, stop, take
from engine.babylonia.scoring import majority
from engine.game import CHANCE, CardEvent, IllegalAction
from tests.cases import each
from tests.engine.babylonia_positions import COMPONENTS, GAME, arrange, may_put, paid, put

BOOK = json.loads((Path(__file__).parent / "examples/babylonia-rulebook.json").read_text(encoding="utf-8"))
SEATS = "ABCD"


@each("example", BOOK)
def test_worked_examples_of_the_rulebook(example: dict[str, Any]) -> None:
    what, who, kind, hex_id, *site = example["do"]
    seat = SEATS.index(who)
    state = arrange(
        example["players"],
        example["tiles"],
        [(SEATS.index(owner), token, place) for owner, token, place in example["tokens"]],
        won={SEATS.index(owner): count for owner, count in example["won"].items()},
        rack=[kind, "farmer"],
        seat=seat,
    )
    expect = example["expect"]
    events = put(state, kind, hex_id)
    if what == "place":
        farm = paid(events, "farm_value").get(seat, 0) + paid(events, "farm_cities").get(seat, 0)
        assert farm == expect["farm_points"]
        assert paid(events, "ziggurat").get(seat, 0) == expect["ziggurat_points"]
        return
    site_number = state.board.number[site[0]]
    assert state.around(site_number)[0] == expect["adjacent"]
    assert majority(expect["adjacent"]) == SEATS.index(expect["winner"])
    put(state, "farmer", "0422" if example["players"] == 4 else "1016")
    state.apply(stop(seat))
    events = list(state.apply(score(state.board, seat, site_number)))
    if "network_points" in expect:
        assert [paid(events, "city_nobles").get(n, 0) for n in range(3)] == expect["network_points"]
        assert [paid(events, "city_tiles").get(n, 0) for n in range(3)] == expect["city_points"]
    else:
        assert state.to_move == seat
        taken = list(state.apply(take(seat, 3)))
        assert taken == [CardEvent(seat, "3", "taken", ("1", "2", "3", "4", "5", "6", "7"))]


# Step 1: which sets of tokens


def test_a_single_last_token_is_a_turn() -> None:
    state = arrange(2, {}, [], rack=["priest"])
    assert stop(0) not in state.legal_actions()
    put(state, "priest", "0810")
    assert stop(0) in state.legal_actions()


def test_three_farmers_may_follow_each_other_but_not_into_the_river() -> None:
    state = arrange(2, {}, [], rack=["farmer"] * 5)
    put(state, "farmer", "0808")
    put(state, "farmer", "0810")
    assert not may_put(state, "farmer", "0802")
    put(state, "farmer", "0814")
    assert stop(0) in state.legal_actions()


def test_after_a_river_token_the_turn_has_two_tokens() -> None:
    state = arrange(2, {}, [], rack=["farmer"] * 5)
    put(state, "farmer", "0802")
    put(state, "farmer", "0810")
    assert list(state.legal_actions()) == [stop(0)]


def test_card_5_noble_may_come_first_if_three_farmers_can_follow() -> None:
    rack = ["official", "farmer", "farmer", "farmer"]
    state = arrange(2, {}, [], rack=rack, cards={0: [5]})
    put(state, "official", "0808")
    put(state, "farmer", "0810")
    put(state, "farmer", "0814")
    assert stop(0) not in state.legal_actions()
    put(state, "farmer", "0818")
    assert stop(0) in state.legal_actions()


def test_card_5_third_token_is_refused_when_the_third_farmer_is_missing() -> None:
    state = arrange(2, {}, [], rack=["official", "farmer", "farmer"], cards={0: [5]})
    put(state, "official", "0808")
    put(state, "farmer", "0810")
    assert not may_put(state, "farmer", "0814")
    assert list(state.legal_actions()) == [stop(0)]


def test_card_5_allows_one_noble_only() -> None:
    state = arrange(2, {}, [], rack=["farmer"] * 3 + ["official", "priest"], cards={0: [5]})
    for hex_id in ("0808", "0810", "0814"):
        put(state, "farmer", hex_id)
    put(state, "official", "0818")
    assert not may_put(state, "priest", "0820")


def test_card_5_noble_position_last() -> None:
    rack = ["farmer"] * 4 + ["official"]
    state = arrange(2, {}, [], rack=rack, cards={0: [5]}, card5_noble_position="last")
    put(state, "farmer", "0808")
    put(state, "farmer", "0810")
    assert not may_put(state, "official", "0814")
    put(state, "farmer", "0814")
    put(state, "official", "0818")
    assert list(state.legal_actions()) == [stop(0)]


def test_card_4_needs_three_different_nobles_on_land() -> None:
    rack = ["merchant", "official", "official", "priest", "farmer"]
    state = arrange(2, {}, [], rack=rack, cards={0: [4]})
    put(state, "merchant", "0808")
    put(state, "official", "0810")
    assert not may_put(state, "official", "0814")
    assert not may_put(state, "priest", "0802")
    assert not may_put(state, "farmer", "0814")
    put(state, "priest", "0814")
    assert list(state.legal_actions()) == [stop(0)]


def test_card_4_is_no_way_on_after_two_nobles_of_one_kind() -> None:
    """A dead end once: a third kind looked different from the last noble, and the turn could not be ended."""
    state = arrange(2, {}, [], rack=["official", "official", "merchant", "farmer", "farmer"], cards={0: [4]})
    put(state, "official", "0808")
    put(state, "official", "0810")
    assert list(state.legal_actions()) == [stop(0)]


def test_cards_4_and_5_together_is_off_by_default_and_a_switch() -> None:
    rack = ["farmer"] * 3 + ["merchant", "official", "priest"]
    for together in (False, True):
        state = arrange(2, {}, [], rack=rack, cards={0: [4, 5]}, card4_card5_together=together)
        for hex_id in ("0808", "0810", "0814"):
            put(state, "farmer", hex_id)
        put(state, "merchant", "0818")
        assert may_put(state, "official", "0820") == together


def test_there_is_always_enough_free_land_to_complete_a_turn() -> None:
    """`turn_options` asks the rack only. It may: at most 3 more tokens complete a turn, and 3 land hexes are free.

    Every city not yet scored has a free land hex next to it, one hex being next to so many cities at most; and free
    land is at least plain land, plus scored cities, less the tokens that can be on the board.
    """
    needed = 3
    for players, board in COMPONENTS.boards.items():
        slots = set(board.tile_slots)
        plain = len(board.land_in_play) - len(slots) - len(board.ziggurats)
        is_city = [COMPONENTS.tiles[COMPONENTS.tile_number[name]].is_city for name in board.sorted_tiles]
        most_cities_near = max(len(slots & set(board.neighbours[hex_number])) for hex_number in board.land_in_play)
        placed = players * sum(COMPONENTS.supply) - needed
        for unscored in range(COMPONENTS.cities_left_to_end + 1, sum(is_city) + 1):
            by_counting = plain + sum(is_city) - unscored - placed
            by_neighbours = -(-unscored // most_cities_near)
            assert max(by_counting, by_neighbours) >= needed, (players, unscored)


# Step 1: where


def test_a_farmer_on_a_farm_needs_an_own_token_next_to_it() -> None:
    state = arrange(2, {"0612": "F6"}, [(1, "farmer", "0610")], rack=["farmer", "farmer"])
    assert not may_put(state, "farmer", "0612")
    put(state, "farmer", "0614")
    assert paid(put(state, "farmer", "0612"), "farm_value") == {0: 6}


def test_support_by_a_token_of_the_same_turn_is_a_switch() -> None:
    state = arrange(2, {"0612": "F6"}, [], rack=["farmer", "farmer"], farm_support_same_turn=False)
    put(state, "farmer", "0614")
    assert not may_put(state, "farmer", "0612")


@pytest.mark.parametrize(("option", "allowed"), [("any_own_token", True), ("face_up_only", False)])
def test_support_by_a_river_token_is_a_switch(option: str, allowed: bool) -> None:
    state = arrange(2, {"0507": "F5"}, [(0, "priest", "0408")], rack=["farmer", "farmer"], farm_support_token=option)
    assert may_put(state, "farmer", "0507") == allowed


def test_nobles_go_on_farms_with_card_6_only_and_without_support() -> None:
    for cards, allowed in (([], False), ([6], True)):
        state = arrange(2, {"0612": "F7"}, [(0, "farmer", "0610")], rack=["priest", "farmer"], cards={0: cards})
        assert may_put(state, "priest", "0612") == allowed
    state = arrange(2, {"0612": "F7"}, [], rack=["priest", "farmer"], cards={0: [6]})
    assert not may_put(state, "farmer", "0612")
    assert paid(put(state, "priest", "0612"), "farm_value") == {0: 7}


def test_a_city_symbol_farm_may_be_worth_nothing() -> None:
    state = arrange(2, {"0612": "FC"}, [(0, "farmer", "0610")], rack=["farmer", "farmer"])
    assert put(state, "farmer", "0612") == []
    assert state.tile_at[state.board.number["0612"]] == -1


@each(
    ("hex_id", "why"),
    [
        ("0812", "ziggurat"),
        ("0612", "city"),
        ("0610", "a token stands"),
        ("1101", "out of play"),
        ("9999", "does not exist"),
    ],
)
def test_a_token_goes_on_free_hexes_in_play(hex_id: str, why: str) -> None:
    state = arrange(2, {"0612": "MO"}, [(1, "farmer", "0610")], rack=["farmer", "farmer"])
    action = GAME.action_from_json({"seat": 0, "do": "place", "token": "farmer", "hex": hex_id}, COMPONENTS)
    with pytest.raises(IllegalAction, match=why) as error:
        state.apply(action)
    assert error.value.code == "illegal_action"


# Ziggurats


def test_a_scored_ziggurat_still_pays_unless_switched_off() -> None:
    for switched, points in ((True, {0: 1}), (False, {})):
        state = arrange(2, {}, [], rack=["farmer", "farmer"], ziggurat_points_scored_ziggurats_count=switched)
        state.scored[state.board.ziggurats.index(state.board.number["0812"])] = True
        assert paid(put(state, "farmer", "0810"), "ziggurat") == points


def test_ziggurat_points_per_token_is_a_switch() -> None:
    for per_token, second in ((True, {0: 1}), (False, {})):
        state = arrange(2, {}, [], rack=["farmer", "farmer"], ziggurat_points_per_token=per_token)
        assert paid(put(state, "farmer", "0810"), "ziggurat") == {0: 1}
        assert paid(put(state, "farmer", "0814"), "ziggurat") == second


RING = ("0810", "0911", "0913", "0814", "0713", "0711")


def ring(*owners: int) -> list[tuple[int, str, str]]:
    """Tokens round the ziggurat 0812, from the hex above it clockwise."""
    return [(owner, "farmer", hex_id) for owner, hex_id in zip(owners, RING, strict=False)]


def test_on_a_tie_nobody_takes_a_card_and_the_ziggurat_is_done() -> None:
    state = arrange(2, {}, ring(0, 0, 1, 1, 1), rack=["farmer", "farmer", "farmer"])
    put(state, "farmer", "0711")
    put(state, "farmer", "0820")
    state.apply(stop(0))
    state.apply(score(state.board, 0, state.board.number["0812"]))
    assert state.offer == [1, 2, 3, 4, 5, 6, 7]
    assert state.scored[state.board.ziggurats.index(state.board.number["0812"])]
    assert state.to_move == CHANCE


def test_the_winner_takes_a_card_even_off_turn_and_card_1_pays_at_once() -> None:
    state = arrange(2, {}, ring(1, 1, 1, 1, 0), rack=["farmer", "farmer", "farmer"])
    put(state, "farmer", "0711")
    put(state, "farmer", "0820")
    state.apply(stop(0))
    state.apply(score(state.board, 0, state.board.number["0812"]))
    assert state.to_move == 1
    assert paid(state.apply(take(1, 1)), "card1") == {1: 10}
    with pytest.raises(IllegalAction, match="draw is due"):
        state.apply(take(1, 2))


def test_the_active_player_chooses_the_winners_card_if_switched() -> None:
    state = arrange(2, {}, ring(1, 1, 1, 1, 0), rack=["farmer"] * 3, ziggurat_card_chooser="active_player")
    put(state, "farmer", "0711")
    put(state, "farmer", "0820")
    state.apply(stop(0))
    state.apply(score(state.board, 0, state.board.number["0812"]))
    assert state.to_move == 0
    state.apply(take(0, 3))
    assert state.card_owner[3] == 1


@pytest.mark.parametrize(("once", "again"), [(True, False), (False, True)])
def test_a_tied_ziggurat_is_done_or_opens_again_for_a_river_token(once: bool, again: bool) -> None:
    """Two land hexes each round 0218; 0216 is river next to it."""
    tokens = [(0, "farmer", "0319"), (1, "farmer", "0220"), (1, "farmer", "0119")]
    state = arrange(2, {}, tokens, rack=["farmer"] * 4, ziggurat_scored_once=once)
    ziggurat = state.board.number["0218"]
    put(state, "farmer", "0117")
    put(state, "farmer", "0820")
    state.apply(stop(0))
    state.apply(score(state.board, 0, ziggurat))
    assert state.offer == [1, 2, 3, 4, 5, 6, 7]
    state.begin_turn(0)
    put(state, "farmer", "0216")
    put(state, "farmer", "0818")
    state.apply(stop(0))
    assert (ziggurat in state.surrounded) == again
    if again:
        state.apply(score(state.board, 0, ziggurat))
        assert take(0, 1) in state.legal_actions()


# Cities


def closed_city(symbols: str, tokens: list[tuple[int, str, str]], cards: dict[int, list[int]], **more: Any) -> Any:
    """Seat 0 fills 0713, the last land hex next to the city 0612 (0511 and 0513 are river), and has it scored."""
    state = arrange(2, {"0612": symbols}, tokens, rack=["merchant", "farmer", "farmer"], cards=cards, **more)
    put(state, "merchant", "0713")
    put(state, "farmer", "0721")
    state.apply(stop(0))
    return state, list(state.apply(score(state.board, 0, state.board.number["0612"])))


def test_a_discarded_city_still_pays_the_nobles() -> None:
    tokens = [(0, "priest", "0610"), (1, "merchant", "0711"), (1, "official", "0614")]
    state, events = closed_city("M", tokens, {})
    assert paid(events, "city_nobles") == {0: 2, 1: 2}
    assert paid(events, "city_tiles") == {}
    assert state.won == [0, 0]
    assert state.cells[state.board.number["0612"]] == 0
    _, events = closed_city("M", tokens, {}, network_points_on_tie=False)
    assert events == []


def test_card_7_pays_half_of_the_city_tiles_rounded_down() -> None:
    tokens = [(0, "priest", "0610"), (0, "farmer", "0711"), (1, "official", "0614")]
    _, events = closed_city("O", tokens, {0: [7]}, won={0: 2, 1: 1})
    assert paid(events, "city_tiles") == {0: 3, 1: 1}
    assert paid(events, "card7") == {0: 1}
    _, events = closed_city("O", tokens, {0: [7]}, won={0: 1}, card7_counts_new_city=False)
    assert paid(events, "card7") == {}
    _, events = closed_city("O", tokens, {1: [7]}, won={1: 2})
    assert paid(events, "card7") == {1: 1}


def test_card_9_links_by_free_river_hexes_also_right_beside_the_city() -> None:
    """0511 and 0513 are free river next to the city; the noble at 0412 is next to both and to nothing else."""
    tokens = [(1, "priest", "0610"), (0, "farmer", "0711"), (1, "official", "0614"), (0, "merchant", "0412")]
    _, events = closed_city("M", tokens, {0: [9]})
    assert paid(events, "city_nobles") == {0: 2}
    assert paid(events, "city_nobles_card9") == {0: 2}
    _, events = closed_city("M", tokens, {0: [9]}, link_cards_gap_at_city=False)
    assert paid(events, "city_nobles_card9") == {}


def test_card_8_links_by_free_land_of_the_centre() -> None:
    """The merchant at 0808 is two free land hexes away from 0610's network, by 0608 or 0709."""
    tokens = [(0, "priest", "0610"), (1, "farmer", "0711"), (1, "official", "0614"), (0, "merchant", "0808")]
    _, events = closed_city("M", tokens, {0: [8]})
    assert paid(events, "city_nobles") == {0: 2}
    assert paid(events, "city_nobles_card8") == {0: 2}


# The end of a turn


def test_an_extra_turn_is_offered_after_the_refill_and_only_once() -> None:
    state = arrange(2, {}, [], rack=["farmer"] * 4, cards={0: [2]})
    put(state, "farmer", "0808")
    put(state, "farmer", "0810")
    state.apply(stop(0))
    assert state.to_move == CHANCE
    state.apply(state.draw(Random(1)))
    assert list(state.legal_actions()) == [extra_turn(0, False), extra_turn(0, True)]
    state.apply(extra_turn(0, True))
    assert state.to_move == 0
    put(state, "farmer", "0818")
    put(state, "farmer", "0820")
    state.apply(stop(0))
    state.apply(state.draw(Random(1)))
    assert state.to_move == 1


def test_the_tie_break_is_the_city_tiles_in_front() -> None:
    for won, winners in (({0: 1, 1: 2}, (1,)), ({0: 2, 1: 2}, (0, 1))):
        state = arrange(2, {}, [], rack=["farmer", "farmer"], won=won)
        state.scores = [20, 20]
        state.pool[0], state.pool_size[0] = [0, 0, 0, 0], 0
        put(state, "farmer", "0818")
        put(state, "farmer", "0820")
        state.apply(stop(0))
        result = state.result()
        assert result is not None
        assert (result.end, result.scores, result.winners) == ("rack_empty", (20, 20), winners)


def test_the_end_comes_before_the_extra_turn_unless_switched() -> None:
    for option, over in (("game_ends_first", True), ("extra_turn_first", False)):
        state = arrange(2, {}, [], rack=["farmer"] * 4, cards={0: [2]}, card2_against_game_end=option)
        state.cities_left = 1
        put(state, "farmer", "0818")
        put(state, "farmer", "0820")
        state.apply(stop(0))
        state.apply(state.draw(Random(1)))
        assert (state.result() is not None) == over
        if not over:
            state.apply(extra_turn(0, False))
            result = state.result()
            assert result is not None
            assert result.end == "cities"


def test_card_3_fills_the_rack_to_seven_at_the_next_own_refill() -> None:
    state = arrange(2, {}, [], rack=["farmer"] * 5, cards={0: [3]})
    put(state, "farmer", "0818")
    put(state, "farmer", "0820")
    state.apply(stop(0))
    assert state.draw_size == 4


def test_a_river_token_shows_its_kind_to_its_owner_only() -> None:
    for kind in ("priest", "farmer"):
        state = arrange(2, {}, [], rack=["priest", "farmer"])
        put(state, kind, "0802")
        assert state.observation(0)["tokens"]["0802"]["token"] == kind
        assert state.observation(1)["tokens"]["0802"]["token"] == "unknown"
    one = arrange(2, {}, [(1, "priest", "0802")])
    other = arrange(2, {}, [(1, "farmer", "0802")])
    assert one.observation(0) == other.observation(0)
