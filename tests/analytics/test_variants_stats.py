"""Ways to play compared: numbers by hand, planted differences, and mixtures of numbers of players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean, stdev

import numpy as np
import pytest

from analytics.frames import build_frames
from analytics.games import VerifiedGame
from analytics.intervals import mean_interval
from analytics.model import NO_MODEL
from analytics.power import smallest_effect
from analytics.seats import SEATS, seats_sums
from analytics.significance import RATIO_BELOW
from analytics.sources import SOURCES, sources_sums
from analytics.sums import Cells, Sums
from analytics.variants_stats import GAMES, Comparison, compare, games_sums, variant_rows

GameMaker = Callable[..., VerifiedGame]

KEYS = ["farm_value", "ziggurat", "card1"]


def sums(games: Sequence[VerifiedGame]) -> Sums:
    frames = build_frames(games)
    rows = {**games_sums(frames, NO_MODEL), **sources_sums(frames, NO_MODEL), **seats_sums(frames, NO_MODEL)}
    return Sums({family.name: family.table(rows[family.name]) for family in (GAMES, SOURCES, SEATS)})


def compared(a: Sequence[VerifiedGame], b: Sequence[VerifiedGame]) -> Comparison:
    return compare(sums(a), sums(b), KEYS)


def test_a_row_for_every_way_to_play(make_game: GameMaker) -> None:
    games = [
        make_game([{"ziggurat": 30}, {"ziggurat": 20}], turns=20),
        make_game([{"ziggurat": 10}, {"ziggurat": 10}, {"ziggurat": 4}, {}], turns=31),
        make_game([{"ziggurat": 1}, {"ziggurat": 5}], turns=24),
        make_game([{"ziggurat": 7}, {"ziggurat": 5}], turns=16, ruleset="seven_of_nine"),
    ]
    base, other = variant_rows(sums(games))
    assert (base.variant, base.games, base.games_of) == ("base", 3, {2: 2, 4: 1})
    found = {name: measured.mean for name, measured in base.measures.items()}
    assert found == pytest.approx(
        {"turns": 25, "margin": (10 + 6 + 4) / 3, "lead_changes": 0, "score": (25 + 6 + 3) / 3, "winner_score": 15}
    )
    assert base.measures["turns"].interval == pytest.approx(mean_interval([20, 31, 24]))
    assert base.measures["score"].deviation == pytest.approx(stdev([25, 6, 3]))
    assert base.shared == pytest.approx(1 / 3)
    assert base.balance is not None
    assert (other.variant, other.games, other.measures["turns"].interval) == ("seven_of_nine", 1, None)
    assert variant_rows(Sums()) == []


def test_a_planted_difference_is_found_and_sized_right(make_game: GameMaker) -> None:
    rng = np.random.default_rng(8)

    def arm(length: float, farms: int) -> list[VerifiedGame]:
        return [
            make_game(
                [{"ziggurat": int(z), "farm_value": int(f) + farms} for z, f in rng.integers(5, 40, (3, 2))],
                turns=max(1, round(rng.normal(length, 4))),
            )
            for _ in range(150)
        ]

    found = compared(arm(30, 0), arm(33, 6))
    assert found.games == (150, 150)
    assert found.ratio_p is None
    measures = {row.key: row for row in found.measures}
    turns = measures["turns"]
    assert turns.interval is not None
    assert turns.interval.low < 3 < turns.interval.high
    assert turns.effect == pytest.approx(3 / 4, abs=0.25)
    assert turns.matters == pytest.approx(0.2 * 4, abs=0.1)
    # Eight questions: five measures, two sources and the seats.
    assert turns.detectable == pytest.approx(smallest_effect(4 * (2 / 150) ** 0.5, 298, 8), abs=0.2)
    assert turns.finding == "differs"
    assert measures["margin"].finding == "unknown"
    farms, ziggurats = found.sources
    assert (farms.points.key, ziggurats.points.key) == ("farm_value", "ziggurat"), "cards gave nobody anything"
    assert farms.points.interval is not None
    assert farms.points.interval.low < 6 < farms.points.interval.high
    assert (farms.points.finding, ziggurats.points.finding) == ("differs", "unknown")
    assert (farms.shares[1] or 0) > (farms.shares[0] or 0)
    assert sum(row.shares[0] or 0 for row in found.sources) == pytest.approx(1)


def test_other_numbers_of_players_are_not_another_way_to_play(make_game: GameMaker) -> None:
    """Games of four are longer. An arm with more of them is not an arm with longer games."""
    rng = np.random.default_rng(9)

    def arm(of_two: int, of_four: int) -> list[VerifiedGame]:
        return [
            make_game(
                [{"ziggurat": 3 * k + int(n)} for n in rng.integers(0, 9, k)], turns=10 * k + int(rng.integers(4))
            )
            for k, games in ((2, of_two), (4, of_four))
            for _ in range(games)
        ]

    a, b = arm(90, 30), arm(30, 90)
    found = compared(a, b)
    turns = next(row for row in found.measures if row.key == "turns")
    assert turns.means is not None
    assert fmean(game.facts["turns"] for game in b) - fmean(game.facts["turns"] for game in a) > 8
    assert turns.difference == pytest.approx(0, abs=0.6)
    assert turns.finding == "unknown"
    assert turns.means[1] - turns.means[0] == pytest.approx(turns.difference)
    (ziggurats,) = found.sources
    assert ziggurats.points.difference == pytest.approx(0, abs=1)


def test_what_does_not_vary_is_the_same_or_certainly_different(make_game: GameMaker) -> None:
    short, long = ([make_game([{"ziggurat": 4}, {}], turns=n) for _ in range(25)] for n in (20, 21))
    found = {row.key: (row.finding, row.difference, row.effect) for row in compared(short, long).measures}
    assert found["turns"] == ("differs", 1, None)
    assert found["margin"] == ("same", 0, None)


def test_few_games_say_nothing(make_game: GameMaker) -> None:
    a, b = [make_game([{"ziggurat": n}, {}]) for n in (4, 9, 6)], [make_game([{"ziggurat": 3}, {}, {}])]
    assert {row.finding for row in compared(a, a).measures} == {"too_few"}
    nothing_in_common = compared(a, b)
    assert {row.difference for row in nothing_in_common.measures} == {None}
    assert nothing_in_common.balance_p is None
    empty = compare(Sums(), sums(a), KEYS)
    assert (empty.games, empty.balances[0]) == ((0, 3), None)
    assert empty.sources[0].shares == (None, 1.0)


def test_the_seats_of_two_ways_to_play_are_compared(make_game: GameMaker) -> None:
    def arm(first: int, second: int) -> list[VerifiedGame]:
        return [make_game([{"ziggurat": 2}, {"ziggurat": 1}]) for _ in range(first)] + [
            make_game([{"ziggurat": 1}, {"ziggurat": 2}]) for _ in range(second)
        ]

    found = compared(arm(60, 40), arm(40, 60))
    assert found.balance_p is not None
    assert found.balance_p < 0.01
    assert compared(arm(60, 40), arm(30, 20)).balance_p == pytest.approx(1)


def test_lots_that_went_wrong_are_told(make_game: GameMaker) -> None:
    a, b = ([make_game([{"ziggurat": 2}, {}]) for _ in range(games)] for games in (70, 25))
    even, uneven = compare(sums(a), sums(b), KEYS, (1, 1)), compare(sums(a), sums(b), KEYS, (3, 1))
    assert (even.ratio_p or 1) < RATIO_BELOW < (uneven.ratio_p or 0)


def test_no_more_alarms_than_promised(make_game: GameMaker) -> None:
    """Both arms drawn from the same games: about one interval in twenty misses zero."""
    rng = np.random.default_rng(10)
    games = [
        make_game([{"ziggurat": int(n)} for n in rng.integers(0, 60, 3)], turns=int(rng.integers(20, 40)))
        for _ in range(480)
    ]
    rows = games_sums(build_frames(games), NO_MODEL)[GAMES.name]
    nothing, missed = sums([]).tables, []
    for start in range(0, 480, 40):
        arms = [rows.iloc[first : first + 20] for first in (start, start + 20)]
        found = compare(*(Sums({**nothing, GAMES.name: GAMES.table(arm)}) for arm in arms), KEYS)
        intervals = [row.interval for row in found.measures if row.interval is not None]
        missed += [not low <= 0 <= high for low, high in intervals]
    assert len(missed) == 12 * 5
    assert np.mean(missed) == pytest.approx(0.04, abs=0.04), "the lead never changes here: four measures of five vary"


def test_cells_are_what_is_compared(make_game: GameMaker) -> None:
    games = [make_game([{"ziggurat": 9}, {}], ruleset=name, turns=20) for name in ("base", "seven_of_nine")]
    both = sums(games)
    chosen = [both.where(Cells(variant=name)) for name in ("base", "seven_of_nine")]
    assert compare(chosen[0], chosen[1], KEYS).games == (1, 1)
