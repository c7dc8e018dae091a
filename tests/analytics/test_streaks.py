"""Streaks: games in a row that were won alone, or in which nobody finished ahead."""

from __future__ import annotations

from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st

from analytics.streaks import unbeaten_streaks, winning_streaks
from tests.analytics.played import game

WON, SHARED, LOST = 1.0, 0.5, 0.0


def test_a_shared_win_ends_a_winning_streak_and_continues_an_unbeaten_one() -> None:
    results = [WON, WON, SHARED, WON, LOST, WON, SHARED]
    games = [game(number, win=win) for number, win in enumerate(results, start=1)]
    winning, unbeaten = winning_streaks(games), unbeaten_streaks(games)
    assert winning.current is None
    assert winning.longest is not None
    assert (winning.longest.games, winning.longest.first.game_id, winning.longest.last.game_id) == (2, 1, 2)
    assert unbeaten.current is not None
    assert (unbeaten.current.games, unbeaten.current.first.game_id, unbeaten.current.last.game_id) == (2, 6, 7)
    assert unbeaten.longest is not None
    assert (unbeaten.longest.games, unbeaten.longest.first.game_id, unbeaten.longest.last.game_id) == (4, 1, 4)


def test_the_earliest_of_equally_long_streaks_is_the_longest() -> None:
    games = [game(number, win=win) for number, win in enumerate([WON, LOST, WON], start=1)]
    found = winning_streaks(games)
    assert found.longest is not None
    assert found.current is not None
    assert (found.longest.last.game_id, found.current.last.game_id) == (1, 3)


def test_games_of_one_moment_are_in_the_order_of_their_numbers_whatever_order_they_come_in() -> None:
    games = [game(3, at=5, win=WON), game(1, at=5, win=WON), game(2, at=5, win=LOST)]
    found = winning_streaks(games)
    assert found.current is not None
    assert (found.current.games, found.current.first.game_id) == (1, 3)


def test_without_games_there_is_no_streak() -> None:
    assert (winning_streaks([]).current, winning_streaks([]).longest) == (None, None)


@given(st.lists(st.sampled_from([WON, SHARED, LOST]), max_size=30))
def test_the_longest_is_the_longest_run_of_wins(results: list[float]) -> None:
    games = [game(number, win=win) for number, win in enumerate(results)]
    runs = [len(list(run)) for won, run in groupby(results, lambda win: win == WON) if won]
    found = winning_streaks(games)
    assert (found.longest.games if found.longest else 0) == max(runs, default=0)
    assert (found.current.games if found.current else 0) == (runs[-1] if results and results[-1] == WON else 0)
