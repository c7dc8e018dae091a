"""The middle 99.9 % of scores."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from analytics.usual_scores import FEWEST_SCORES, UsualSpan, usual_span


def test_too_few_scores_say_nothing() -> None:
    assert usual_span({}) is None
    assert usual_span({50: FEWEST_SCORES - 1}) is None
    assert usual_span({50: FEWEST_SCORES}) == UsualSpan(FEWEST_SCORES, 50, 50)


def test_one_odd_score_of_two_thousand_is_beyond() -> None:
    assert usual_span({1: 1, 50: 1000, 60: 998, 999: 1}) == UsualSpan(2000, 50, 60)
    assert usual_span({1: 2, 50: 1000, 60: 996, 999: 2}) == UsualSpan(2000, 1, 999)


@given(st.dictionaries(st.integers(-50, 500), st.integers(1, 3000), min_size=1))
def test_at_most_one_in_two_thousand_lies_beyond_each_end(seen: dict[int, int]) -> None:
    span = usual_span(seen)
    if span is None:
        assert sum(seen.values()) < FEWEST_SCORES
        return
    assert sum(times for score, times in seen.items() if score < span.low) * 2000 <= span.scores
    assert sum(times for score, times in seen.items() if score > span.high) * 2000 <= span.scores
    assert sum(times for score, times in seen.items() if score <= span.low) * 2000 > span.scores
