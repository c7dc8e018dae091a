"""Tests of significance against published numbers, statsmodels and scipy; and that a long list of cards without any
strength raises one false alarm, not sixteen.
"""

from __future__ import annotations

from math import inf, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.intervals import Z95, sample_size
from analytics.power import chi_square_power
from analytics.significance import (
    Q_BELOW,
    RATIO_BELOW,
    BetaPrior,
    Estimate,
    beta_prior,
    chi_square_p,
    hardly_chance,
    normal_p,
    normal_prior,
    q_values,
    sample_ratio_p,
    student_p,
)
from tests.analytics import reference
from tests.cases import each

SUCCESSES = [11, 82, 2, 0, 1203, 5]
COUNTS = [104, 1351, 26, 40, 7592, 166]


@given(statistic=st.floats(0, 2000), freedom=st.integers(1, 40))
def test_chi_square_agrees_with_scipy(statistic: float, freedom: int) -> None:
    assert chi_square_p(statistic, freedom) == pytest.approx(
        reference.stats.chi2.sf(statistic, freedom), rel=1e-9, abs=1e-300
    )


@given(ratio=st.floats(0.4, 2.5), freedom=st.integers(1, 6), noncentral=st.floats(0.1, 300))
def test_noncentral_chi_square_agrees_with_scipy(ratio: float, freedom: int, noncentral: float) -> None:
    """Far away from the noncentrality scipy overflows."""
    statistic = ratio * (freedom + noncentral)
    expected = reference.stats.ncx2.sf(statistic, freedom, noncentral)
    assert chi_square_power(statistic, freedom, noncentral) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("statistic", "freedom"), [(-1.0, 1), (1.0, 0)])
def test_chi_square_refuses_nonsense(statistic: float, freedom: int) -> None:
    with pytest.raises(ValueError, match="chi-square"):
        chi_square_p(statistic, freedom)


@given(st.floats(-30, 30))
def test_normal_p_agrees_with_scipy(z: float) -> None:
    assert normal_p(z) == pytest.approx(2 * reference.stats.norm.sf(abs(z)), rel=1e-9)


@given(st.floats(-8, 8), st.floats(4, 500))
def test_student_p_agrees_with_scipy(t: float, freedom: float) -> None:
    assert student_p(t, freedom) == pytest.approx(2 * reference.stats.t.sf(abs(t), freedom), abs=0.003)


