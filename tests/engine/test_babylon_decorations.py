"""Babylon: what may be built where, and icons that are read. Sections of the Spanish rulebook in brackets."""

from __future__ import annotations

from typing import Any

import pytest

from engine.babylon.building import builds
from engine.babylon.cells import COLUMN_NUMBER, FOUNTAIN, ICONS, STAIRS_HIGH, STAIRS_LOW
from engine.babylon.position import FIRST_PIECE
from engine.babylon.state import BabylonState
from tests.cases import each
from tests.engine.babylon_positions import act, build, building, garden, hills, lay, place, refusal, show, stand


def two_tiles(piece: str, *columns: str, first: int = 1, second: int = 1, **switches: Any) -> BabylonState:
    """Tiles at c3 (older) and e3 (placed now) on these levels; the columns show the icon of the piece."""
    state = building(**switches)
    if max(first, second) > 1:
        hills(state, a8=max(first, second) - 1)
    lay(state, "c3", first)
    lay(state, "e3", second, now=True)
    show(state, piece, *columns)
    return state


# Each piece [B: decorations]


def test_a_fountain_joins_two_tiles_of_one_level() -> None:
    state = two_tiles("fountain", "d3", "e3")
    left = state.supply[FIRST_PIECE + FOUNTAIN - 1]
    act(state, **build("fountain", "d3", "e3"))
    assert state.supply[FIRST_PIECE + FOUNTAIN - 1] == left - 1
    assert "something stands" in refusal(state, **build("fountain", "d3", "e3"))
    assert "levels" in refusal(two_tiles("fountain", "d3", "e3", second=2), **build("fountain", "d3", "e3"))
    assert "next to each other" in refusal(two_tiles("fountain", "d3", "e4"), **build("fountain", "d3", "e4"))
    assert "does not show" in refusal(two_tiles("fountain", "d3"), **build("fountain", "d3", "e3"))
    assert "not one" in refusal(two_tiles("fountain", "e3", "f3"), **build("fountain", "e3", "f3"))


def test_stairs_join_two_neighbouring_levels() -> None:
    state = two_tiles("stairs", "d3", "e3", second=2)
    act(state, **build("stairs", "d3", "e3"))
    found = garden(state)
    pieces = [found.pieces[COLUMN_NUMBER[name]] for name in ("d3", "e3")]
    assert pieces == [STAIRS_LOW, STAIRS_HIGH]
    assert found.decorations[0].level == 1
    down = two_tiles("stairs", "d3", "e3", first=2)
    act(down, **build("stairs", "d3", "e3"))
    assert [garden(down).pieces[COLUMN_NUMBER[name]] for name in ("d3", "e3")] == [STAIRS_HIGH, STAIRS_LOW]
    assert garden(down).decorations[0].level == 1
    for second in (1, 3):
        assert "levels" in refusal(two_tiles("stairs", "d3", "e3", second=second), **build("stairs", "d3", "e3"))


def test_a_bridge_crosses_one_column_below_its_level() -> None:
    state = building()
    lay(state, "b3", 1)
    lay(state, "e3", 1, now=True)
    show(state, "bridge", "c3", "e3", "b3", "c4", "e4", "f3")
    assert refusal(state, **build("bridge", "c3", "e3")) == ""
    assert "in line" in refusal(state, **build("bridge", "b3", "e3"))
    assert "in line" in refusal(state, **build("bridge", "c3", "f3"))
    assert "first" in refusal(state, **build("bridge", "e3", "c3"))
    act(state, **build("bridge", "c3", "e3"))
    assert garden(state).gaps[COLUMN_NUMBER["d3"]] == 1
    show(state, "bridge", "d2", "d4")
    hills(state, d2=1, d4=1)
    state.placed_now.append(len(garden(state).placed) - 1)
    assert "is in the way" in refusal(state, **build("bridge", "d2", "d4")), "one bridge at a time"
    high = building()
    hills(high, c3=2, d3=2)
    lay(high, "e3", 2, now=True)
    show(high, "bridge", "c3", "e3")
    assert "is in the way" in refusal(high, **build("bridge", "c3", "e3"))
    garden(high).heights[COLUMN_NUMBER["d3"]] = 1
    assert refusal(high, **build("bridge", "c3", "e3")) == ""
    assert "levels" in refusal(two_tiles("bridge", "c3", "e3", second=2), **build("bridge", "c3", "e3"))


