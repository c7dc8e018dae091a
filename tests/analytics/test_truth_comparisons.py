"""Seats, predictions, variants and experiments keep what they promise: coverage, false alarms, and the stated power.

Long profile before an issue is closed: `NABU_HYPOTHESIS=long pytest tests/analytics/test_truth_comparisons.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from benchmarks import truth_predictions
from benchmarks.truth_comparisons import bot_rows, experiment_rows, variant_rows
from benchmarks.truth_rows import TruthRow, rate_row
from benchmarks.truth_seats import club_rows, seat_rows
from tests.profiles import LONG


def played_rows(experiments: int) -> Iterator[TruthRow]:
    """What is found by playing, which takes longest."""
    return bot_rows(experiments, times=10 if LONG else 3)


@pytest.mark.parametrize(
    ("rows", "short", "long"),
    [
        (seat_rows, 24, 1000),
        (club_rows, 4, 1000),
        (truth_predictions.prediction_rows, 3, 1000),
        (variant_rows, 10, 1000),
        (experiment_rows, 16, 2000),
        (played_rows, 2, 300),
    ],
)
def test_what_is_claimed_holds(rows: Callable[[int], Iterator[TruthRow]], short: int, long: int) -> None:
    missed = [row for row in rows(long if LONG else short) if not row.met]
    assert not missed


def test_predictions_are_asked_for_in_the_worlds_that_are_specified() -> None:
    """Pure luck, 52 and 104 points of Elo, 8 and 60 people, looked at after every game to 1,000; a yes within 300."""
    assert (truth_predictions.SPREADS, truth_predictions.PEOPLE) == ((0, 52, 104), (8, 60))
    assert (truth_predictions.GAMES, truth_predictions.SOON) == (1000, 300)


def test_a_row_says_whether_its_goal_is_met() -> None:
    assert rate_row("s", "c", [True] * 80 + [False] * 20, 0.77, 0.85).met
    assert not rate_row("s", "c", [True] * 52 + [False] * 48, 0.77, 0.85).met
    assert not rate_row("s", "c", [True] * 20 + [False] * 80, None, 0.10).met
    clustered = rate_row("s", "c", [True, True, False, False] * 10, None, None, cluster=2)
    assert (clustered.value, round(clustered.error, 3)) == (0.5, 0.115)
    assert TruthRow("s", "c", 0.0, 0.0, None, 0.0).met
    assert not TruthRow("s", "c", 1.0, 0.0, None, 0.0).met
