"""Ratings of players who met in pairs of games, on cases that are worked out by hand."""

from __future__ import annotations

from math import isfinite, log10
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.bradley_terry import Pairing, elo_intervals, elo_ratings
from tests.profiles import LONG


def test_three_wins_of_four_are_191_points() -> None:
    """400 log10(3) = 190.85."""
    ratings = elo_ratings([Pairing("a", "b", (2, 1))], "b", 1000)
    assert ratings == pytest.approx({"b": 1000, "a": 1190.848}, abs=0.001)


def test_a_chain_adds_up_and_a_shared_win_is_half_a_win() -> None:
    """a beats b 3:1, b beats c 2.5:1.5; nobody else has met, so each step is its own odds."""
    ratings = elo_ratings([Pairing("a", "b", (2, 1)), Pairing("c", "b", (0.5, 1))], "c", 0)
    step = 400 * log10(2.5 / 1.5)
    assert ratings == pytest.approx({"c": 0, "b": step, "a": step + 400 * log10(3)}, abs=0.001)


def test_contradicting_chains_meet_between() -> None:
    """a:b, b:c and a:c are all 3:1. By symmetry b lies in the middle, and the most likely ratings expect as many wins
    of each player as were seen: six for a."""
    ratings = elo_ratings([Pairing("a", "b", (2, 1)), Pairing("b", "c", (2, 1)), Pairing("a", "c", (2, 1))], "b", 0)
    assert ratings["a"] == pytest.approx(-ratings["c"])

    def expected(one: str, other: str) -> float:
        return 4 / (1 + 10 ** ((ratings[other] - ratings[one]) / 400))

    assert expected("a", "b") + expected("a", "c") == pytest.approx(6)
    assert 400 * log10(3) / 2 < ratings["a"] < 400 * log10(3)


def test_who_has_won_everything_has_a_finite_rating_and_a_wide_interval() -> None:
    """200 of 200 count as 199.5: 400 log10(399) = 1040. The interval reaches down to about 98 %, 676 points."""
    pairings = [Pairing("a", "b", (2,) * 100)]
    assert elo_ratings(pairings, "b", 0)["a"] == pytest.approx(1040.4, abs=0.1)
    low, high = elo_intervals(pairings, "b", 0)["a"]
    assert 600 < low < 750
    assert high == pytest.approx(1040.4, abs=0.1)


def test_who_has_not_met_the_anchor_has_no_rating() -> None:
    assert elo_ratings([Pairing("a", "b", (1,)), Pairing("c", "d", (2,))], "b", 5) == pytest.approx({"b": 5, "a": 5})
    assert elo_ratings([], "b", 5) == {"b": 5}
    assert elo_intervals([], "b", 5) == {"b": (5, 5)}


def test_intervals_are_as_wide_as_the_error_of_a_share_and_the_same_each_time() -> None:
    """150 of 200 games, no two of a pair alike: one pair varies by 0.5 of wins, so the share by sqrt(0.5 / 100) / 2,
    which is 3.5 percentage points or 32.7 points of Elo (400 / ln 10 / (0.75 * 0.25) * 0.0354)."""
    pairings = [Pairing("a", "b", (2,) * 50 + (1,) * 50)]
    low, high = elo_intervals(pairings, "b", 1000)["a"]
    error = 400 / 2.302585 / (0.75 * 0.25) * (0.25 / 100) ** 0.5 / 2
    assert (high - low) / 2 == pytest.approx(1.96 * error, rel=0.12)
    assert low < 1190.8 < high
    assert elo_intervals(pairings, "b", 1000)["b"] == (1000, 1000)
    assert elo_intervals(pairings, "b", 1000)["a"] == (low, high)


WINS = st.lists(st.sampled_from([0.0, 0.5, 1.0, 1.5, 2.0]), min_size=1, max_size=8).map(tuple)


@given(st.tuples(WINS, WINS, WINS))
def test_order_names_and_sides_do_not_matter_and_nothing_is_infinite(wins: tuple[tuple[float, ...], ...]) -> None:
    pairs = [("a", "b"), ("b", "c"), ("a", "c")]
    pairings = [Pairing(*pair, of_pair) for pair, of_pair in zip(pairs, wins, strict=True)]
    turned = [Pairing(each.other, each.one, tuple(2 - won for won in each.wins)) for each in reversed(pairings)]
    ratings = elo_ratings(pairings, "a", 1000)
    assert elo_ratings(turned, "a", 1000) == pytest.approx(ratings, abs=1e-4)
    assert all(isfinite(rating) for rating in ratings.values())
    moved = elo_ratings(pairings, "b", 0)
    assert {name: rating - moved["a"] + 1000 for name, rating in moved.items()} == pytest.approx(ratings, abs=1e-4)


def test_intervals_hold_the_truth() -> None:
    """Ladders of three players whose ratings are known."""
    ladders, leeway = (200, 0.03) if LONG else (80, 0.05)
    truth, rng, held = {"a": 0.0, "b": 150.0, "c": 350.0}, Random(5), 0

    def won(one: str, other: str) -> int:
        return rng.random() < 1 / (1 + 10 ** ((truth[other] - truth[one]) / 400))

    for _ in range(ladders):
        pairings = [
            Pairing(one, other, tuple(won(one, other) + won(one, other) for _ in range(60)))
            for one, other in (("b", "a"), ("c", "b"), ("c", "a"))
        ]
        found = elo_intervals(pairings, "a", 0, resamples=200)
        held += sum(found[name].low <= truth[name] <= found[name].high for name in ("b", "c"))
    assert held / (2 * ladders) == pytest.approx(0.95, abs=leeway)


@pytest.mark.parametrize("wins", [(), (2.5,), (-1,)])
def test_what_is_no_pairing_is_refused(wins: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="no pairing"):
        Pairing("a", "b", wins)