def test_the_first_statue_goes_anywhere_each_later_one_in_line() -> None:
    state = building()
    lay(state, "c3", 1, now=True)
    lay(state, "f6", 1, now=True)
    show(state, "statue", "c3", "d4", "f6", "g7")
    act(state, **build("statue", "c3"))
    assert "same row or column" in refusal(state, **build("statue", "f6"))
    assert "same row or column" in refusal(state, **build("statue", "d4")), "never diagonally"
    lay(state, "c7", 3, now=True)
    show(state, "statue", "c8")
    assert refusal(state, **build("statue", "c8")) == "", "at any distance and level"
    garden(state).is_pillar[0] = True
    assert refusal(state, **build("statue", "f6")) == "", "no statue stands any more"


def test_only_with_a_tile_of_this_go_and_only_with_pieces_left() -> None:
    """[B: decorations] Afterwards nothing can be made up for."""
    state = two_tiles("fountain", "d3", "e3")
    state.placed_now = []
    assert "placed this turn" in refusal(state, **build("fountain", "d3", "e3"))
    state = two_tiles("fountain", "d3", "e3")
    state.supply[FIRST_PIECE + FOUNTAIN - 1] = 0
    assert "no such piece is left" in refusal(state, **build("fountain", "d3", "e3"))
    free = two_tiles("fountain", "d3", "e3", supply_limited=False)
    free.supply[FIRST_PIECE + FOUNTAIN - 1] = 0
    assert refusal(free, **build("fountain", "d3", "e3")) == ""


@each(
    ("piece", "columns", "reason"),
    [
        ("obelisk", ["c3"], "this piece does not exist"),
        ("none", ["c3"], "this piece does not exist"),
        ("statue", ["c3", "d3"], "one column"),
        ("bridge", ["c3"], "one column"),
        ("statue", ["z9"], "this column does not exist"),
        ("fountain", ["c3", "z9"], "this column does not exist"),
        ("fountain", ["z9", "c3"], "this column does not exist"),
        ("fountain", ["d3", "d3"], "comes first"),
        ("fountain", ["d3", "d2"], "comes first"),
    ],
)
def test_words_that_name_no_decoration(piece: str, columns: list[str], reason: str) -> None:
    state = two_tiles("fountain", "d3", "e3")
    assert reason in refusal(state, do="build", piece=piece, at=columns)


def test_statues_can_be_chained_in_one_go() -> None:
    """[B: decorations] Each one built helps the next."""
    state = building()
    lay(state, "c3", 1, now=True)
    lay(state, "c6", 1, now=True)
    lay(state, "f6", 1, now=True)
    show(state, "statue", "c3", "c6", "f6")
    for column in ("c3", "c6", "f6"):
        act(state, **build("statue", column))
    assert len(garden(state).decorations) == 3


# Switches


def test_switch_decorations_optional() -> None:
    state = two_tiles("fountain", "d3", "e3", decorations_optional=False)
    assert "can still be built" in refusal(state, "finish")
    assert "can still be built" in refusal(state, **place("g7", 1))
    assert {action.kind for action in state.legal_actions()} == {"build", "exchange"}
    assert len(state.legal_actions()) == 2
    act(state, **build("fountain", "d3", "e3"))
    assert refusal(state, "finish") == refusal(state, **place("g7", 1)) == ""


def test_switch_decoration_window() -> None:
    for option in ("tiles_placed_this_turn", "latest_tile_only"):
        state = two_tiles("fountain", "d3", "e3", decoration_window=option)
        lay(state, "g7", 1, now=True)
        allowed = refusal(state, **build("fountain", "d3", "e3")) == ""
        assert allowed == (option == "tiles_placed_this_turn")


def test_switch_paired_pieces_need_two_tiles() -> None:
    state = two_tiles("fountain", "e3", "f3", paired_pieces_need_two_tiles=False)
    assert refusal(state, **build("fountain", "e3", "f3")) == ""


