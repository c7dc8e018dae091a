"""The reference of Amyitis holds together: no piece is made or lost, every game ends, malformed lines are refused."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.engine.reference.amyitis import DEFAULTS, ReferenceGame
from tests.engine.reference.amyitis_table import (
    CRAFTS,
    DATA,
    FIELD_SQUARES,
    FLOORS,
    GREY,
    RESOURCES,
    SIDES,
    SQUARES,
    TEMPLE_SQUARES,
)

EXAMPLES = sorted((Path(__file__).parent / "examples/amyitis").glob("*.jsonl"))
COMPONENTS = json.loads(DATA.read_text(encoding="utf-8"))
LONGEST = 20_000
OTHER_OPTIONS: dict[str, list[Any]] = {
    "caravaneer2_token": ["random_plain"],
    "double_edges": ["both_squares_floor_ge_3", "only_floor_4", "as_in_component_set"],
    "double_edge_flow": ["both_areas"],
    "field_tie_gardener": ["rightmost_cube"],
    "temple_neutral_cubes": ["can_take_rank"],
    "temple_second_needs_cube": [False],
    "full_circle": ["allowed"],
    "babylon_without_free_area": ["illegal"],
    "useless_recruit": ["allowed_no_effect"],
    "supply_limits": ["soft"],
    "own_cube_supply": ["unlimited"],
    "neutral_cube_supply": [20],
    "procession_seat": ["right_of_first_player"],
    "gardener_discard": ["out_of_game"],
    "tile_court_bonus_blocked": ["lost"],
    "irrigation_majority_scope": ["irrigated_side_only"],
    "two_player_empty_squares": ["count_as_planted"],
    "tammouz_second_optional": [False],
    "plant_extra_cost": ["any_resource"],
    "craft_in_play": ["18_18_18"],
    "end_check": ["immediately"],
    "final_tie": ["most_garden_tiles", "most_resources"],
}


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def deal(players: int, rng: random.Random, switches: dict[str, Any]) -> dict[str, Any]:
    """The header of a game, dealt by section 2 of the rules."""
    summit = next(tile["id"] for tile in COMPONENTS["tiles"] if tile["prestige"]["value"] == 10)
    piles = {
        quality: [tile["id"] for tile in COMPONENTS["tiles"] if tile["quality"] == quality and tile["id"] != summit]
        for quality in (1, 2, 3)
    }
    for pile in piles.values():
        rng.shuffle(pile)
    starred = {"r0c2", "r0c3", "r1c3"} if players == 2 else set()
    garden = {
        square: summit if FLOORS[square] == 4 else piles[FLOORS[square]].pop()
        for square in SQUARES
        if square not in starred
    }
    cards = rng.sample(["P1", "P2", "P3"], 3)
    setup = {
        "garden": garden,
        "plants": {"Khorsabad": "K", **dict(zip(("Eshnunna", "Ur", "Mari"), cards, strict=True))},
        "khorsabad_side": rng.randrange(2),
    }
    if switches.get("caravaneer2_token") == "random_plain":
        setup["caravaneer_tokens"] = rng.sample(["barley", "dates", "salt", "palm"], 2 if players == 4 else 1)
    return {"ruleset": {"name": "base", "switches": switches}, "seats": list("abcd"[:players]), "setup": setup}


def any_switches(rng: random.Random) -> dict[str, Any]:
    return {name: rng.choice(options) for name, options in OTHER_OPTIONS.items() if rng.random() < 0.4}


def craft_draw(game: ReferenceGame, rng: random.Random) -> dict[str, Any]:
    deck = sorted(game.table.crafts_in_play().elements())
    cards = rng.sample(deck, 3 * len(game.players))
    return {"chance": "craft", "groups": [cards[n : n + 3] for n in range(0, len(cards), 3)]}


def choose(game: ReferenceGame, rng: random.Random) -> dict[str, Any]:
    """Any line, but passing is rare, and gardeners are not wasted: the highest squares need them."""
    lines = game.legal_actions()
    least = min(line.get("gardeners", 0) for line in lines)
    thrifty = [line for line in lines if line.get("gardeners", 0) == least]
    return rng.choices(thrifty, [0.2 if line["do"] == "pass" else 1 for line in thrifty])[0]


def play(players: int, seed: int, switches: dict[str, Any] | None = None) -> Iterator[ReferenceGame]:
    """The game before every line, and when it is over."""
    rng = random.Random(seed)
    game = ReferenceGame(deal(players, rng, any_switches(rng) if switches is None else switches))
    for _ in range(LONGEST):
        yield game
        if game.to_move is None:
            return
        game.apply(craft_draw(game, rng) if game.to_move == "chance" else choose(game, rng))
    raise AssertionError(f"no end after {LONGEST} lines under {game.switches}")


def assert_nothing_is_made_or_lost(game: ReferenceGame) -> None:
    table = game.table
    tiles = [*table.garden.values(), *(tile for player in game.players for tile in player.tiles)]
    assert len(set(tiles)) == len(tiles) == (13 if len(game.players) == 2 else 16)
    assert all(len(cubes) <= table.areas(side) for side, cubes in table.cubes.items())
    assert all(len(cubes) <= TEMPLE_SQUARES for cubes in table.temples.values())
    assert all(len(cubes) < FIELD_SQUARES for cubes in table.rows)
    assert table.grey_stock() >= 0
    assert table.gardener_stock() >= 0
    assert table.camel_stock() >= 0
    assert table.talent_stock() >= 0
    assert all(table.resource_stock(kind) >= 0 for kind in RESOURCES)
    for kind, level in (("banker", 3), ("caravaneer", 2), ("palace", 6)):
        assert all(table.court_stock(kind, n) >= 0 for n in range(1, level + 1))
    for seat, player in enumerate(game.players):
        assert table.cubes_in_hand(seat) >= 0
        assert min(player.talents, player.camels, player.gardeners, *player.resources.values(), 0) == 0


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_recorded_games_are_legal_to_the_end_and_the_result_is_right(path: Path) -> None:
    header, *actions, last = lines_of(path)
    game = ReferenceGame(header)
    for action in actions:
        assert game.is_legal(action)
        game.apply(action)
    sources: list[Counter[str]] = [Counter() for _ in game.players]
    for seat, source, points in game.events:
        sources[seat][source] += points
    claim = {"sources": [dict(counter) for counter in sources], **last["result"]}
    assert {**(game.result() or {}), "sources": [dict(counter) for counter in sources]} == claim


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_any_switches_keep_all_pieces_and_lead_to_an_end(players: int, seed: int) -> None:
    for game in play(players, seed):
        assert_nothing_is_made_or_lost(game)
        assert game.to_move in ("chance", None) or game.legal_actions(), "a seat to move is never without a line"
    assert game.legal_actions() == []
    result = game.result()
    assert result is not None
    assert result["end"] == "tiles" or game.switches["gardener_discard"] == "out_of_game"
    assert max(result["scores"]) in {result["scores"][seat] for seat in result["winners"]}


def spoilt(line: dict[str, Any]) -> Iterator[Any]:
    """The line with one thing wrong in its shape."""
    yield from (None, [], "pass", [line], {**line, "extra": 1}, {**line, "chance": "craft"})
    for key, value in line.items():
        yield {name: other for name, other in line.items() if name != key}
        for wrong in (None, {}, -1, 99, 1.0, "nonsense", [], [[]], [value], ["nonsense", value], value == 1):
            yield {**line, key: wrong}


def test_malformed_lines_are_refused() -> None:
    kinds = Counter[str]()
    for game in play(3, 5):
        for line in game.legal_actions()[:1] + game.legal_actions()[-1:]:
            kinds[line["do"]] += 1
            assert game.is_legal({key: line[key] for key in reversed(line)})
            if kinds[line["do"]] < 5:
                assert not [wrong for wrong in spoilt(line) if game.is_legal(wrong)]
    assert len(kinds) >= 12
    with pytest.raises(ValueError, match="not legal now"):
        game.apply({"seat": 0, "do": "pass"})


def test_lists_of_resources_stand_in_any_order() -> None:
    game = ReferenceGame(deal(2, random.Random(1), {}))
    game.players[0].resources.update({"salt": 1, "wine": 1})
    game.table.caravan = 8
    game.apply({"chance": "craft", "groups": [["peasant", "peasant", "priest"], ["merchant", "merchant", "peasant"]]})
    game.apply({"seat": 0, "do": "caravan", "camels": 1, "squares": 1})
    for sold in (["salt", "wine"], ["wine", "salt"], ["wine"]):
        assert game.is_legal({"seat": 0, "do": "sell", "resources": sold})
    for sold in (["wine", "wine"], [], ["salt", "wine", "salt"], ("salt", "wine"), "wine"):
        assert not game.is_legal({"seat": 0, "do": "sell", "resources": sold})


def test_craft_draws_are_checked_for_groups_and_cards_in_play() -> None:
    game = ReferenceGame(deal(2, random.Random(1), {}))
    good = {"chance": "craft", "groups": [["peasant", "peasant", "priest"], ["merchant", "engineer", "peasant"]]}
    assert game.is_legal(good)
    four_peasants = [["peasant", "peasant", "peasant"], ["merchant", "engineer", "peasant"]]
    for groups in (four_peasants, [CRAFTS[:3], CRAFTS[:3]], good["groups"][:1], [["peasant"] * 2] * 2, [[1, 2, 3]] * 2):
        assert not game.is_legal({**good, "groups": groups})
    assert not game.is_legal({**good, "seat": 0})
    assert not game.is_legal({"seat": 0, "do": "pass"})
    all_cards = ReferenceGame(deal(2, random.Random(1), {"craft_in_play": "18_18_18"}))
    assert all_cards.is_legal({**good, "groups": four_peasants})


def test_water_comes_from_the_river_through_corners() -> None:
    """Section 3, irrigation areas: six sides end on the river bank; a double side leads on with one cube."""
    for flow, led_on in (("either_area", {"r0c0-r0c1", "r0c0-r1c0", "r0c1-r1c1"}), ("both_areas", set())):
        table = ReferenceGame(deal(4, random.Random(1), {"double_edge_flow": flow})).table
        bank = {"r0c3-r1c3", "r1c3-r2c3", "r2c3-r3c3", "r3c0-r3c1", "r3c1-r3c2", "r3c2-r3c3"}
        assert set(table.available_sides()) == bank
        table.cubes["r3c0-r3c1"].append(GREY)
        assert set(table.available_sides()) == bank - {"r3c0-r3c1"} | {"r2c0-r3c0", "r2c0-r2c1", "r2c1-r3c1"}
        table.cubes["r2c0-r2c1"].append(0)
        table.cubes["r1c0-r1c1"].append(1)
        assert set(table.available_sides()) >= {"r1c0-r1c1", "r1c0-r2c0", "r1c1-r2c1"}
        assert set(table.available_sides()) & {"r0c0-r0c1", "r0c0-r1c0", "r0c1-r1c1"} == led_on
        assert table.is_irrigated("r2c0")
        assert not table.is_irrigated("r1c0")
    assert sum(table.areas(side) for side in SIDES) == 32


def test_temple_ties_are_won_by_the_cube_furthest_right() -> None:
    """Section 3, phase III, temples; section 6 for grey cubes and seats without a cube."""
    wanted = {
        (True, "ignored"): (1, 0),
        (True, "can_take_rank"): (GREY, 1),
        (False, "ignored"): (1, 0),
    }
    for (needs_cube, grey), ranks in wanted.items():
        switches = {"temple_second_needs_cube": needs_cube, "temple_neutral_cubes": grey}
        table = ReferenceGame(deal(4, random.Random(1), switches)).table
        for owner in (3, GREY, 1, 0, GREY):
            table.put_in_temple("marduk", owner)
        assert table.temples["marduk"] == [GREY, 0, 1, GREY]
        assert table.ranks("marduk", 2) == ranks
        table.temples["marduk"] = [2, 2]
        assert table.ranks("marduk", 2) == (2, None if needs_cube else 3)


def test_every_switch_has_another_option_here() -> None:
    assert set(OTHER_OPTIONS) == set(DEFAULTS)
    assert all(DEFAULTS[name] not in options for name, options in OTHER_OPTIONS.items())
