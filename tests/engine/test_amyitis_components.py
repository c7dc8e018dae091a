"""The component set of Amyitis: its counts, each of which is named when it is wrong, and hostile sets."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.amyitis.components import Components, PlantSide, read_components
from engine.amyitis.counts import count_problems
from engine.amyitis.names import WINE
from engine.component_files import schema_problems
from engine.game import NOBODY, BadComponents, JsonObject
from engine.log.replay import replay
from engine.simulate import MOST_TURNS, simulate_game
from tests.cases import each
from tests.engine.amyitis_positions import (
    AMYITIS,
    PLANTS,
    SET,
    do,
    give,
    holding,
    lay_out,
    listed,
    points,
    refused,
    setup,
    to_procession,
    water,
)
from tests.profiles import examples


def test_the_box_holds_what_the_rulebook_counts() -> None:
    """Rulebook: components."""
    assert sum(SET.supply) == 35
    assert (SET.camels, SET.talents, len(SET.tiles), sum(SET.craft_total)) == (14, 30, 20, 18)
    assert sum(SET.copies[4]) + 4 == 31, "four caravaneers of level 0 lie before the players"
    assert [sum(SET.crafts_in_play[players]) for players in (2, 3, 4)] == [10, 14, 18]
    assert [card.key for card in SET.cards][:5] == ["banker-1", "banker-2", "banker-3", "caravaneer-1", "caravaneer-2"]


def test_each_plain_resource_is_asked_for_by_one_plant_city_and_one_court_city() -> None:
    for kind in (1, 2):
        assert sorted(city.resource for city in SET.cities if city.kind == kind) == [0, 1, 2, 3]


def path(data: JsonObject, *keys: Any) -> tuple[Any, Any]:
    for key in keys[:-1]:
        data = data[key]
    return data, keys[-1]


CORRUPTED: list[tuple[tuple[Any, ...], Any, str]] = [
    (("supply", "resources", "value", "wine"), 8, "35 resource tokens in the box, but 36"),
    (("supply", "resources", "value"), {"barley": 0, "dates": 14, "salt": 7, "palm": 7, "wine": 7}, "no barley token"),
    (("supply", "talents", "value"), 15, "start with 4 talents each, but there are only 15"),
    (("supply", "camels", "value"), 3, "start with 1 camels each, but there are only 3"),
    (("track", "cities", 1, "name"), "Ur", "the cities are not"),
    (("garden", "starred", "value"), ["r0c2", "r0c3", "r1c1"], "two of the starred squares"),
    (("garden", "summit_tile", "value"), "Q2-1", "the summit tile Q2-1 is not a garden tile of quality 3"),
    (("tiles", 0, "id"), "Q1-2", "garden tile Q1-2 is listed twice"),
    (("craft_cards", "total", "value", "priest"), 6, "18 craft cards in the box, but 19"),
    (("craft_cards", "in_play", "value", "4", "priest"), 4, "with 4 players all 5 priest cards are in play, not 4"),
    (("craft_cards", "in_play", "value", "2", "priest"), 5, "priest cards: more are in play with fewer players"),
    (("court_cards", 0, "copies", "value", "3"), 2, "one caravaneer of level 0 for each player"),
    (("court_cards", 1, "copies", "value", "4"), 4, "31 court cards in the box, but 32"),
    (("court_cards", 4, "level"), 3, "banker: each level is listed once"),
    (("court_cards", 5, "copies", "value", "2"), 2, "banker level 3: more are in play with fewer players"),
    (("court_cards", 2, "copies", "value", "4"), 5, "more caravaneers of level 2 than different tokens"),
    (("plant_cards", 1, "id"), "P2", "plant card P2 is listed twice"),
    (("plant_cards", 1, "sides", 0, "quality", "value"), 2, "one plant card has quality 2 on both sides"),
    (("plant_cards", 1, "sides", 1, "extra", "value"), None, "plant card P1: a side of quality 1 shows no resource"),
    (("plant_cards", 1, "sides", 0, "extra", "value"), "wine", "plant card P1: a side of quality 1 shows no resource"),
    (("plant_cards", 1, "sides", 1, "quality", "value"), 1, "plant card P1: a side of quality 1 shows no resource"),
    (("plant_cards", 0, "sides", 1, "quality", "value"), 3, "one plant card has quality 2 on both sides"),
    (("end", "tiles_left", "value", "2"), 13, "the game ends at 13 tiles left, but starts with 13"),
    (("end", "amyitis_card", "value", "3"), [{"tiles": 6, "prestige": 5}, {"tiles": 4, "prestige": 10}], "do not rise"),
]


@each(("keys", "value", "problem"), CORRUPTED)
def test_each_wrong_count_is_named(keys: tuple[Any, ...], value: Any, problem: str) -> None:
    data = deepcopy(SET.data)
    place, key = path(data, *keys)
    place[key] = value
    with pytest.raises(BadComponents) as error:
        read_components(data)
    assert any(problem in found for found in error.value.problems), error.value.problems


def corrected() -> JsonObject:
    """What an owner may find: a back of quality 1, one of quality 3 that shows a wine, and one that shows nothing."""
    data = deepcopy(SET.data)
    data["name"] = "corrected"
    for card, quality, extra in (("P1", 3, "wine"), ("P2", 1, None), ("P3", 3, None)):
        back = next(found for found in data["plant_cards"] if found["id"] == card)["sides"][1]
        back["quality"] = {"value": quality, "source": "my copy", "confidence": "rulebook"}
        back["extra"] = {"value": extra, "source": "my copy", "confidence": "rulebook"}
    return data


def test_an_owner_corrects_the_backs_of_the_plant_cards() -> None:
    """Quality 1 to 3, and any token as the cost that the card shows: loaded, played to the end, and replayed."""
    data = corrected()
    assert schema_problems(AMYITIS, data) == []
    mine = read_components(data)
    assert [card.sides[1] for card in mine.plant_cards[1:]] == [PlantSide(3, WINE), PlantSide(1, -1), PlantSide(3, -1)]
    for players, bots in ((2, ["greedy", "random"]), (3, ["random"]), (4, ["greedy"])):
        played = simulate_game("amyitis", players, "base", bots, 5, components=mine)
        assert replay(played).code == "bad_setup", "a set that is not built in is not known by itself"
        report = replay(played, library=lambda _game, digest: mine if digest == mine.sha256 else None)
        assert (report.verdict, report.reason) == ("verified", None)


def test_a_corrected_plant_costs_the_token_that_it_shows() -> None:
    """P1 lies on Eshnunna, which asks for salt, with its back up: quality 3, and a wine is shown."""
    mine = read_components(corrected())
    for extra, ways in (
        ("printed_resource", [["salt", "wine"]]),
        ("any_resource", [["dates", "salt"], ["dates", "wine"], ["salt", "wine"]]),
    ):
        rules = AMYITIS.ruleset("base", {"plant_extra_cost": extra})
        state = AMYITIS.start(2, rules, mine, setup(2))
        lay_out(state)
        state.plant_side[0] = 1
        water(state, 1, "r1c0-r1c1", "r1c0-r1c1")
        give(state, 0, "salt", "dates")
        assert refused(state, "caravan", camels=1, squares=1) == (
            None if extra == "any_resource" else "the player cannot pay for the plant, or there is no square for it"
        )
        give(state, 0, "wine")
        do(state, "caravan", camels=1, squares=1)
        found = [words["pay"] for words in listed(state, "plant") if words["square"] == "r1c0"]
        assert sorted(found) == ways
        assert state.observation(0)["plants"]["Eshnunna"] == {"card": "P1", "quality": 3, "extra": "wine"}
        do(state, "plant", square="r1c0", pay=["salt", "wine"], gardeners=0)
        assert holding(state, 0) == ["dates"]
        events = do(state, "choose", card="banker")
        assert points(events) == [(1, "irrigation", 3)], "the quality of the plant, for most cubes around the square"


def test_a_plant_that_shows_nothing_costs_only_what_the_city_asks() -> None:
    mine = read_components(corrected())
    rules = AMYITIS.ruleset("base", {"plant_extra_cost": "any_resource"})
    state = AMYITIS.start(2, rules, mine, {**setup(2), "plants": {**PLANTS, "Eshnunna": "P3", "Mari": "P1"}})
    lay_out(state)
    state.plant_side[0] = 1
    water(state, 1, "r1c0-r1c1", "r1c0-r1c1")
    give(state, 0, "salt", "dates")
    do(state, "caravan", camels=1, squares=1)
    assert {tuple(words["pay"]) for words in listed(state, "plant")} == {("salt",)}


def test_with_plants_of_quality_3_a_garden_without_gardeners_goes_on() -> None:
    """Only then can the upper floors be planted without them (end `no_gardeners`)."""
    for components, over in ((SET, True), (read_components(corrected()), False)):
        rules = AMYITIS.ruleset("base", {"gardener_discard": "out_of_game"})
        state = AMYITIS.start(2, rules, components, setup(2))
        lay_out(state)
        for square in (6, 8, 9, 10, 11, 12, 13, 14, 15):
            state.planted_by[square] = 0
            state.tiles_left -= 1
        state.court[-1], state.gardeners_out = 0, 2
        to_procession(state)
        do(state, "procession", temple="marduk")
        while state.to_move >= 0:
            state.apply(next(iter(state.legal_actions())))
        assert (state.to_move == NOBODY) == over


def test_too_few_craft_cards_are_named() -> None:
    data = deepcopy(SET.data)
    data["craft_cards"]["in_play"]["value"]["2"] = {"peasant": 1, "priest": 1, "engineer": 1, "merchant": 1}
    assert "6 craft cards are dealt with 2 players, but only 4 are in play" in count_problems(data)


def test_too_few_tiles_of_a_quality_are_named() -> None:
    data = deepcopy(SET.data)
    for tile in data["tiles"][-2:]:
        tile["quality"] = 2
    assert "4 garden tiles of quality 3 are laid out, but only 3 are listed" in count_problems(data)


def test_a_missing_list_is_named() -> None:
    data = deepcopy(SET.data)
    data["court_cards"] = [card for card in data["court_cards"] if card["type"] != "palace"]
    data["tiles"].pop()
    data["plant_cards"].pop()
    problems = " ".join(count_problems(data))
    for what in ("31 court cards", "palace: each level", "20 garden tiles", "4 plant cards"):
        assert what in problems


def values_of(part: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where the numbers and words of a component set stand."""
    if isinstance(part, dict):
        return [found for key, value in part.items() for found in values_of(value, (*place, key))]
    if isinstance(part, list):
        return [found for number, value in enumerate(part) for found in values_of(value, (*place, number))]
    return [place]


