"""Positions dealt anew: a seat cannot tell them from the true one, and the search uses no more than the seat knows."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.game import CHANCE, Game, State
from engine.registry import GAMES
from engine.search.analysis import Effort, analyse
from tests.cases import each
from tests.engine.babylonia_positions import arrange
from tests.engine.strategies import Table, tables, walk
from tests.profiles import examples


def decisions(table: Table, step: int) -> list[State[Any]]:
    """Every so many-th position of a game where a seat is to move."""
    return [state for state, _, _ in walk(table) if state.to_move != CHANCE][:: max(1, step)]


def dealt_anew(state: State[Any], seat: int, seed: int) -> State[Any]:
    """Another position that this seat cannot tell from this one."""
    other = state.copy()
    other.determinize(seat, Random(seed))
    return other


def totals(state: State[Any]) -> dict[str, int]:
    """How many components there are of each kind, wherever they are."""
    return {kind: sum(places.values()) for kind, places in state.census().items()}


@examples(12)
@given(tables(), st.integers(0, 999))
def test_a_seat_cannot_tell_it_from_the_true_position(table: Table, seed: int) -> None:
    for state in decisions(table, 7):
        for seat in range(table.players):
            other = dealt_anew(state, seat, seed)
            assert other.observation(seat) == state.observation(seat)
            assert totals(other) == totals(state)
            assert list(other.scores) == list(state.scores)


@examples(8)
@given(st.one_of(tables("babylonia"), tables("ishtar")), st.integers(0, 999))
def test_what_is_dealt_follows_from_what_the_seat_knows(table: Table, seed: int) -> None:
    """Two positions that a seat cannot tell apart become the same one."""
    for state in decisions(table, 9):
        seat = state.to_move
        scrambled = dealt_anew(state, seat, seed)
        assert dealt_anew(scrambled, seat, seed + 1).to_json() == dealt_anew(state, seat, seed + 1).to_json()


@examples(8)
@given(tables("babylonia"), st.integers(0, 999))
def test_a_game_goes_on_from_a_position_dealt_anew(table: Table, seed: int) -> None:
    bot, rng = table.game.bots["greedy"], Random(seed)
    for state in decisions(table, 40):
        other = dealt_anew(state, state.to_move, seed)
        while other.result() is None:
            other.apply(other.draw(rng) if other.to_move == CHANCE else bot.choose(other, rng))


@each("game", GAMES.values())
def test_the_search_uses_nothing_that_the_seat_does_not_know(game: Game) -> None:
    bot, differing = game.bots["greedy"], 0
    for state in decisions(Table(game, 3, game.rulesets[0], {}, 5, 0.1), 30)[:5]:
        other = dealt_anew(state, state.to_move, 1)
        differing += other.to_json() != state.to_json()
        lines = [analyse(each, bot, Effort(12, 4, 2), Random(3)) for each in (state, other)]
        assert lines[0] == lines[1]
    assert differing or game.key != "babylonia"


def test_open_racks_and_open_river_tokens_stay_as_they_are() -> None:
    game = GAMES["babylonia"]
    for switches in ({"rack_visibility": "open"}, {"river_token_identity": "open"}):
        for state in decisions(Table(game, 2, "base", switches, 4, 0.1), 5):
            other = dealt_anew(state, 0, 1)
            assert other.to_json()["cells"] == state.to_json()["cells"]
            assert "rack_visibility" not in switches or other.to_json() == state.to_json()


def test_a_farmer_on_a_farm_tells_of_a_noble_in_the_river() -> None:
    """With `farm_support_token_kind: noble_only`, the only own token next to the farm cannot be a farmer."""
    state = arrange(2, {}, [], farm_support_token_kind="noble_only")
    board = state.board
    slot = next(slot for slot in board.tile_slots if any(board.is_river[near] for near in board.neighbours[slot]))
    river = next(near for near in board.neighbours[slot] if board.is_river[near])
    state.cells[slot], state.cells[river] = 8 * 2, 8 * 2 + 3
    kinds = []
    for seed in range(60):
        other = state.copy()
        other.determinize(0, Random(seed))
        kinds.append(other.cells[river] & 7)
    assert set(kinds) == {1, 2, 3}


def test_tree_cards_that_others_bought_are_dealt_anew_unless_they_lie_open() -> None:
    game = GAMES["ishtar"]
    for switches, differ in (({}, True), ({"tree_points_visible": "always_open"}, False)):
        state: Any = decisions(Table(game, 3, "base", switches, 1, 0.0), 1)[-1]
        assert all(state.bought)
        others: list[Any] = [dealt_anew(state, 0, seed) for seed in range(9)]
        assert all(other.bought[0] == state.bought[0] for other in others)
        assert all(list(map(len, other.bought)) == list(map(len, state.bought)) for other in others)
        assert any({*other.bought[1]} != {*state.bought[1]} for other in others) == differ
