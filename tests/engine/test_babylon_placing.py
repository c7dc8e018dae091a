"""Babylon: where tiles may lie. Sections of the Spanish rulebook in brackets."""

from __future__ import annotations

from typing import Any

import pytest

from engine.babylon.cells import (
    BELVEDERE,
    BELVEDERE_MISSING,
    BRIDGE_END,
    COLUMN_NUMBER,
    FOUNTAIN_PART,
    NO_PIECE,
    STAIRS_HIGH,
    STAIRS_LOW,
    STATUE_STANDING,
)
from engine.babylon.position import BELVEDERES
from engine.babylon.state import BabylonState
from tests.cases import each
from tests.engine.babylon_positions import act, build, building, garden, hills, lay, place, refusal, show, stand

HIGHER = "on this level or above"
NO_SUPPORT = "has no support"
CANNOT_HANG = "cannot stay unsupported"


def column(name: str) -> int:
    return COLUMN_NUMBER[name]


# B: build tiles, supports


def test_a_tile_on_four_simple_pillars() -> None:
    """[B: build] Pillars and tile come together; every pillar ends under the tile."""
    state = building(simple=5, double=0)
    act(state, **place("c3", 1))
    found = garden(state)
    assert (state.simple[0], found.heights[column("d4")], found.placed[0].simple) == (1, 1, 4)
    assert found.icons[column("c3")] == 1
    assert found.icons[column("d3")] == 2
    assert state.dug == -1


def test_rotation_is_clockwise() -> None:
    """[data] One quarter turn moves the north-west icon to the north-east."""
    state = building()
    act(state, **place("c3", 1, rotation=1))
    assert garden(state).icons[column("d3")] == 1


def test_three_supports_are_enough_and_the_open_corner_gets_a_belvedere_at_once() -> None:
    """[B: build]"""
    state = building(simple=3, double=0)
    assert "not enough pillars" in refusal(state, **place("c3", 1))
    left = state.supply[BELVEDERES]
    act(state, **place("c3", 1, "se"))
    assert garden(state).pieces[column("d4")] == BELVEDERE
    assert (state.simple[0], state.supply[BELVEDERES]) == (0, left - 1)
    assert "not enough pillars" in refusal(building(simple=2, double=5), **place("c3", 1, "se"))


def test_the_space_of_a_belvedere_can_hold_nothing_else() -> None:
    """[B: build; a review]"""
    state = building(dug="basalt-02")
    lay(state, "c3", 1, corner="se", now=True)
    show(state, "statue", "d4")
    assert "something stands" in refusal(state, **build("statue", "d4"))
    assert NO_SUPPORT in refusal(state, **place("d4", 2, tile="basalt-02"))
    assert refusal(state, **place("d4", 2, "nw", tile="basalt-02")) == ""


def test_supports_may_be_mixed() -> None:
    """[B: build] Two spaces of a tile and two holes two levels below carry a tile of level 2."""
    state = building(simple=2, double=2)
    lay(state, "c3", 1)
    assert refusal(state, **place("d3", 2)) == ""
    act(state, **place("d3", 2))
    assert (state.simple[0], state.double[0]) == (0, 0)


def test_no_pillar_reaches_three_levels() -> None:
    """[B: build]"""
    state = building()
    lay(state, "a1", 1)
    lay(state, "a1", 2)
    assert NO_SUPPORT in refusal(state, **place("c1", 3))
    assert NO_SUPPORT in refusal(state, **place("b1", 3))
    assert "level is not open" in refusal(state, **place("b1", 4))


def test_level_gate() -> None:
    """[B: build] A level opens with the first tile one level below, anywhere in the garden."""
    state = building()
    assert "level is not open" in refusal(state, **place("c3", 2))
    assert "level is not open" in refusal(state, **place("c3", 0))
    assert "level is not open" in refusal(state, **place("c3", -5))
    assert "level is not open" in refusal(state, **place("c3", 10**30))
    lay(state, "a1", 1)
    assert refusal(state, **place("c3", 2)) == "", "wholly on double pillars, away from the other tile"
    assert "level is not open" in refusal(state, **place("c3", 3))


