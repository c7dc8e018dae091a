"""The balance of seats over all numbers of players."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pandas as pd
import pytest

from analytics.balance import Results, balance, balance_difference, seat_results
from analytics.frames import UNIT
from analytics.seats import SEATS, seat_tables
from analytics.sums import Sums


def sums_of(*wins: tuple[int, ...]) -> Sums:
    """Sums of games without shared wins, from the wins by seat of each number of players."""
    rows = []
    for counts in wins:
        games, k = sum(counts), len(counts)
        for seat, won in enumerate(counts):
            row = dict.fromkeys(SEATS.measures, 0) | {"players": k, "seat": seat, "games": games}
            row |= {"wins": won * UNIT, "win_squares": won * UNIT, "results": won * UNIT - games * UNIT // k}
            row["expected_variance"] = games * UNIT * (k - 1) // (k * k)
            row["result_squares"] = (won * (k - 1) ** 2 + (games - won)) * UNIT // (k * k)
            rows.append({"variant": "base", "band": 0, "month": 202611, **row})
    return Sums({SEATS.name: pd.DataFrame(rows, columns=list(SEATS.schema)).astype({"players": "int8"})})


def results_of(*wins: tuple[int, ...]) -> dict[int, Results]:
    return seat_results(sums_of(*wins))


def test_the_spread_of_seats_is_that_which_was_planted() -> None:
    """Seats of .28/.26/.24/.22 differ from par by w = 0.089 of par; over simulations the interval holds it."""
    rng, chances = np.random.default_rng(2), np.array([0.28, 0.26, 0.24, 0.22])
    truth = sqrt(4 * ((chances - 0.25) ** 2).sum())
    held, spreads = [], []
    for _ in range(60):
        found = balance(results_of(tuple(rng.multinomial(2000, chances))))
        assert found is not None
        held.append(found.interval.low <= truth <= found.interval.high)
        spreads.append(found.spread)
    assert np.mean(spreads) == pytest.approx(truth, abs=0.01)
    assert np.mean(held) == pytest.approx(0.95, abs=0.05)


def test_numbers_of_players_are_tested_one_by_one() -> None:
    """The first of two and the third of four win too often: pooled by seat number this would be hidden."""
    sums = sums_of((540, 460), (220, 225, 290, 265))
    found = balance(seat_results(sums))
    assert found is not None
    assert found.games == 2000
    assert found.p < min(table.p or 1 for table in seat_tables(sums))
    one = balance(results_of((540, 460)))
    assert one is not None
    assert one.p == pytest.approx(seat_tables(sums)[0].p)


def test_balances_are_compared_seat_by_seat() -> None:
    """As uneven as each other, but another seat is the good one: that is a difference."""
    first, second = results_of((600, 400)), results_of((400, 600))
    assert (balance(first) or 0) == balance(second)
    assert (balance_difference(first, second) or 1) < 1e-9
    assert balance_difference(first, first) == 1
    assert balance_difference(first, results_of((30, 30, 40))) is None


def test_even_seats_have_no_spread() -> None:
    found = balance(results_of((500, 500)))
    assert found is not None
    assert (found.spread, found.interval.low, found.p) == (0, 0, 1)
    assert balance(seat_results(Sums())) is None
