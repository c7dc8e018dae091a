"""The chances in a game that goes on: those that its replay will have, from nothing hidden and nothing to come."""

from __future__ import annotations

from random import Random

import pytest

from analytics.anatomy_chances import chances_of_game
from analytics.facts import extract_facts
from analytics.frames import build_frames
from analytics.games import VerifiedGame
from analytics.live_chances import chances_so_far
from analytics.model import KNOTS, NO_MODEL, SEAT_KNOTS, STATE, Model, StateModel
from engine.game import CHANCE, EngineError
from engine.registry import GAMES
from engine.simulate import simulate_game
from engine.table.table import Table

KEY = 3
"""The number of the game that is looked at."""

RATINGS = [1500.0, 1620.0]


def log_of(game: str = "babylonia") -> bytes:
    """A game of two."""
    return simulate_game(game, 2, "base", ("greedy",), 5, as_people=True)


def table_of(game: str = "babylonia") -> Table:
    """The same, move by move."""
    table, _report = Table.of_log(log_of(game))
    assert table is not None
    return table


def made_up() -> Model:
    """Weights for games of two that make use of all that the model knows."""
    rng = Random(0)
    halves = tuple(
        {name: tuple(rng.uniform(0.2, 2) for _ in KNOTS) for name in STATE}
        | {f"seat {seat}": tuple(rng.uniform(0, 1) for _ in SEAT_KNOTS) for seat in range(2)}
        for _ in range(2)
    )
    return Model(400.0, {2: StateModel({"": 25.0}, 20.0, (halves[0], halves[1]))})


@pytest.mark.parametrize("key", GAMES)
def test_they_are_those_of_the_replay(key: str) -> None:
    _report, facts = extract_facts(log_of(key))
    assert facts is not None
    frames = build_frames([VerifiedGame(KEY, 1, 1_790_000_000, facts, [1, 2], [*RATINGS], [9, 9])])
    later = chances_of_game(made_up(), frames, KEY)
    assert len(later) > 10
    table = table_of(key)
    for game in (table, table.for_onlookers()):
        now = chances_so_far(made_up(), game, KEY, RATINGS)
        assert [position for position, _chances in now] == [
            sum(move.turn <= point.turn for move in game.moves) for point in later
        ]
        assert [chances for _position, chances in now] == [pytest.approx(point.chances) for point in later]


def test_nothing_that_is_still_to_come_changes_them() -> None:
    game = table_of().for_onlookers()
    whole = chances_so_far(made_up(), game, KEY, RATINGS)
    for count in range(0, len(game.moves), 7):
        part = chances_so_far(made_up(), game.at(count), KEY, RATINGS)
        assert part == whole[: len(part)]
        assert len(part) >= sum(position < count for position, _chances in whole)


def test_what_is_hidden_does_not_change_them() -> None:
    """Two games that differ in a draw of which only its seat knows, as long as all else can be the same."""
    table, rng, compared = table_of(), Random(1), 0
    state = table.at(0).state
    for number, move in enumerate(table.moves):
        if state.to_move == CHANCE and state.draw_seen_by() is not None:
            one, other = table.at(number), table.at(number)
            one.apply(move.action.to_json())
            other.apply(state.draw(rng).to_json())
            for later in table.moves[number + 1 :]:
                if one.state.to_move == CHANCE:
                    break
                try:
                    other.apply(later.action.to_json())
                except EngineError:
                    break
                one.apply(later.action.to_json())
            if one.log() != other.log():
                lines = [chances_so_far(made_up(), game.for_onlookers(), KEY, RATINGS) for game in (one, other)]
                assert lines[0] == lines[1]
                compared += 1
        state.apply(move.action)
    assert compared


def test_without_a_model_there_are_none() -> None:
    assert chances_so_far(NO_MODEL, table_of(), KEY, RATINGS) == []


def test_a_game_that_nobody_has_begun_has_none() -> None:
    assert chances_so_far(made_up(), table_of().at(0), KEY, RATINGS) == []
