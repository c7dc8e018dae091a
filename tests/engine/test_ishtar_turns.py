"""Ishtar: taking and placing tiles, gems, and the end of the game, by the sections of the rulebook."""

from __future__ import annotations

import pytest

from engine.game import CHANCE, NOBODY, BadSetup, BadShape
from engine.ishtar.cells import FREE
from engine.ishtar.phases import PLACE, PLANT, TAKE
from engine.ishtar.watering_can import offers, stacks_in_reach
from tests.cases import each
from tests.engine.ishtar_positions import (
    GAME,
    SET,
    begin,
    cell,
    do,
    draw,
    hold,
    lay,
    put_assistant,
    setup,
    why_not,
)

# Taking a vegetation tile


def test_in_the_first_turn_any_stack_is_free() -> None:
    state = begin()
    assert offers(state) == [(stack, 0) for stack in range(6)]
    assert "exactly the price" in why_not(state, do="take", stack=3, gems={"purple": 1})
    do(state, do="take", stack=3, gems={})
    assert state.can == 3
    assert state.to_move == CHANCE


def test_the_can_goes_on_for_a_gem_a_stack_and_passes_empty_ones() -> None:
    state = begin()
    state.can, state.top[1], state.left[1] = 0, -1, 0
    state.gems[0] = [1, 1, 0]
    assert stacks_in_reach(state) == [(2, 0), (3, 1), (4, 2), (5, 3), (0, 4)]
    assert "no tile" in why_not(state, do="take", stack=1, gems={})
    assert "exactly the price" in why_not(state, do="take", stack=3, gems={})
    assert "does not hold" in why_not(state, do="take", stack=3, gems={"white": 1})
    assert not why_not(state, do="take", stack=3, gems={"red": 1})
    assert not why_not(state, do="take", stack=4, gems={"purple": 1, "red": 1})
    supply = list(state.supply)
    do(state, do="take", stack=4, gems={"purple": 1, "red": 1})
    assert state.gems[0] == [0, 0, 0]
    assert [now - before for now, before in zip(state.supply, supply, strict=True)] == [1, 1, 0]


def test_the_next_tile_is_turned_up_at_once() -> None:
    state = begin()
    do(state, do="take", stack=2, gems={})
    assert state.due() == "stack 2 shows its next tile"
    for wrong in ({"stack": 3, "tile": "B01"}, {"stack": 2, "tile": "S01"}, {"stack": 2, "tile": "B13"},
                  {"stack": 2, "tile": "X99"}):  # fmt: skip
        refused = state.check(GAME.action_from_json({"chance": "tile", **wrong}, SET))
        assert refused is not None
        assert refused.code == "bad_chance"
    draw(state, chance="tile", stack=2, tile="B01")
    assert SET.tiles[state.top[2]].name == "B01"
    assert state.left[2] == 3
    assert (state.phase, state.to_move) == (PLACE, 0)


def test_the_last_tile_of_a_stack_is_followed_by_no_draw() -> None:
    state = begin()
    state.left[2] = 0
    do(state, do="take", stack=2, gems={})
    assert state.phase == PLACE
    assert not state.ending


# Placing a vegetation tile


def test_a_tile_lies_on_sand_and_rock_next_to_a_fountain_or_a_tile() -> None:
    state = begin()
    hold(state, "S13")
    assert "next to no fountain" in why_not(state, do="place", at=[1, -2], rotation=0)
    assert "fountain, a tablet or covered" in why_not(state, do="place", at=[-1, 0], rotation=0)
    assert "fountain, a tablet or covered" in why_not(state, do="place", at=[-1, 2], rotation=0)
    assert "wholly on the boards" in why_not(state, do="place", at=[-3, 0], rotation=3)
    assert "wholly on the boards" in why_not(state, do="place", at=[99, 99], rotation=0)
    assert "cannot be turned" in why_not(state, do="place", at=[1, 0], rotation=6)
    do(state, do="place", at=[1, 0], rotation=0)
    hold(state, "T13")
    assert "covered" in why_not(state, do="place", at=[3, 0], rotation=0)
    assert not why_not(state, do="place", at=[2, -1], rotation=5)


def test_a_tile_may_lie_across_the_border_of_two_boards() -> None:
    state = begin()
    lay(state, "S13", (1, 0))
    hold(state, "S01")
    boards = {state.grid.board_of[cell(state, at)] for at in ((3, -1), (4, -1), (5, -1))}
    assert len(boards) == 2
    assert not why_not(state, do="place", at=[3, -1], rotation=0)


def test_no_two_fountains_are_joined() -> None:
    """A garden belongs to one fountain; gardens of different fountains may not be joined."""
    state = begin()
    # The fountain of 1A is on (0, 0), that of 2A on (7, -4).
    lay(state, "S13", (1, 0))
    lay(state, "S14", (6, -3), 3)
    hold(state, "T13")
    assert "two fountains" in why_not(state, do="place", at=[3, -1], rotation=5)
    assert not why_not(state, do="place", at=[1, -1], rotation=5)


def test_two_gardens_of_one_fountain_may_be_joined() -> None:
    state = begin()
    lay(state, "S13", (1, 0))
    lay(state, "S14", (-1, 0), 3)
    hold(state, "S03")
    do(state, do="place", at=[0, -1], rotation=0)
    assert len(state.beds) == 2, "the flowers of both tiles, and the last flower of S14 behind its grass"


