"""Intervals against published numbers, against statsmodels and scipy, and what they do at the edges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t as student
from statsmodels.stats.proportion import proportion_confint

from analytics.intervals import mean_interval, sample_size, t975, wilson


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (0, 10, 0.0, 0.277533),
        (1, 10, 0.017876, 0.404150),
        (4, 10, 0.168180, 0.687326),
        (10, 10, 0.722467, 1.0),
        (13, 40, 0.200845, 0.479823),
        (30, 100, 0.218949, 0.395849),
        (300, 1000, 0.272407, 0.329124),
    ],
)
def test_wilson_gives_the_published_numbers(successes: int, n: int, low: float, high: float) -> None:
    assert wilson(successes, n) == pytest.approx((low, high), abs=1e-6)


@given(n=st.integers(1, 5000), share=st.floats(0, 1))
def test_wilson_agrees_with_statsmodels_and_holds_the_rate(n: int, share: float) -> None:
    successes = round(share * n)
    interval = wilson(successes, n)
    assert interval is not None
    assert interval == pytest.approx(proportion_confint(successes, n, method="wilson"), abs=1e-9)
    assert 0 <= interval.low <= successes / n + 1e-12
    assert successes / n - 1e-12 <= interval.high <= 1


def test_wilson_takes_shared_wins() -> None:
    low, high = wilson(4.5, 10) or (0, 0)
    assert (wilson(4, 10) or (0,))[0] < low < 0.45 < high < (wilson(5, 10) or (0, 0))[1]


def test_wilson_without_observations_knows_nothing() -> None:
    assert wilson(0, 0) is None


@pytest.mark.parametrize(("successes", "n"), [(-1, 10), (11, 10), (1, 0)])
def test_wilson_refuses_impossible_counts(successes: int, n: int) -> None:
    with pytest.raises(ValueError, match="successes"):
        wilson(successes, n)


@pytest.mark.parametrize("freedom", [1, 2, 3, 5, 9, 10, 11, 12, 15, 20, 29, 60, 120, 1000])
def test_t_quantiles_agree_with_scipy(freedom: int) -> None:
    assert t975(freedom) == pytest.approx(student.ppf(0.975, freedom), abs=2e-4)


def test_t_quantile_needs_a_degree_of_freedom() -> None:
    with pytest.raises(ValueError, match="degrees"):
        t975(0)


@given(st.lists(st.integers(-50, 200), min_size=2, max_size=40).filter(lambda values: len(set(values)) > 1))
def test_mean_interval_agrees_with_scipy(values: list[int]) -> None:
    n = len(values)
    mean = sum(values) / n
    error = (sum((value - mean) ** 2 for value in values) / (n - 1) / n) ** 0.5
    expected = student.interval(0.95, n - 1, loc=mean, scale=error)
    assert mean_interval(values) == pytest.approx(expected, rel=1e-3, abs=0.02)


@pytest.mark.parametrize("values", [[], [5], [7, 7, 7]])
def test_mean_interval_needs_spread(values: list[float]) -> None:
    assert mean_interval(values) is None


def test_mean_interval_of_unsigned_values_is_not_negative() -> None:
    signed, unsigned = mean_interval([0, 0, 10]), mean_interval([0, 0, 10], signed=False)
    assert signed is not None
    assert unsigned is not None
    assert signed.low < 0 == unsigned.low
    assert signed.high == unsigned.high


@pytest.mark.parametrize(("n", "sample"), [(0, "tiny"), (19, "tiny"), (20, "small"), (71, "small"), (72, "enough")])
def test_sample_sizes(n: int, sample: str) -> None:
    assert sample_size(n) == sample
