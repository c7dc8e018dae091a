"""Ishtar: the points at the end, by the section of the rulebook, with its worked example."""

from __future__ import annotations

import pytest

from engine.game import NOBODY, ScoreEvent
from engine.ishtar.cells import GRASS, TREE
from engine.ishtar.gardens import add_flowers, joins_assistants
from engine.ishtar.phases import PLANT
from engine.ishtar.state import IshtarState
from tests.engine.ishtar_positions import (
    SET,
    Cell,
    begin,
    cell,
    do,
    lay,
    own_skills,
    points,
    put_assistant,
    summed,
)


def bloom(state: IshtarState, cells: list[Cell], flowers: int) -> None:
    """A blooming token was placed in an earlier turn."""
    numbers = [cell(state, at) for at in cells]
    assert all(state.cells[number] == GRASS for number in numbers)
    assert not joins_assistants(state, numbers)
    for number in numbers:
        add_flowers(state, number, flowers)
    state.bloomed.append([len(cells) - 1, *numbers])
    state.bloom_left[len(cells) - 1] -= 1


def plant(state: IshtarState, seat: int, cards: list[str]) -> None:
    """The seat has bought these cards."""
    for name in cards:
        state.bought[seat].append(SET.tree_number[name])
        state.card_seen[SET.tree_number[name]] = True


YELLOW, BLUE = 0, 1


def worked_example() -> IshtarState:
    """The position before the last turn ends. The book shows the figures only; the tiles are laid by the rules."""
    state = begin()
    for tile, rotation, at in (
        ("T08", 0, (7, -6)), ("T09", 2, (8, -3)), ("S03", 1, (1, -2)), ("T13", 5, (8, -5)), ("B05", 2, (1, 1)),
        ("S10", 4, (6, -2)), ("T10", 0, (-1, -1)), ("S09", 3, (4, -3)), ("B14", 4, (-3, 3)), ("T06", 4, (2, 2)),
        ("T12", 1, (9, -3)),
    ):  # fmt: skip
        lay(state, tile, at, rotation)
    bloom(state, [(8, -6), (9, -6)], 2)
    bloom(state, [(7, -5)], 3)
    put_assistant(state, YELLOW, (1, -1))
    put_assistant(state, BLUE, (8, -3))
    put_assistant(state, BLUE, (3, -3))
    for at in ((-1, 0), (1, 1), (2, -3), (-3, 2), (3, 1)):
        assert state.cells[cell(state, at)] == GRASS
        state.cells[cell(state, at)] = TREE
    plant(state, YELLOW, ["TR19", "TR11"])
    plant(state, BLUE, ["TR12", "TR08", "TR01"])
    own_skills(state, YELLOW, "235BC")
    own_skills(state, YELLOW, "E", (1, 0, 1))
    own_skills(state, BLUE, "14AD")
    state.active, state.ending = BLUE, True
    state.due_next(PLANT)
    return state


def test_the_worked_example_of_the_rulebook() -> None:
    """End of the game: yellow scores 61, blue 51."""
    state = worked_example()
    events = do(state, do="end")
    assert state.to_move == NOBODY
    assert summed(events, YELLOW) == {
        "trees": 11 + 8, "flowers": 8, "fountain_purple": 4, "skill_b": 7, "skill_c": 9, "skill_e": 14,
    }  # fmt: skip
    assert summed(events, BLUE) == {
        "trees": 8 + 7 + 4, "flowers": 14, "fountain_purple": 4, "skill_a": 8, "skill_d": 6,
    }  # fmt: skip
    assert state.scores == [61, 51]
    result = state.result()
    assert result is not None
    assert (result.winners, result.places) == ((YELLOW,), (1, 2))


def test_the_fountains_of_the_worked_example() -> None:
    """Yellow has 5 cells to 2 at one purple fountain, blue 6 to none at the other; two fountains are nobody's."""
    state = worked_example()
    events = [event for event in do(state, do="end") if isinstance(event, ScoreEvent)]
    fountains = [(event.seat, event.points, event.cause) for event in events if event.source.startswith("fountain")]
    assert fountains == [(YELLOW, 4, "fountain FO1 on board 1A"), (BLUE, 4, "fountain FO2 on board 2A")]


def test_trees_and_beds_are_causes_that_people_can_find() -> None:
    state = worked_example()
    causes = {event.cause for event in do(state, do="end") if isinstance(event, ScoreEvent)}
    assert {"tree card TR19", "flowerbed of the assistant on 1,-1", "skill E"} <= causes


def test_only_controlled_beds_score() -> None:
    state = begin()
    lay(state, "S13", (1, 0))
    assert points(state, 0) == {}
    put_assistant(state, 0, (2, 0))
    assert points(state, 0) == {"flowers": 2, "fountain_purple": 4}
    assert points(state, 1) == {}


def test_a_fountain_is_counted_in_cells_not_in_flowers() -> None:
    state = begin()
    lay(state, "S13", (1, 0))
    lay(state, "S12", (-1, 0), 2)
    put_assistant(state, 0, (1, 0))
    put_assistant(state, 1, (-2, 1))
    lay(state, "S01", (0, -1), 4)
    assert points(state, 1)["flowers"] > points(state, 0)["flowers"]
    assert "fountain_purple" in points(state, 0)


def test_all_who_are_tied_score_a_fountain_in_full() -> None:
    state = begin(3)
    lay(state, "S13", (1, 0))
    lay(state, "S12", (-1, 0), 2)
    put_assistant(state, 0, (1, 0))
    put_assistant(state, 2, (-2, 1))
    assert points(state, 0)["fountain_purple"] == points(state, 2)["fountain_purple"] == 4
    assert "fountain_purple" not in points(state, 1)


@pytest.mark.parametrize(
    ("place", "source", "worth"), [(0, "fountain_purple", 4), (2, "fountain_red", 6), (3, "fountain_white", 8)]
)
def test_points_by_colour_of_the_fountain(place: int, source: str, worth: int) -> None:
    state = begin()
    state.board_fountains[0] = state.board_fountains[place]
    lay(state, "S13", (1, 0))
    put_assistant(state, 0, (1, 0))
    assert points(state, 0)[source] == worth


def test_upper_skills_without_anything_to_count_score_nothing() -> None:
    state = begin()
    own_skills(state, 0, "ACD", (0, 0, 0))
    own_skills(state, 0, "E", (0, 0, 0))
    assert points(state, 0) == {}
    own_skills(state, 0, "B", (0, 0, 0))
    assert points(state, 0) == {"skill_b": 7}


def test_equal_scores_share_the_place() -> None:
    state = begin()
    own_skills(state, 0, "B")
    own_skills(state, 1, "B")
    state.active, state.ending = 1, True
    state.due_next(PLANT)
    do(state, do="end")
    result = state.result()
    assert result is not None
    assert (result.scores, result.winners, result.places) == ((7, 7), (0, 1), (1, 1))