def test_switch_bridge_span() -> None:
    state = building(bridge_span=2)
    lay(state, "b3", 1)
    lay(state, "e3", 1, now=True)
    show(state, "bridge", "b3", "c3", "e3", "f3")
    assert "in line" in refusal(state, **build("bridge", "c3", "e3"))
    assert "in the way" in refusal(state, **build("bridge", "b3", "e3"))
    assert "in the way" in refusal(state, **build("bridge", "c3", "f3"))
    hills(state, c6=1)
    lay(state, "f6", 1, now=True)
    show(state, "bridge", "c6", "f6")
    assert refusal(state, **build("bridge", "c6", "f6")) == ""
    act(state, **build("bridge", "c6", "f6"))
    assert [garden(state).gaps[COLUMN_NUMBER[name]] for name in ("d6", "e6")] == [1, 1]


def test_switch_bridge_gap() -> None:
    for option in ("no_tile_at_bridge_level_or_above", "bare_ground"):
        state = building(bridge_gap=option)
        hills(state, c3=2, d3=1)
        lay(state, "e3", 2, now=True)
        show(state, "bridge", "c3", "e3")
        assert (refusal(state, **build("bridge", "c3", "e3")) == "") == (option != "bare_ground")


def test_switch_bridge_blocks_gap_for_other_bridges() -> None:
    state = building(bridge_blocks_gap=False)
    hills(state, c3=1, e3=1, d2=1)
    stand(state, "bridge", "c3", "e3")
    lay(state, "d4", 1, now=True)
    show(state, "bridge", "d2", "d4")
    assert refusal(state, **build("bridge", "d2", "d4")) == ""


@pytest.mark.parametrize(
    ("option", "on_the_same_level", "above_it"),
    [(True, False, False), ("other_levels_may_cross", False, True), (False, True, True)],
)
def test_switch_bridge_blocks_gap_for_bridges_that_cross(
    option: bool | str, on_the_same_level: bool, above_it: bool
) -> None:
    """A bridge of level 1 from c3 to e3; another one is to cross d3 from d2 to d4, on level 1 or on level 2."""
    for level, allowed in ((1, on_the_same_level), (2, above_it)):
        state = building(bridge_blocks_gap=option)
        hills(state, c3=1, e3=1, d2=level)
        stand(state, "bridge", "c3", "e3")
        lay(state, "d4", level, now=True)
        show(state, "bridge", "d2", "d4")
        reason = refusal(state, **build("bridge", "d2", "d4"))
        assert (reason == "") if allowed else "in the way" in reason


def test_bridges_that_cross_keep_everything_else_out() -> None:
    """Under two bridges, of levels 1 and 3, a third of level 2 still fits; the highest one counts for tiles."""
    state = building(bridge_blocks_gap="other_levels_may_cross", pillar_on_other_decoration=True)
    hills(state, c3=1, e3=1, d2=3, d4=3)
    stand(state, "bridge", "c3", "e3")
    stand(state, "bridge", "d2", "d4")
    assert garden(state).gaps[COLUMN_NUMBER["d3"]] == 3
    for column in ("c3", "e3"):
        garden(state).pieces[COLUMN_NUMBER[column]] = 0
    lay(state, "b3", 2)
    lay(state, "e3", 2, now=True)
    show(state, "bridge", "c3", "e3")
    act(state, **build("bridge", "c3", "e3"))
    assert garden(state).gaps[COLUMN_NUMBER["d3"]] == 3, "the lower bridge does not open the column"
    assert "a bridge crosses there" in refusal(state, **place("d3", 3))


def test_switch_statue_line() -> None:
    for option in ("same_row_or_column_from_above", "line_within_level"):
        state = building(statue_line=option)
        lay(state, "c3", 1)
        stand(state, "statue", "c3")
        lay(state, "c6", 2, now=True)
        show(state, "statue", "c6")
        assert (refusal(state, **build("statue", "c6")) == "") == (option != "line_within_level")


def test_switch_statue_line_blocked() -> None:
    for option in (False, True):
        state = building(statue_line_blocked=option)
        hills(state, c2=1, c4=2, c5=3)
        lay(state, "c6", 1, now=True)
        stand(state, "statue", "c2")
        stand(state, "statue", "c4")
        garden(state).is_pillar[1] = True
        show(state, "statue", "c6")
        assert (refusal(state, **build("statue", "c6")) == "") == (not option)
        garden(state).heights[COLUMN_NUMBER["c5"]] = garden(state).heights[COLUMN_NUMBER["c4"]] = 1
        assert refusal(state, **build("statue", "c6")) == ""


