"""Ishtar at a table on the screen: the steps of its actions, its words, its setup slot by slot, its bounds."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.catalogue import english
from engine.game import BadSetup, CardEvent, ScoreEvent
from engine.ishtar.components import SKILL
from engine.ishtar.grid import ROTATIONS
from engine.ishtar.phases import BLOOM, PLACE
from engine.message import VERBATIM
from tests.engine.ishtar_positions import GAME, SET, begin, do, draw, hold, lay, plant_step, setup, use_icon
from tests.engine.strategies import Table, tables, walk
from tests.engine.test_table_contract import bounds_of, outside
from tests.profiles import examples


def told(**words: Any) -> str:
    return english(GAME.told(SET, GAME.action_from_json(words, SET)))


def steps(state: Any) -> list[list[tuple[str, Any, str, tuple[str, ...]]]]:
    """Each path as keys, values, words and places."""
    return [
        [(step.key, step.value, english(step.label), step.places) for step in GAME.steps(state, action)]
        for action in state.legal_actions()
    ]


def test_a_tile_is_taken_by_stack_and_then_by_gems() -> None:
    state = begin()
    assert steps(state)[0] == [
        ("do", "take", "Take a tile", ()),
        ("stack", 0, "Stack 0: S13 (straight, flowers 1-1-0, assistant icon)", ("stack:0",)),
        ("gems", {}, "Free", ()),
    ]
    state.can, state.gems[0] = 0, [1, 1, 0]
    prices = [path[2][2] for path in steps(state)]
    assert {"Free", "For 1 purple gem", "For 1 red gem", "For 1 purple gem and 1 red gem"} == set(prices)


@given(data=st.data())
@examples(6)
def test_a_turned_tile_shows_the_cells_that_it_covers(data: st.DataObject) -> None:
    table = data.draw(tables("ishtar"))
    for number, (state, _, _) in enumerate(walk(table)):
        if state.phase != PLACE or number % 5:  # type: ignore[attr-defined]
            continue
        before: Any = state
        for action in list(state.legal_actions())[::9]:
            path = GAME.steps(state, action)
            if action.kind != "place":
                continue
            after: Any = state.copy()
            after.apply(action)
            changed = {
                f"cell:{q},{r}"
                for (q, r), old, new in zip(before.grid.ids, before.cells, after.cells, strict=True)
                if old != new
            }
            assert [step.key for step in path[-2:]] == ["rotation", "at"]
            assert set(path[-1].covers) == changed
            assert len(path[-1].covers) == 3
            assert path[-1].places == path[-1].covers[:1]


def test_a_tile_that_may_be_turned_over_is_turned_over_first() -> None:
    state = begin(tile_mirroring="allowed")
    hold(state, "B01")
    keys = {tuple(step.key for step in GAME.steps(state, action)) for action in state.legal_actions()}
    assert keys == {("do", "rotation", "at"), ("do", "mirrored", "rotation", "at")}


def test_the_cells_of_a_blooming_token_come_one_after_the_other() -> None:
    state = begin()
    lay(state, "S04", (1, 0))
    state.bloom_kind = 1
    state.due_next(BLOOM)
    (path,) = steps(state)
    assert [step[:2] for step in path] == [("do", "bloom"), ("cells", [2, 0]), ("cells", [3, 0])]
    assert [step[3] for step in path[1:]] == [("cell:2,0",), ("cell:3,0",)]
    assert all(step.listed for step in GAME.steps(state, next(iter(state.legal_actions())))[1:])


def test_a_tree_is_a_card_and_then_a_cell() -> None:
    state = begin()
    lay(state, "S04", (1, 0))
    state.row[0], card = -1, state.row[0]
    state.reserved[0].append(card)
    plant_step(state, (2, 2, 0))
    found = steps(state)
    assert [
        ("do", "plant", "Plant a tree", ()),
        ("card", "TR02", "TR02: 4 points for 2 purple gems and 1 red gem", ("card:TR02",)),
        ("at", [2, 0], "2,0", ("cell:2,0",)),
    ] in found
    reserved = next(path for path in found if path[1:2] and path[1][1] == "TR01")
    assert reserved[1][3] == ("card:TR01",)
    assert found[-1] == [("do", "end", "End turn", ())]


def test_a_skill_is_chosen_before_its_gems() -> None:
    state = begin()
    lay(state, "S04", (1, 0))
    use_icon(state, SKILL, (1, 0), gems=(1, 1, 0))
    assert [path[1][2] for path in steps(state)[:-1]] == [
        "Skill 1: reserve a tree card",
        "Skill 2: 1 assistant",
        "Skill 3: 1 assistant",
        "Skill 4: single blooming token",
        "Skill 5: double blooming token",
    ]
    assert steps(state)[0][2] == ("gems", {"purple": 1, "red": 1}, "For 1 purple gem and 1 red gem", ())


def test_the_picture_marks_stacks_cards_skills_and_fountains() -> None:
    state = begin()
    state.owned[1] = 0b100001
    root = ElementTree.fromstring(GAME.picture(state, ("Ana", "Bo")))
    marks: dict[str, list[str]] = {}
    for element in root.iter():
        for name, value in element.attrib.items():
            marks.setdefault(name, []).append(value)
    assert marks["data-stack"] == list("012345")
    assert marks["data-card"] == ["TR01", "TR02", "TR03", "TR04", "TR11"]
    assert sorted(marks["data-fountain"]) == ["FO1", "FO2", "FO4", "FO6"]
    assert marks["data-seat"] == ["0", "1"]
    assert marks["data-skill"] == ["1", "A"]


def test_moves_are_told() -> None:
    assert told(seat=0, do="take", stack=3, gems={}) == "takes the tile of stack 3"
    gems = {"white": 1, "purple": 2}
    assert told(seat=0, do="take", stack=3, gems=gems) == "takes the tile of stack 3 for 2 purple gems and 1 white gem"
    assert told(seat=0, do="place", at=[3, -2], rotation=0) == "places the tile on 3,-2"
    assert told(seat=0, do="place", at=[3, -2], rotation=4) == "places the tile on 3,-2, turned 240°"
    assert (
        told(seat=0, do="place", at=[3, -2], rotation=1, mirrored=True)
        == "places the tile on 3,-2, turned over and then by 60°"
    )
    assert told(seat=0, do="skill", skill="A", gems={"red": 2}) == "unlocks skill A for 2 red gems"
    assert told(seat=0, do="bloom", cells=[[1, 2], [1, 3]]) == "places a blooming token on 1,2 and 1,3"
    assert told(seat=0, do="plant", card="TR10", at=[7, 3]) == "plants TR10 on 7,3"
    assert told(seat=0, do="reserve", card="top") == "reserves the top card of the deck"
    assert told(seat=0, do="reserve", card="TR10") == "reserves the tree card TR10"
    assert told(seat=0, do="end") == "ends the turn"
    assert told(chance="tile", stack=1, tile="S04") == "turns up S04 (straight, flowers 2-0-0, skill icon) on stack 1"
    assert told(chance="trees", cards=["TR20"]) == "draws the tree card TR20"
    assert told(chance="trees", cards=["TR20", "TR21"]) == "draws the tree cards TR20 and TR21"


def test_what_does_not_exist_is_told_as_it_is() -> None:
    assert told(seat=0, do="plant", card="oak", at=[7, 3]) == "seat 0: plant oak 7,3"
    assert told(seat=0, do="skill", skill="Z", gems={}) == "seat 0: skill Z"
    assert told(seat=0, do="place", at=[0, 0], rotation=9) == "seat 0: place 0,0 turned 9"
    assert told(chance="trees", cards=["oak"]) == "trees: oak"
    assert told(chance="tile", stack=0, tile="oak") == "stack 0: tile oak"


def test_points_are_explained() -> None:
    def explained(source: str, points: int, cause: str) -> tuple[str, tuple[str, ...]]:
        event = ScoreEvent(1, source, points, cause)
        return english(GAME.explained(SET, event)), GAME.places_of(SET, event)

    assert explained("trees", 7, "tree card TR10") == ("7 points for the tree card TR10", ())
    assert explained("flowers", 1, "flowerbed of the assistant on 3,2") == (
        "1 point for the flowers around the assistant on 3,2",
        ("cell:3,2",),
    )
    assert explained("fountain_red", 6, "fountain FO4 on board 3A") == (
        "6 points for the red fountain on board 3A",
        ("fountain:FO4",),
    )
    assert explained("skill_a", 4, "skill A") == ("4 points for skill A (tablets)", ("seat:1/skill:A",))
    taken = CardEvent(0, "2", "taken", ("2",))
    assert english(GAME.explained(SET, taken)) == "unlocks skill 2 (1 assistant)"
    assert GAME.places_of(SET, taken) == ("seat:0/skill:2",)


@given(table=tables("ishtar"))
@examples(10)
def test_all_that_happens_has_words_of_its_own(table: Table) -> None:
    for _, action, events in walk(table):
        assert GAME.told(SET, action).key != VERBATIM
        assert all(GAME.explained(SET, event).key != VERBATIM for event in events)


def test_tree_cards_are_drawn_in_the_order_of_the_gaps() -> None:
    orders = []
    for cards in (["TR20", "TR21"], ["TR21", "TR20"]):
        state = begin()
        lay(state, "S04", (1, 0))
        plant_step(state, (4, 4, 4))
        for card in ("TR01", "TR02"):
            do(state, do="plant", card=card, at=[2 if card == "TR01" else 3, 0])
        do(state, do="end")
        bag = state.bag()
        assert (bag.take, bag.ordered, sum(bag.left.values())) == (2, True, len(SET.trees) - 5)
        draw(state, **bag.drawn(cards))
        orders.append(list(state.row))
    assert orders[0] != orders[1]


def test_what_start_checks_beside_the_things_of_each_part() -> None:
    rules = GAME.ruleset("base", {})
    boards = setup()["boards"]
    for wrong in (
        {"boards": [boards[0], {"face": "1B", "rotation": 0}, *boards[2:]]},
        {"starting": ["B13", "S14", "S13", "B14", "T13", "T14"]},
    ):
        with pytest.raises(BadSetup):
            GAME.start(2, rules, SET, setup(**wrong))
    parts = {part.key: part for part in GAME.setup_parts(2, rules, SET)}
    assert len(parts["boards"].things) == 12
    assert [value for value, _, count in parts["rotations"].things if count is None] == list(range(ROTATIONS))
    with pytest.raises(BadSetup):
        GAME.setup_parts(5, rules, SET)
    with pytest.raises(BadSetup):
        GAME.bounds(5, rules, SET)


def test_what_cannot_be_is_outside_the_bounds() -> None:
    bounds = bounds_of(Table(GAME, 2, "base", {}, 1, 0.5))
    # Three purple fountains pay 4 points each, the one white 8, skill B 7; the flowers are there once.
    most = bounds.sources["flowers"][1]
    for sources, wrong in (
        ([{"fountain_purple": 13}, {}], "fountain_purple"),
        ([{"fountain_white": 9}, {}], "fountain_white"),
        ([{"skill_b": 8}, {}], "skill_b"),
        ([{"flowers": most}, {"flowers": 1}], "flowers"),
        ([{"trees": 150}, {"trees": 150}], "trees"),
        ([{"trees": -1}, {}], "trees"),
    ):
        assert wrong in outside(bounds, [0, 0], sources)
    assert outside(bounds, [0, 1000], [{}, {}]) == ["score"]
    assert outside(bounds, [90, 80], [{"trees": 40, "flowers": 20, "fountain_white": 8}, {"trees": 50}]) == []


def test_rulings_widen_the_bounds() -> None:
    plain = bounds_of(Table(GAME, 3, "base", {}, 1, 0.5)).sources
    for switches, source in (
        ({"tree_tokens_exhausted": "purchase_without_planting"}, "trees"),
        ({"stack_size": "always_six"}, "flowers"),
        ({"tablet_adjacency": "once_per_bed"}, "skill_a"),
        ({"tree_adjacency": "once_per_bed"}, "skill_c"),
        ({"gem_bonus_scope": "both"}, "skill_e"),
    ):
        assert bounds_of(Table(GAME, 3, "base", switches, 1, 0.5)).sources[source] > plain[source]
