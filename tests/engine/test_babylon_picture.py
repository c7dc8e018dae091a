"""The picture of a position of Babylon: every column of every garden once, and the pieces in sight."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from hypothesis import given
from hypothesis import strategies as st

from engine.babylon import look
from engine.babylon.cells import BELVEDERE, COLUMN_NAMES, NO_ICON, NO_PIECE, STACK_NAMES, STATUE, STATUE_STANDING
from engine.registry import GAMES
from engine.svg import contrast
from tests.cases import each
from tests.engine.pictures import NAMES, marked, some_position, texts, title_of, uses
from tests.profiles import examples

BABYLON = GAMES["babylon"]


@given(data=st.data())
@examples(15)
def test_every_garden_shows_levels_icons_and_pieces_in_sight(data: st.DataObject) -> None:
    state, players, _ = some_position("babylon", data)
    root = ElementTree.fromstring(BABYLON.picture(state, NAMES[:players]))
    gardens = marked(root, "data-garden")
    assert list(gardens) == [str(seat) for seat in range(players)]
    for seat, garden in enumerate(state.gardens):
        columns = marked(gardens[str(seat)], "data-column")
        assert list(columns) == list(COLUMN_NAMES)
        for column, name in enumerate(COLUMN_NAMES):
            shown = texts(columns[name])
            level = garden.heights[column]
            assert shown == ([str(level)] if level else [])
            has_icon = level > 0 and garden.pieces[column] == NO_PIECE and garden.icons[column] != NO_ICON
            expected = [f"#i{garden.icons[column]}"] if has_icon else []
            expected += ["#tower"] if garden.pieces[column] == BELVEDERE else []
            assert uses(columns[name]) == expected
            assert ("hole" in title_of(columns[name])) == (not level)
        in_sight = {
            str(number)
            for number, found in enumerate(garden.decorations)
            if garden.shows_end(found) and (found.kind != STATUE or garden.pieces[found.column] == STATUE_STANDING)
        }
        assert marked(gardens[str(seat)], "data-piece").keys() == in_sight
        visible = {str(number) for number, spaces in enumerate(garden.visible_spaces) if spaces}
        assert marked(gardens[str(seat)], "data-flower").keys() == visible


@given(data=st.data())
@examples(10)
def test_the_quarry_shows_the_tile_on_top_of_each_stack(data: st.DataObject) -> None:
    state, players, _ = some_position("babylon", data)
    root = ElementTree.fromstring(BABYLON.picture(state, NAMES[:players]))
    stacks = marked(root, "data-stack")
    assert list(stacks) == list(STACK_NAMES)
    for stack, name in enumerate(STACK_NAMES):
        title = title_of(stacks[name])
        top = state.stack_tops[stack]
        if top < 0:
            assert title == f"{name}: empty"
        else:
            tile = state.components.tiles[top]
            assert title.startswith(f"{name}, {state.stack_heights[stack]} high: {tile.id} ")
            assert uses(stacks[name]) == [f"#i{icon}" for icon in tile.icons[0] if icon != NO_ICON]


@each(("ink", "fill"), look.TEXT_ON_FILL)
def test_text_reads_on_every_fill(ink: str, fill: str) -> None:
    assert contrast(ink, fill) >= 4.5
