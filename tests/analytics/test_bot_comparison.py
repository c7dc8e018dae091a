"""The same way to play under two line-ups of bots: what becomes of the seat effect, on made-up games."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from analytics.bot_comparison import BotComparison, compare_bots
from analytics.experiments import (
    ArmPlan,
    ArmSums,
    Measure,
    Plan,
    Tally,
    balance_measures_of,
    measures_of,
    play_chunk,
    play_games,
)
from analytics.frames import UNIT
from engine.registry import get_game
from tests.cases import each

SEATS = tuple(Measure(f"seat:{seat}", "share", "seats") for seat in (1, 2, 3, 4))
POINTS = Measure("seat_points:1", "points", "seat_points")


def wins(*of_seats: int) -> ArmSums:
    """Games of which the first seat has won so many, the second so many, and so on."""
    games = sum(of_seats)
    tallies = {f"seat:{seat}": Tally(games, won * UNIT, won * UNIT) for seat, won in enumerate(of_seats, 1)}
    return ArmSums(games, 0, tallies, {})


def points(values: Sequence[float]) -> dict[str, Tally]:
    return {POINTS.key: Tally(len(values), round(sum(values) * UNIT), round(sum(x * x for x in values) * UNIT))}


def compared(one: ArmSums, other: ArmSums) -> BotComparison:
    (found,) = compare_bots([(one, other)], SEATS)
    return found


def survival(one: ArmSums, other: ArmSums) -> str:
    effect = compared(one, other).effect
    assert effect is not None
    return effect.survival


def test_a_difference_worked_out_by_hand() -> None:
    """Seat 2 wins 140 of 400 and 124 of 400: 35 and 31 %. Variances p(1-p) n/(n-1) are 0.22807 and 0.21444, the error
    of the difference is sqrt((0.22807 + 0.21444) / 400) = 0.03326, and t for 797 degrees of freedom is 1.963."""
    found = compared(wins(110, 140, 90, 60), wins(100, 124, 96, 80))
    effect = found.effect
    assert effect is not None
    assert effect.seat == 2
    assert effect.one.mean == pytest.approx(0.10)
    assert effect.other.mean == pytest.approx(0.06)
    assert effect.change.difference == pytest.approx(-0.04)
    assert effect.change.interval is not None
    assert effect.change.interval.high - effect.change.interval.low == pytest.approx(2 * 1.963 * 0.03326, abs=1e-4)
    assert effect.survival == "remains"
    assert effect.change.finding == "unknown", "400 games are too few to tell whether it shrinks"
    assert found.games == (400, 400)
    assert found.games_needed == 1250


@each(
    ("one", "other", "verdict"),
    [
        (wins(110, 140, 90, 60), wins(3, 4, 2, 1), "too_few"),
        (wins(101, 100, 100, 99), wins(99, 100, 101, 100), "none"),
        (wins(1100, 1400, 900, 600), wins(1100, 1400, 900, 600), "remains"),
        (wins(1100, 1400, 900, 600), wins(1100, 600, 1200, 1100), "turns"),
        (wins(900, 1500, 800, 800), wins(1000, 1001, 1000, 999), "vanishes"),
        (wins(900, 1500, 800, 800), wins(26, 27, 24, 23), "unclear"),
        (wins(1000, 1001, 1000, 999), wins(900, 1500, 800, 800), "appears"),
    ],
)
def test_what_becomes_of_the_seat_effect(one: ArmSums, other: ArmSums, verdict: str) -> None:
    assert survival(one, other) == verdict


def test_shares_of_few_games_stay_between_none_and_all() -> None:
    """Wilson for 1 of 2 wins: 9.5 to 90.5 %. Nothing is said of differences."""
    found = compared(wins(1, 1, 0, 0), wins(2, 0, 0, 0))
    assert found.shares[0].shares[0].interval == pytest.approx((0.0945, 0.9055), abs=1e-4)
    assert found.wins[0].one == found.shares[0].shares[0]
    assert {row.interval for row in found.wins} == {None}
    assert all(0 <= end <= 1 for shares in found.shares for share in shares.shares for end in share.interval or ())


def test_an_effect_that_shrinks_is_called_so_only_when_it_is_sure() -> None:
    one, half = wins(900, 1500, 800, 800), wins(950, 1250, 900, 900)
    change = compared(one, half).effect
    assert change is not None
    assert (change.seat, change.survival, change.change.finding) == (2, "remains", "differs")
    few = compared(wins(90, 150, 80, 80), wins(95, 125, 90, 90)).effect
    assert few is not None
    assert few.change.finding in ("unknown", "hint")


def test_the_seat_is_chosen_by_both_together() -> None:
    """Luck of one sample alone must not choose it: seat 1 is far off in the first only, seat 4 in both."""
    found = compared(wins(140, 100, 90, 70), wins(100, 120, 130, 50)).effect
    assert found is not None
    assert found.seat == 4


def test_the_same_line_up_twice_rarely_differs_and_intervals_hold_the_truth() -> None:
    """200 comparisons of 300 games each from seats that win 28, 35, 21 and 16 %."""
    rng, claims, held, comparisons = Random(2), 0, 0, 200
    for _ in range(comparisons):
        both = []
        for _line_up in range(2):
            won = rng.choices(range(4), (28, 35, 21, 16), k=300)
            both.append(wins(*(won.count(seat) for seat in range(4))))
        found = compared(*both)
        claims += any(row.finding in ("differs", "too_small") for row in found.wins)
        held += sum(row.interval is not None and row.interval.low <= 0 <= row.interval.high for row in found.wins)
    assert claims / comparisons < 0.10 + 3 * (0.09 / comparisons) ** 0.5
    assert held / (4 * comparisons) == pytest.approx(0.95, abs=0.025)


def test_points_are_compared_in_the_same_list_and_what_was_not_counted_is_left_out() -> None:
    rng = Random(3)
    one = ArmSums(200, 0, wins(50, 50, 50, 50).values | points([rng.gauss(8, 10) for _ in range(200)]), {})
    other = ArmSums(200, 0, wins(50, 50, 50, 50).values | points([rng.gauss(2, 10) for _ in range(200)]), {})
    (found,) = compare_bots([(one, other)], (*SEATS, POINTS))
    (row,) = found.points
    assert row.finding == "differs"
    assert row.interval is not None
    assert row.interval.low < -6 < row.interval.high
    assert row.matters == pytest.approx(2, rel=0.15)
    (older,) = compare_bots([(one, wins(50, 50, 50, 50))], (*SEATS, POINTS))
    assert older.points == ()
    assert len(older.rows) == 4


def test_nothing_is_said_before_anything_was_played() -> None:
    (found,) = compare_bots([(ArmSums(0, 0, {}, {}), wins(5, 5, 5, 5))], SEATS)
    assert found.effect is None
    assert found.rows == ()
    (single,) = compare_bots([(wins(1, 0, 0, 0), wins(0, 1, 0, 0))], SEATS)
    assert single.effect is not None
    assert single.effect.survival == "too_few"
    assert {row.finding for row in single.wins} == {"too_few"}


def test_what_is_counted_is_what_the_games_came_to() -> None:
    game = get_game("babylonia")
    arm = ArmPlan("base", {}, game.components(game.component_sets[0]))
    plan = Plan("babylonia", 3, ("greedy",), "7", (arm,))
    values, played = play_games(plan, 0, 8).arms[0].values, play_chunk(plan, arm, 0, 8)
    for seat in range(3):
        above = [game.facts["scores"][seat] - sum(game.facts["scores"]) / 3 for game in played]
        tally = values[f"seat_points:{seat + 1}"]
        assert tally.n == 8
        assert tally.total == round(sum(above) * UNIT)
        assert tally.squares == pytest.approx(sum(x * x for x in above) * UNIT)
    keys = [measure.key for measure in balance_measures_of(plan)]
    shares = [values[key].total / values[key].n / UNIT for key in keys if key.startswith("source_share:")]
    assert sum(shares) == pytest.approx(1, abs=1e-5)
    assert not set(keys) & {measure.key for measure in measures_of(plan)}
