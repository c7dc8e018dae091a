"""Babylon at a table on the screen: the order of choices, words, places, what lies on the table, bounds of scores."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.babylon.cells import SPACES
from engine.babylon.game import BABYLON
from engine.babylon.state import BabylonState
from engine.catalogue import english
from engine.game import Event, ScoreEvent
from engine.table.choices import Choices, choices_of
from tests.cases import each
from tests.engine.babylon_positions import COMPONENTS, TILE, act, building, lay, show, start
from tests.engine.pictures import NAMES, Element, marked, some_position
from tests.engine.strategies import Table, tables, walk
from tests.profiles import LONG, examples

PLAYERS = BABYLON.player_counts


def path(state: BabylonState, **line: Any) -> list[tuple[str, Any, str, tuple[str, ...]]]:
    """The path to an action: key, value, words and places of each step after the first one."""
    if "open_" in line:
        line["open"] = line.pop("open_")
    action = BABYLON.action_from_json({"seat": state.to_move, **line}, COMPONENTS)
    assert action in state.legal_actions()
    first, *steps = BABYLON.steps(state, action)
    assert (first.key, first.value) == ("do", line["do"])
    return [(step.key, step.value, english(step.label), step.places) for step in steps]


# The order of choices


def test_a_placement_is_tile_rotation_column_level_corner() -> None:
    state = building("clay-01")
    state.stored[0] = TILE["start-1"]
    covered = tuple(f"garden:0/column:{column}" for column in ("c3", "d3", "d4", "c4"))
    assert path(state, do="place", tile="clay-01", at="c3", rotation=1, level=1, open_="se") == [
        ("tile", "clay-01", "clay-01, white: Stairs, Fountain, Blank and Blank", ("tile:clay-01",)),
        ("rotation", 1, "Turned 90°", ()),
        ("at", "c3", "c3", covered[:1]),
        ("level", 1, "Level 1", ()),
        ("open", "se", "South-east open", covered[2:3]),
    ]
    lying = next(
        step.covers
        for action in state.legal_actions()
        if action.kind == "place" and action.to_json()["at"] == "c3" and action.to_json()["rotation"] == 1
        for step in BABYLON.steps(state, action)
        if step.covers
    )
    assert lying == (*covered[1:], covered[0]), "the corner that was in the north-west is in the north-east now"
    last = path(state, do="place", tile="start-1", at="c3", rotation=0, level=1, open_="none")
    assert last[0][3] == ("tile:start-1",)
    assert last[-1] == ("open", "none", "All supported", ())
    assert last[1][2] == "Not turned"


def test_a_decoration_is_piece_then_columns() -> None:
    state = building()
    lay(state, "a1", 1, "granite-01")
    lay(state, "c1", 1, "granite-02", now=True)
    show(state, "fountain", "b1", "c1")
    show(state, "statue", "d2")
    assert path(state, do="build", piece="fountain", at=["b1", "c1"]) == [
        ("piece", "fountain", "Fountain", ()),
        ("at", "b1", "b1", ("garden:0/column:b1",)),
        ("at", "c1", "c1", ("garden:0/column:c1",)),
    ]
    assert path(state, do="build", piece="statue", at=["d2"])[1:] == [("at", "d2", "d2", ("garden:0/column:d2",))]


def test_a_dig_is_a_stack_and_the_tile_in_hand_is_shown() -> None:
    state = start(4)
    assert path(state, do="dig", stack="c3") == [("stack", "c3", "c3", ("stack:c3",))]
    act(state, "dig", stack="c3")
    act(state, "finish")
    (step,) = path(state, do="store", tile=COMPONENTS.tiles[state.dug].id)
    assert step[3] == (f"tile:{step[1]}",)
    root = ElementTree.fromstring(BABYLON.picture(state, NAMES))
    assert set(marked(root, "data-tile")) == {step[1], *(f"start-{number}" for number in range(1, 5))}


def test_a_wide_position_shares_its_steps() -> None:
    """A page gets the whole tree: the same step is made once, so that some thousand paths stay cheap."""
    state = building(players=2)
    state.stored[0] = TILE["granite-01"]
    lay(state, "d4", 1)
    actions = list(state.legal_actions())
    assert len(actions) > 1_000
    steps = [step for action in actions for step in BABYLON.steps(state, action)]
    assert len({id(step) for step in steps}) < len(steps) / 5
    choices = choices_of(BABYLON, state)
    assert isinstance(choices, Choices)
    assert len(choices.tree[0].next) == 2


# Words


def test_every_tile_and_token_is_told_from_the_others() -> None:
    tiles = [english(BABYLON.label(COMPONENTS, "tile", tile.id)) for tile in COMPONENTS.tiles]
    tokens = [english(BABYLON.label(COMPONENTS, "token", token)) for token in COMPONENTS.token_ids]
    for words in (tiles, tokens):
        assert len(set(words)) == len(words)
    assert tokens[2] == "A simple pillar for everybody (round-03)"


@each(
    ("line", "words"),
    [
        ({"seat": 0, "do": "remove", "stack": "c3"}, "removes the clay tile on c3"),
        ({"seat": 0, "do": "dig", "stack": "c3"}, "digs the top tile of c3"),
        ({"seat": 0, "do": "exchange"}, "exchanges two simple pillars for a double one"),
        (
            {"seat": 0, "do": "place", "tile": "clay-03", "at": "c4", "rotation": 2, "level": 1, "open": "se"},
            "places clay-03 on c4: level 1, turned 180°, south-east corner open",
        ),
        (
            {"seat": 0, "do": "place", "tile": "clay-03", "at": "c4", "rotation": 0, "level": 2, "open": "none"},
            "places clay-03 on c4: level 2, not turned, all corners supported",
        ),
        ({"seat": 0, "do": "read", "at": "c4", "as": "statue"}, "reads the space on c4 as a statue"),
        ({"seat": 0, "do": "build", "piece": "statue", "at": ["b8"]}, "builds a statue on b8"),
        ({"seat": 0, "do": "build", "piece": "stairs", "at": ["a1", "a2"]}, "builds stairs from a1 to a2"),
        ({"seat": 0, "do": "claim"}, "takes the pillar of the round token"),
        ({"seat": 0, "do": "finish"}, "ends the turn"),
        ({"seat": 0, "do": "store", "tile": "clay-03"}, "stores clay-03"),
        ({"seat": 0, "do": "discard", "tile": "clay-03"}, "discards clay-03"),
        ({"chance": "remove", "stack": "c3"}, "the clay tile on c3 is removed"),
        ({"chance": "uncover", "stack": "c3", "tile": "granite-07"}, "granite-07 is uncovered on c3"),
        ({"chance": "round", "token": "round-01"}, "a round token is turned up: No effect (round-01)"),
    ],
)
def test_a_move_is_told_without_its_subject(line: dict[str, Any], words: str) -> None:
    assert english(BABYLON.told(COMPONENTS, BABYLON.action_from_json(line, COMPONENTS))) == words


@each(
    ("event", "words", "places"),
    [
        (ScoreEvent(1, "statues", 1, "statue a1"), "1 point for a statue on a1", ["column:a1"]),
        (
            ScoreEvent(1, "fountains", 6, "fountain a6 a7"),
            "6 points for a fountain from a6 to a7",
            ["column:a6", "column:a7"],
        ),
        (ScoreEvent(1, "stairs", 3, "stairs a6 b6"), "3 points for stairs from a6 to b6", ["column:a6", "column:b6"]),
        (ScoreEvent(1, "belvederes", 1, "belvedere c3"), "1 point for a belvedere on c3", ["column:c3"]),
        (ScoreEvent(1, "decoration_sets", 4, "1 set"), "4 points for 1 set of four decorations", []),
        (ScoreEvent(1, "flower_sets", 8, "2 sets"), "8 points for 2 sets of four flowers", []),
        (ScoreEvent(1, "highest_level", 6, "level 3"), "6 points for the highest level, 3", []),
    ],
)
def test_points_are_explained_and_shown_in_the_garden_of_the_seat(event: Event, words: str, places: list[str]) -> None:
    assert english(BABYLON.explained(COMPONENTS, event)) == words
    assert BABYLON.places_of(COMPONENTS, event) == (tuple(f"garden:1/{place}" for place in places) or ("garden:1",))


# The picture


def keys_of(element: Element) -> list[tuple[str, str]]:
    """The keys of the groups right inside an element."""
    return [(name, child.attrib[name]) for child in element for name in child.attrib if name.startswith("data-")]


@given(data=st.data())
@examples(8)
def test_a_group_of_the_picture_has_a_key_that_no_neighbour_has(data: st.DataObject) -> None:
    state, players, last = some_position("babylon", data)
    for element in ElementTree.fromstring(BABYLON.picture(state, NAMES[:players], last)).iter():
        keys = keys_of(element)
        assert len(set(keys)) == len(keys)


@given(data=st.data())
@examples(5)
def test_a_move_changes_only_the_groups_that_it_touches(data: st.DataObject) -> None:
    """So that a page which replaces what differs has little to do: other gardens and columns stay as they are."""
    table = data.draw(tables("babylon"))
    names = NAMES[: table.players]
    for number, (before, action, events) in enumerate(walk(table)):
        if events or number % (7 if LONG else 11) or action.kind not in ("place", "build", "dig", "read"):
            continue
        after = before.copy()
        after.apply(action)
        assert isinstance(before, BabylonState)
        old, new = (
            marked(ElementTree.fromstring(BABYLON.screen_picture(state, names)), "data-garden")
            for state in (before, after)
        )
        assert list(new) == list(old)
        for seat, garden in new.items():
            if int(seat) != action.seat:
                assert ElementTree.tostring(garden) == ElementTree.tostring(old[seat])
        columns, columns_before = (marked(found[str(action.seat)], "data-column") for found in (new, old))
        assert columns.keys() == columns_before.keys()
        changed = [
            column
            for column, element in columns.items()
            if ElementTree.tostring(element) != ElementTree.tostring(columns_before[column])
        ]
        assert len(changed) <= {"place": len(SPACES[0]), "build": 4, "dig": 0, "read": 1}[action.kind]


# What lies on the table


@pytest.mark.parametrize("players", PLAYERS)
def test_every_filling_of_the_parts_is_a_setup(players: int) -> None:
    rules = BABYLON.ruleset("base", {})
    quarry, starting = BABYLON.setup_parts(players, rules, COMPONENTS)
    for seed in range(10):
        rng = Random(seed)
        laid = {
            part.key: [value for value, _, _ in rng.sample(part.things, len(part.slots))] for part in (quarry, starting)
        }
        state = BABYLON.start(players, rules, COMPONENTS, laid)
        assert [COMPONENTS.tiles[tile].id for tile in state.starting] == laid["starting"]
    assert [english(slot.label) for slot in starting.slots] == [f"Seat {seat + 1}" for seat in range(players)]
    assert quarry.slots[4].places == ("stack:a2",)


# Bounds


@given(table=tables("babylon"))
@examples(12)
def test_scores_lie_within_the_bounds(table: Table) -> None:
    bounds = BABYLON.bounds(table.players, BABYLON.ruleset("base", table.switches), COMPONENTS)
    sources = [Counter[str]() for _ in range(table.players)]
    for _, _, events in walk(table):
        for event in events:
            if isinstance(event, ScoreEvent):
                sources[event.seat][event.source] += event.points
    for found in sources:
        assert bounds.score[0] <= found.total() <= bounds.score[1]
        assert all(least <= found[key] <= most for key, (least, most) in bounds.sources.items())
    for shared in bounds.shared:
        assert sum(found[key] for found in sources for key in shared.sources) <= shared.most


def test_bounds_come_from_what_is_in_the_box() -> None:
    bounds = BABYLON.bounds(4, BABYLON.ruleset("base", {}), COMPONENTS)
    tiles = COMPONENTS.tokens_used[4] + 2
    assert bounds.sources["highest_level"] == (0, 2 * tiles)
    assert bounds.sources["belvederes"] == (0, tiles)
    shared = {total.sources: total.most for total in bounds.shared}
    assert shared["belvederes",] == COMPONENTS.supply[2] < 4 * tiles
    unlimited = BABYLON.bounds(4, BABYLON.ruleset("base", {"supply_limited": False}), COMPONENTS)
    assert {total.sources: total.most for total in unlimited.shared}["belvederes",] == 4 * tiles


def test_more_rounds_allow_more_points() -> None:
    rules = BABYLON.ruleset("base", {})
    most = [BABYLON.bounds(players, rules, COMPONENTS).score[1] for players in PLAYERS]
    assert most == sorted(most, reverse=True)
    assert len(set(most)) == len(most)
