"""Ishtar: every switch of the rulings, with a position in which it makes a difference."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.game import CHANCE, BadSetup
from engine.ishtar.cells import FREE, GRASS, TABLET, TREE
from engine.ishtar.components import SKILL
from engine.ishtar.phases import BLOOM, OVER, PLACE, PLANT, RESERVE, SETTLE
from engine.ishtar.state import IshtarState
from engine.ishtar.watering_can import offers
from tests.engine.ishtar_positions import (
    FOUNTAINS,
    GAME,
    SET,
    begin,
    cell,
    do,
    draw,
    hold,
    lay,
    own_skills,
    plant_step,
    points,
    put_assistant,
    setup,
    use_icon,
    why_not,
)

# Setup and boards


@pytest.mark.parametrize(("option", "tiles"), [("by_player_count", 4), ("always_six", 6)])
def test_stack_size(option: str, tiles: int) -> None:
    assert begin(stack_size=option).left == [tiles] * 6


def test_fountain_draw() -> None:
    rules = GAME.ruleset("base", {"fountain_draw": "white_always_in"})
    for seed in range(30):
        dealt = GAME.new_setup(2, rules, SET, Random(seed))
        assert "FO6" in dealt["fountains"]
        GAME.start(2, rules, SET, dealt)
    without = setup(2, fountains=["FO1", "FO2", "FO3", "FO4"])
    GAME.start(2, GAME.ruleset("base", {}), SET, without)
    with pytest.raises(BadSetup, match="white fountain"):
        GAME.start(2, rules, SET, without)
    assert "FO6" in FOUNTAINS


def test_board_layout() -> None:
    compact, line = begin(4), begin(4, board_layout="line")
    assert max(q for q, _ in compact.grid.ids) == 20
    assert max(q for q, _ in line.grid.ids) == 38


def test_lattice_handedness() -> None:
    listed, mirrored = begin(), begin(lattice_handedness="mirrored")
    assert {(r, q) for q, r in listed.grid.ids} == set(mirrored.grid.ids)
    assert listed.cells != mirrored.cells, "the faces are not mirrored"
    assert mirrored.cells[cell(mirrored, (1, -3))] == TABLET


def test_spanning_boards() -> None:
    for option, refused in (("allowed", ""), ("forbidden", "Tiles across the border of two boards")):
        state = begin(spanning_boards=option)
        lay(state, "S13", (1, 0))
        hold(state, "S01")
        assert refused in why_not(state, do="place", at=[3, -1], rotation=0)
        assert bool(why_not(state, do="place", at=[3, -1], rotation=0)) == (option == "forbidden")


def test_tile_mirroring() -> None:
    state = begin()
    hold(state, "B13")
    assert "cannot be turned" in why_not(state, do="place", at=[1, 0], rotation=0, mirrored=True)
    assert not why_not(state, do="place", at=[1, 0], rotation=0, mirrored=False)
    state = begin(tile_mirroring="allowed")
    hold(state, "S13")
    assert "cannot be turned" in why_not(state, do="place", at=[1, 0], rotation=0, mirrored=True)
    hold(state, "B13")
    do(state, do="place", at=[1, 0], rotation=0, mirrored=True)
    assert [state.grid.ids[number] for number in state.placed_now] == [(1, 0), (2, 0), (3, -1)]
    assert state.cells[cell(state, (3, -1))] == GRASS


# Can and tiles


def test_extra_step_counts() -> None:
    for option, third in (("non_empty_stacks", 1), ("all_spaces", 2)):
        state = begin(extra_step_counts=option)
        state.can, state.top[1], state.top[3] = 0, -1, -1
        state.gems[0] = [9, 0, 0]
        assert offers(state)[:2] == [(2, 0), (4, third)], "the free advance passes stack 1 in any case"


@pytest.mark.parametrize(("counts", "round_price"), [("non_empty_stacks", 5), ("all_spaces", 6)])
def test_full_lap(counts: str, round_price: int) -> None:
    state = begin(extra_step_counts=counts)
    state.can, state.top[3] = 0, -1
    state.gems[0] = [20, 0, 0]
    assert [offer for offer in offers(state) if offer[0] == 1] == [(1, 0)]
    state = begin(extra_step_counts=counts, full_lap="allowed")
    state.can, state.top[3] = 0, -1
    state.gems[0] = [20, 0, 0]
    assert [offer for offer in offers(state) if offer[0] == 1] == [(1, 0), (1, round_price)]
    assert not why_not(state, do="take", stack=1, gems={"purple": round_price})


def only_triangles(**switches: Any) -> IshtarState:
    """A position in which nothing but one spot for a triangle is left; the can stands on stack 0."""
    state = begin(**switches)
    left = {cell(state, at) for at in ((1, 0), (2, -1), (2, 0))}
    for number, holds in enumerate(state.cells):
        if holds == FREE and number not in left:
            state.cells[number] = TABLET
    state.can = 0
    return state


def test_unplaceable_tile() -> None:
    state = only_triangles()
    state.gems[0] = [3, 0, 0]
    assert offers(state) == [(4, 3)], "the stacks with other shapes may not be taken"
    assert "no legal place" in why_not(state, do="take", stack=1, gems={})
    state.gems[0] = [2, 0, 0]
    assert offers(state) == [(1, 0)], "the others are out of means"
    assert "no legal place" in why_not(state, do="take", stack=2, gems={"purple": 1})
    do(state, do="take", stack=1, gems={})
    draw(state, chance="tile", stack=1, tile="S01")
    assert [action.kind for action in state.legal_actions()] == ["discard"]

    state = only_triangles(unplaceable_tile="free_tile_may_be_discarded")
    state.gems[0] = [3, 0, 0]
    assert offers(state) == [(1, 0), (4, 3)], "nobody has to pay; the tiles between them may not be taken"
    assert "no legal place" in why_not(state, do="take", stack=2, gems={"purple": 1})
    assert not why_not(state, do="take", stack=4, gems={"purple": 3})
    do(state, do="take", stack=1, gems={})
    draw(state, chance="tile", stack=1, tile="S01")
    assert [action.kind for action in state.legal_actions()] == ["discard"]
    state = only_triangles(unplaceable_tile="free_tile_may_be_discarded")
    assert offers(state) == [(1, 0)]
    state.can, state.gems[0] = 3, [1, 0, 0]
    assert offers(state) == [(4, 0), (5, 1)], "with a place for the free tile, only tiles that have one"
    state.can = -1
    assert offers(state) == [(4, 0), (5, 0)], "in the first turn every stack is free"

    state = only_triangles(unplaceable_tile="discard_free_choice")
    state.gems[0] = [3, 0, 0]
    assert offers(state) == [(1, 0), (2, 1), (3, 2), (4, 3)]

    state = only_triangles(unplaceable_tile="free_reroll_next_stack")
    state.gems[0] = [3, 0, 0]
    assert offers(state) == [(4, 0), (5, 1)]
    state.top[4] = state.top[5] = -1
    assert offers(state) == [(1, 0)]
    state = only_triangles(unplaceable_tile="free_reroll_next_stack", extra_step_counts="all_spaces")
    state.top[5], state.top[0] = -1, SET.tile_number["T13"]
    state.gems[0] = [3, 0, 0]
    assert offers(state) == [(4, 0), (0, 2)]


# Assistants and skills


def test_icon_cell_flowers_count() -> None:
    for option, flowers in ((True, 2), (False, 1)):
        state = begin(icon_cell_flowers_count=option)
        lay(state, "S13", (1, 0))
        put_assistant(state, 0, (1, 0))
        assert points(state, 0) == {"flowers": flowers, "fountain_purple": 4}


def test_assistant_skill() -> None:
    state = begin(assistant_skill="both_in_one_skill")
    lay(state, "S13", (1, 0))
    for skill in "32":
        use_icon(state, SKILL, (1, 0))
        do(state, do="skill", skill=skill, gems={"purple": 2})
        assert (state.in_supply[0], state.on_carpet[0]) == (4, 0)


def test_assistant_skill_timing() -> None:
    state = begin(assistant_skill_timing="place_at_once_in_any_free_bed", assistant_skill="both_in_one_skill")
    lay(state, "S13", (1, 0))
    put_assistant(state, 1, (1, 0))
    lay(state, "S04", (5, -1), 3)
    use_icon(state, SKILL, (1, 0))
    do(state, do="skill", skill="2", gems={"purple": 2})
    assert state.phase == SETTLE
    assert "an assistant stands" in why_not(state, do="settle", at=[2, 0])
    assert "no flowers" in why_not(state, do="settle", at=[3, 0])
    assert "no flowers" in why_not(state, do="settle", at=[99, 0])
    do(state, do="settle", at=[5, -1])
    assert state.assistants[-1] == [cell(state, (5, -1)), 0]
    assert (state.in_supply[0], state.on_carpet[0]) == (3, 0), "no bed is free for the second one"
    assert state.phase == PLANT


@pytest.mark.parametrize(("option", "single", "double"), [("per_space", 3, [2, 2]), ("per_token", 3, [1, 1])])
def test_bloom_flowers(option: str, single: int, double: list[int]) -> None:
    state = begin(bloom_flowers=option)
    lay(state, "S04", (1, 0))
    lay(state, "S08", (-1, 0), 3)
    use_icon(state, SKILL, (1, 0))
    do(state, do="skill", skill="4", gems={"purple": 2})
    do(state, do="bloom", cells=[[-2, 0]])
    use_icon(state, SKILL, (1, 0))
    do(state, do="skill", skill="5", gems={"purple": 2})
    do(state, do="bloom", cells=[[2, 0], [3, 0]])
    assert state.flowers[cell(state, (-2, 0))] == single
    assert [state.flowers[cell(state, at)] for at in ((2, 0), (3, 0))] == double


def test_bloom_target() -> None:
    state = begin(bloom_target="gardens_with_own_bed")
    lay(state, "S04", (1, 0))
    lay(state, "S08", (-1, 0), 3)
    put_assistant(state, 0, (1, 0))
    put_assistant(state, 1, (-1, 0))
    use_icon(state, SKILL, (1, 0))
    do(state, do="skill", skill="4", gems={"purple": 2})
    assert "no flowerbed in that garden" in why_not(state, do="bloom", cells=[[-2, 0]])
    assert not why_not(state, do="bloom", cells=[[3, 0]]), "any cell of the garden"


def test_bloom_no_target() -> None:
    state = begin()
    lay(state, "S03", (1, 0))
    use_icon(state, SKILL, (1, 0))
    do(state, do="skill", skill="5", gems={"purple": 2})
    assert state.phase == PLANT
    assert (state.bloom_left, state.bloom_lost) == ([4, 3], [0, 1])
    state = begin(bloom_no_target="skill_not_allowed")
    lay(state, "S03", (1, 0))
    use_icon(state, SKILL, (1, 0))
    assert "no place for the blooming token" in why_not(state, do="skill", skill="5", gems={"purple": 2})
    lay(state, "S08", (-1, 0), 3)
    use_icon(state, SKILL, (1, 0))
    assert not why_not(state, do="skill", skill="5", gems={"purple": 2})
    state.bloom_left = [0, 0]
    assert "no place for the blooming token" in why_not(state, do="skill", skill="4", gems={"purple": 2})


def test_no_blooming_token_left() -> None:
    state = begin()
    lay(state, "S04", (1, 0))
    use_icon(state, SKILL, (1, 0))
    state.bloom_left = [0, 0]
    do(state, do="skill", skill="4", gems={"purple": 2})
    assert (state.phase, state.bloom_left, state.bloom_lost) == (PLANT, [0, 0], [0, 0])


# Trees


def reserving(**switches: Any) -> IshtarState:
    """Seat 0 is to reserve a card."""
    state = begin(**switches)
    lay(state, "S04", (1, 0))
    use_icon(state, SKILL, (1, 0), (2, 9, 9))
    do(state, do="skill", skill="1", gems={"purple": 2})
    assert state.phase == RESERVE
    return state


def test_reserve_source() -> None:
    state = reserving(reserve_source="row_or_top_of_deck")
    do(state, do="reserve", card="top")
    assert (state.to_move, state.due()) == (CHANCE, "1 tree card drawn")
    draw(state, chance="trees", cards=["TR26"])
    assert state.reserved[0] == [SET.tree_number["TR26"]]
    assert (state.phase, state.tree_supply) == (PLANT, 14)
    assert state.token_on[SET.tree_number["TR26"]]
    assert -1 not in state.row


def test_reserve_refill() -> None:
    state = reserving(reserve_refill="at_once")
    do(state, do="reserve", card="TR01")
    assert state.to_move == CHANCE
    draw(state, chance="trees", cards=["TR26"])
    assert (state.phase, state.to_move) == (PLANT, 0)
    assert state.row[0] == SET.tree_number["TR26"]
    state = reserving()
    do(state, do="reserve", card="TR01")
    assert (state.phase, state.row[0]) == (PLANT, -1)


def test_reserved_token() -> None:
    state = reserving(reserved_token="taken_when_planted")
    do(state, do="reserve", card="TR01")
    assert state.tree_supply == 16
    assert not state.token_on[SET.tree_number["TR01"]]
    do(state, do="plant", card="TR01", at=[2, 0])
    assert state.tree_supply == 15
    state = reserving()
    do(state, do="reserve", card="TR01")
    assert state.tree_supply == 15
    state.tree_supply = 0
    assert not why_not(state, do="plant", card="TR01", at=[2, 0]), "it holds its own"


def test_tree_without_grass() -> None:
    state = begin()
    plant_step(state, (9, 9, 9))
    assert [action.kind for action in state.legal_actions()] == ["end"]
    assert "without planting" in why_not(state, do="buy", card="TR01")
    state = begin(tree_without_grass="purchase_without_planting")
    plant_step(state, (0, 2, 0))
    assert "not free grass" in why_not(state, do="plant", card="TR01", at=[1, 0])
    do(state, do="buy", card="TR01")
    assert state.bought[0] == [SET.tree_number["TR01"]]
    assert state.tree_supply == 16, "its token goes back"
    lay(state, "S04", (1, 0))
    plant_step(state, (9, 9, 9))
    assert "without planting" in why_not(state, do="buy", card="TR02")


def test_tree_tokens_exhausted() -> None:
    state = begin(tree_tokens_exhausted="purchase_without_planting")
    lay(state, "S04", (1, 0))
    plant_step(state, (9, 9, 9))
    state.tree_supply = 0
    card = SET.tree_number["TR01"]
    assert "without planting" in why_not(state, do="buy", card="TR01")
    state.token_on[card] = False
    assert "no tree token" in why_not(state, do="plant", card="TR01", at=[2, 0])
    do(state, do="buy", card="TR01")
    assert state.bought[0] == [card]
    assert state.tree_supply == 0
    state = begin(tree_tokens_exhausted="purchase_without_planting")
    plant_step(state, (9, 9, 9))
    state.tree_supply, state.token_on[card] = 0, False
    assert "without planting" in why_not(state, do="buy", card="TR01"), "no grass either, and that is not allowed"


# Scoring and end


@pytest.mark.parametrize(
    ("option", "tablets"), [("own_controlled_beds_each_once", 1), ("once_per_bed", 2), ("gardens_with_own_bed", 3)]
)
def test_tablet_adjacency(option: str, tablets: int) -> None:
    """One tablet next to two own beds, and two more next to grass of the garden."""
    state = begin(tablet_adjacency=option)
    lay(state, "B14", (1, 0))
    lay(state, "S08", (5, -1), 3)
    put_assistant(state, 0, (1, 0))
    put_assistant(state, 0, (2, 1))
    own_skills(state, 0, ["1", "A"])
    state.cells = [FREE if holds == TABLET else holds for holds in state.cells]
    for at in ((1, 1), (3, -2), (4, 0)):
        state.cells[cell(state, at)] = TABLET
    assert points(state, 0)["skill_a"] == 2 * tablets


@pytest.mark.parametrize(("option", "trees"), [("own_controlled_beds_each_once", 1), ("once_per_bed", 2)])
def test_tree_adjacency(option: str, trees: int) -> None:
    state = begin(tree_adjacency=option)
    lay(state, "S14", (1, 0))
    put_assistant(state, 0, (1, 0))
    put_assistant(state, 0, (3, 0))
    state.cells[cell(state, (2, 0))] = TREE
    own_skills(state, 0, ["3", "C"])
    assert points(state, 0)["skill_c"] == 3 * trees


@pytest.mark.parametrize(("option", "worth"), [("gems_on_skill_board", 10), ("gems_in_supply", 7), ("both", 17)])
def test_gem_bonus_scope(option: str, worth: int) -> None:
    state = begin(gem_bonus_scope=option)
    own_skills(state, 0, ["5", "E"], (0, 1, 1))
    state.gems[0] = [4, 0, 1]
    assert points(state, 0) == {"skill_e": worth}


@pytest.mark.parametrize(
    ("option", "places"), [("shared", (1, 1, 1)), ("most_planted_trees", (2, 1, 2)), ("most_gems_left", (1, 3, 1))]
)
def test_tie_break(option: str, places: tuple[int, ...]) -> None:
    state = begin(3, tie_break=option)
    state.scores = [50, 50, 50]
    state.bought = [[0], [1, 2], [3]]
    state.gems = [[0, 3, 0], [0, 0, 1], [1, 1, 1]]
    state.due_next(OVER)
    result = state.result()
    assert result is not None
    assert result.places == places


def test_tree_points_visible() -> None:
    for option, seen in (("open_until_bought_then_hidden", None), ("always_open", ["TR01"])):
        state = begin(tree_points_visible=option)
        state.bought[1] = [0]
        assert state.observation(0)["seats"][1]["trees"] == seen
        assert state.observation(0)["seats"][1]["trees_bought"] == 1
        assert state.observation(1)["seats"][1]["trees"] == ["TR01"]


def test_documentation_only() -> None:
    """These have one option, or options that make no difference."""
    lone = {switch.name for switch in GAME.switches if len(switch.options) == 1}
    assert lone == {"same_fountain_gardens_merge", "tree_target"}
    one, other = begin(), begin(no_stack_left="skip_turn")
    assert one.rulings == other.rulings


def test_a_stack_is_always_left() -> None:
    """Why `no_stack_left` makes no difference: the last round is over before the other stacks are empty."""
    state = begin(4)
    state.left, state.top = [0] * 6, [*state.top[:5], -1]
    do(state, do="take", stack=0, gems={})
    assert state.phase == PLACE
    assert state.ending
    assert sum(top >= 0 for top in state.top) == 4 > state.players - 1


def test_bloom_after_the_skill_is_due() -> None:
    state = begin()
    lay(state, "S04", (1, 0))
    use_icon(state, SKILL, (1, 0))
    do(state, do="skill", skill="4", gems={"purple": 2})
    assert state.phase == BLOOM
    assert "not possible now" in why_not(state, do="end")
