"""A player's means among those of others."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.among_players import (
    BEATEN,
    LEAST_GAMES,
    WON,
    among,
    means_by_player,
    placed,
    share_below,
    spread_of,
)
from analytics.frames import UNIT, build_frames, points_by_source
from analytics.intervals import LEAST_GROUP
from analytics.model import NO_MODEL
from analytics.player_stats import games_of_player
from analytics.sources import SCORE
from tests.analytics.conftest import GameMaker
from tests.cases import each

SOURCES = ["farms", "tiles", "cards"]


def people(rows: list[tuple[int, int, float, int, int]]) -> pd.DataFrame:
    """Player-games: player, score, share of the win, points of farms and of tiles. Nobody has points of cards."""
    return pd.DataFrame(
        [
            {
                "game_id": number,
                "seat": 0,
                "player_id": player,
                "score": score,
                "place": 1,
                "win": round(win * UNIT),
                "farms": farms,
                "tiles": tiles,
            }
            for number, (player, score, win, farms, tiles) in enumerate(rows)
        ]
    )


def test_better_than_is_the_share_of_the_others_with_a_lower_mean_an_equal_one_as_half() -> None:
    means = means_by_player(
        people([(1, 100, 1, 60, 40), (1, 80, 0.5, 50, 30), (2, 90, 0, 40, 50), (3, 70, 0, 30, 40), (9, 500, 1, 1, 1)]),
        SOURCES,
    )
    assert means["games"].to_dict() == {1: 2, 2: 1, 3: 1, 9: 1}
    rows = among(means, 1, [1, 2, 3], SOURCES)
    assert [(row.key, row.mean, row.better_than) for row in rows] == [
        (SCORE, 90, 0.75),  # one is lower, one is equal
        (WON, 0.75, 1),
        ("tiles", 35, 0),  # what gives most comes first, and cards are left out
        ("farms", 55, 1),
    ]


@pytest.mark.parametrize(("player", "others"), [(7, [1]), (1, []), (1, [1]), (1, [8])])
def test_nobody_is_compared_with_nobody(player: int, others: list[int]) -> None:
    assert among(means_by_player(people([(1, 100, 1, 60, 40)]), SOURCES), player, others, SOURCES) == []


@each(
    ("value", "others", "share"),
    [
        (5, [1, 2, 3, 4], 1.0),
        (0, [1, 2, 3, 4], 0.0),
        (2.5, [1, 2, 3, 4], 0.5),
        (2, [1, 2, 2, 3], 0.5),  # one below, two equal: (1 + 2 / 2) / 4
        (3, [3] * 10, 0.5),
        (3, [1, 3, 3, 3, 9], 0.5),  # (1 + 3 / 2) / 5
    ],
)
def test_equal_ones_count_as_half(value: float, others: list[float], share: float) -> None:
    assert share_below(value, others) == share


def test_among_nobody_there_is_no_share() -> None:
    with pytest.raises(ValueError, match="nobody"):
        share_below(1, [])


@given(st.integers(-9, 9), st.lists(st.integers(-9, 9), min_size=1, max_size=20))
def test_the_mid_rank_is_the_mean_of_better_and_not_worse(value: int, others: list[int]) -> None:
    not_better = sum(one < value for one in others) + sum(one <= value for one in others)
    assert 2 * len(others) * share_below(value, sorted(others)) == pytest.approx(not_better)


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=40))
def test_everybody_is_in_one_part_of_a_spread(values: list[int]) -> None:
    spread = spread_of(values)
    assert sum(spread.counts) == len(values)
    assert (spread.least, spread.most) == (min(values), max(values))
    assert spread.least <= spread.low <= spread.high <= spread.most


def round_robin(players: int, times: int = 1) -> pd.DataFrame:
    """Everybody meets everybody; whoever has the higher number wins, with ten times it as points, all of them of
    farms."""
    rows = [
        {"game_id": game, "seat": seat, "player_id": one, "score": 10 * one, "place": 2 - seat, "win": seat * UNIT}
        for game, pair in enumerate([*combinations(range(1, players + 1), 2)] * times)
        for seat, one in enumerate(pair)
    ]
    table = pd.DataFrame(rows)
    return table.assign(farms=table["score"])


def test_the_place_of_the_third_of_eleven() -> None:
    """Eight of the ten others are better. Two of ten games won: Wilson's interval of 0.2 is 0.0567 to 0.5098, just
    above the half of the sixth: one of ten is below its lower end, and five below the upper one."""
    people = round_robin(11)
    assert (LEAST_GAMES, LEAST_GROUP) == (10, 10)
    own = people[people["game_id"].isin(people["game_id"][people["player_id"] == 3])]
    rows = {row.key: row for row in placed(means_by_player(people, SOURCES), own, 3, SOURCES)}
    assert list(rows) == [SCORE, BEATEN, WON, "farms"], "nobody has points of tiles or cards"
    assert (rows[SCORE].mean, rows[SCORE].percentile, rows[SCORE].span) == (30, 20, None)
    assert (rows[WON].mean, rows[WON].percentile) == (rows[BEATEN].mean, rows[BEATEN].percentile) == (0.2, 20)
    assert rows[WON].span == rows[BEATEN].span == pytest.approx((10, 50))
    assert (rows[SCORE].spread.least, rows[SCORE].spread.most, sum(rows[SCORE].spread.counts)) == (10, 110, 10)


def test_whoever_has_won_all_games_need_not_be_the_best() -> None:
    """Ten of ten games won: Wilson's interval begins at 0.7225, above the shares 0 to 0.7 of eight others."""
    people = round_robin(11)
    own = people[people["game_id"].isin(people["game_id"][people["player_id"] == 11])]
    rows = {row.key: row for row in placed(means_by_player(people, SOURCES), own, 11, SOURCES)}
    assert (rows[WON].mean, rows[WON].percentile, rows[WON].span) == (1.0, 100, pytest.approx((80, 100)))


@each(
    ("players", "times", "player"),
    [(10, 2, 3), (11, 1, 99)],  # nine others with eighteen games each; somebody without a game
)
def test_in_a_small_group_nothing_is_said(players: int, times: int, player: int) -> None:
    people = round_robin(players, times)
    assert placed(means_by_player(people, SOURCES), people, player, SOURCES) == []


def test_nobody_with_few_games_is_in_a_group_or_placed_in_one() -> None:
    people = round_robin(10, times=2)
    guest = people[people["game_id"] == 0].assign(game_id=1000, player_id=[1, 50])
    people = pd.concat([people, guest], ignore_index=True)
    means = means_by_player(people, SOURCES)
    assert placed(means, people, 1, SOURCES) == [], "the guest is no tenth other"
    means = means_by_player(pd.concat([round_robin(12), guest.assign(game_id=2000)], ignore_index=True), SOURCES)
    assert placed(means, guest, 50, SOURCES) == []


def test_opponents_beaten_are_those_of_the_players_games(make_game: GameMaker) -> None:
    """Counted from places for everybody, and game by game for one: one number."""
    random = Random(2)
    games = [
        make_game(
            [{"ziggurat": random.randint(0, 2)} for _ in range(size)], player_ids=random.sample(range(1, 6), size)
        )
        for size in (2, 3, 4) * 10
    ]
    frames = build_frames(games)
    means = means_by_player(points_by_source(frames), ["ziggurat"])
    for player in range(1, 6):
        beaten = [Fraction(game.beaten).limit_denominator(12) for game in games_of_player(frames, player, NO_MODEL)]
        assert means.loc[player, BEATEN] == pytest.approx(float(sum(beaten) / len(beaten)))
