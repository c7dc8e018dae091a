"""The picture of a position of Babylon: every column of every garden once, and the pieces in sight."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.babylon import look
from engine.babylon.cells import BELVEDERE, COLUMN_NAMES, NO_ICON, NO_PIECE, STACK_NAMES, STATUE, STATUE_STANDING
from engine.babylon.state import BabylonState
from engine.registry import GAMES
from engine.svg import contrast
from tests.engine.strategies import choose, examples, tables

SVG = "{http://www.w3.org/2000/svg}"
BABYLON = GAMES["babylon"]
NAMES = ("Ana", "Bo", "Cem", "Dee")


def some_position(data: st.DataObject) -> tuple[BabylonState, int]:
    table = data.draw(tables("babylon"))
    state, rng = table.start(), Random(table.seed)
    for _ in range(data.draw(st.integers(0, 260))):
        if state.result() is not None:
            break
        state.apply(choose(table, state, rng))
    assert isinstance(state, BabylonState)
    return state, table.players


def marked(root: ElementTree.Element, key: str) -> dict[str, ElementTree.Element]:
    groups = [group for group in root.iter(f"{SVG}g") if key in group.attrib]
    found = {group.attrib[key]: group for group in groups}
    assert len(found) == len(groups), f"drawn twice: {key}"
    return found


def uses(group: ElementTree.Element) -> list[str]:
    return [use.attrib["href"] for use in group.iter(f"{SVG}use")]


@given(data=st.data())
@examples(15)
def test_every_garden_shows_levels_icons_and_pieces_in_sight(data: st.DataObject) -> None:
    state, players = some_position(data)
    root = ElementTree.fromstring(BABYLON.picture(state, NAMES[:players]))
    gardens = marked(root, "data-garden")
    assert list(gardens) == [str(seat) for seat in range(players)]
    for seat, garden in enumerate(state.gardens):
        columns = marked(gardens[str(seat)], "data-column")
        assert list(columns) == list(COLUMN_NAMES)
        for column, name in enumerate(COLUMN_NAMES):
            shown = [text.text for text in columns[name].iter(f"{SVG}text")]
            level = garden.heights[column]
            assert shown == ([str(level)] if level else [])
            has_icon = level > 0 and garden.pieces[column] == NO_PIECE and garden.icons[column] != NO_ICON
            expected = [f"#i{garden.icons[column]}"] if has_icon else []
            expected += ["#tower"] if garden.pieces[column] == BELVEDERE else []
            assert uses(columns[name]) == expected
            assert ("hole" in (columns[name].findtext(f"{SVG}title") or "")) == (not level)
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
    state, players = some_position(data)
    root = ElementTree.fromstring(BABYLON.picture(state, NAMES[:players]))
    stacks = marked(root, "data-stack")
    assert list(stacks) == list(STACK_NAMES)
    for stack, name in enumerate(STACK_NAMES):
        title = stacks[name].findtext(f"{SVG}title") or ""
        top = state.stack_tops[stack]
        if top < 0:
            assert title == f"{name}: empty"
        else:
            tile = state.components.tiles[top]
            assert title.startswith(f"{name}, {state.stack_heights[stack]} high: {tile.id} ")
            assert uses(stacks[name]) == [f"#i{icon}" for icon in tile.icons[0] if icon != NO_ICON]


@pytest.mark.parametrize(("ink", "fill"), look.TEXT_ON_FILL)
def test_text_reads_on_every_fill(ink: str, fill: str) -> None:
    assert contrast(ink, fill) >= 4.5
