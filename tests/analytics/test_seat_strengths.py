"""Strengths of players are told from seats, results carry the error of strengths, strengths that move are seen."""

from __future__ import annotations

import json

import numpy as np
import numpy.typing as npt
import pytest

from analytics.frames import Ints
from analytics.model import Model
from analytics.seat_strengths import NO_STRENGTHS, SeatModel, fit_strengths, judge

Floats = npt.NDArray[np.float64]


def club(games: int, waves: int = 0, seed: int = 1) -> tuple[Ints, Floats, Ints]:
    """People, wins and places of eight who meet at tables of three, the strongest in front in six of ten games."""
    rng = np.random.default_rng(seed)
    people = 10 + rng.random((games, 8)).argsort(axis=1)[:, :3]
    skills = np.broadcast_to(rng.normal(0, 0.6, 8), (games, 8))
    if waves:
        skills = skills + 1.2 * np.sin(2 * np.pi * (np.arange(games)[:, None] / waves + rng.random(8)))
    mine = np.take_along_axis(skills, people - 10, axis=1)
    for game in np.flatnonzero(rng.random(games) < 0.6):
        best = mine[game].argmax()
        people[game, [0, best]], mine[game, [0, best]] = people[game, [best, 0]], mine[game, [best, 0]]
    places = 1 + (-mine - rng.gumbel(size=mine.shape)).argsort(axis=1).argsort(axis=1)
    return people, (places == 1) * 1.0, places


def fitted(people: Ints, wins: Floats, places: Ints) -> SeatModel:
    return fit_strengths(np.zeros(wins.shape), people, wins, places)


def test_a_strong_player_who_likes_a_seat_does_not_make_it_a_good_one() -> None:
    """7 wins three of four games against 8, in either seat, and sits first in two of three: seat 1 wins 28 of 48."""
    first = np.array([[7, 8]] * 32 + [[8, 7]] * 16)
    won = np.array([1] * 24 + [2] * 8 + [2] * 12 + [1] * 4)
    places = np.stack([won, 3 - won], axis=1)
    wins = (places == 1) * 1.0
    assert wins[:, 0].sum() == 28
    model = fitted(first, wins, places)
    assert model.players == (7, 8)
    assert model.strengths[0] - model.strengths[1] == pytest.approx(np.log(3), abs=0.15)
    found = judge(model, np.zeros(wins.shape), first, wins)
    assert found.known.all()
    assert found.expected[0] == pytest.approx([3 / 4, 1 / 4], abs=0.03)
    assert found.results.mean(axis=0) == pytest.approx([0, 0], abs=0.005)


@pytest.mark.parametrize(("games", "others"), [(120, 0), (60, 8)])
def test_the_scatter_of_results_is_the_error_of_their_mean(games: int, others: int) -> None:
    """Reference: the jackknife, which fits the strengths anew without each game. Of sixteen people in sixty games, each
    strength follows a few results."""
    people, wins, places = club(games)
    people += others * (np.arange(games)[:, None] % 2)

    def value(kept: npt.NDArray[np.bool_]) -> Floats:
        rest = people[kept], wins[kept], places[kept]
        return judge(fitted(*rest), np.zeros(rest[1].shape), *rest[:2]).results.mean(axis=0)

    without = np.array([value(np.arange(games) != game) for game in range(games)])
    jackknife = np.sqrt((games - 1) / games * ((without - without.mean(axis=0)) ** 2).sum(axis=0))
    found = judge(fitted(people, wins, places), np.zeros(wins.shape), people, wins)
    assert np.sqrt(found.squares.sum(axis=0)) / games == pytest.approx(jackknife, rel=0.1)
    # It is larger than that of known strengths where players are tied to the seat.
    assert jackknife[0] > 1.1 * np.sqrt(2 / 9 / games)


def test_strengths_that_move_are_told_from_steady_ones() -> None:
    steady = [fitted(*club(300, seed=seed)).movement for seed in range(6)]
    moving = [fitted(*club(300, waves=90, seed=seed)).movement for seed in range(6)]
    assert np.median(steady) < 0.4 < 1.5 < np.median(moving)
    people, wins, places = club(300, waves=90)
    movable = judge(fitted(people, wins, places), np.zeros(wins.shape), people, wins).movable.mean(axis=0)
    assert movable[0] > 0.05
    assert movable.sum() == pytest.approx(0)


def test_who_seldom_plays_has_no_strength() -> None:
    people = np.arange(40).reshape(20, 2)
    places = np.tile([1, 2], (20, 1))
    assert fit_strengths(np.zeros((20, 2)), people, (places == 1) * 1.0, places) == NO_STRENGTHS
    rated = np.log(np.tile([3.0, 1.0], (20, 1)))
    found = judge(NO_STRENGTHS, rated, people, (places == 1) * 1.0)
    assert found.results[0] == pytest.approx([1 / 4, -1 / 4])
    assert not found.known.any()
    guest = judge(fitted(*club(100)), np.zeros((1, 3)), np.array([[10, 11, 99]]), np.array([[0.0, 0, 1]]))
    assert not guest.known.any()


def test_strengths_are_beyond_the_ratings() -> None:
    """Ratings that say all leave nothing to the strengths."""
    first = np.array([[7, 8]] * 20 + [[8, 7]] * 20)
    won = np.array(([1] * 15 + [2] * 5) + ([2] * 15 + [1] * 5))
    places = np.stack([won, 3 - won], axis=1)
    rated = np.where(first == 7, np.log(3), 0.0)
    model = fit_strengths(rated, first, (places == 1) * 1.0, places)
    assert model.strengths == pytest.approx((0, 0), abs=1e-6)


def test_a_model_is_read_back_bit_for_bit() -> None:
    model = Model(strengths={3: fitted(*club(60))})
    assert Model.from_json(json.loads(json.dumps(model.to_json()))) == model
