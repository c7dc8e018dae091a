"""Scoring sources: means, shares, contrasts, and what happens with shared wins and without games."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from analytics.frames import build_frames, points_by_source
from analytics.games import VerifiedGame
from analytics.sources import sources_by_player, winners_against_rest

GameMaker = Callable[..., VerifiedGame]

SOURCES = ["farm_value", "ziggurat", "card1"]


def test_means_and_shares_of_a_player(make_game: GameMaker) -> None:
    games = [
        make_game([{"farm_value": 10, "ziggurat": 20}, {"ziggurat": 5}], player_ids=[1, 2]),
        make_game([{"ziggurat": 8}, {"farm_value": 30, "card1": 10}], player_ids=[3, 1]),
    ]
    first, *others = sources_by_player(build_frames(games), SOURCES)
    assert (first.player_id, first.player, first.games, first.wins) == (1, "Player 1", 2, 2.0)
    assert first.mean_score == 35
    assert [share.mean for share in first.sources] == [20, 10, 5]
    assert [share.share for share in first.sources] == pytest.approx([40 / 70, 20 / 70, 10 / 70])
    assert [row.player_id for row in others] == [2, 3]
    assert others[0].sources[1].interval is None, "one game has no spread"


def test_the_same_name_can_be_two_players(make_game: GameMaker) -> None:
    game = make_game([{"ziggurat": 8}, {"ziggurat": 4}])
    game.players[:] = ["Ana", "Ana"]
    assert [row.games for row in sources_by_player(build_frames([game]), SOURCES)] == [1, 1]


def test_a_player_without_points_has_no_shares(make_game: GameMaker) -> None:
    rows = sources_by_player(build_frames([make_game([{"ziggurat": 8}, {}])]), SOURCES)
    assert [share.share for share in rows[1].sources] == [None, None, None]
    assert [share.mean for share in rows[1].sources] == [0, 0, 0]


def test_points_that_cancel_out_have_no_shares(make_game: GameMaker) -> None:
    games = [make_game([{"ziggurat": 8, "card1": -8}, {"ziggurat": 2, "card1": -5}, {"ziggurat": 4, "card1": -1}])]
    rows = sources_by_player(build_frames(games), SOURCES)
    assert [row.mean_score for row in rows] == [0, -3, 3]
    assert [share.share for row in rows[:2] for share in row.sources] == [None] * 6
    assert [share.share for share in rows[2].sources] == pytest.approx([0, 4 / 3, -1 / 3])
    contrast = winners_against_rest(build_frames(games), SOURCES)
    assert contrast.sources[0].rest_share is None
    assert contrast.sources[1].winners_share == pytest.approx(4 / 3)


def test_winners_against_rest_compares_within_each_game(make_game: GameMaker) -> None:
    games = [
        make_game([{"ziggurat": 30}, {"ziggurat": 10}, {"farm_value": 20}]),
        make_game([{"ziggurat": 5}, {"farm_value": 9, "ziggurat": 1}]),
    ]
    contrast = winners_against_rest(build_frames(games), SOURCES)
    assert contrast.games == 2
    farms, ziggurats, card1 = contrast.sources
    # Game 1: winner 30, the others (10 + 0) / 2; game 2: winner 1, the other 5.
    assert (ziggurats.winners, ziggurats.rest, ziggurats.difference) == (15.5, 5.0, 10.5)
    assert (farms.winners, farms.rest, farms.difference) == (4.5, 5.0, -0.5)
    assert ziggurats.winners_share == pytest.approx(31 / 40)
    assert (card1.difference, card1.interval) == (0, None)


def test_a_shared_win_counts_for_both_and_a_win_of_all_is_left_out(make_game: GameMaker) -> None:
    games = [
        make_game([{"ziggurat": 8}, {"ziggurat": 8}, {"ziggurat": 2}]),
        make_game([{"ziggurat": 8}, {"ziggurat": 8}]),
    ]
    contrast = winners_against_rest(build_frames(games), SOURCES)
    assert (contrast.games, contrast.all_shared) == (1, 1)
    assert (contrast.sources[1].winners, contrast.sources[1].rest) == (8, 2)
    wins = {row.player_id: row.wins for row in sources_by_player(build_frames(games), SOURCES)}
    assert wins == {1: 1.0, 2: 1.0, 3: 0.0}


def test_the_order_of_the_games_does_not_matter(make_game: GameMaker) -> None:
    games = [make_game([{"ziggurat": n, "card1": 7 * n % 5}, {"farm_value": 9}]) for n in range(1, 12)]
    one, other = build_frames(games), build_frames(games[::-1])
    assert sources_by_player(one, SOURCES) == sources_by_player(other, SOURCES)
    assert winners_against_rest(one, SOURCES) == winners_against_rest(other, SOURCES)


def test_no_games_give_empty_tables() -> None:
    frames = build_frames([])
    assert sources_by_player(frames, SOURCES) == []
    assert winners_against_rest(frames, SOURCES).sources == ()
    assert points_by_source(frames, SOURCES).empty


def test_a_game_without_any_points(make_game: GameMaker) -> None:
    frames = build_frames([make_game([{}, {}])])
    assert [row.mean_score for row in sources_by_player(frames, SOURCES)] == [0, 0]
    assert winners_against_rest(frames, SOURCES).all_shared == 1


def test_an_unknown_source_is_not_dropped_silently(make_game: GameMaker) -> None:
    with pytest.raises(ValueError, match="luck"):
        points_by_source(build_frames([make_game([{"luck": 1}, {}])]), SOURCES)
