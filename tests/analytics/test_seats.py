"""Seats: planted advantages are found and sized right, even seats raise few alarms, and the sums are those of the
games.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest

from analytics.frames import UNIT, build_frames
from analytics.games import VerifiedGame
from analytics.model import NO_MODEL, Model
from analytics.seats import SEATS, SeatTable, seat_table, seat_tables, seats_sums
from analytics.sums import CELL, Sums
from tests.analytics import reference

GameMaker = Callable[..., VerifiedGame]
Floats = npt.NDArray[np.float64]

ADVANTAGE = (45.0, 15.0, -15.0, -45.0)


def table_of(games: list[VerifiedGame], players: int, model: Model = NO_MODEL) -> SeatTable:
    rows = seats_sums(build_frames(games), model)
    table = seat_table(Sums({SEATS.name: SEATS.table(rows[SEATS.name])}), players)
    assert table is not None
    return table


def simulated(
    rng: np.random.Generator, games: int, offsets: Floats, strengths: Floats | None = None, movable: float = 0.0
) -> SeatTable:
    """Games that one seat wins, by a softmax of strength and the seat's offset (in rating points); strengths are known.

    `offsets` may be unknown to the expectation, `strengths` are not. `movable`: what moving strengths can make of the
    first seat, at the expense of all others. The sums are made here, not by way of logs.
    """
    k = len(offsets)
    given = np.zeros((games, k)) if strengths is None else strengths
    known = _softmax(given)
    winner = (rng.random((games, 1)) > np.cumsum(_softmax(given + offsets), axis=1)[:, :-1]).sum(axis=1)
    wins = np.eye(k, dtype="int64")[winner] * UNIT
    expected = np.rint(known * UNIT).astype("int64")
    sums = pd.DataFrame(
        {
            "variant": "base",
            "players": k,
            "band": 0,
            "month": 202611,
            "seat": np.arange(k),
            "games": games,
            "wins": wins.sum(axis=0),
            "win_squares": wins.sum(axis=0),
            "results": (wins - expected).sum(axis=0),
            "result_squares": ((wins - expected) ** 2 // UNIT).sum(axis=0),
            "expected_variance": (expected * (UNIT - expected) // UNIT).sum(axis=0),
            "movable": np.rint(movable * games * UNIT * np.append(1, np.full(k - 1, -1 / (k - 1)))).astype("int64"),
            **dict.fromkeys(("judged", "score", "score_squares", "placement", "placement_squares"), 0),
        }
    )
    table = seat_table(Sums({SEATS.name: sums}), k)
    assert table is not None
    return table


def _softmax(ratings: Floats) -> Floats:
    odds = np.exp(ratings * log(10) / 400)
    return np.asarray(odds / odds.sum(axis=-1, keepdims=True))


def test_wins_by_seat_with_shared_wins_and_places(make_game: GameMaker) -> None:
    games = [make_game([{"ziggurat": n} for n in points]) for points in ((9, 5, 1), (9, 9, 4), (2, 8, 6), (7, 7, 7))]
    table = table_of(games, 3)
    assert (table.games, table.par) == (4, pytest.approx(1 / 3))
    first, second, third = table.rows
    assert [row.wins for row in table.rows] == pytest.approx([1 + 1 / 2 + 1 / 3, 1 / 2 + 1 + 1 / 3, 1 / 3])
    assert sum(row.share for row in table.rows) == pytest.approx(1)
    assert first.mean_score == (9 + 9 + 2 + 7) / 4
    assert second.above == pytest.approx(second.share - 1 / 3)
    # The fixture gives all who do not win the same place: (2, 3) share 2.5 in a game that one seat wins.
    assert [row.placement for row in table.rows] == pytest.approx(
        [(1 + 0.75 + 0.25 + 0.5) / 4, (0.25 + 0.75 + 1 + 0.5) / 4, (0.25 + 0 + 0.25 + 0.5) / 4]
    )
    assert third.share_interval.low < third.share < third.share_interval.high
    assert table.verdict == "too_few"


def test_without_shared_wins_it_is_pearsons_chi_square() -> None:
    table = simulated(np.random.default_rng(3), 400, np.zeros(4))
    assert table.p == pytest.approx(reference.stats.chisquare([row.wins for row in table.rows]).pvalue)
    assert table.adjusted_p == pytest.approx(table.p)


def test_wins_that_all_share_say_nothing_about_seats(make_game: GameMaker) -> None:
    table = table_of([make_game([{"ziggurat": 5}] * 3) for _ in range(40)], 3)
    assert (table.p, table.adjusted_p, table.verdict, table.games_for_observed) == (None, None, "too_few", None)
    assert [row.above_interval for row in table.rows] == [None] * 3


def test_a_seat_that_never_wins_has_no_rating(make_game: GameMaker) -> None:
    table = table_of([make_game([{"ziggurat": 9}, {"ziggurat": 2}]) for _ in range(30)], 2)
    assert [row.elo for row in table.rows] == [None, None]
    assert table.verdict == "difference"


def test_numbers_of_players_are_kept_apart(make_game: GameMaker) -> None:
    games = [make_game([{"ziggurat": 1 + seat} for seat in range(players)]) for players in (2, 2, 4)]
    rows = seats_sums(build_frames(games), NO_MODEL)
    sums = Sums({SEATS.name: SEATS.table(rows[SEATS.name])})
    assert [(table.players, table.games, len(table.rows)) for table in seat_tables(sums)] == [(2, 2, 2), (4, 1, 4)]
    assert seat_table(sums, 3) is None
    assert seat_tables(Sums()) == []


def test_the_expectation_comes_from_the_ratings(make_game: GameMaker) -> None:
    """The favourite wins as often as foreseen: nothing above expectation, though far above par."""
    model = Model(temperature=400 / log(10))
    games = [
        make_game([{"ziggurat": 9 if number % 4 else 1}, {"ziggurat": 5}], ratings=[1500 + 400 * log(3, 10), 1500])
        for number in range(40)
    ]
    first, second = table_of(games, 2, model).rows
    assert (first.share, second.share) == (0.75, 0.25)
    assert first.above == pytest.approx(0, abs=1e-6)
    assert first.elo == pytest.approx(0, abs=1e-3)
    table = table_of(games, 2, model)
    assert table.p is not None
    assert table.adjusted_p is not None
    assert table.p < 0.01 < 0.99 < table.adjusted_p


def test_a_planted_advantage_is_found_and_sized_right() -> None:
    """+45/+15/-15/-45 rating points: found in 1000 games, and each seat within its interval about 95 times in 100."""
    rng = np.random.default_rng(11)
    truth = _softmax(np.array(ADVANTAGE))
    found, held_elo, held_share, held_above, elo = [], [], [], [], []
    for _ in range(150):
        table = simulated(rng, 1000, np.array(ADVANTAGE))
        found.append(table.verdict == "difference")
        for row, offset, chance in zip(table.rows, ADVANTAGE, truth, strict=True):
            assert row.elo is not None
            assert row.elo_interval is not None
            assert row.above_interval is not None
            elo.append(row.elo)
            held_elo.append(row.elo_interval.low <= offset <= row.elo_interval.high)
            held_share.append(row.share_interval.low <= chance <= row.share_interval.high)
            held_above.append(row.above_interval.low <= chance - 0.25 <= row.above_interval.high)
    assert np.mean(found) > 0.9
    by_seat = np.array(elo).reshape(-1, 4)
    assert by_seat.mean(axis=0) == pytest.approx(ADVANTAGE, abs=2)
    assert by_seat.std(axis=0) == pytest.approx(9.5, abs=1.5)
    for held in (held_elo, held_share, held_above):
        assert np.mean(held) == pytest.approx(0.95, abs=0.03)


def test_the_advantage_is_the_same_among_unequal_players() -> None:
    """Where the stronger players sit in front, wins by seat mislead; compared with expectation they do not."""
    rng = np.random.default_rng(12)
    strengths = np.sort(rng.normal(0, 150, (20_000, 4)), axis=1)[:, ::-1]
    drawn = simulated(rng, 20_000, np.array(ADVANTAGE), rng.permuted(strengths, axis=1))
    assert [row.elo for row in drawn.rows] == pytest.approx(ADVANTAGE, abs=8)
    chosen = simulated(rng, 20_000, np.zeros(4), strengths)
    assert chosen.p is not None
    assert chosen.p < 1e-9
    assert chosen.verdict == "no_difference"
    assert [row.elo for row in chosen.rows] == pytest.approx([0] * 4, abs=8)


@pytest.mark.parametrize("players", [2, 4])
def test_even_seats_raise_an_alarm_in_one_of_twenty(players: int) -> None:
    rng = np.random.default_rng(players)
    tables = [simulated(rng, 300, np.zeros(players), rng.normal(0, 100, (300, players))) for _ in range(200)]
    assert np.mean([(table.p or 1) < 0.05 for table in tables]) == pytest.approx(0.05, abs=0.035)
    assert np.mean([(table.adjusted_p or 1) < 0.05 for table in tables]) == pytest.approx(0.05, abs=0.035)


def test_what_is_said_depends_on_what_could_have_been_found() -> None:
    few = simulated(np.random.default_rng(1), 200, np.zeros(4))
    many = simulated(np.random.default_rng(1), 2000, np.zeros(4))
    assert (few.verdict, many.verdict) == ("too_few", "no_difference")
    assert many.smallest < 0.05 < few.smallest
    assert many.games_for_small == few.games_for_small == 5111
    tiny = simulated(np.random.default_rng(1), 12, np.array([2000.0, 0, 0, 0]))
    assert tiny.verdict == "too_few"


def test_the_cell_columns_are_those_of_the_game(make_game: GameMaker) -> None:
    rows = seats_sums(build_frames([make_game([{}, {}])]), NO_MODEL)[SEATS.name]
    assert set(CELL) <= set(rows.columns)


def test_a_difference_that_no_seat_makes_large_is_small() -> None:
    """Twenty thousand games show +12/+4/-4/-12 rating points, which are less than two wins in a hundred games."""
    offsets = np.array(ADVANTAGE) * 12 / 45
    found = simulated(np.random.default_rng(5), 20_000, offsets)
    assert found.adjusted_p is not None
    assert found.adjusted_p < 0.05
    assert found.verdict == "small_difference"
    assert simulated(np.random.default_rng(5), 20_000, np.array([60.0, 0, 0, -60])).verdict == "difference"


def test_what_moving_strengths_could_make_is_not_called_a_difference() -> None:
    """Seat 1 of four wins 33 % of 600 games; players in form who sit there could bring it 3 or 8 of the 8 points."""
    offsets = np.array([67.0, 0, 0, 0])
    sure, some, all_of_it = (
        simulated(np.random.default_rng(3), 600, offsets, movable=movable) for movable in (0.0, 0.03, 0.08)
    )
    assert (sure.verdict, some.verdict, all_of_it.verdict) == ("difference", "difference", "unclear")
    assert sure.adjusted_p == some.adjusted_p == all_of_it.adjusted_p == sure.steady_p
    first = sure.rows[0].above_interval
    wider = all_of_it.rows[0].above_interval
    assert first is not None
    assert wider is not None
    assert wider == (pytest.approx(first.low - 0.08), pytest.approx(first.high))
    assert all_of_it.rows[0].elo_interval is not None
    assert sure.rows[0].elo_interval is not None
    assert all_of_it.rows[0].elo_interval.low < 0 < sure.rows[0].elo_interval.low
    # The other way round it can only make the seat better than it looks.
    assert simulated(np.random.default_rng(3), 600, offsets, movable=-0.08).verdict == "difference"


def test_games_are_judged_if_ratings_predict_or_everybody_has_a_strength(make_game: GameMaker) -> None:
    games = [make_game([{"ziggurat": 3}, {}], ratings=ratings) for ratings in ([1500, 1600], [1500, None])]
    assert table_of(games, 2, Model(temperature=170.0)).judged == 1
    assert table_of(games, 2, Model()).judged == 0