def test_tiles_of_one_level_do_not_overlap_and_nothing_goes_under_a_tile() -> None:
    """[B: build]"""
    state = building()
    lay(state, "c3", 1)
    assert HIGHER in refusal(state, **place("d4", 1, "nw"))
    lay(state, "e3", 2)
    assert HIGHER in refusal(state, **place("f3", 1))


def test_no_tile_over_the_edge() -> None:
    state = building()
    for at in ("h1", "a8", "h8"):
        assert "over the edge" in refusal(state, **place(at, 1))
    assert "this column does not exist" in refusal(state, **place("i1", 1))
    assert "this corner does not exist" in refusal(state, **place("c3", 1, "up"))


def test_never_the_same_footprint() -> None:
    """[B: build] Two tiles never overlap completely, on any level."""
    state = building()
    lay(state, "c3", 1)
    assert "same four columns" in refusal(state, **place("c3", 2))
    lay(state, "d3", 2)
    assert "same four columns" in refusal(state, **place("c3", 3, "sw"))


def test_only_tiles_at_hand_are_placed() -> None:
    """[B: build] The tile just dug, the stored one, or both."""
    state = building(dug="clay-01")
    assert "neither the one just dug nor the stored one" in refusal(state, **place("c3", 1, tile="clay-02"))
    assert "neither" in refusal(state, **place("c3", 1, tile="start-9"))
    stored = state.components.tiles[state.stored[0]].id
    act(state, **place("c3", 1, tile=stored))
    assert state.stored[0] == -1
    assert refusal(state, **place("e3", 1, tile="clay-01")) == ""


def test_rotations_that_look_the_same_and_none_at_all() -> None:
    state = building()
    assert "rotation is not allowed" in refusal(state, **place("c3", 1, rotation=4))
    assert "rotation is not allowed" in refusal(state, **place("c3", 1, rotation=-1))
    fixed = building(tile_rotation="none")
    assert "rotation is not allowed" in refusal(fixed, **place("c3", 1, rotation=1))
    assert refusal(fixed, **place("c3", 1)) == ""


# Statues as pillars


def with_statue(**switches: Any) -> BabylonState:
    state = building(simple=10, double=0, **switches)
    lay(state, "c3", 1)
    stand(state, "statue", "d3")
    return state


def test_a_statue_stands_in_for_a_simple_pillar_and_is_no_statue_any_more() -> None:
    """[B: build]"""
    state = with_statue()
    hills(state, e3=1)
    state.simple[0], state.double[0] = 2, 1
    act(state, **place("d3", 2))
    found = garden(state)
    assert found.is_pillar == [True]
    assert (found.placed[-1].simple, found.placed[-1].double) == (2, 1)
    assert (state.simple[0], state.double[0]) == (0, 0)


def test_a_corner_above_a_statue_rests_on_it() -> None:
    state = with_statue()
    assert CANNOT_HANG in refusal(state, **place("d3", 2, "nw"))
    state.double[0] = 2
    assert CANNOT_HANG in refusal(state, **place("d3", 2, "nw"))
    free = with_statue(statue_under_corner="may_hang_free")
    free.double[0] = 2
    assert refusal(free, **place("d3", 2, "nw")) == ""
    act(free, **place("d3", 2, "nw"))
    assert garden(free).is_pillar == [False]


def test_switch_statue_double_height() -> None:
    """A statue two levels below carries nothing, unless the switch says so."""
    for option in (False, True):
        state = building(double=0, statue_double_height=option)
        hills(state, c3=1, d3=2, c4=2, d4=2)
        stand(state, "statue", "c3")
        assert (refusal(state, **place("c3", 3)) == "") == option
        assert refusal(state, **place("c3", 3, "nw")) == "", "it may hang there"


# Pieces below