def test_switch_statue_line_partners() -> None:
    """A covered statue stands, a statue that is a pillar does not."""
    expected = {
        "standing_statues_also_hidden": (True, False),
        "visible_statues": (False, False),
        "all_ever_built": (True, True),
    }
    for option, (hidden, pillar) in expected.items():
        state = building(statue_line_partners=option)
        lay(state, "c3", 1)
        stand(state, "statue", "c3")
        lay(state, "g7", 1)
        stand(state, "statue", "h8")
        lay(state, "b2", 2)
        lay(state, "c6", 1, now=True)
        show(state, "statue", "c6")
        assert (refusal(state, **build("statue", "c6")) == "") == hidden
        garden(state).is_pillar[0] = True
        assert (refusal(state, **build("statue", "c6")) == "") == pillar


def test_switch_statue_first() -> None:
    for option in ("when_no_statue_stands", "first_ever_only"):
        state = building(statue_first=option)
        lay(state, "c3", 1)
        stand(state, "statue", "c3")
        garden(state).is_pillar[0] = True
        lay(state, "f6", 1, now=True)
        show(state, "statue", "f6")
        assert (refusal(state, **build("statue", "f6")) == "") == (option == "when_no_statue_stands")


# Icons that are read [Round tokens]


def read(at: str, icon: str) -> dict[str, Any]:
    return {"do": "read", "at": at, "as": icon}


def test_change_icon_reads_one_icon_as_another_for_this_go() -> None:
    state = two_tiles("bridge", "e3", effect="change_icon")
    assert "this icon already" in refusal(state, **read("e3", "bridge"))
    assert "this icon does not exist" in refusal(state, **read("e3", "none"))
    assert "does not read such a space" in refusal(state, **read("f3", "fountain"))
    assert "no tile placed this turn" in refusal(state, **read("c3", "fountain"))
    assert "this column does not exist" in refusal(state, **read("z9", "fountain"))
    show(state, "fountain", "d3")
    act(state, **read("e3", "fountain"))
    assert "used already" in refusal(state, **read("e3", "statue"))
    act(state, **build("fountain", "d3", "e3"))
    act(state, "finish")
    column = COLUMN_NUMBER["e3"]
    assert ICONS[garden(state).icons[column]] == "bridge"
    assert len(garden(state).decorations) == 1


def test_fill_blank_reads_an_empty_space_as_any_icon() -> None:
    state = two_tiles("bridge", "e3", effect="fill_blank")
    assert "does not read such a space" in refusal(state, **read("e3", "statue"))
    act(state, **read("f4", "statue"))
    assert builds(state) == [(4, COLUMN_NUMBER["f4"], -1)]
    state = two_tiles("bridge", "e3", effect="fill_blank")
    garden(state).pieces[COLUMN_NUMBER["f4"]] = 6
    assert "something stands" in refusal(state, **read("f4", "statue"))


def test_without_the_token_nothing_is_read() -> None:
    assert "does not change icons" in refusal(two_tiles("bridge", "e3"), **read("e3", "statue"))


def test_switch_icon_effect_scope() -> None:
    for option in ("one_space_per_turn", "one_space_per_tile_placed"):
        state = two_tiles("bridge", "e3", effect="fill_blank", icon_effect_scope=option)
        lay(state, "g7", 1, now=True)
        act(state, **read("f4", "statue"))
        assert "used already" in refusal(state, **read("f3", "statue"))
        assert (refusal(state, **read("g7", "statue")) == "") == (option == "one_space_per_tile_placed")


def test_switch_icon_effect_duration() -> None:
    for option in ("this_turn", "permanent"):
        state = two_tiles("bridge", "e3", effect="fill_blank", icon_effect_duration=option)
        act(state, **read("f4", "statue"))
        act(state, "finish")
        assert ICONS[garden(state).icons[COLUMN_NUMBER["f4"]]] == ("statue" if option == "permanent" else "none")
