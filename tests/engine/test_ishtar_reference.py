"""The reference implementation of Ishtar replays recorded games, and holds together under any switches."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.cases import each
from tests.engine.reference.ishtar import DATA, DEFAULTS, DRAWS, ReferenceGame, Step
from tests.engine.reference.ishtar_table import GEMS, near
from tests.profiles import LONG

EXAMPLES = sorted((Path(__file__).parent / "examples/ishtar").glob("*.jsonl"))
BOX = json.loads(DATA.read_text(encoding="utf-8"))
SEEDS = range(15 if LONG else 6)
"""Random games, each third with as many players. Both questions are put to the same games."""
OTHER_OPTIONS: dict[str, list[Any]] = {
    "stack_size": ["always_six"],
    "board_layout": ["line"],
    "lattice_handedness": ["mirrored"],
    "spanning_boards": ["forbidden"],
    "tile_mirroring": ["allowed"],
    "extra_step_counts": ["all_spaces"],
    "full_lap": ["allowed"],
    "unplaceable_tile": ["free_tile_may_be_discarded", "discard_free_choice", "free_reroll_next_stack"],
    "icon_cell_flowers_count": [False],
    "assistant_skill": ["both_in_one_skill"],
    "assistant_skill_timing": ["place_at_once_in_any_free_bed"],
    "bloom_flowers": ["per_token"],
    "bloom_target": ["gardens_with_own_bed"],
    "bloom_no_target": ["skill_not_allowed"],
    "reserve_source": ["row_or_top_of_deck"],
    "reserve_refill": ["at_once"],
    "reserved_token": ["taken_when_planted"],
    "tree_without_grass": ["purchase_without_planting"],
    "tree_tokens_exhausted": ["purchase_without_planting"],
    "tablet_adjacency": ["once_per_bed", "gardens_with_own_bed"],
    "tree_adjacency": ["once_per_bed"],
    "gem_bonus_scope": ["gems_in_supply", "both"],
    "tie_break": ["most_planted_trees", "most_gems_left"],
}


def random_header(players: int, switches: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    boards = rng.sample(range(1, 7), BOX["setup"]["boards"]["value"][str(players)])
    cups = rng.sample(["straight", "bent", "triangle"] * 2, 6)
    first: dict[str, list[str]] = {shape: [] for shape in cups}
    for tile in BOX["tiles"]:
        if tile["starting"]:
            first[tile["shape"]].append(tile["id"])
    return {
        "ruleset": {"name": "base", "switches": switches},
        "seats": [f"seat {seat}" for seat in range(players)],
        "setup": {
            "boards": [{"face": f"{board}{rng.choice('AB')}", "rotation": rng.randrange(6)} for board in boards],
            "fountains": rng.sample([fountain["id"] for fountain in BOX["fountains"]], len(boards)),
            "cups": cups,
            "starting": [first[shape].pop() for shape in cups],
            "trees": rng.sample([card["id"] for card in BOX["trees"]], 5),
        },
    }


def random_draw(game: ReferenceGame, rng: random.Random) -> dict[str, Any]:
    if game.step is Step.TILE:
        return rng.choice(game.carpet.possible_draws())
    gaps = 1 if game.step is Step.TOP else game.trees.row.count(None)
    deck = sorted(game.trees.deck())
    return {"chance": "trees", "cards": rng.sample(deck, min(gaps, len(deck)))}


def random_step(game: ReferenceGame, rng: random.Random) -> dict[str, Any]:
    """A line that may come; more often one that does something, and rather one that saves gems for trees."""
    if game.step in DRAWS:
        return random_draw(game, rng)
    legal = game.legal_actions()
    assert legal, f"{game.step} must never be without a legal action"
    busy = [line for line in legal if line["do"] not in ("end", "decline")]
    two = rng.choices(busy if busy and rng.random() < 0.8 else legal, k=2)
    return min(two, key=lambda line: sum(line.get("gems", {}).values()))


@cache
def start_and_end(seed: int) -> tuple[ReferenceGame, ReferenceGame, list[dict[str, Any]]]:
    """A random game under random switches, before the first and after the last line, and its lines."""
    rng = random.Random(seed)
    switches = {name: rng.choice(options) for name, options in OTHER_OPTIONS.items() if rng.random() < 0.4}
    header = random_header(2 + seed % 3, switches, rng)
    start, game = ReferenceGame(header), ReferenceGame(header)
    lines = []
    while game.to_move is not None:
        lines.append(random_step(game, rng))
        game.apply(lines[-1])
    return start, game, lines


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_recorded_games_are_legal_to_the_end_and_the_result_is_right(path: Path) -> None:
    header, *actions = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    claim = actions.pop()["result"] if "result" in actions[-1] else None
    game = ReferenceGame(header)
    for action in actions:
        game.apply(action)
    if claim is not None:
        sources = claim.pop("sources", None)
        assert game.result() == claim
        assert sources is None or game.sources == sources
        assert game.to_move is None
        assert game.legal_actions() == []


@pytest.mark.parametrize("seed", SEEDS)
def test_any_switches_lead_every_game_to_its_end_and_no_piece_is_lost(seed: int) -> None:
    start, game, lines = start_and_end(seed)
    assert game.result() is not None
    assert game.carpet.left.count(0) >= 2
    done = Counter(line.get("do") for line in lines)
    assert done["take"] == done["place"] + done["discard"] == sum(start.carpet.left) - sum(game.carpet.left)
    assert done["take"] % len(game.players) == 0
    assert len(game.table.flowers) == 3 * done["place"]

    costs = (Counter(game.trees.cards[card]["cost"]) for player in game.players for card in player.trees)
    paid = (Counter(line["gems"]) for line in lines if line.get("do") == "take")
    owned = (player.gems + player.skill_gems for player in game.players)
    given = (player.gems for player in start.players)
    gems = [sum(counters, Counter()) for counters in (given, owned, paid, costs)]
    taken = Counter(start.table.gems.values()) - Counter(game.table.gems.values())
    assert gems[0] + taken == gems[1] + gems[2] + gems[3]
    assert not game.table.gems.keys() & game.table.flowers.keys()

    tokens = len(game.table.trees) + game.trees.tokens + len(game.trees.with_token)
    assert tokens == BOX["counts"]["tree_tokens"]["value"]
    for seat, player in enumerate(game.players):
        placed = sum(owner == seat for owner in game.table.assistants.values())
        assert placed + player.assistants + player.on_carpet == BOX["counts"]["assistants_per_colour"]["value"]
        assert player.skill_gems.total() == 2 * len(player.skills)
    cards = [*game.trees.row, *(card for player in game.players for card in player.reserved), *game.trees.deck()]
    bought = [card for player in game.players for card in player.trees]
    assert sorted([*filter(None, cards), *bought]) == sorted(game.trees.cards)


@each("seed", SEEDS)
def test_beds_and_gardens_stay_as_the_rules_want_them(seed: int) -> None:
    _, game, _ = start_and_end(seed)
    for bed in game.table.beds():
        assert len(bed & game.table.assistants.keys()) <= 1
    for garden in game.table.gardens():
        assert len(game.table.fountains_at(garden)) == 1
    assert all(game.table.flowers[cell] == 0 for cell in game.table.trees)
    assert all(game.table.flowers[cell] > 0 for cell in game.table.assistants)


def test_the_boards_fit_without_gap_or_overlap() -> None:
    for switches in ({}, {"lattice_handedness": "mirrored"}, {"board_layout": "line"}):
        for players, boards in ((2, 4), (3, 5), (4, 6)):
            table = ReferenceGame(random_header(players, switches, random.Random(players))).table
            assert len(table.ground) == 37 * boards
            assert len(table.fountains) == boards
            assert Counter(letter for letter in table.ground.values() if letter in GEMS) == {
                "P": 7 * boards,
                "R": 6 * boards,
                "W": 4 * boards,
            }
            meeting = {
                frozenset((table.board[cell], table.board[other]))
                for cell in table.ground
                for other in near(cell) & table.ground.keys()
            }
            touching = Counter(board for pair in meeting if len(pair) == 2 for board in pair)
            assert all(touching[board] >= (1 if switches.get("board_layout") else 2) for board in range(boards))


def assert_no_change_of_shape_is_allowed(game: ReferenceGame, line: dict[str, Any]) -> None:
    assert game.is_legal(dict(reversed(line.items())))
    assert not game.is_legal({**line, "extra": 1})
    for key, value in line.items():
        assert not game.is_legal({other: word for other, word in line.items() if other != key})
        for wrong in (None, [], {"a": 1}, [[[]]], 1.5, "", object()):
            assert wrong == value or not game.is_legal({**line, key: wrong})
        if isinstance(value, int):
            assert not game.is_legal({**line, key: bool(value)})
            assert not game.is_legal({**line, key: float(value)})


def test_malformed_lines_are_refused_and_never_raise() -> None:
    """Whatever is changed in the keys and types of a line that may come, it may not come then."""
    rng = random.Random(3)
    switches = {"assistant_skill_timing": "place_at_once_in_any_free_bed", "reserve_source": "row_or_top_of_deck"}
    kinds: Counter[str] = Counter()
    for players in (2, 3):
        game = ReferenceGame(random_header(players, switches, rng))
        while game.to_move is not None:
            line = random_step(game, rng)
            kind = line.get("do") or line["chance"]
            kinds[kind] += 1
            if kinds[kind] <= 2:
                assert_no_change_of_shape_is_allowed(game, line)
            game.apply(line)
        for malformed in (line, {}, {"seat": 0, "do": "end"}, None, 3, []):
            assert not game.is_legal(malformed)
    assert kinds.keys() >= {"take", "tile", "place", "assistant", "skill", "decline", "reserve", "bloom", "settle"}
    assert kinds.keys() >= {"plant", "end", "trees"}


def test_what_may_not_come_is_not_carried_out() -> None:
    game = ReferenceGame(random_header(2, {}, random.Random(1)))
    for line in (
        {"seat": 1, "do": "take", "stack": 0, "gems": {}},
        {"seat": 0, "do": "take", "stack": 0, "gems": {"purple": 1}},
        {"seat": 0, "do": "take", "stack": 0, "gems": {"purple": 0}},
        {"seat": 0, "do": "take", "stack": 6, "gems": {}},
        {"chance": "tile", "stack": 0, "tile": "S01"},
    ):
        with pytest.raises(ValueError, match="not legal now"):
            game.apply(line)
    game.apply({"seat": 0, "do": "take", "stack": 0, "gems": {}})
    for line in game.carpet.possible_draws():
        assert not game.is_legal({**line, "stack": 1})
        assert not game.is_legal({**line, "tile": game.hand["id"]})


def test_the_defaults_are_no_other_options() -> None:
    assert {*OTHER_OPTIONS, "fountain_draw"} == set(DEFAULTS)
    assert all(DEFAULTS[name] not in options for name, options in OTHER_OPTIONS.items())