def test_pillars_stand_on_no_decoration() -> None:
    for option in (False, True):
        state = building(pillar_on_other_decoration=option)
        lay(state, "c3", 1)
        lay(state, "c5", 1)
        stand(state, "fountain", "d4", "d5")
        assert (refusal(state, **place("d4", 2)) == "") == option


def test_switch_pillar_on_belvedere() -> None:
    for option in (False, True):
        state = building(pillar_on_belvedere=option)
        lay(state, "c3", 1, corner="se")
        assert (refusal(state, **place("d4", 2)) == "") == option


def test_switch_pillar_on_icon() -> None:
    for option in (True, False):
        state = building(pillar_on_icon=option)
        lay(state, "c3", 1)
        show(state, "bridge", "d3", "d4")
        assert (refusal(state, **place("d3", 2)) == "") == option


def test_switch_double_pillar_base() -> None:
    for option in ("any_open_space_two_levels_below", "board_hole_only"):
        state = building(double_pillar_base=option)
        hills(state, c3=1, d3=2, c4=2, d4=2, g3=1, f4=1, g4=1)
        assert (refusal(state, **place("c3", 3)) == "") == (option != "board_hole_only")
        assert refusal(state, **place("f3", 2)) == "", "on the board"


@each(
    ("piece", "gap", "allowed"),
    [
        (FOUNTAIN_PART, 1, "default_1_stairs_2 any"),
        (BRIDGE_END, 1, "default_1_stairs_2 any"),
        (STAIRS_HIGH, 1, "default_1_stairs_2 any"),
        (STAIRS_LOW, 1, "any"),
        (STAIRS_LOW, 2, "default_1_stairs_2 any"),
        (STATUE_STANDING, 2, "default_1_stairs_2 any"),
        (BELVEDERE, 1, "default_1_stairs_2 any none_over_decorations"),
    ],
)
def test_overhang_clearance(piece: int, gap: int, allowed: str) -> None:
    """The open corner hangs over pieces, but over the lower end of stairs only two levels above."""
    for option in ("default_1_stairs_2", "any", "none_over_decorations"):
        state = building(overhang_clearance=option)
        hills(state, c3=1, d3=gap, c4=gap, d4=gap)
        garden(state).pieces[column("c3")] = piece
        reason = refusal(state, **place("c3", gap + 1, "nw"))
        assert (reason == "") == (option in allowed.split())
        assert reason == "" or CANNOT_HANG in reason


def test_a_bridge_keeps_pillars_and_tiles_out_of_its_middle() -> None:
    """[B: decorations] Only the open corner of a higher tile goes over it."""
    for option in (True, False):
        state = building(bridge_blocks_gap=option)
        hills(state, b2=1, d2=1)
        stand(state, "bridge", "b2", "d2")
        reason = refusal(state, **place("c2", 2, "ne"))
        assert (NO_SUPPORT in reason) if option else reason == ""
        wide = building(bridge_blocks_gap=option, bridge_span=2)
        hills(wide, b2=1, e2=1)
        stand(wide, "bridge", "b2", "e2")
        reason = refusal(wide, **place("c2", 1))
        assert ("a bridge crosses there" in reason) if option else reason == ""


@pytest.mark.parametrize("blocks", [True, False])
def test_the_open_corner_may_hang_over_the_middle_of_a_bridge(blocks: bool) -> None:
    """A bridge that does not keep others out of its column is in the way of a hanging corner all the same."""
    for clearance, allowed in (("default_1_stairs_2", True), ("none_over_decorations", False)):
        state = building(overhang_clearance=clearance, pillar_on_other_decoration=True, bridge_blocks_gap=blocks)
        hills(state, b2=1, d2=1)
        stand(state, "bridge", "b2", "d2")
        assert (refusal(state, **place("c2", 2, "nw")) == "") == allowed
        if blocks:
            assert NO_SUPPORT in refusal(state, **place("c2", 2))
        if allowed:
            act(state, **place("c2", 2, "nw"))
            assert garden(state).gaps[column("c2")] == 0, "the new top is free of the bridge"