PLACES = [place for place in values_of(SET.data) if place[0] not in ("name", "game", "title", "about", "sources")]


@given(
    st.lists(st.tuples(st.sampled_from(PLACES), st.integers(0, 8), st.sampled_from(PLACES)), min_size=1, max_size=8),
    st.integers(0, 2**32),
)
@examples(60)
def test_a_hostile_set_is_refused_or_playable(changes: list[tuple[Any, int, Any]], seed: int) -> None:
    """Numbers drift and words wander; what fits the schema raises nothing but BadComponents, and can be played."""
    data = deepcopy(SET.data)
    for place, drift, source in changes:
        where, key = path(data, *place)
        if isinstance(where[key], int):
            where[key] = max(0, where[key] + drift - 4)
        else:
            origin, origin_key = path(SET.data, *source)
            where[key] = origin[origin_key]
    data["name"] = "hostile"
    if schema_problems(AMYITIS, data):
        return
    try:
        components = read_components(data)
    except BadComponents:
        return
    play_with(components, seed)


def play_with(components: Components, seed: int) -> None:
    rng = Random(seed)
    players = rng.choice([2, 3, 4])
    rules = AMYITIS.ruleset("base", {})
    state = AMYITIS.start(players, rules, components, AMYITIS.new_setup(players, rules, components, rng))
    bot = AMYITIS.bots["greedy"]
    while state.to_move != NOBODY and state.turn < MOST_TURNS:
        state.apply(state.draw(rng) if state.to_move < 0 else bot.choose(state, rng))
    assert sum(state.scores) > 0