def test_no_two_assistants_in_a_bed() -> None:
    state = begin()
    lay(state, "S13", (1, 0))
    lay(state, "S14", (-1, 0), 3)
    put_assistant(state, 0, (1, 0))
    hold(state, "S03")
    assert not why_not(state, do="place", at=[0, -1], rotation=0)
    put_assistant(state, 0, (-1, 0))
    assert "one assistant only" in why_not(state, do="place", at=[0, -1], rotation=0), "of one owner or of two"
    hold(state, "S11")
    assert not why_not(state, do="place", at=[0, -1], rotation=0), "the grass between its flowers keeps the beds apart"


def test_two_assistants_meet_through_a_bed_that_nobody_controls() -> None:
    """Each flower of the tile touches one controlled bed; a bed between them joins all."""
    state = begin()
    lay(state, "S13", (1, 0))
    lay(state, "S14", (-1, 0), 3)
    put_assistant(state, 0, (1, 0))
    put_assistant(state, 1, (-1, 0))
    hold(state, "S11")
    assert not why_not(state, do="place", at=[0, -1], rotation=0)
    lay(state, "S04", (5, -1), 3)
    lay(state, "S03", (1, -2), 0)
    hold(state, "S11")
    assert "one assistant only" in why_not(state, do="place", at=[0, -1], rotation=0)


def test_gems_on_the_covered_cells_are_collected() -> None:
    state = begin()
    hold(state, "S13")
    state.gems[0] = [1, 0, 0]
    do(state, do="place", at=[0, 1], rotation=1)
    assert state.gems[0] == [2, 0, 0]
    hold(state, "T13")
    do(state, do="place", at=[-1, 1], rotation=1)
    assert state.gems[0] == [3, 1, 0]
    assert state.gem_at[cell(state, (-1, 2))] == -1


def test_a_tile_in_hand_must_be_placed() -> None:
    state = begin()
    hold(state, "S13")
    assert "has a legal place" in why_not(state, do="discard")
    for number, holds in enumerate(state.cells):
        if holds == FREE:
            state.cells[number] = 2
    state.ground = None
    assert not why_not(state, do="discard")
    do(state, do="discard")
    assert state.removed == [SET.tile_number["S13"]]
    assert state.phase == PLANT


# The end of the game


def end_turn(seat: int) -> dict[str, object]:
    return {"seat": seat, "do": "end"}


def test_the_round_in_which_the_second_stack_runs_empty_is_the_last() -> None:
    state = begin(3)
    state.left = [0, 0, 2, 2, 2, 2]
    do(state, do="take", stack=0, gems={})
    assert not state.ending
    do(state, **next(iter(state.legal_actions())).to_json())
    while state.phase != PLANT:
        do(state, do="decline")
    do(state, do="end")
    assert state.to_move == 1
    do(state, do="take", stack=1, gems={})
    assert state.ending
    do(state, **next(iter(state.legal_actions())).to_json())
    while state.phase != PLANT:
        do(state, do="decline")
    do(state, do="end")
    assert (state.to_move, state.phase, state.turn) == (2, TAKE, 3)
    do(state, do="take", stack=2, gems={})
    draw(state, chance="tile", stack=2, tile="B01")
    do(state, **next(iter(state.legal_actions())).to_json())
    while state.phase != PLANT:
        do(state, do="decline")
    do(state, do="end")
    assert state.to_move == NOBODY
    result = state.result()
    assert result is not None
    assert result.end == "stacks"


# The setup


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_players(players: int) -> None:
    rules = GAME.ruleset("base", {})
    with pytest.raises(BadSetup, match="2, 3 or 4 players"):
        GAME.start(players, rules, SET, setup())


def test_chance_is_never_hidden() -> None:
    with pytest.raises(BadSetup, match="its logs must have recorded chance"):
        GAME.start(2, GAME.ruleset("base", {}), SET, setup(), hidden=True)


BOARDS = setup()["boards"]


@each(
    ("changes", "problem"),
    [
        ({"boards": BOARDS[:3]}, "4 boards are in play"),
        ({"boards": [*BOARDS[:3], {"face": "9Z", "rotation": 0}]}, "no board face"),
        ({"boards": [*BOARDS[:3], {"face": "1B", "rotation": 0}]}, "twice"),
        ({"boards": [*BOARDS[:3], {"face": "4B", "rotation": 6}]}, "turned 0 to 5"),
        ({"fountains": ["FO1", "FO1", "FO4", "FO6"]}, "4 different fountains"),
        ({"fountains": ["FO1", "FO9", "FO4", "FO6"]}, "no fountain 'FO9'"),
        ({"cups": ["straight"] * 6}, "two cups of each shape"),
        ({"starting": ["S13", "S14", "B13", "T14", "T13", "B14"]}, "no starting tile of the shape of stack 3"),
        ({"starting": ["S13", "S01", "B13", "B14", "T13", "T14"]}, "no starting tile of the shape of stack 1"),
        ({"trees": ["TR01", "TR02"]}, "5 different tree cards"),
        ({"trees": ["TR01", "TR02", "TR03", "TR04", "TR99"]}, "no tree card 'TR99'"),
    ],
)
def test_setups_that_the_rules_do_not_allow(changes: dict[str, object], problem: str) -> None:
    with pytest.raises(BadSetup, match=problem):
        GAME.start(2, GAME.ruleset("base", {}), SET, setup(2, **changes))


@each(
    "changes",
    [
        {"boards": None},
        {"boards": ["1A"]},
        {"boards": [{"face": "1A"}]},
        {"boards": [{"face": 1, "rotation": 0}]},
        {"boards": [{"face": "1A", "rotation": True}]},
        {"fountains": "FO1"},
        {"trees": [1, 2, 3, 4, 5]},
        {"more": []},
    ],
)
def test_setups_of_no_known_shape(changes: dict[str, object]) -> None:
    with pytest.raises(BadShape):
        GAME.start(2, GAME.ruleset("base", {}), SET, setup(2, **changes))
