"""Two players side by side: hand-computed head to head, and differences that know the common games."""

from __future__ import annotations

from math import sqrt

import pytest

from analytics.frames import Frames, build_frames, points_by_source
from analytics.games import VerifiedGame
from analytics.intervals import Moments, mean_difference, mean_interval, wilson
from analytics.model import NO_MODEL, Model
from analytics.side_by_side import ABOVE, Beside, beside_each_other, common_games, head_to_head
from analytics.sources import SCORE
from tests.analytics.conftest import GameMaker
from tests.analytics.test_player_stats import ANA, BEN, CEM, DIA, ELO, scored

SOURCES = ("city", "farm", "ziggurat")


def rows_of(games: list[VerifiedGame], model: Model = NO_MODEL) -> dict[str, Beside] | None:
    frames = build_frames(games)
    found = beside_each_other(frames, points_of(frames), (ANA, BEN), model, SOURCES)
    return None if found is None else {row.measure: row for row in found.rows}


def points_of(frames: Frames) -> object:
    points = points_by_source(frames)
    return points[points["player_id"].isin([ANA, BEN])]


def test_head_to_head_by_hand(make_game: GameMaker) -> None:
    """1600 against 1500 is 0.640065 by Elo, at a table of three too; the third game has no rating of Ben, the fourth no
    Ben at all."""
    games = [
        make_game(scored(9, 5), player_ids=[ANA, BEN], ratings=[1600, 1500]),
        make_game(scored(5, 5, 9), player_ids=[ANA, BEN, CEM], winners=[2], ratings=[1600, 1500, 1400], finished_at=9),
        make_game(scored(3, 7), player_ids=[BEN, ANA], ratings=[None, 1500]),
        make_game(scored(8, 2), player_ids=[CEM, ANA], ratings=[1500, 1500]),
        make_game(scored(7, 7), player_ids=[BEN, ANA], ratings=[1500, 1600]),
    ]
    found = common_games(build_frames(games), ANA, BEN, ELO)
    assert [game.game_id for game in found] == [5, 3, 1, 2], "the latest first"
    assert [game.better for game in found] == [0.5, 1.0, 1.0, 0.5]
    assert [game.scores for game in found] == [(7, 7), (7, 3), (9, 5), (5, 5)]
    record = head_to_head(found)
    assert record is not None
    assert (record.games, record.better, record.worse, record.shared_places) == (4, 3.0, 1.0, 2)
    assert (record.wins, record.shared_wins) == ((2.5, 0.5), 1)
    assert (record.points, record.margin) == ((7.0, 5.0), 2.0)
    assert record.margin_interval == mean_interval([0, 4, 4, 0])
    assert record.share == wilson(3.0, 4)
    assert record.known == 3
    assert record.expected == pytest.approx(3 * 0.640065, abs=1e-5)
    assert record.above == pytest.approx((2.0 - 3 * 0.640065) / 3, abs=1e-5)
    span = wilson(2.0, 3)
    assert span is not None
    assert record.above_interval == pytest.approx((span.low - 0.640065, span.high - 0.640065), abs=1e-5)
    assert head_to_head([]) is None


def test_the_other_way_round_is_the_complement(make_game: GameMaker) -> None:
    frames = build_frames(
        [make_game(scored(n, 4, 6), ratings=[1500 + 40 * n, 1500, 1480], winners=None) for n in range(9)]
    )
    one, other = (head_to_head(common_games(frames, *pair, ELO)) for pair in ((ANA, BEN), (BEN, ANA)))
    assert one is not None
    assert other is not None
    assert (one.better, one.margin, one.wins) == (other.worse, -other.margin, other.wins[::-1])
    assert one.expected is not None
    assert other.expected == pytest.approx(one.games - one.expected)


def test_without_a_common_game_the_interval_is_that_of_welch(make_game: GameMaker) -> None:
    games = [make_game(scored(score, 1), player_ids=[ANA, CEM]) for score in (2, 4, 9)]
    games += [make_game(scored(score, 1), player_ids=[BEN, CEM]) for score in (1, 2, 2, 7)]
    rows = rows_of(games)
    assert rows is not None
    welch = mean_difference([(Moments(4, 3.0, 22 / 3), Moments(3, 5.0, 13.0))])
    assert welch is not None
    row = rows[SCORE]
    assert (row.values, row.difference) == ((5.0, 3.0), 2.0)
    assert row.interval is not None
    half = (row.interval.high - row.interval.low) / 2
    assert half == pytest.approx(4.3027 * welch.error, rel=1e-4), "t of 2 degrees, the games of Ana minus one"
    assert rows["ziggurat"].difference == 2.0
    assert rows["ziggurat"].q is not None
    assert (rows["city"].difference, rows["city"].interval, rows["city"].q) == (0.0, None, None)


def test_with_common_games_only_it_is_the_paired_one(make_game: GameMaker) -> None:
    """Scores of a game rise and fall together, and two samples would not know it."""
    games = [make_game(scored(10 * n + n % 3, 10 * n)) for n in range(8)]
    rows = rows_of(games)
    assert rows is not None
    interval, paired = rows[SCORE].interval, mean_interval([float(n % 3) for n in range(8)])
    assert interval == pytest.approx(paired, rel=1e-4)


