"""The component set of Babylon: the built-in one adds up, and every count that does not is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.babylon.cells import EFFECTS, ICONS, STATUE
from engine.babylon.components import read_components
from engine.babylon.game import BABYLON
from engine.component_files import schema_problems
from engine.game import CHANCE, NOBODY, BadComponents
from tests.cases import each
from tests.engine.babylon_positions import COMPONENTS

Data = dict[str, Any]


def changed(change: Callable[[Data], object]) -> Data:
    """A corrected copy of the built-in set."""
    data: Data = deepcopy(COMPONENTS.data) | {"name": "my-own-copy"}
    change(data)
    return data


def test_the_built_in_set_fits_its_schema() -> None:
    assert schema_problems(BABYLON, COMPONENTS.data) == []


def test_the_numbers_of_the_rulebook() -> None:
    """[Components] 16 tiles of each material with 4, 3, 2 icons, a starting tile for each flower, the pieces."""
    quarry = [tile for tile in COMPONENTS.tiles if tile.layer]
    assert Counter(tile.layer for tile in quarry) == {1: 16, 2: 16, 3: 16}
    assert {tile.layer: sum(icon > 0 for icon in tile.icons[0]) for tile in quarry} == {1: 4, 2: 3, 3: 2}
    assert sorted(COMPONENTS.tiles[tile].flower for tile in COMPONENTS.starting) == [0, 1, 2, 3]
    assert COMPONENTS.supply == (148, 60, 38, 15, 15, 15, 38)
    assert (COMPONENTS.tokens_used, COMPONENTS.removed_by_each) == ({2: 14, 3: 12, 4: 10}, {2: 3, 3: 1, 4: 0})
    assert len(COMPONENTS.effects) == 14
    assert set(COMPONENTS.effects) == set(range(len(EFFECTS)))


def test_the_reconstruction_is_balanced() -> None:
    """Each icon 36 times, each flower 12 times, no tile repeats an icon, all tiles differ."""
    quarry = [tile for tile in COMPONENTS.tiles if tile.layer]
    icons = Counter(icon for tile in quarry for icon in tile.icons[0] if icon)
    assert icons == dict.fromkeys(range(1, STATUE + 1), 36)
    assert Counter(tile.flower for tile in quarry) == dict.fromkeys(range(4), 12)
    assert all(len(tile.rotations) == 4 for tile in COMPONENTS.tiles)
    assert len({(tile.flower, frozenset(tile.icons)) for tile in COMPONENTS.tiles}) == 52


def test_the_weakest_mark_of_each_section() -> None:
    marks = {section: found.level for section, found in COMPONENTS.confidence.items()}
    weak = {"tiles", "starting_tiles", "round_tokens", "flowers", "board"}
    assert {section for section, level in marks.items() if level == "reconstructed"} == weak
    assert marks["quarry"] == "secondary"
    assert {marks[section] for section in ("supply", "players", "scoring")} == {"rulebook"}


def put(value: Any, *path: Any) -> Callable[[Data], object]:
    """A change of one value."""

    def change(data: Data) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value

    return change


@each(
    ("change", "problem"),
    [
        (put("granite", "tiles", 0, "material"), "15 tiles of clay, not 16"),
        (put("granite", "tiles", 0, "material"), "17 tiles of granite, not 16"),
        (put(["stairs"] * 3 + ["none"], "tiles", 0, "icons", "value"), "clay-01 has 3 icons; a tile of clay has 2"),
        (put("clay-02", "tiles", 0, "id"), "tile clay-02 is listed twice"),
        (put("start-1", "tiles", 0, "id"), "tile start-1 is listed twice"),
        (put("blue", "tiles", 0, "flower", "value"), "clay-01: there is no flower blue"),
        (put("white", "flowers", 1, "key"), "flower white is listed twice"),
        (put("pink", "starting_tiles", 0, "flower", "value"), "2 starting tiles with the flower pink, not 1"),
        (put("round-02", "round_tokens", 0, "id"), "round token round-02 is listed twice"),
        (put(15, "players", "2", "round_tokens"), "2 players use 15 round tokens, and there are 14"),
        (put(12, "players", "4", "round_tokens"), "4 players would need more than the 48 tiles of the quarry"),
        (put(6, "players", "3", "clay_removed_by_each"), "3 players remove 18 tiles of clay, and there are 16"),
    ],
)
def test_every_wrong_count_is_named(change: Callable[[Data], object], problem: str) -> None:
    data = changed(change)
    assert schema_problems(BABYLON, data) == []
    with pytest.raises(BadComponents) as error:
        read_components(data)
    assert problem in str(error.value)


def test_all_problems_are_named_at_once() -> None:
    def change(data: Data) -> None:
        data["tiles"][0]["flower"]["value"] = "blue"
        data["tiles"][1]["icons"]["value"] = ["none"] * 4
        data["players"]["2"]["round_tokens"] = 40

    with pytest.raises(BadComponents) as error:
        read_components(changed(change))
    assert len(error.value.problems) == 4


@each(
    "change",
    [
        put(5, "quarry", "columns", "value"),
        put(9, "board", "rows", "value"),
        put(["clay"] * 3, "quarry", "layers", "value"),
        put(201, "supply", "statue", "value"),
        put(-1, "supply", "statue", "value"),
        put(1001, "scoring", "belvedere", "value"),
        put(True, "scoring", "belvedere", "value"),
        put("gold", "tiles", 0, "material"),
        put("sure", "tiles", 0, "flower", "confidence"),
        put(["none"] * 3, "tiles", 0, "icons", "value"),
        put(1, "more"),
        lambda data: data["tiles"].pop(),
        lambda data: data.pop("supply"),
    ],
)
def test_what_the_rules_fix_is_fixed_in_the_schema(change: Callable[[Data], object]) -> None:
    assert schema_problems(BABYLON, changed(change))


MATERIALS = ["clay", "granite", "basalt"]
ICON = st.sampled_from(ICONS)


@given(data=st.data())
def test_a_set_of_the_right_shape_is_read_or_refused_with_its_problems(data: st.DataObject) -> None:
    """Whatever it holds: what is read can be played to the end."""
    found = changed(lambda data: None)
    for _ in range(data.draw(st.integers(1, 4))):
        tile = data.draw(st.sampled_from([*found["tiles"], *found["starting_tiles"]]))
        what = data.draw(
            st.sampled_from(["icons", "flower", "material", "id", "players", "supply", "tokens", "points"])
        )
        if what == "icons":
            tile["icons"]["value"] = data.draw(st.permutations(tile["icons"]["value"]))
            if tile["icons"]["value"][0] != "none":
                tile["icons"]["value"][0] = data.draw(ICON)
        elif what == "flower":
            tile["flower"]["value"] = data.draw(st.sampled_from(["white", "pink", "violet", "yellow", "blue"]))
        elif what == "material" and "material" in tile:
            tile["material"] = data.draw(st.sampled_from(MATERIALS))
        elif what == "id":
            tile["id"] = data.draw(st.sampled_from(["clay-01", "my-tile"]))
        elif what == "players":
            row = found["players"][data.draw(st.sampled_from("234"))]
            row["round_tokens"] = data.draw(st.integers(0, 40))
            row["clay_removed_by_each"] = data.draw(st.integers(0, 16))
        elif what == "supply":
            found["supply"][data.draw(st.sampled_from(sorted(found["supply"])))]["value"] = data.draw(st.integers(0, 5))
        elif what == "tokens":
            del found["round_tokens"][data.draw(st.integers(0, 13)) :]
            found["round_tokens"] = found["round_tokens"] or [deepcopy(COMPONENTS.data["round_tokens"][0])]
        else:
            found["scoring"][data.draw(st.sampled_from(sorted(found["scoring"])))]["value"] = data.draw(
                st.sampled_from([0, 1, 1000])
            )
    assert schema_problems(BABYLON, found) == []
    try:
        components = read_components(found)
    except BadComponents:
        return
    players = data.draw(st.sampled_from([2, 3, 4]))
    rules, rng = BABYLON.ruleset("base", {}), Random(data.draw(st.integers(0, 1000)))
    state = BABYLON.start(players, rules, components, BABYLON.new_setup(players, rules, components, rng))
    while state.to_move != NOBODY:
        state.apply(state.draw(rng) if state.to_move == CHANCE else state.legal_actions().sample(rng))
    assert state.turn == players * (components.tokens_used[players] + 1)


def test_tiles_that_look_the_same_turned_have_one_rotation_for_each_look() -> None:
    def change(data: Data) -> None:
        data["tiles"][0]["icons"]["value"] = ["stairs", "none", "stairs", "none"]
        data["tiles"][32]["icons"]["value"] = ["bridge"] * 4

    components = read_components(changed(change))
    assert components.tiles[0].rotations == (0, 1)
    assert components.tiles[32].rotations == (0,)
