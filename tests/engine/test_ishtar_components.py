"""The component set of Ishtar: the built-in one adds up, and every count that does not is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from engine.component_files import schema_problems
from engine.game import BadComponents
from engine.ishtar.components import SHAPES
from engine.ishtar.counts import board_cells
from engine.ishtar.grid import grid_of
from engine.ishtar.hexes import turn_cell
from engine.ishtar.rulings import read_rulings
from tests.cases import each
from tests.engine.ishtar_positions import GAME, SET, begin

Data = dict[str, Any]


def test_the_built_in_set_fits_its_schema() -> None:
    assert schema_problems(GAME, SET.data) == []


def test_the_numbers_of_the_rulebook() -> None:
    shapes = Counter(tile.shape for tile in SET.tiles)
    assert shapes == dict.fromkeys(range(3), 14)
    assert all(len(of_shape) == 2 for of_shape in SET.starting)
    assert len(SET.trees) == 26
    assert Counter(fountain.colour for fountain in SET.fountains) == {0: 3, 1: 2, 2: 1}
    assert {(fountain.colour, fountain.points) for fountain in SET.fountains} == {(0, 4), (1, 6), (2, 8)}
    assert SET.gems == (50, 38, 26)
    assert sum(SET.bloom_counts) == 8
    assert (0, 2, 1) in [tree.cost for tree in SET.trees]
    assert {4, 7, 8, 11, 17} <= {tree.points for tree in SET.trees}
    assert all(tile.blooms for tile in SET.tiles), "no tile is grass only"


@pytest.mark.parametrize(("players", "boards", "tiles"), [(2, 4, 30), (3, 5, 36), (4, 6, 42)])
def test_boards_and_tiles_in_play(players: int, boards: int, tiles: int) -> None:
    state = begin(players)
    assert len(state.boards) == boards
    assert len(state.cells) == 37 * boards
    assert sum(state.left) + len(state.top) == tiles
    touching = {(state.grid.board_of[cell], state.grid.board_of[near])
                for cell in range(len(state.cells)) for near in state.neighbours[cell]}  # fmt: skip
    for board in range(boards):
        assert len({other for one, other in touching if one == board and other != board}) >= 2


def test_turning_a_board_keeps_its_spaces_and_their_neighbours() -> None:
    around = board_cells()
    for times in range(6):
        assert sorted(turn_cell(cell, times) for cell in around) == sorted(around)
    assert turn_cell((2, -1), 6) == (2, -1)


def test_every_shape_has_all_its_spots() -> None:
    grid = grid_of(SET, 4, read_rulings(GAME.ruleset("base", {})))
    for shape in range(len(SHAPES)):
        trios = [trio for trio in grid.spots[shape] if trio is not None]
        assert len({frozenset(trio) for trio in trios}) * (2 if shape == 0 else 3 if shape == 2 else 1) == len(trios)
        assert all(sum(near in trio for near in grid.neighbours[trio[1]]) >= 1 for trio in trios)


def of(data: Data, key: str, name: str) -> Data:
    """The thing of that id in a list of the set."""
    found: Data = next(entry for entry in data[key] if entry["id"] == name)
    return found


def drop(key: str, name: str) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        data[key].remove(of(data, key, name))

    return change


def put(key: str, name: str, field: str, value: Any) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        of(data, key, name)[field] = value

    return change


def count(name: str, value: Any, section: str = "counts") -> Callable[[Data], None]:
    def change(data: Data) -> None:
        data[section][name]["value"] = value

    return change


def skill(level: str, number: int, field: str, value: Any) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        data["skills"][level][number][field] = value

    return change


def layout(name: str, players: str, value: Any) -> Callable[[Data], None]:
    def change(data: Data) -> None:
        data["layouts"][name][players] = value

    return change


@each(
    ("change", "problem"),
    [
        (drop("faces", "3B"), "faces: 3B missing"),
        (put("faces", "3B", "id", "3A"), "faces: 3A stands there 2 times"),
        (put("faces", "1A", "rows", ["SSSS", "SSSSS", "SSSSSS", "SSSSSSS", "SSSSSS", "SSSSS", "SSSS"]),
         "faces: 1A has 0 fountain spaces"),
        (drop("tiles", "S01"), "tiles: there are 41, counts say 42"),
        (drop("tiles", "S01"), "straight basic tiles: there are 11, counts say 12"),
        (put("tiles", "B13", "starting", False), "bent starting tiles: there are 1, counts say 2"),
        (put("tiles", "B13", "id", "B12"), "tiles: B12 stands there 2 times"),
        (put("tiles", "S01", "icon_cell", 0), "the icon of S01 is not on flowers"),
        (put("tiles", "S10", "icon_cell", 0), "S10 needs both icon and icon_cell"),
        (count("vegetation_tiles", 43), "tiles: there are 42, counts say 43"),
        (count("basic_tiles_per_shape", 10), "basic tiles: there are 12, counts say 10"),
        (count("basic_tiles_per_stack", {"2": 4, "3": 5, "4": 7}, "setup"), "two stacks of 7 tiles"),
        (drop("trees", "TR05"), "trees: there are 25, counts say 26"),
        (put("trees", "TR05", "id", "TR04"), "trees: TR04 stands there 2 times"),
        (count("tree_cards", 25), "trees: there are 26, counts say 25"),
        (drop("fountains", "FO6"), "fountains: there are 5, counts say 6"),
        (count("fountains", 5), "6 boards for 4 players need as many fountains"),
        (put("fountains", "FO6", "id", "FO5"), "fountains: FO5 stands there 2 times"),
        (count("blooming_tokens", 7), "blooming_tokens: there are 8, counts say 7"),
        (count("assistants_per_colour", 5), "assistants of a player: there are 4, counts say 5"),
        (count("assistants_kept", 3, "setup"), "assistants of a player: there are 5, counts say 4"),
        (count("gems", {"purple": 45, "red": 38, "white": 26}), "4 players may need 46 purple gems, there are 45"),
        (count("starting_gems", {"purple": 1, "red": 0, "white": 1}, "setup"), "may need 28 white gems"),
        (count("boards", {"2": 3, "3": 5, "4": 6}, "setup"), "compact has 4 places for 2 players, setup says 3"),
        (layout("compact", "2", [[0, 0], [1, 0], [7, -3], [3, 4]]), "compact for 2 players: boards overlap"),
        (layout("line", "2", [[0, 0], [7, -3], [14, -6], [40, 0]]), "line for 2 players: the boards are not connected"),
        (skill("lower", 0, "id", "2"), "skills: 2 stands there 2 times"),
        (skill("lower", 0, "amount", 2), "skills: 1 has an amount of 2"),
        (skill("upper", 0, "above", "2"), "skills: above: 2 stands there 2 times"),
        (put("trees", "TR05", "source", "HEARSAY"), "sources: nothing is called HEARSAY"),
        (lambda data: data["assistants"]["colours"].update(value=["red"] * 4), "assistants: red stands there 4 times"),
    ],
)  # fmt: skip
def test_every_count_that_does_not_add_up_is_named(change: Callable[[Data], None], problem: str) -> None:
    data = deepcopy(SET.data)
    change(data)
    assert schema_problems(GAME, data) == []
    with pytest.raises(BadComponents) as error:
        GAME.read_components(data)
    assert any(problem in found for found in error.value.problems), error.value.problems


def test_all_problems_are_named_at_once() -> None:
    data = deepcopy(SET.data)
    for change in (drop("trees", "TR05"), drop("fountains", "FO6"), count("blooming_tokens", 7)):
        change(data)
    with pytest.raises(BadComponents) as error:
        GAME.read_components(data)
    assert len(error.value.problems) == 3


def test_the_source_of_a_section_is_told_in_words() -> None:
    confidence = SET.confidence["tiles"]
    assert confidence.level == "reconstructed"
    assert "not the printed value" in confidence.source


def test_cards_say_what_they_do() -> None:
    cards = {card.key: card for card in SET.cards}
    assert cards["TR11"].title == "Tree for 2 red, 1 white: 8 points"
    assert cards["E"].effect == "Points for each gem on the own skill board: purple 1, red 2, white 3."
    assert cards["2"].effect == "An own assistant moves from the carpet to the supply."
    data = deepcopy(SET.data)
    skill("lower", 1, "amount", 2)(data)
    cards = {card.key: card for card in GAME.read_components(data).cards}
    assert cards["2"].title == "Skill 2: 2 assistants"
