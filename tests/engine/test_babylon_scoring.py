"""Babylon: points, visibility, places. Sections of the Spanish rulebook in brackets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.babylon.cells import COLUMN_NUMBER, COLUMNS
from engine.babylon.phases import OVER
from engine.babylon.scoring import holes, scores_of
from engine.babylon.state import BabylonState
from engine.game import NOBODY
from tests.engine.babylon_positions import building, garden, hills, lay, stand


def points(state: BabylonState) -> dict[str, int]:
    """The points of seat 0 by source."""
    found: dict[str, int] = {}
    for event in scores_of(state, 0):
        found[event.source] = found.get(event.source, 0) + event.points
    return found


# The rulebook's figures [End of the game]


def test_a_statue_on_level_3_scores_3() -> None:
    state = building()
    hills(state, c3=3)
    stand(state, "statue", "c3")
    assert points(state)["statues"] == 3
    assert next(scores_of(state, 0)).cause == "statue c3"


def test_a_fountain_on_level_2_scores_6() -> None:
    state = building()
    hills(state, c3=2, d3=2)
    stand(state, "fountain", "c3", "d3")
    assert points(state)["fountains"] == 6


def test_a_bridge_scores_3_times_its_level() -> None:
    state = building()
    hills(state, c3=2, e3=2)
    stand(state, "bridge", "c3", "e3")
    assert points(state)["bridges"] == 6


def test_highest_level_3_scores_6() -> None:
    state = building()
    assert "highest_level" not in points(state)
    hills(state, c3=3)
    assert points(state)["highest_level"] == 6


@pytest.mark.parametrize(("low", "expected"), [(1, 3), (2, 5)])
def test_stairs_score_the_sum_of_the_two_levels(low: int, expected: int) -> None:
    state = building()
    hills(state, c3=low, d3=low + 1)
    stand(state, "stairs", "c3", "d3")
    assert points(state)["stairs"] == expected


def test_sets_of_decorations_score_4_each() -> None:
    """The smallest of the four counts."""
    state = building()
    hills(state, a1=1, a3=1, b1=1, b3=1, c1=1, c3=1, d1=1, d3=1, e1=1, g1=1, e3=1, g3=1, a5=1, a6=2)
    stand(state, "statue", "a1")
    stand(state, "statue", "a3")
    stand(state, "fountain", "b1", "c1")
    stand(state, "fountain", "b3", "c3")
    stand(state, "bridge", "e1", "g1")
    stand(state, "bridge", "e3", "g3")
    assert "decoration_sets" not in points(state)
    stand(state, "stairs", "a5", "a6")
    assert points(state)["decoration_sets"] == 4
    hills(state, d5=1, d6=2)
    stand(state, "stairs", "d5", "d6")
    assert points(state)["decoration_sets"] == 8
    garden(state).is_pillar[0] = True
    assert points(state)["decoration_sets"] == 4, "a statue that is a pillar is in no set"
    assert points(state)["statues"] == 1


def four_flowers(**switches: Any) -> BabylonState:
    state = building(**switches)
    for at, tile in (("a1", "clay-01"), ("c1", "clay-05"), ("e1", "clay-09"), ("a4", "clay-13")):
        lay(state, at, 1, tile)
    return state


def test_sets_of_flowers_score_4_each() -> None:
    state = four_flowers()
    assert points(state)["flower_sets"] == 4
    lay(state, "c4", 1, "clay-02")
    assert points(state)["flower_sets"] == 4
    assert [event.cause for event in scores_of(state, 0)] == ["1 set", "level 1"]


def test_belvederes_score_1_each() -> None:
    state = building()
    lay(state, "a1", 1, corner="nw")
    lay(state, "c1", 1, corner="sw")
    lay(state, "e1", 1)
    assert points(state) == {"belvederes": 2, "highest_level": 2}
    assert [event.cause for event in scores_of(state, 0)][:2] == ["belvedere a1", "belvedere c2"]


# Seen from above


def test_a_tile_counts_as_long_as_any_of_its_spaces_is_seen() -> None:
    for option in ("any_space_is_top_of_its_column", "every_space"):
        state = four_flowers(visible_tile_test=option)
        lay(state, "b2", 2, "clay-02")
        assert ("flower_sets" in points(state)) == (option == "any_space_is_top_of_its_column")
    state = four_flowers()
    lay(state, "d1", 2, "clay-02")
    lay(state, "f1", 2, "clay-02")
    assert "flower_sets" not in points(state), "the tile at e1 is hidden wholly"


def test_a_decoration_counts_as_long_as_any_of_its_spaces_is_seen() -> None:
    state = building()
    lay(state, "a1", 1)
    lay(state, "c1", 1)
    stand(state, "fountain", "b1", "c1")
    lay(state, "c2", 2)
    assert points(state)["fountains"] == 3
    lay(state, "d1", 2)
    assert points(state)["fountains"] == 3
    lay(state, "b1", 3)
    assert "fountains" not in points(state)


def test_a_statue_below_a_tile_scores_nothing() -> None:
    state = building()
    lay(state, "a1", 1)
    stand(state, "statue", "a1")
    assert points(state)["statues"] == 1
    hills(state, a1=2)
    assert "statues" not in points(state)


def test_switch_bridge_visible_by_gap() -> None:
    for option in (True, False):
        state = building(bridge_visible_by_gap=option)
        hills(state, c3=1, e3=1)
        stand(state, "bridge", "c3", "e3")
        hills(state, c3=2, e3=2)
        assert ("bridges" in points(state)) == option
        hills(state, d3=2)
        assert "bridges" not in points(state)


def test_switch_hidden_belvedere_scores() -> None:
    for option in (False, True):
        state = building(hidden_belvedere_scores=option)
        lay(state, "a1", 1, corner="se")
        lay(state, "b2", 2)
        assert points(state).get("belvederes", 0) == option


def test_switch_starting_tile_counts_for_flowers() -> None:
    for option in (True, False):
        state = building(starting_tile_counts_for_flowers=option)
        for at, tile in (("a1", "start-1"), ("c1", "clay-05"), ("e1", "clay-09"), ("a4", "clay-13")):
            lay(state, at, 1, tile)
        assert ("flower_sets" in points(state)) == option


# Places


def finished(change: Callable[[BabylonState], None], **switches: Any) -> BabylonState:
    """A game of four that ended with equal points, after a change to the garden of seat 0."""
    state = building(**switches)
    change(state)
    state.phase, state.to_move = OVER, NOBODY
    return state


def test_the_larger_garden_breaks_a_tie_and_what_is_still_equal_is_shared() -> None:
    """[End of the game] Fewer holes of the board seen from above."""
    result = finished(lambda state: lay(state, "a1", 1)).result()
    assert result is not None
    assert (result.end, result.winners, result.places) == ("rounds", (0,), (1, 2, 2, 2))
    equal = finished(lambda state: None).result()
    assert equal is not None
    assert (equal.winners, equal.places) == ((0, 1, 2, 3), (1, 1, 1, 1))


def test_switch_tie_break_holes() -> None:
    for option, expected in (("columns_without_any_tile_above", 62), ("also_not_under_a_bridge", 61)):

        def change(state: BabylonState) -> None:
            hills(state, c3=1, e3=1)
            stand(state, "bridge", "c3", "e3")

        state = finished(change, tie_break_holes=option)
        assert (holes(state, 0), holes(state, 1)) == (expected, COLUMNS)
        assert garden(state).heights[COLUMN_NUMBER["d3"]] == 0
