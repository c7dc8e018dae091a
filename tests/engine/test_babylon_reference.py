"""The reference implementation of Babylon replays recorded games, and holds together under any switches."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.engine.reference.babylon import DATA, ReferenceGame, Step
from tests.engine.reference.babylon_garden import COLUMNS, Garden, Laid, footprint, name_of
from tests.engine.reference.babylon_quarry import STACK_NAMES, Quarry
from tests.engine.reference.babylon_switches import DEFAULTS
from tests.profiles import LONG

Words = dict[str, Any]

EXAMPLES = sorted((Path(__file__).parent / "examples/babylon").glob("*.jsonl"))
BOX = json.loads((DATA / "babylon-2024.json").read_text(encoding="utf-8"))
OTHER_OPTIONS: dict[str, list[Any]] = {
    "quarry_corner_edges": ["one_per_tile"],
    "quarry_empty_neighbour": ["pays_bottom_layer_only"],
    "quarry_lower_neighbour": ["one_layer_lower_only"],
    "clay_removal_choice": ["random"],
    "round_token_timing": ["before_each_round"],
    "token_gain_timing": ["any_time_in_turn"],
    "icon_effect_scope": ["one_space_per_tile_placed"],
    "icon_effect_duration": ["permanent"],
    "pillar_less_floor": ["may_take_from_storage"],
    "tile_rotation": ["none"],
    "same_footprint_ban": ["directly_below_only"],
    "double_pillar_base": ["board_hole_only"],
    "level_gate": ["tile_visible_one_level_below"],
    "statue_under_corner": ["may_hang_free"],
    "overhang_clearance": ["any", "none_over_decorations"],
    "decoration_window": ["latest_tile_only"],
    "bridge_span": [2],
    "bridge_gap": ["bare_ground"],
    "statue_line": ["line_within_level"],
    "statue_line_partners": ["visible_statues", "all_ever_built"],
    "statue_first": ["first_ever_only"],
    "short_supply": ["unlimited_substitutes"],
    "belvedere_supply_empty": ["place_without_belvedere"],
    "visible_tile_test": ["every_space"],
    "tie_break_holes": ["also_not_under_a_bridge"],
    "first_player": ["rotating"],
}
OTHER_OPTIONS |= {name: [not value] for name, value in DEFAULTS.items() if isinstance(value, bool)}
OTHER_OPTIONS["bridge_blocks_gap"].append("other_levels_may_cross")


def random_header(players: int, switches: Words, rng: random.Random) -> Words:
    clay = [tile["id"] for tile in BOX["tiles"] if tile["material"] == "clay"]
    starting = [tile["id"] for tile in BOX["starting_tiles"]]
    return {
        "ruleset": {"name": "base", "switches": switches},
        "components": "babylon-2024",
        "seats": [f"seat {seat}" for seat in range(players)],
        "setup": {"quarry": rng.sample(clay, 16), "starting": rng.sample(starting, players)},
    }


def random_draw(game: ReferenceGame, rng: random.Random) -> Words:
    """A draw that may come, found by trying."""
    tiles = [tile["id"] for tile in BOX["tiles"]]
    tokens = [token["id"] for token in BOX["round_tokens"]]
    lines = {
        Step.REMOVE: [{"chance": "remove", "stack": stack} for stack in STACK_NAMES],
        Step.UNCOVER: [{"chance": "uncover", "stack": stack, "tile": tile} for stack in STACK_NAMES for tile in tiles],
        Step.ROUND: [{"chance": "round", "token": token} for token in tokens],
    }[game.step]
    rng.shuffle(lines)
    return next(line for line in lines if game.is_legal(line))


def random_step(game: ReferenceGame, rng: random.Random) -> Words:
    """A line that may come; more often one that builds or places something."""
    if game.to_move == "chance":
        return random_draw(game, rng)
    legal = game.legal_actions()
    assert legal, f"{game.step} must never be without a legal action"
    for wanted in (["build"], ["place", "read"]):
        busy = [line for line in legal if line["do"] in wanted]
        if busy and rng.random() < 0.8:
            return rng.choice(busy)
    return rng.choice(legal)


def must_hold_together(game: ReferenceGame) -> None:
    """What the box holds is somewhere, and no garden has what cannot be."""
    for name, limit in game.box.items():
        endless = not game.switches["supply_limited"] or (
            name.endswith("pillar") and game.switches["short_supply"] == "unlimited_substitutes"
        )
        assert endless or game.in_use(name) <= limit
    stored = [player.stored for player in game.players if player.stored]
    laid = [one for player in game.players for one in player.garden.tiles]
    tiles = Counter([*game.quarry.tops.values(), *stored, *(one.tile for one in laid)])
    assert not tiles or max(tiles.values()) == 1
    for player in game.players:
        assert min(player.simple, player.double) >= 0
        garden = player.garden
        spaces = Counter((column, one.level) for one in garden.tiles for column in one.icons)
        assert not spaces or max(spaces.values()) == 1
        taken = Counter((column, one.tile) for piece in garden.pieces for column, one in piece.spaces)
        assert not taken or max(taken.values()) == 1
        for one in garden.tiles:
            assert one.level == 1 or any(other.level == one.level - 1 for other in garden.tiles)
            assert one.simple + one.double <= 4


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_recorded_games_are_legal_to_the_end_and_the_result_is_right(path: Path) -> None:
    header, *actions, last = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    game = ReferenceGame(header)
    for number, action in enumerate(actions):
        if game.to_move != "chance" and number % 10 == 0:
            assert action in game.legal_actions()
        game.apply(action)
    result = {**last["result"]}
    claimed = result.pop("sources", None)
    assert game.result() == result
    sources: list[Counter[str]] = [Counter() for _ in game.players]
    for seat, source, points in game.events:
        sources[seat][source] += points
    assert claimed is None or [dict(counter) for counter in sources] == claimed
    assert game.to_move is None
    assert game.legal_actions() == []


@pytest.mark.parametrize("seed", range(10 if LONG else 5))
def test_any_switches_lead_every_game_to_its_end_and_nothing_gets_lost(seed: int) -> None:
    rng = random.Random(seed)
    players = 2 + seed % 3
    switches = {name: rng.choice(values) for name, values in OTHER_OPTIONS.items() if rng.random() < 0.4}
    game = ReferenceGame(random_header(players, switches, rng))
    digs = 0
    while game.to_move is not None:
        line = random_step(game, rng)
        digs += line.get("do") == "dig"
        game.apply(line)
        must_hold_together(game)
    numbers = BOX["players"][str(players)]
    assert digs == players * (numbers["round_tokens"] + 1)
    assert len(game.turned_up) == numbers["round_tokens"]
    left = 48 - digs - players * numbers["clay_removed_by_each"]
    assert sum(game.quarry.heights.values()) == left
    result = game.result()
    assert result is not None
    assert result["scores"] == game.scores
    assert all(game.scores[seat] == max(game.scores) for seat in result["winners"])
    assert not game.is_legal({"seat": 0, "do": "finish"})


def changed(line: Words, rng: random.Random) -> Words:
    """The line with one thing that no line may have."""
    key = rng.choice([*line])
    value = line[key]
    odd: list[Any] = [None, [], {}, [value], {"of": value}, 1.0, -1, 99, "nothing", ""]
    if type(value) is int:
        odd += [bool(value), float(value), str(value)]
    if type(value) is str:
        odd += [value + " ", value.upper(), True]
    if type(value) is list:
        odd += [[*value, value[0]], value[1:], " ".join(value)]
    without = {name: kept for name, kept in line.items() if name != key}
    return rng.choice([{**line, key: rng.choice(odd)}, {**line, "also": 1}, without])


@pytest.mark.parametrize("seed", range(3))
def test_malformed_lines_are_refused_and_never_raise(seed: int) -> None:
    rng = random.Random(seed)
    game = ReferenceGame(random_header(2 + seed, {"token_gain_timing": "any_time_in_turn"}, rng))
    for _ in range(150 if LONG else 75):
        line = random_step(game, rng)
        assert game.is_legal(line)
        for _ in range(5):
            bad = changed(line, rng)
            assert not game.is_legal(bad), bad
        for bad in ({}, {"do": []}, {"chance": {}}, {"seat": game.to_move, "do": "place"}):
            assert not game.is_legal(bad), bad
        game.apply(line)


def test_a_line_that_may_not_come_is_an_error() -> None:
    game = ReferenceGame(random_header(4, {}, random.Random(0)))
    with pytest.raises(ValueError, match="not legal now"):
        game.apply({"seat": 1, "do": "dig", "stack": "a1"})


def heights(**stacks: int) -> Quarry:
    """An untouched quarry but for these stacks."""
    quarry = Quarry(DEFAULTS, [f"clay-{number:02}" for number in range(1, 17)])
    quarry.heights |= {STACK_NAMES[name]: height for name, height in stacks.items()}
    return quarry


def test_the_digs_of_the_rulebook_pay_what_it_says() -> None:
    assert heights(b2=2, b1=2, c2=1, b3=0, a2=3).paying_edges(STACK_NAMES["b2"], 2) == 3
    assert heights(a2=1, a1=1, b2=3, a3=2).paying_edges(STACK_NAMES["a2"], 1) == 2
    assert {heights().paying_edges(place, 3) for place in STACK_NAMES.values()} == {4}
    assert heights(b2=1).paying_edges(STACK_NAMES["b2"], 1) == 0


def garden_of(*tiles: tuple[str, int, str]) -> Garden:
    """A garden of tiles (north-west column, level, icon of all four spaces) on simple pillars."""
    garden = Garden(DEFAULTS)
    named = {name_of(column): column for column in COLUMNS}
    for number, (at, level, icon) in enumerate(tiles):
        spaces = dict.fromkeys(footprint(named[at]), icon)
        garden.lay(Laid(f"tile-{number}", "white", False, level, named[at], spaces), [], "none", False)
    return garden


def points_of(garden: Garden) -> Counter[str]:
    values = {name: entry["value"] for name, entry in BOX["scoring"].items()}
    table: Counter[str] = Counter()
    for source, points in garden.points(values):
        table[source] += points
    return table


def test_the_pieces_of_the_rulebook_are_worth_what_it_says() -> None:
    statue = garden_of(("a1", 3, "statue"))
    statue.build("statue", [(0, 0)])
    assert points_of(statue)["statues"] == 3
    assert points_of(statue)["highest_level"] == 6
    fountain = garden_of(("a1", 2, "fountain"), ("c1", 2, "fountain"))
    fountain.build("fountain", [(1, 0), (2, 0)])
    assert points_of(fountain)["fountains"] == 6
    for low, points in ((1, 3), (2, 5)):
        stairs = garden_of(("a1", low, "stairs"), ("c1", low + 1, "stairs"))
        stairs.build("stairs", [(1, 0), (2, 0)])
        assert points_of(stairs)["stairs"] == points


def test_a_bridge_keeps_its_middle_free_until_a_corner_hangs_over_it() -> None:
    garden = garden_of(("a1", 1, "bridge"), ("d1", 1, "bridge"))
    assert ("bridge", [(1, 0), (3, 0)]) in list(garden.builds())
    garden.build("bridge", [(1, 0), (3, 0)])
    middle = (2, 0)
    for at, level, open_corner in (((2, 1), 1, "ne"), ((1, 0), 2, "none"), ((1, 0), 2, "ne"), ((2, 0), 2, "nw")):
        assert garden.supports(at, level, open_corner) is None
    garden.switches = {**DEFAULTS, "pillar_on_other_decoration": True}
    assert garden.supports((1, 0), 2, "none") is None
    held = garden.supports((1, 0), 2, "ne")
    assert held == ["simple", "double", "simple"]
    over = Laid("over", "pink", False, 2, (1, 0), dict.fromkeys(footprint((1, 0)), "none"))
    garden.lay(over, held, "ne", True)
    assert not garden.crossing(middle)
    assert points_of(garden)["bridges"] == 3
    assert points_of(garden)["belvederes"] == 1
