"""The picture of a position of Amyitis: every square, cube and card once."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from hypothesis import given
from hypothesis import strategies as st

from engine.amyitis import look
from engine.amyitis.garden import SIDES, SQUARES
from engine.amyitis.names import EMPTY, GREY, NO_AREA
from engine.registry import GAMES
from engine.svg import contrast
from tests.cases import each
from tests.engine.pictures import NAMES, SVG, Element, description_of, marked, some_position, texts, title_of
from tests.profiles import examples

AMYITIS = GAMES["amyitis"]


def cubes(group: Element) -> list[int]:
    """The owners of the cubes in a group, by their class."""
    classes = [rect.attrib.get("class", "") for rect in group.iter(f"{SVG}rect")]
    return sorted(int(name.split(" s")[1]) for name in classes if name.startswith("token"))


@given(data=st.data())
@examples(20)
def test_every_square_side_and_cube_is_drawn_once(data: st.DataObject) -> None:
    state, players, _ = some_position("amyitis", data)
    root = ElementTree.fromstring(AMYITIS.picture(state, NAMES[:players]))
    squares = marked(root, "data-square")
    assert list(squares) == list(SQUARES)
    for number, square in enumerate(SQUARES):
        title = title_of(squares[square])
        owner, tile = state.planted_by[number], state.tiles[number]
        assert (f"planted by {NAMES[owner]}" in title) == (owner >= 0)
        if owner < 0 and tile >= 0:
            assert str(state.components.tiles[tile].prestige) in texts(squares[square])
    sides = marked(root, "data-side")
    assert list(sides) == list(SIDES)
    for number, side in enumerate(SIDES):
        areas = [owner for owner in state.areas[2 * number : 2 * number + 2] if owner != NO_AREA]
        assert cubes(sides[side]) == sorted(owner for owner in areas if owner != EMPTY)
        assert len(list(sides[side].iter(f"{SVG}circle"))) == areas.count(EMPTY)
    fields = marked(root, "data-field")
    for row, owners in enumerate(state.rows):
        assert [cubes(fields[f"{row}-{place}"]) for place in range(5)] == [
            *([owner] for owner in owners),
            *([] for _ in range(5 - len(owners))),
        ]
    temples = marked(root, "data-temple")
    assert {name: cubes(group) for name, group in temples.items()} == {
        f"{temple}-{place}": [owner] for temple, row in enumerate(state.temples) for place, owner in enumerate(row)
    }
    assert len(marked(root, "data-craft")) == sum(state.face_up)


@given(data=st.data())
@examples(8)
def test_the_words_tell_what_everybody_owns(data: st.DataObject) -> None:
    state, players, _ = some_position("amyitis", data)
    description = description_of(AMYITIS.picture(state, NAMES[:players]))
    for seat in range(players):
        assert f"{state.talents[seat]} talent" in description
        assert f"{state.camels[seat]} camel" in description
    assert f"stands in {state.components.cities[state.caravan].name}" in description
    assert ("grey" in description) == any(GREY in row for row in state.temples)


@each(("ink", "fill"), look.TEXT_ON_FILL)
def test_text_reads_on_every_fill(ink: str, fill: str) -> None:
    assert contrast(ink, fill) >= 4.5
