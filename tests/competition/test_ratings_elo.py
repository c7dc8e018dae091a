"""Pairwise Elo: reference numbers and the properties that make it fair."""

from __future__ import annotations

from math import exp
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.ratings.elo import START, k_factor, rate
from tests.cases import each

FIELD = [1600.0, 1500.0, 1450.0, 1400.0]


@pytest.mark.parametrize(
    ("ratings", "places", "k", "deltas"),
    [
        pytest.param([1500.0] * 2, [1, 2], [32.0] * 2, [16, -16], id="R1"),
        pytest.param([1500.0] * 3, [1, 2, 3], [32.0] * 3, [16, 0, -16], id="R2"),
        pytest.param([1500.0] * 4, [1, 2, 3, 4], [32.0] * 4, [16, 5.333333, -5.333333, -16], id="R3"),
        pytest.param([1500.0] * 4, [1, 1, 3, 4], [32.0] * 4, [10.666667, 10.666667, -5.333333, -16], id="R3t"),
        pytest.param([1500.0] * 4, [1, 2, 2, 4], [32.0] * 4, [16, 0, 0, -16], id="R3u"),
        pytest.param([1500.0] * 4, [1, 1, 1, 1], [32.0] * 4, [0, 0, 0, 0], id="R3v"),
        pytest.param(FIELD, [1, 2, 3, 4], [32.0] * 4, [9.565899, 4.571060, -3.163893, -10.973066], id="R4"),
        pytest.param(FIELD, [4, 3, 2, 1], [32.0] * 4, [-22.434101, -6.095607, 7.502773, 21.026934], id="R4r"),
        pytest.param(FIELD, [1, 1, 3, 4], [32.0] * 4, [4.232566, 9.904393, -3.163893, -10.973066], id="R4t"),
        pytest.param(
            FIELD, [1, 2, 3, 4], [16.0, 16.0, 40.0, 40.0], [4.782950, 2.285530, -3.954867, -13.716333], id="R4k"
        ),
        pytest.param([2000.0, 1200.0, 1500.0], [2, 1, 3], [32.0] * 3, [-14.989741, 29.425911, -14.436171], id="R5"),
    ],
)
def test_reference_numbers(ratings: list[float], places: list[int], k: list[float], deltas: list[float]) -> None:
    changes = rate(ratings, places, k)
    assert [change.after - change.before for change in changes] == pytest.approx(deltas, abs=1e-6)


@each(
    ("ratings", "places", "after"),
    [
        ([1200.0, 1000.0], [1, 2], [1207.68809835, 992.31190165]),
        ([900.0, 1000.0], [1, 2], [920.48207999, 979.51792001]),
        ([1200.0, 900.0, 1000.0], [1, 2, 3], [1208.34629612, 910.43382278, 981.21988111]),
        (
            [1200.0, 1000.0, 1100.0, 900.0],
            [1, 2, 3, 4],
            [1212.01868209, 1012.15595083, 1087.84404917, 887.98131791],
        ),
        ([1500.0] * 4, [1, 2, 3, 4], [1524, 1508, 1492, 1476]),
        ([1200.0, 1000.0], [1, 1], [1191.6880983473, 1008.3119016527]),
        (FIELD, [1, 2, 3, 4], [1614.3488491212, 1506.8565901215, 1445.2541600555, 1383.5404007017]),
    ],
)
def test_it_is_multielo_with_another_k(ratings: list[float], places: list[int], after: list[float]) -> None:
    """What multielo 0.4.1 computes with K = 32 (the first three lines are its README's). Its scores and expectations
    are shares of n(n-1)/2 pairs and its K is multiplied by n - 1, so our K is 2 (n - 1) / n of its K."""
    n = len(ratings)
    changes = rate(ratings, places, [32 * 2 * (n - 1) / n] * n)
    assert [change.after for change in changes] == pytest.approx(after, abs=1e-7)


