"""The picture of a position of Ishtar: every cell once, and what lies on it."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.ishtar import look
from engine.ishtar.cells import FLOWER, TREE
from engine.ishtar.components import SKILL
from engine.ishtar.phases import BLOOM, SETTLE
from engine.ishtar.words import holder_of
from engine.message import Message
from engine.registry import GAMES
from engine.svg import contrast
from tests.cases import each
from tests.engine.ishtar_positions import begin, lay, use_icon
from tests.engine.pictures import NAMES, description_of, marked, some_position, texts, title_of, uses
from tests.profiles import examples

ISHTAR = GAMES["ishtar"]


@given(data=st.data())
@examples(20)
def test_every_cell_is_drawn_once_with_what_lies_on_it(data: st.DataObject) -> None:
    state, players, _ = some_position("ishtar", data)
    drawn = marked(ElementTree.fromstring(ISHTAR.picture(state, NAMES[:players])), "data-cell")
    assert set(drawn) == {f"{q},{r}" for q, r in state.grid.ids}
    helpers = dict(map(tuple, state.assistants))
    for cell, (q, r) in enumerate(state.grid.ids):
        group = drawn[f"{q},{r}"]
        title = title_of(group)
        shown = "".join(texts(group))
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
    description = description_of(svg)
    for seat in (0, 1):
        assert f"{state.in_supply[seat]} assistant" in description
        assert f"{len(state.bought[seat])} tree card" in description
        for colour, name in enumerate(("purple", "red", "white")):
            count = state.gems[seat][colour]
            assert count == 0 or f"{count} {name}" in description
    for stack, below in enumerate(state.left):
        assert f"Stack {stack}: " in description
        assert f">{stack}: +{below}<" in svg or f">{stack}: empty<" in svg


def test_what_is_due_is_told_with_what_the_turn_has_at_hand() -> None:
    state = begin()
    lay(state, "S04", (1, 0))
    for kind, words in enumerate(("single", "double")):
        state.bloom_kind = kind
        state.due_next(BLOOM)
        assert f"Ana places a {words} blooming token." in description_of(ISHTAR.picture(state, NAMES[:2]))
    state.bloom_kind, state.settlers = -1, 2
    state.due_next(SETTLE)
    assert "Ana settles a freed assistant, 2 left." in description_of(ISHTAR.picture(state, NAMES[:2]))
    state.settlers = 0
    use_icon(state, SKILL, (1, 0), gems=(1, 1, 0))
    told = description_of(ISHTAR.picture(state, NAMES[:2]))
    assert "Ana uses the icon or declines: skill icon at 1,0." in told


def test_gems_fountains_and_icons_have_the_letters_of_the_readers_language() -> None:
    letters = {"ishtar.picture.letters_of_gems": "Ä Ö Ü", "ishtar.picture.letters_of_icons": "Α Β Γ"}

    def say(message: Message) -> str:
        return letters.get(message.key, "")

    state = begin()
    state.gems[0] = [1, 0, 2]
    shown = texts(ElementTree.fromstring(ISHTAR.picture(state, NAMES[:2], (), say)))
    assert {text for text in shown if text.isalpha() and text not in NAMES} == {*"ÄÖÜ", *"ΑΒΓ"}
    assert "1Ä 2Ü" in shown
    assert {"Ä4", "Ü8"} <= set(shown)


@each(("ink", "fill"), look.TEXT_ON_FILL)
def test_text_reads_on_every_fill(ink: str, fill: str) -> None:
    assert contrast(ink, fill) >= 4.5