def test_q_values_are_the_published_ones() -> None:
    p = [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216]
    q = [0.01, 0.04, 0.084, 0.084, 0.084, 0.1, 0.105714, 0.216, 0.216, 0.216]
    assert q_values(p) == pytest.approx(q, abs=1e-6)
    assert q_values(p[::-1]) == pytest.approx(q[::-1], abs=1e-6)
    assert q_values([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_q_values_agree_with_statsmodels(p: list[float]) -> None:
    assert q_values(p) == pytest.approx(reference.multipletests(p, method="fdr_bh")[1], abs=1e-9)


def test_sample_ratio() -> None:
    assert sample_ratio_p([500, 520], [1, 1]) == pytest.approx(reference.stats.chisquare([500, 520]).pvalue)
    expected = reference.stats.chisquare([700, 190, 110], [660, 220, 120]).pvalue
    assert sample_ratio_p([700, 190, 110], [0.66, 0.22, 0.12]) == pytest.approx(expected)
    assert sample_ratio_p([600, 400], [1, 1]) < RATIO_BELOW < sample_ratio_p([520, 480], [1, 1])
    assert sample_ratio_p([0, 0], [1, 1]) == 1 == sample_ratio_p([7], [1])
    with pytest.raises(ValueError, match="share"):
        sample_ratio_p([1, 1], [1, 0])


def test_posterior_means_are_the_published_ones() -> None:
    prior = BetaPrior(1303 / 9279, 82.71526988591012)
    expected = [0.12112, 0.06530, 0.12524, 0.09465, 0.15826, 0.06680]
    shrunk = [prior.shrink(x, n) for x, n in zip(SUCCESSES, COUNTS, strict=True)]
    assert shrunk == pytest.approx(expected, abs=1e-5)


def test_the_prior_of_rates_is_near_maximum_likelihood_and_not_the_largest_row() -> None:
    x, n = np.array(SUCCESSES), np.array(COUNTS)

    def loss(t: np.ndarray) -> float:
        mean, strength = 1 / (1 + np.exp(-t[0])), np.exp(t[1])
        return -float(reference.stats.betabinom.logpmf(x, n, mean * strength, (1 - mean) * strength).sum())

    best = reference.optimize.minimize(loss, [-1, 4], method="Nelder-Mead").x
    prior = beta_prior(SUCCESSES, COUNTS)
    assert prior is not None
    assert prior.mean == pytest.approx(1 / (1 + np.exp(-best[0])), abs=0.002)
    assert prior.strength == pytest.approx(np.exp(best[1]), rel=0.15)
    assert prior.mean < 0.08 < sum(SUCCESSES) / sum(COUNTS)


def test_rates_that_differ_by_chance_only_are_all_the_same() -> None:
    prior = beta_prior([25, 26, 24, 25], [100, 100, 100, 100])
    assert prior == (0.25, inf)
    assert prior is not None
    assert prior.shrink(1, 1) == 0.25
    assert beta_prior([0, 0], [10, 20]) == (0, inf)
    assert beta_prior([3], [10]) == (0.3, inf)
    assert beta_prior([], []) is None is beta_prior([0], [0])


def test_rows_without_observations_do_not_matter() -> None:
    assert beta_prior([*SUCCESSES, 0], [*COUNTS, 0]) == beta_prior(SUCCESSES, COUNTS)


def test_the_scatter_of_effects_agrees_with_statsmodels() -> None:
    values, variances = np.array([2.0, -1.0, 4.0, 0.5, 7.0]), np.array([1.0, 0.5, 2.0, 0.2, 4.0])
    # Far above rounding: where rounding makes its estimating equation negative, statsmodels gives up and answers 0.
    # Its steps here leave 9e-5, then 2e-9 of the equation, so it stops at the second of these on every processor.
    expected = reference.combine_effects(values, variances, method_re="iterated", atol=1e-6)
    prior = normal_prior([Estimate(*pair) for pair in zip(values, np.sqrt(variances), strict=True)])
    assert prior is not None
    assert prior.spread**2 == pytest.approx(expected.tau2, rel=1e-8)
    assert prior.mean == pytest.approx(expected.mean_effect_re, rel=1e-8)
    assert prior.mean_error == pytest.approx(expected.sd_eff_w_re, rel=1e-8)


@given(st.lists(st.builds(Estimate, st.floats(-20, 20), st.floats(0.1, 5)), min_size=2, max_size=30))
def test_the_scatter_explains_what_chance_does_not(estimates: list[Estimate]) -> None:
    prior = normal_prior(estimates)
    assert prior is not None
    pulls = [(e.value - prior.mean) ** 2 / (e.error**2 + prior.spread**2) for e in estimates]
    if prior.spread:
        assert sum(pulls) == pytest.approx(len(estimates) - 1)
    else:
        assert sum(pulls) <= len(estimates) - 1 + 1e-9


def test_shrinking_effects() -> None:
    exact, noisy = Estimate(4.0, 0.01), Estimate(4.0, 5.0)
    prior = normal_prior([exact, noisy, Estimate(-4.0, 0.5), Estimate(0.0, 0.0)])
    assert prior is not None
    assert prior.shrink(exact).value == pytest.approx(4.0, abs=0.01)
    assert abs(prior.shrink(noisy).value - prior.mean) < 0.7 * abs(noisy.value - prior.mean)
    assert prior.shrink(noisy).error < noisy.error
    assert prior.shrink(Estimate(1.0, 0.0)) == (1.0, 0.0)
    same = normal_prior([Estimate(1.0, 1.0), Estimate(1.2, 1.0)])
    assert same is not None
    assert same == pytest.approx((1.1, 1 / sqrt(2), 0.0))
    assert same.shrink(Estimate(1.0, 1.0)) == pytest.approx((1.1, 1 / sqrt(2)))
    assert normal_prior([]) is None is normal_prior([Estimate(1.0, 0.0)])


def test_a_long_list_raises_one_false_alarm_instead_of_sixteen() -> None:
    """240 cards, 12 of them worth five points of win rate, the others next to nothing."""
    rng = np.random.default_rng(5)
    naive, controlled, found, raw_error, shrunk_error = [], [], [], [], []
    planted = np.arange(240) < 12
    for _ in range(30):
        n = np.maximum(20, np.exp(rng.normal(np.log(150), 1.0, 240)).astype(int))
        truth = 0.25 + rng.normal(0, 0.01, 240) + 0.05 * planted
        wins = rng.binomial(n, truth)
        rate, z2 = wins / n, Z95**2
        centre = (rate + z2 / (2 * n)) / (1 + z2 / n)
        half = Z95 * np.sqrt(rate * (1 - rate) / n + z2 / (4 * n * n)) / (1 + z2 / n)
        naive.append((np.abs(centre - 0.25) > half)[~planted].sum())
        z = (wins - 0.25 * n) / np.sqrt(n * 0.25 * 0.75)
        marked = np.array(q_values([normal_p(value) for value in z])) <= Q_BELOW
        controlled.append(marked[~planted].sum())
        found.append(marked[planted].sum())
        prior = beta_prior(wins.tolist(), n.tolist())
        assert prior is not None
        shrunk = np.array([prior.shrink(x, m) for x, m in zip(wins.tolist(), n.tolist(), strict=True)])
        raw_error.append(np.mean((rate - truth) ** 2))
        shrunk_error.append(np.mean((shrunk - truth) ** 2))
    assert np.mean(naive) == pytest.approx(16, abs=2)
    assert np.mean(controlled) == pytest.approx(1, abs=0.7)
    assert np.mean(found) > 1
    assert np.mean(raw_error) / np.mean(shrunk_error) > 8


@each(
    ("q", "games", "named"),
    [(Q_BELOW, 20, True), (Q_BELOW, 30, True), (Q_BELOW + 0.01, 30, False), (None, 30, False), (0.0, 19, False)],
)
def test_a_row_is_named_by_its_q_value_unless_its_sample_is_tiny(q: float | None, games: int, named: bool) -> None:
    assert hardly_chance(q, sample_size(games)) is named