def test_k_falls_from_80_to_16() -> None:
    assert k_factor(0) == 80
    assert k_factor(20) == pytest.approx(16 + 64 * exp(-1))
    assert k_factor(10_000) == pytest.approx(16)
    assert START == 1500


@st.composite
def games(draw: st.DrawFn) -> tuple[list[float], list[int]]:
    n = draw(st.integers(2, 4))
    ratings = draw(st.lists(st.floats(100, 3000), min_size=n, max_size=n))
    scores = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    return ratings, [1 + sum(other > score for other in scores) for score in scores]


@given(games(), st.randoms(use_true_random=False))
def test_order_of_players_does_not_matter(game: tuple[list[float], list[int]], rng: Random) -> None:
    ratings, places = game
    k = [k_factor(i * 7) for i in range(len(ratings))]
    order = list(range(len(ratings)))
    rng.shuffle(order)
    straight = rate(ratings, places, k)
    shuffled = rate([ratings[i] for i in order], [places[i] for i in order], [k[i] for i in order])
    assert shuffled == [straight[i] for i in order]


@given(st.integers(2, 4), st.floats(100, 3000), st.floats(1, 80))
def test_equals_who_share_a_place_stay_equal(n: int, rating: float, k: float) -> None:
    changes = rate([rating] * n, [1] * (n - 1) + [n], [k] * n)
    assert len({change.after for change in changes[:-1]}) == 1


@given(games(), st.floats(1, 80))
def test_equal_k_is_zero_sum_and_bounded(game: tuple[list[float], list[int]], k: float) -> None:
    ratings, places = game
    deltas = [change.after - change.before for change in rate(ratings, places, [k] * len(ratings))]
    assert sum(deltas) == pytest.approx(0, abs=1e-6)
    assert all(abs(delta) <= k + 1e-9 for delta in deltas)


@given(st.floats(100, 3000), st.floats(100, 3000), st.floats(1, 80))
def test_two_players_are_classic_elo(mine: float, other: float, k: float) -> None:
    expected = 1 / (1 + 10 ** ((other - mine) / 400))
    assert rate([mine, other], [1, 2], [k, k])[0].after == pytest.approx(mine + k * (1 - expected))


@given(st.integers(2, 4), st.floats(1, 80))
def test_the_stake_does_not_depend_on_the_number_of_players(n: int, k: float) -> None:
    changes = rate([1500.0] * n, list(range(1, n + 1)), [k] * n)
    assert changes[0].after - 1500 == pytest.approx(k / 2)
    assert changes[-1].after - 1500 == pytest.approx(-k / 2)


@given(games(), st.floats(-500, 500))
def test_only_differences_matter(game: tuple[list[float], list[int]], more: float) -> None:
    ratings, places = game
    k = [32.0] * len(ratings)
    deltas = [change.after - change.before for change in rate(ratings, places, k)]
    raised = [change.after - change.before for change in rate([rating + more for rating in ratings], places, k)]
    assert raised == pytest.approx(deltas, abs=1e-9)


@given(st.lists(st.integers(0, 3), min_size=2, max_size=4), st.floats(100, 3000), st.floats(1, 80))
def test_with_equal_ratings_a_better_place_is_never_worse(scores: list[int], rating: float, k: float) -> None:
    places = [1 + sum(other > score for other in scores) for score in scores]
    after = [change.after for change in rate([rating] * len(places), places, [k] * len(places))]
    assert all(
        (a > b) == (p < q) for a, p in zip(after, places, strict=True) for b, q in zip(after, places, strict=True)
    )


@pytest.mark.parametrize("bad", [([1500.0], [1], [32.0]), ([1500.0, 1500.0], [1], [32.0, 32.0])])
def test_lists_must_fit(bad: tuple[list[float], list[int], list[float]]) -> None:
    with pytest.raises(ValueError, match="at least two"):
        rate(*bad)
