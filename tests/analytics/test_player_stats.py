"""A player's own numbers: placement against expectation, opponents, peers of the same strength, cards."""

from __future__ import annotations

from math import log
from random import Random

import pytest

from analytics.frames import build_frames, points_by_source
from analytics.model import NO_MODEL, Model
from analytics.player_stats import (
    against_peers,
    by_players,
    by_seat,
    error_above,
    games_of_player,
    opponents_of,
    own_cards,
    record_of,
)
from analytics.sources import SCORE
from tests.analytics.conftest import GameMaker
from tests.analytics.played import game

ANA, BEN, CEM, DIA = 1, 2, 3, 4


ELO = Model(temperature=400 / log(10))
"""Chances on the scale of Elo: 1 / (1 + 10 ** (difference / 400)) against one other."""


def scored(*scores: int) -> list[dict[str, int]]:
    return [{"ziggurat": score} for score in scores]


def test_the_share_of_opponents_beaten_is_the_placement_on_one_scale(make_game: GameMaker) -> None:
    """(n - mean rank) / (n - 1); places two to four are shared here, so their mean rank is 3."""
    games = [
        make_game(scored(9, 5, 5, 5), ratings=[1600, 1500, 1450, 1400]),
        make_game(scored(5, 9, 5), ratings=[1500, 1500, None], finished_at=1_790_000_100),
    ]
    latest, first = games_of_player(build_frames(games), ANA, ELO)
    assert (first.beaten, first.place, first.win, round(first.chance, 3)) == (1.0, 1, 1.0, 0.435)
    assert first.expected == pytest.approx(2.103197 / 3, abs=1e-6)  # the pair sum of the note, section 1.4
    assert latest.beaten == (3 - 2.5) / 2
    assert latest.expected is None
    record = record_of([latest, first])
    assert record is not None
    assert (record.games, record.known, record.wins, record.beaten) == (2, 1, 1.0, 0.625)
    assert record.expected == first.expected
    assert record.interval is None
    assert [(players, of.games) for players, of in by_players([latest, first])] == [(3, 1), (4, 1)]
    assert [(at, of.games) for at, of in by_seat([latest, first, first])] == [((3, 0), 1), ((4, 0), 2)]
    assert record_of([]) is None


def test_games_that_end_alike_do_not_make_the_mean_certain() -> None:
    """Five wins at a chance of 0.8: all differences are 0.2, but results vary by 0.8 * 0.2. The error is
    sqrt(0.16 / 5) = 0.1789, the interval 0.2 -+ 2.7764 * 0.1789."""
    record = record_of([game(number, win=1.0, expected=0.8) for number in range(5)])
    assert record is not None
    assert record.interval == pytest.approx((0.2 - 0.4966, 0.2 + 0.4966), abs=1e-4)
    assert error_above([game(1)]) is None
    assert error_above([game(1), game(2, expected=None)]) is None


def test_where_results_scatter_more_than_chances_say_their_scatter_counts() -> None:
    """Differences -0.9 and 0.1 ten times each: variance 0.25 * 20 / 19, while 0.9 * 0.1 is expected."""
    error = error_above([game(number, win=float(number % 2), expected=0.9) for number in range(20)])
    assert error == pytest.approx((0.25 / 19) ** 0.5)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_among_equals_the_variance_is_that_of_places_by_chance(players: int) -> None:
    """Places 1 to n are equally likely: shares k / (n - 1) have the variance (n + 1) / (12 (n - 1))."""
    shares = [k / (players - 1) for k in range(players)]
    by_chance = sum((share - 0.5) ** 2 for share in shares) / players
    error = error_above([game(number, players=players, beaten=0.5) for number in range(4)])
    assert error == pytest.approx((by_chance / 4) ** 0.5)


@pytest.mark.parametrize("model", [ELO, Model(temperature=300.0), NO_MODEL])
def test_the_winning_chance_of_two_is_what_is_expected(make_game: GameMaker, model: Model) -> None:
    """One number under two names would be two predictions of one game."""
    frames = build_frames([make_game(scored(9, 5), ratings=[1700, 1500])])
    [game] = games_of_player(frames, ANA, model)
    [opponent] = opponents_of(frames, ANA, model)
    assert game.expected == opponent.expected == pytest.approx(game.chance, abs=1e-6)
    assert (game.expected == 0.5) == (model.temperature is None)


