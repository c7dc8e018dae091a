"""The picture of a position of Ishtar: every cell once, and what lies on it."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ishtar import look
from engine.ishtar.cells import FLOWER, TREE
from engine.ishtar.state import IshtarState
from engine.ishtar.words import holder_of
from engine.registry import GAMES
from engine.svg import contrast
from tests.engine.strategies import choose, examples, tables

SVG = "{http://www.w3.org/2000/svg}"
ISHTAR = GAMES["ishtar"]
NAMES = ("Ana", "Bo", "Cem", "Dee")


def some_position(data: st.DataObject) -> tuple[IshtarState, int]:
    table = data.draw(tables("ishtar"))
    state, rng = table.start(), Random(table.seed)
    for _ in range(data.draw(st.integers(0, 260))):
        if state.result() is not None:
            break
        state.apply(choose(table, state, rng))
    assert isinstance(state, IshtarState)
    return state, table.players


def cells(svg: str) -> dict[str, ElementTree.Element]:
    groups = [group for group in ElementTree.fromstring(svg).iter(f"{SVG}g") if "data-cell" in group.attrib]
    found = {group.attrib["data-cell"]: group for group in groups}
    assert len(found) == len(groups), "a cell is drawn twice"
    return found


def uses(group: ElementTree.Element) -> list[str]:
    return [use.attrib["href"] for use in group.iter(f"{SVG}use")]


@given(data=st.data())
@examples(20)
def test_every_cell_is_drawn_once_with_what_lies_on_it(data: st.DataObject) -> None:
    state, players = some_position(data)
    drawn = cells(ISHTAR.picture(state, NAMES[:players]))
    assert set(drawn) == {f"{q},{r}" for q, r in state.grid.ids}
    helpers = {at: seat for at, seat in map(tuple, state.assistants)}
    for cell, (q, r) in enumerate(state.grid.ids):
        group = drawn[f"{q},{r}"]
        title = group.findtext(f"{SVG}title") or ""
        shown = "".join(text.text or "" for text in group.iter(f"{SVG}text"))
        assert title.startswith(f"{q},{r}: ")
        assert ("#leaf" in uses(group)) == (state.cells[cell] == TREE) == ("tree" in title)
        assert ("#petals" in uses(group)) == (state.cells[cell] == FLOWER) == ("flowerbed" in title)
        assert ("#gem" in uses(group)) == (state.gem_at[cell] >= 0) == ("gem" in title)
        if state.cells[cell] == FLOWER:
            assert str(state.flowers[cell]) in shown
            holder = holder_of(state, cell)
            assert ("flowerbed of nobody" in title) == (holder is None)
            assert holder is None or f"flowerbed of {NAMES[holder]}" in title
        if cell in helpers:
            assert str(helpers[cell] + 1) in shown
            assert f"assistant of {NAMES[helpers[cell]]}" in title
        else:
            assert "assistant" not in title


def test_the_legend_counts_gems_assistants_trees_and_skills() -> None:
    rules = ISHTAR.ruleset("base", {})
    components = ISHTAR.components("ishtar-2019")
    state = ISHTAR.start(2, rules, components, ISHTAR.new_setup(2, rules, components, Random(1)))
    rng = Random(2)
    while not (state.owned[0] and state.bought[0]):
        state.apply(state.draw(rng) if state.to_move < 0 else ISHTAR.bots["greedy"].choose(state, rng))
    svg = ISHTAR.picture(state, NAMES[:2])
    description = ElementTree.fromstring(svg).findtext(f"{SVG}desc") or ""
    for seat in (0, 1):
        assert f"{state.in_supply[seat]} assistant" in description
        assert f"{len(state.bought[seat])} tree card" in description
        for colour, name in enumerate(("purple", "red", "white")):
            count = state.gems[seat][colour]
            assert count == 0 or f"{count} {name}" in description
    for stack, below in enumerate(state.left):
        assert f"Stack {stack}: " in description
        assert f">{stack}: +{below}<" in svg or f">{stack}: empty<" in svg


@pytest.mark.parametrize(("ink", "fill"), look.TEXT_ON_FILL)
def test_text_reads_on_every_fill(ink: str, fill: str) -> None:
    assert contrast(ink, fill) >= 4.5
