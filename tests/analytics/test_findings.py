"""What is said of a difference: by chance and by size, in one list, and what the stated smallest difference means."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from analytics.findings import Finding, MeasuredDifference, judge
from analytics.power import REACH, smallest_effect
from analytics.significance import Q_BELOW, student_p, student_quantile
from tests.analytics import reference
from tests.cases import each


def finding(value: float, error: float, beside: int = 0, enough: bool = True) -> Finding:
    """Of one difference, where a size of 1 matters, beside so many others that are nothing."""
    nothing = [0.5 + number / (2 * beside) for number in range(beside)]
    (found,), q = judge([MeasuredDifference(value, error, 400, 1.0, enough)], nothing)
    assert len(q) == beside
    return found.finding


def test_chance_and_size_are_two_questions() -> None:
    assert finding(3.0, 0.5) == "differs"
    assert finding(0.5, 0.1) == "too_small"
    assert finding(0.9, 0.1) == "differs", "the interval reaches a size that matters"
    assert finding(0.1, 0.1) == "none_that_matters"
    assert finding(0.5, 1.0) == finding(0.0, 1.0) == "unknown"
    assert finding(3.0, 0.5, enough=False) == "too_few"
    assert (finding(0.0, 0.0), finding(2.0, 0.0)) == ("same", "differs")


def test_the_more_is_looked_at_the_surer_a_difference_must_be() -> None:
    assert finding(2.5, 1.0) == "differs"
    assert finding(2.5, 1.0, beside=49) == "hint"
    assert finding(4.0, 1.0, beside=49) == "differs"


def test_the_quantile_is_the_inverse_of_the_p_value() -> None:
    for freedom in (1, 4, 19, 59, 500):
        for p in (0.05, 0.005, 0.002):
            assert student_p(student_quantile(p, freedom), freedom) == pytest.approx(p)
    assert student_quantile(0.05, inf) == pytest.approx(1.95996, abs=1e-5)
    assert student_quantile(0.002, 59) == pytest.approx(reference.stats.t.isf(0.001, 59), rel=1e-3)


@each("freedom", [19, 59, 200])
@each("tests", [1, 19, 50])
def test_the_smallest_effect_has_a_power_of_80_percent_against_noncentral_t(freedom: int, tests: int) -> None:
    critical = reference.stats.t.isf(min(0.05, Q_BELOW / tests) / 2, freedom)
    assert reference.stats.nct.sf(critical, freedom, smallest_effect(1.0, freedom, tests)) == pytest.approx(
        0.8, abs=0.003
    )


def test_a_question_alone_takes_what_it_always_took() -> None:
    assert smallest_effect(2.0) == pytest.approx(2 * REACH)
    assert smallest_effect(0.0) == 0


def test_where_size_decides_the_smallest_effect_is_the_one_that_matters() -> None:
    """With a tenth of that error a difference is beyond chance long before its interval reaches 1."""
    smallest = smallest_effect(0.1, 400, 19, matters=1.0)
    assert 0.8 < smallest < 1
    draws = np.random.default_rng(1).normal(smallest, 0.1, 4000)
    found = [judge([MeasuredDifference(value, 0.1, 400, 1.0, True)])[0][0].finding for value in draws]
    assert found.count("differs") / len(found) == pytest.approx(0.8, abs=0.03)
    assert set(found) == {"differs", "too_small"}