def test_only_tables_of_the_same_size_count_and_are_weighted_alike(make_game: GameMaker) -> None:
    """At two: 4 games of Ana (mean 8), 2 of Ben (mean 5), weight 8/6; at three: 2 each (means 3 and 6), weight 1; at
    four only Ana. The difference is (8/6 · 3 − 1 · 3) / (14/6) = 3/7."""
    games = [make_game(scored(score, 1), player_ids=[ANA, CEM]) for score in (6, 8, 8, 10)]
    games += [make_game(scored(score, 1), player_ids=[BEN, CEM]) for score in (4, 6)]
    games += [make_game(scored(score, 1, 1), player_ids=[ANA, CEM, DIA]) for score in (2, 4)]
    games += [make_game(scored(score, 1, 1), player_ids=[BEN, CEM, DIA]) for score in (5, 7)]
    games += [make_game(scored(90, 1, 1, 1), player_ids=[ANA, CEM, DIA, 9]) for _ in range(3)]
    frames = build_frames(games)
    found = beside_each_other(frames, points_of(frames), (ANA, BEN), NO_MODEL, SOURCES)
    assert found is not None
    assert (found.sizes, found.games, found.sample) == ((2, 3), (6, 4), "tiny")
    score = found.rows[0]
    assert score.difference == pytest.approx(3 / 7)
    assert score.values == pytest.approx(((8 / 6 * 8 + 3) / (14 / 6), (8 / 6 * 5 + 6) / (14 / 6)))
    variance = (8 / 14) ** 2 * ((8 / 3) / 4 + 2 / 2) + (6 / 14) ** 2 * (2 / 2 + 2 / 2)
    assert score.interval is not None
    assert score.interval.high - score.difference == pytest.approx(4.3027 * sqrt(variance), rel=1e-4), (
        "t of 1 + 1 degrees"
    )


def test_wins_are_compared_with_the_chance_to_win(make_game: GameMaker) -> None:
    """Ana is 1600 against 1500 and wins one of two: 0.5 − 0.640065; Ben's even games are won and lost."""
    games = [make_game(scored(*points), player_ids=[ANA, CEM], ratings=[1600, 1500]) for points in ((2, 1), (1, 2))]
    games += [make_game(scored(*points), player_ids=[BEN, CEM], ratings=[1500, 1500]) for points in ((2, 1), (1, 2))]
    rows = rows_of(games, ELO)
    assert rows is not None
    assert rows[ABOVE].values == pytest.approx((0.5 - 0.640065, 0.0), abs=1e-6)


def test_only_the_same_variant_counts(make_game: GameMaker) -> None:
    """In the variant everybody scores ten times as much: Ana plays mostly that, and Ben never."""
    games = [make_game(scored(score, 1), player_ids=[ANA, CEM]) for score in (4, 6)]
    games += [make_game(scored(80, 10), player_ids=[ANA, CEM], ruleset="seven_of_nine") for _ in range(4)]
    games += [make_game(scored(score, 1), player_ids=[BEN, CEM]) for score in (4, 6, 8)]
    frames = build_frames(games)
    found = beside_each_other(frames, points_of(frames), (ANA, BEN), NO_MODEL, SOURCES)
    assert found is not None
    assert (found.sizes, found.games, found.rows[0].values) == ((2,), (2, 3), (5.0, 6.0))


def test_favourites_who_win_all_their_few_games_are_not_told_apart(make_game: GameMaker) -> None:
    """By Elo 382 points above the other is a chance of 0.9, 147 of 0.7; each plays five games, with a rating that
    changes a little, and wins them all. The squared error of the difference is (0.9 * 0.1 + 0.7 * 0.3) / 5."""
    games = [
        make_game(scored(2, 1), player_ids=[player, CEM], ratings=[1500 + above + n, 1500])
        for player, above in ((ANA, 381.7), (BEN, 147.2))
        for n in (-2, -1, 0, 1, 2)
    ]
    rows = rows_of(games, ELO)
    assert rows is not None
    row = rows[ABOVE]
    assert row.difference == pytest.approx(-0.2, abs=1e-3)
    assert row.interval is not None
    assert row.interval.high - row.difference == pytest.approx(2.7764 * sqrt((0.09 + 0.21) / 5), rel=1e-2)


def test_of_a_common_game_not_both_are_winners(make_game: GameMaker) -> None:
    """Five even games of two, all won by Ana: each side has 0.25 / 5, their covariance is -0.25 / 5."""
    rows = rows_of([make_game(scored(2, 1), ratings=[1500 + n % 2, 1500]) for n in range(5)], ELO)
    assert rows is not None
    row = rows[ABOVE]
    assert row.difference == pytest.approx(1.0, abs=1e-2)
    assert row.interval is not None
    assert row.interval.high - row.difference == pytest.approx(2.7764 * sqrt(4 * 0.25 / 5), rel=1e-2)


def test_one_game_is_not_compared(make_game: GameMaker) -> None:
    assert rows_of([make_game(scored(4, 5))]) is None
