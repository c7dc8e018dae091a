"""The share of skill: worked by hand, and its interval against populations whose share is known."""

from __future__ import annotations

import numpy as np
import pytest

from analytics.intervals import Moments
from analytics.skill_share import Margins, _resampled, skill_share, skill_share_of_two


def test_a_share_worked_by_hand() -> None:
    """Means 11 and 5, variances 2: skill ((11 + 5) / 2)^2 - (2/2 + 2/2)/4 = 63.5, seat 3^2 - 0.5 = 8.5, rest 2."""
    found = skill_share([(np.array([10.0, 12.0]), np.array([4.0, 6.0]))])
    assert (found.skill, found.seat, found.rest) == pytest.approx((63.5, 8.5, 2.0))
    assert found.share == pytest.approx(63.5 / 74)


def test_each_pairing_counts_as_much_whoever_is_named_first() -> None:
    one, other = (np.array([10.0, 12.0]), np.array([4.0, 6.0])), (np.array([1.0, -1.0]), np.array([1.0, -1.0]))
    turned = (-other[1], -other[0])
    found = skill_share([one, other])
    assert found.skill == pytest.approx((63.5 - 0.5) / 2)
    assert skill_share([one, turned]).share == pytest.approx(found.share)


def test_one_game_of_a_pairing_and_seat_says_nothing_of_its_chance() -> None:
    with pytest.raises(ValueError, match="fewer than two"):
        skill_share([(np.array([10.0]), np.array([4.0, 6.0]))])


def test_resampled_games_vary_as_much_as_the_games() -> None:
    """A sample with replacement from n games has (n - 1) / n of their variance: of 4 games three quarters."""
    margins = np.array([10.0, 12.0, 4.0, 6.0])
    mean, variance, n = _resampled(margins, np.random.default_rng(1), 20_000)
    assert n == 4
    assert mean.mean() == pytest.approx(8.0, abs=0.05)
    assert variance.mean() == pytest.approx(margins.var(ddof=1), rel=0.02)


@pytest.mark.parametrize("skill", [0.0, 1.0, 3.0])
def test_the_interval_holds_the_truth(skill: float) -> None:
    """Three pairings with 0, 1 and 2 times this difference in skill, a seat worth 1, and chance with long tails (t with
    6 degrees of freedom, variance 1.5): 95 of 100 intervals hold, up to two Monte Carlo errors of 100 trials."""
    rng = np.random.default_rng(5)
    means = [0.0, skill, 2 * skill]
    squares = sum(mean * mean for mean in means) / 3
    truth = squares / (squares + 1 + 1.5)
    trials, held, shares = 100, 0, []
    for trial in range(trials):
        found = skill_share([_played(rng, mean) for mean in means], seed=trial, resamples=400)
        shares.append(found.share)
        held += found.interval.low <= truth <= found.interval.high
    assert held / trials > 0.95 - 2 * 0.022
    assert np.mean(shares) == pytest.approx(truth, abs=0.02)


def _played(rng: np.random.Generator, mean: float) -> tuple[Margins, Margins]:
    first, second = rng.standard_t(6, (2, 40))
    return mean + 1 + first, mean - 1 + second


def test_the_share_of_two_worked_by_hand() -> None:
    """d = 5 / 10: 0.25 - 1/100 = 0.24, 0.24 / 1.24; half = 1.96 sqrt(1/100 + 0.25/200) = 0.2079."""
    found = skill_share_of_two(Moments(100, -5.0, 100.0))
    assert found is not None
    share, interval = found
    assert share == pytest.approx(0.24 / 1.24)
    assert interval.low == pytest.approx(0.2921**2 / (1 + 0.2921**2), abs=1e-3)
    assert interval.high == pytest.approx(0.7079**2 / (1 + 0.7079**2), abs=1e-3)


def test_equals_have_no_share_and_an_interval_from_0() -> None:
    found = skill_share_of_two(Moments(100, 0.5, 100.0))
    assert found is not None
    assert (found[0], found[1].low) == (0.0, 0.0)
    assert skill_share_of_two(Moments(100, 5.0, 0.0)) is None


def test_the_interval_of_two_holds_the_truth() -> None:
    rng = np.random.default_rng(6)
    trials, truth, held = 2000, 0.36 / 1.36, 0
    games = 0.6 + rng.standard_normal((trials, 60))
    for sample in games:
        found = skill_share_of_two(Moments(60, float(sample.mean()), float(sample.var(ddof=1))))
        assert found is not None
        held += found[1].low <= truth <= found[1].high
    assert abs(held / trials - 0.95) < 0.015
