"""Component sets with other values: what can be changed, what the set then says of itself, what is refused."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine.component_files import read_component_file
from engine.game import BadComponents, Game, JsonObject
from engine.registry import GAMES
from nabu.catalogue.variants.derived import NOT_VALUES, changed_values, derived, problem_is_about, values_of
from tests.cases import each

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def printed(game: Game) -> JsonObject:
    return game.components(game.component_sets[0]).data


@EVERY_GAME
def test_the_numbers_of_a_set_have_paths_and_words(game: Game) -> None:
    values = values_of(printed(game))
    assert len({value.path for value in values}) == len({value.words for value in values}) == len(values) > 20
    assert not any(set(value.path.split("/")) & NOT_VALUES for value in values)


@EVERY_GAME
def test_a_set_with_another_value_is_read_or_refused(game: Game) -> None:
    """It differs in this value alone, says so, and has the same marks."""
    data = printed(game)
    read = 0
    for value in Random(5).sample(values_of(data), 20):
        made = derived(data, "my-set", {value.path: value.value + 1})
        changed = changed_values(data, made)
        assert [(each.before, each.after) for each in changed] == [(value.value, value.value + 1)]
        try:
            _game, components = read_component_file(json.dumps(made).encode())
        except BadComponents:
            continue
        read += 1
        marks = json.dumps(components.data).count("Changed by a variant, not the printed values")
        assert marks > 0
        assert components.confidence.keys() == game.components(game.component_sets[0]).confidence.keys()
    assert read > 2


def test_a_changed_value_is_marked_and_a_reconstructed_one_stays_so() -> None:
    babylonia, ishtar = GAMES["babylonia"], GAMES["ishtar"]
    made = derived(printed(babylonia), "rack-of-four", {"rack/limit": 4})
    assert made["rack"]["limit"] == 4
    assert made["confidence"]["tokens"]["level"] == "confirmed"
    assert "rack › limit is 4, not 5" in made["confidence"]["tokens"]["source"]
    assert printed(babylonia)["rack"]["limit"] == 5

    made = derived(printed(ishtar), "dear-trees", {"trees/0/points": 30, "setup/tree_row/value": 4})
    assert made["trees"][0]["confidence"] == "reconstructed"
    assert made["setup"]["tree_row"] == {"value": 4, "source": "RB VARIANT", "confidence": "rulebook"}
    assert "setup › tree row is 4, not 5" in made["sources"]["VARIANT"]
    again = derived(made, "dearer-trees", {"setup/tree_row/value": 3})
    assert again["setup"]["tree_row"]["source"] == "RB VARIANT VARIANT2"
    read_component_file(json.dumps(again).encode())


@each(
    ("problem", "path", "about"),
    [
        ("$.rack.limit: 2 is less than the minimum of 3", "rack/limit", True),
        ("$.trees[4].points: 'x' is not of type 'integer'", "trees/4/points", True),
        ("$.setup.boards.value['4']: 7 is greater than the maximum of 6", "setup/boards/value/4", True),
        ("players.2: 19 tiles for 18 tile slots in play", "players/2/tiles/P", True),
        ("players.2: 19 tiles for 18 tile slots in play", "players/3/tiles/P", False),
        ("$.rack.limit_with_card_3: 1 is too small", "rack/limit", False),
        ("there are 35 resource tokens in the box, but 36 are listed", "supply/camels/value", False),
    ],
)
def test_a_problem_is_told_at_the_value_that_it_is_about(problem: str, path: str, about: bool) -> None:
    assert problem_is_about(problem, path) is about