def test_head_to_head_adds_up_to_the_opponents_beaten(make_game: GameMaker) -> None:
    random = Random(1)
    games = [
        make_game(
            scored(*(random.randint(0, 3) for _ in range(4))),
            player_ids=random.sample([ANA, BEN, CEM, DIA], 4),
            ratings=[1500.0] * 4,
        )
        for _ in range(30)
    ]
    frames = build_frames(games)
    played, opponents = games_of_player(frames, ANA, ELO), opponents_of(frames, ANA, ELO)
    assert [(row.player_id, row.games) for row in opponents] == [(BEN, 30), (CEM, 30), (DIA, 30)]
    assert sum(row.better for row in opponents) == pytest.approx(3 * sum(game.beaten for game in played))
    assert all(row.expected == 15 for row in opponents)


def test_peers_are_weighted_to_the_players_numbers_of_players(make_game: GameMaker) -> None:
    """The player makes 5 more than the peers at every size of table and in every variant, and plays more often at the
    small ones; taken together without weights the difference would be another one."""
    others = list(range(11, 21))
    games = [make_game(scored(35 + wave, 30), player_ids=[ANA, other]) for wave in (-1, 1) for other in others]
    games += [make_game(scored(15, 10, 10, 10), player_ids=[ANA, *others[:3]])]
    games += [make_game(scored(9, 11, 10, 10), player_ids=others[2:6]) for _ in range(30)]
    games += [make_game(scored(65, 60), player_ids=[ANA, others[0]], ruleset="seven_of_nine")]
    games += [make_game(scored(59, 61), player_ids=others[:2], ruleset="seven_of_nine") for _ in range(30)]
    frames = build_frames(games)
    people = points_by_source(frames).merge(frames.games[["game_id", "players", "variant"]], on="game_id")
    found = against_peers(people, ANA, others, ["ziggurat"])
    assert found is not None
    assert (found.games, found.peers, found.peer_games) == (22, 10, 20 + 3 + 120 + 1 + 60)
    score, ziggurat = found.rows
    assert score.source == SCORE
    assert ziggurat.difference == score.difference == pytest.approx(5)
    assert score.interval is not None
    assert score.interval.low < 5 < score.interval.high
    assert against_peers(people, ANA, others[:9], ["ziggurat"]) is None, "nine"
    assert against_peers(people, 99, others, ["ziggurat"]) is None


def test_cards_are_shrunk_and_count_once_a_game(make_game: GameMaker) -> None:
    taken = [[1, 0, "1", "taken", ["1", "2"]], [2, 0, "1", "taken", ["1"]], [3, 1, "2", "taken", ["2"]]]
    games = [make_game(scored(9, 1), cards=taken) for _ in range(12)]
    games += [make_game(scored(1, 9), cards=[[1, 0, "2", "taken", ["2"]]]) for _ in range(12)]
    games += [make_game(scored(9, 1), cards=[[1, 0, "3", "taken", ["3"]]])]
    cards = own_cards(build_frames(games), NO_MODEL, ANA)
    assert cards.expectation == "ratings"
    assert {card.card: (card.games, card.wins, card.above) for card in cards.rows} == {
        "1": (12, 12.0, 0.5),
        "2": (12, 0.0, -0.5),
        "3": (1, 1.0, 0.5),
    }
    assert [card.card for card in cards.rows] == ["1", "3", "2"]
    one, few, two = cards.rows
    assert one.difference == pytest.approx(0.5 - (12 * -0.5 + 0.5) / 13)
    assert one.shrunk is not None
    assert few.shrunk is not None
    assert one.interval is not None
    assert 0 < few.shrunk < one.shrunk < one.difference
    assert one.interval.low > 0
    assert one.q is not None
    assert few.q is not None
    assert one.q < 0.01 < few.q
    assert two.sample == "tiny"
    assert own_cards(build_frames(games), NO_MODEL, 99).rows == ()
