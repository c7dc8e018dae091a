"""Intervals against published numbers, against statsmodels and scipy, and what they do at the edges."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, variance

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.intervals import (
    Moments,
    clustered_moments,
    mean_difference,
    mean_interval,
    mean_interval_from_sums,
    moments,
    normal_interval,
    proportion_difference,
    sample_size,
    t975,
    wilson,
)
from tests.analytics import reference
from tests.cases import each


@each(
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
    assert interval == pytest.approx(reference.proportion_confint(successes, n, method="wilson"), abs=1e-9)
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


@each("freedom", [1, 2, 3, 5, 9, 10, 11, 12, 15, 20, 29, 60, 120, 1000])
def test_t_quantiles_agree_with_scipy(freedom: int) -> None:
    assert t975(freedom) == pytest.approx(reference.stats.t.ppf(0.975, freedom), abs=2e-4)


def test_t_quantile_needs_a_degree_of_freedom() -> None:
    with pytest.raises(ValueError, match="degrees"):
        t975(0)


@given(st.lists(st.integers(-50, 200), min_size=2, max_size=40).filter(lambda values: len(set(values)) > 1))
def test_mean_interval_agrees_with_scipy(values: list[int]) -> None:
    n = len(values)
    mean = sum(values) / n
    error = (sum((value - mean) ** 2 for value in values) / (n - 1) / n) ** 0.5
    expected = reference.stats.t.interval(0.95, n - 1, loc=mean, scale=error)
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


@each(("n", "sample"), [(0, "tiny"), (19, "tiny"), (20, "small"), (29, "small"), (30, "enough")])
def test_sample_sizes(n: int, sample: str) -> None:
    assert sample_size(n) == sample


VALUES = st.lists(st.integers(-300, 300), min_size=2, max_size=40)
UNIT = 1_440_000


@given(values=VALUES, parts=st.sampled_from([1, 2, 3, 4, 12]), offset=st.integers(0, 10**7))
def test_sums_give_the_mean_and_the_interval_of_the_values(values: list[int], parts: int, offset: int) -> None:
    """Values in thirds, quarters..., also far from zero, where a subtraction of floats would cancel."""
    shifted = [(value + offset) / parts for value in values]
    total = sum((value + offset) * UNIT // parts for value in values)
    squares = sum((value + offset) ** 2 * UNIT // parts**2 for value in values)
    sample = moments(len(values), total, squares, unit=UNIT)
    assert sample is not None
    assert sample.mean == pytest.approx(fmean(shifted))
    assert sample.variance == pytest.approx(variance(value / parts for value in values), abs=1e-9)
    expected = mean_interval(shifted)
    interval = mean_interval_from_sums(len(values), total, squares, unit=UNIT)
    assert interval == (None if expected is None else pytest.approx(expected, rel=1e-9))


def test_sums_of_too_little_have_no_interval() -> None:
    assert moments(0, 0, 0) is None
    assert moments(1, 7, 49) == (1, 7, None)
    assert [mean_interval_from_sums(n, 7 * n, 49 * n) for n in (0, 1, 3)] == [None, None, None]
    assert mean_interval_from_sums(3, 4, 5, unit=1) is None, "squares that were rounded down leave no negative variance"
    low, _ = mean_interval_from_sums(3, 10, 100, signed=False) or (1, 1)
    assert low == 0


@given(VALUES, VALUES)
def test_the_difference_of_means_agrees_with_statsmodels(a: list[int], b: list[int]) -> None:
    found = mean_difference([(Moments(len(a), fmean(a), variance(a)), Moments(len(b), fmean(b), variance(b)))])
    assert found is not None
    if len(set(a)) == len(set(b)) == 1:
        assert (found.error, found.interval) == (0, (b[0] - a[0], b[0] - a[0]))
        return
    comparison = reference.CompareMeans(reference.DescrStatsW(a), reference.DescrStatsW(b))
    expected = comparison.tconfint_diff(usevar="unequal")
    assert found.freedom == pytest.approx(comparison.dof_satt())
    ratio = (found.interval.high - found.interval.low) / (expected[1] - expected[0])
    assert 0.999 < ratio < (1.25 if min(len(a), len(b)) < 4 else 1.01)


def test_the_difference_of_means_of_large_samples() -> None:
    found = mean_difference([(Moments(900, 48.0, 225.0), Moments(400, 50.0, 100.0))])
    assert found is not None
    assert found.interval == pytest.approx((2 - 1.962 * 0.5**0.5, 2 + 1.962 * 0.5**0.5), abs=2e-3)
    assert mean_difference([(Moments(1, 5.0, None), Moments(900, 48.0, 225.0))]) is None
    assert mean_difference([]) is None


def test_means_are_compared_within_strata() -> None:
    """Long games of four and short games of two: who plays more of the one does not play longer games."""
    short, long = 20.0, 50.0
    strata = [
        (Moments(10, short, 16.0), Moments(90, short + 1, 16.0)),
        (Moments(90, long, 25.0), Moments(10, long + 1, 25.0)),
    ]
    found = mean_difference(strata)
    assert found is not None
    assert found.value == pytest.approx(1)
    assert found.error == pytest.approx(sqrt((16 + 25) * (1 / 10 + 1 / 90) / 4))
    assert 16 < found.deviation**2 < 25
    assert mean_difference([*strata, (Moments(1, 9.0, None), Moments(50, 7.0, 1.0))]) == found


@given(st.lists(st.tuples(st.integers(2, 5), st.integers(-20, 200)), min_size=2, max_size=30))
def test_means_over_clusters_agree_with_the_ratio_estimator(clusters: list[tuple[int, int]]) -> None:
    k, sizes, total = len(clusters), sum(m for m, _ in clusters), sum(t for _, t in clusters)
    found = clustered_moments(
        k,
        total,
        sizes,
        sum(t * t for _, t in clusters),
        sum(t * m for m, t in clusters),
        sum(m * m for m, _ in clusters),
    )
    assert found is not None
    assert found.mean == total / sizes
    residuals = sum((t - found.mean * m) ** 2 for m, t in clusters)
    assert found.error == pytest.approx(sqrt(k / (k - 1) * residuals) / sizes, abs=1e-9)
    assert clustered_moments(0, 0, 0, 0, 0, 0) is None
    assert clustered_moments(1, 7, 2, 49, 14, 4) == (1, 3.5, None)


def test_the_difference_of_proportions_is_the_published_one() -> None:
    assert proportion_difference(60, 200, 45, 200) == pytest.approx((-0.0113, 0.1599), abs=5e-5)
    assert proportion_difference(0, 0, 45, 200) is None


@given(st.integers(0, 50), st.integers(50, 400), st.integers(0, 50), st.integers(50, 400))
def test_the_difference_of_proportions_agrees_with_statsmodels(x: int, n: int, y: int, m: int) -> None:
    expected = reference.confint_proportions_2indep(x, n, y, m, method="newcomb", compare="diff")
    assert proportion_difference(x, n, y, m) == pytest.approx(expected, abs=1e-9)


def test_normal_interval() -> None:
    assert normal_interval(1.0, 0.5) == pytest.approx((0.020018, 1.979982), abs=1e-6)
