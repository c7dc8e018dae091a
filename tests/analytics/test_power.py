"""Numbers of games against published ones and statsmodels, and that each is the inverse of the other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.power import (
    REACH,
    games_against_par,
    games_for_means,
    games_for_rates,
    games_for_shares,
    noncentral_interval,
    noncentrality,
    smallest_effect,
    smallest_rate_above,
    smallest_share_above,
)
from tests.analytics import reference
from tests.cases import each


@each(
    ("rate", "other", "games"),
    [(0.25, 0.30, 1250), (0.25, 0.28, 3395), (0.25, 0.27, 7549), (0.50, 0.55, 1565), (0.50, 0.52, 9806)],
)
def test_games_for_two_rates(rate: float, other: float, games: int) -> None:
    assert games_for_rates(rate, other) == games == games_for_rates(other, rate)


@pytest.mark.parametrize(("rate", "games"), [(0.30, 625), (0.28, 1698), (0.27, 3775)])
def test_games_against_a_par(rate: float, games: int) -> None:
    assert games_against_par(rate, 0.25) == games
    assert smallest_rate_above(0.25, games) == pytest.approx(rate, abs=1e-4)


@pytest.mark.parametrize(
    ("shares", "games"),
    [((0.30, 0.26, 0.23, 0.21), 593), ((0.28, 0.26, 0.24, 0.22), 1363), ((0.27, 0.25, 0.25, 0.23), 3408)],
)
def test_games_for_a_seat_advantage(shares: tuple[float, ...], games: int) -> None:
    assert games_for_shares(shares) == games


def test_games_for_means() -> None:
    assert round(2 * REACH**2, 1) == 15.7
    expected = reference.NormalIndPower().solve_power(0.2, alpha=0.05, power=0.8)
    assert games_for_means(2.0, 10.0) == pytest.approx(expected, abs=1)
    assert smallest_effect(10 * (2 / 393) ** 0.5) == pytest.approx(2.0, abs=0.01)


@each("freedom", range(1, 8))
def test_noncentrality_gives_the_power(freedom: int) -> None:
    critical = reference.stats.chi2.isf(0.05, freedom)
    assert reference.stats.ncx2.sf(critical, freedom, noncentrality(freedom)) == pytest.approx(0.8, abs=1e-9)


@given(statistic=st.floats(0.1, 300), freedom=st.integers(1, 9))
def test_the_interval_of_noncentrality_inverts_the_distribution(statistic: float, freedom: int) -> None:
    low, high = noncentral_interval(statistic, freedom)
    if low:
        assert reference.stats.ncx2.sf(statistic, freedom, low) == pytest.approx(0.025, abs=1e-6)
    else:
        assert reference.stats.chi2.sf(statistic, freedom) >= 0.025 - 1e-6
    if high > 1e-6:
        assert reference.stats.ncx2.sf(statistic, freedom, high) == pytest.approx(0.975, abs=1e-6)
    else:
        assert reference.stats.chi2.sf(statistic, freedom) >= 0.975 - 1e-6


@given(n=st.integers(50, 100_000), seats=st.integers(2, 6))
def test_the_smallest_share_is_what_that_many_games_show(n: int, seats: int) -> None:
    above = smallest_share_above(seats, n)
    shares = [1 / seats + above, *[1 / seats - above / (seats - 1)] * (seats - 1)]
    assert games_for_shares(shares) == pytest.approx(n, abs=1)
    effect = above * seats / (seats - 1) ** 0.5
    assert reference.GofChisquarePower().power(effect, n, 0.05, n_bins=seats) == pytest.approx(0.8, abs=1e-6)


def test_without_games_nothing_is_shown() -> None:
    assert smallest_rate_above(0.25, 0) == 1 == smallest_rate_above(0.25, 1)
    assert smallest_share_above(4, 0) == 0.75 == smallest_share_above(4, 1)


def test_no_difference_needs_more_games_than_there_are() -> None:
    for refused in (
        lambda: games_for_rates(0.5, 0.5),
        lambda: games_against_par(0.5, 0.5),
        lambda: games_for_means(0, 1),
        lambda: games_for_shares([0.25] * 4),
    ):
        with pytest.raises(ValueError, match="no number of games"):
            refused()