# Other switches


def test_switch_same_footprint_ban() -> None:
    """Not directly on another tile; with a tile between them the same columns are fine."""
    state = building(same_footprint_ban="directly_below_only")
    lay(state, "c3", 1)
    assert "same four columns" in refusal(state, **place("c3", 2))
    lay(state, "d3", 2)
    assert refusal(state, **place("c3", 3, "sw")) == ""


def test_switch_level_gate() -> None:
    for option in ("tile_exists_one_level_below", "tile_visible_one_level_below"):
        state = building(level_gate=option)
        lay(state, "c3", 1)
        for at in ("b2", "d2", "b4", "d4"):
            lay(state, at, 2)
        assert (refusal(state, **place("g1", 2)) == "") == (option == "tile_exists_one_level_below")
        assert refusal(state, **place("g1", 1)) == ""


def test_switch_three_supports_by_choice() -> None:
    """A corner stays open only if it has to."""
    state = building(simple=4, double=0, three_supports_by_choice=False)
    assert "A corner may be left unsupported by choice" in refusal(state, **place("c3", 1, "nw"))
    state.simple[0] = 3
    assert refusal(state, **place("c3", 1, "nw")) == ""
    state.simple[0] = 9
    lay(state, "a1", 1, corner="se")
    assert refusal(state, **place("b2", 2, "nw")) != ""
    state.double[0] = 4
    assert refusal(state, **place("b2", 2, "nw")) == "", "that corner cannot be supported"


def test_switch_second_tile_may_use_first() -> None:
    for option in (True, False):
        state = building(second_tile_may_use_first=option)
        stored = state.components.tiles[state.stored[0]].id
        act(state, **place("c3", 1))
        assert (refusal(state, **place("d3", 2, tile=stored)) == "") == option
        assert refusal(state, **place("d4", 2, "nw", tile=stored)) == "", "it may hang over the first"


def test_belvederes_that_have_run_out() -> None:
    """[Supply] Without a belvedere all four corners need support, or the corner stays closed without one."""
    state = building()
    state.supply[BELVEDERES] = 0
    assert "no belvedere is left" in refusal(state, **place("c3", 1, "nw"))
    assert refusal(state, **place("c3", 1)) == ""
    other = building(belvedere_supply_empty="place_without_belvedere")
    other.supply[BELVEDERES] = 0
    act(other, **place("c3", 1, "nw"))
    assert garden(other).pieces[column("c3")] == BELVEDERE_MISSING
    assert garden(other).belvedere_column(0) == -1
    assert other.supply[BELVEDERES] == 0
    unlimited = building(supply_limited=False)
    unlimited.supply[BELVEDERES] = 0
    act(unlimited, **place("c3", 1, "nw"))
    assert garden(unlimited).pieces[column("c3")] == BELVEDERE


@each(
    ("height", "level", "piece", "supported"),
    [
        (0, 1, NO_PIECE, True),
        (0, 2, NO_PIECE, True),
        (0, 3, NO_PIECE, False),
        (1, 2, NO_PIECE, True),
        (1, 3, NO_PIECE, True),
        (1, 4, NO_PIECE, False),
        (1, 2, STATUE_STANDING, True),
        (1, 3, STATUE_STANDING, False),
        (1, 2, FOUNTAIN_PART, False),
        (1, 2, STAIRS_HIGH, False),
        (1, 3, BRIDGE_END, False),
        (1, 2, BELVEDERE, False),
        (1, 3, BELVEDERE, False),
    ],
)
def test_table_of_supports(height: int, level: int, piece: int, supported: bool) -> None:
    """[B: build] What one corner can rest on, while the three others stand one level below the tile."""
    state = building()
    if level > 1:
        hills(state, c3=height, d3=level - 1, c4=level - 1, d4=level - 1)
    garden(state).pieces[column("c3")] = piece
    reason = refusal(state, **place("c3", level))
    assert (reason == "") == supported
    assert supported or NO_SUPPORT in reason
