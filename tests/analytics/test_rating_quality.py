"""Whether the ratings predict, on games whose truth is known."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import combinations
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.rating_quality.evaluation import (
    FITTED_FROM,
    PATIENCE,
    SETTLED_FROM,
    TEMPERATURES,
    GameResult,
    chances,
    difference,
    evidence,
    fitted_temperatures,
    log_losses,
    measure,
    ranked_probability_scores,
    reliability,
    shown_after,
    shown_since,
    stretches,
    systems,
    walk_forward,
)
from analytics.rating_quality.report import ENOUGH, MOST_EVIDENCE, PredictionReport, report_on
from competition.ratings.prediction import NATURAL, win_chances
from tests.analytics.rated_games import made_up_games


@pytest.fixture(scope="module")
def skilled() -> PredictionReport:
    report = report_on(made_up_games(4000, spread=200))
    assert report is not None
    return report


def test_ranked_probability_score() -> None:
    """The note's example: places .4 .3 .2 .1 for somebody who comes first. And by hand: chances .7 and .3 of two."""
    places = np.cumsum([0.4, 0.3, 0.2, 0.1])[:3]
    assert ((places - 1) ** 2).sum() / 3 == pytest.approx(0.153333, abs=1e-6)
    two = ranked_probability_scores(np.array([[0.7, 0.3]]), np.array([[1, 2]]))
    assert two == pytest.approx([0.3**2])
    shared = ranked_probability_scores(np.array([[0.7, 0.3]]), np.array([[1, 1]]))
    assert shared == pytest.approx([0.2**2])
    equal = ranked_probability_scores(np.full((1, 4), 0.25), np.array([[1, 2, 3, 4]]))
    # Everybody is at each place with 1/4: F_k = k/4. First and last miss by 9+4+1, the two between by 1+4+1 sixteenths.
    assert equal == pytest.approx([(2 * 14 + 2 * 6) / 16 / 3 / 4])


def test_all_games_at_once_are_predicted_like_each() -> None:
    fields = [[1600.0, 1500.0, 1450.0, 1400.0], [1500.0, 1700.0]]
    table = np.array([fields[0], [*fields[1], np.nan, np.nan]])
    found = chances(table, np.array([NATURAL, 300.0]))
    assert found[0] == pytest.approx(win_chances(fields[0], NATURAL))
    assert found[1][:2] == pytest.approx(win_chances(fields[1], 300))
    assert np.isnan(found[1][2:]).all()


def test_nothing_is_known_of_a_game_before_it() -> None:
    """Chances of the first thousand games do not change with what comes after them."""
    games = made_up_games(1200, spread=200)
    early, late = systems(walk_forward(games[:1000])), systems(walk_forward(games))
    for key, chance in early.items():
        # Not to the bit: numpy works on blocks, and the last rows of an array may take another path than those between.
        np.testing.assert_allclose(chance, late[key][:1000], rtol=1e-9)


def test_the_temperature_is_nearly_the_best_for_the_settled_games_before() -> None:
    walked = walk_forward(made_up_games(1200, spread=100, players=20))
    fitted = fitted_temperatures(walked.elo, walked.wins, walked.settled)
    assert len(fitted) == 1201
    assert set(fitted[:FITTED_FROM]) == {NATURAL}
    for seen in (60, 150, 1200):
        settled = walked.settled[:seen]
        fitted_to = settled if settled.sum() >= SETTLED_FROM else np.ones(seen, bool)
        elo, wins = walked.elo[:seen][fitted_to], walked.wins[:seen][fitted_to]
        losses = {t: log_losses(chances(elo, t), wins).sum() for t in TEMPERATURES}
        chosen = TEMPERATURES[np.abs(np.array(TEMPERATURES) - fitted[seen]).argmin()]
        assert losses[chosen] <= min(losses.values()) + PATIENCE
    assert walked.settled[:60].sum() < SETTLED_FROM < walked.settled[:150].sum()


def test_the_temperature_does_not_change_with_every_game() -> None:
    """A change makes a new model of the statistics; these games had more than a hundred."""
    walked = walk_forward(made_up_games(1000, spread=100))
    fitted = fitted_temperatures(walked.elo, walked.wins, walked.settled)
    assert (np.diff(fitted[FITTED_FROM:]) != 0).sum() <= 8


def test_skill_is_found_and_sized_right(skilled: PredictionReport) -> None:
    assert skilled.verdict == "predicts"
    assert skilled.gain is not None
    assert skilled.gain.mean > 20 * skilled.gain.error
    assert skilled.since is not None
    assert skilled.since < 200
    assert skilled.evidence == MOST_EVIDENCE
    assert 140 <= (skilled.temperature or 0) <= 220, "the made-up games follow Elo's own scale"
    measures = {system.key: system.all for system in skilled.systems}
    assert measures["uniform"].skill == 0
    assert measures["uniform"].pair_log_loss == pytest.approx(log(2))
    assert measures["elo"].calibration_error < 0.02
    assert measures["elo"].log_loss <= measures["elo_plain"].log_loss + 0.002
    for better in ("elo", "second"):
        assert measures[better].skill > 0.15
        assert measures[better].brier < measures["uniform"].brier
        assert measures[better].rps < measures["uniform"].rps
        assert measures[better].pair_accuracy > 0.65


def test_the_calibration_lies_near_the_diagonal(skilled: PredictionReport) -> None:
    for tables in skilled.tables:
        full = [b for b in tables.bins if b.n >= 200]
        assert len(full) >= 5
        assert all(abs(b.predicted - b.won) < 0.06 for b in full)
        assert sum(b.n for b in tables.bins) == tables.players * tables.games


def test_numbers_of_players_are_not_mixed(skilled: PredictionReport) -> None:
    """Equal chances lose log n at tables of n, all the time: a change of the mix is no change of the predictions."""
    assert [tables.players for tables in skilled.tables] == [2, 3, 4]
    assert sum(tables.games for tables in skilled.tables) == skilled.games
    for tables in skilled.tables:
        assert {round(part.uniform, 9) for part in tables.stretches} == {round(log(tables.players), 9)}
        assert tables.stretches[-1].last == tables.games
        measures = {system.key: system.all for system in tables.systems}
        assert measures["uniform"].log_loss == pytest.approx(log(tables.players))
        assert measures["elo"].games == tables.games


def test_the_evidence_by_hand() -> None:
    """Chances 2/3 and 1/3 of two at one temperature: a win of the first is worth 4/3, of the second 2/3, of both 1.

    Of three with 1/2, 1/4 and 1/4 a shared win of the first two is worth 3 times the mean of 1/2 and 1/4.
    """
    temperature = TEMPERATURES[12]
    two = np.array([[temperature * log(2), 0.0, np.nan]])
    three = np.array([[temperature * log(2), 0.0, 0.0]])

    def factor(strengths: np.ndarray, places: list[int]) -> float:
        others = [t for t in TEMPERATURES if t != temperature]
        both = np.exp(evidence(strengths, np.array([places]))[0]) * len(TEMPERATURES)
        won = np.array(places) == 1
        rest = [(np.array(places) > 0).sum() * np.nan_to_num(chances(strengths, t))[0][won].mean() for t in others]
        return float(both - sum(rest))

    assert factor(two, [1, 2, 0]) == pytest.approx(4 / 3)
    assert factor(two, [2, 1, 0]) == pytest.approx(2 / 3)
    assert factor(two, [1, 1, 0]) == pytest.approx(1)
    assert factor(three, [1, 1, 3]) == pytest.approx(3 * (1 / 2 + 1 / 4) / 2)
    assert factor(three, [1, 1, 1]) == pytest.approx(1)


@given(st.lists(st.floats(-600, 600), min_size=2, max_size=4), st.integers(1, 4))
def test_among_equals_a_game_is_worth_one_on_average(strengths: list[float], winners: int) -> None:
    """Whoever the ratings put first: the mean over all sets of winners is 1, so pure luck gains nothing."""
    winners = min(winners, len(strengths))
    sets = list(combinations(range(len(strengths)), winners))
    places = np.array([[1 if seat in chosen else 1 + winners for seat in range(len(strengths))] for chosen in sets])
    worth = [np.exp(evidence(np.array([strengths]), row[None, :])[0]) for row in places]
    assert np.mean(worth) == pytest.approx(1)


def test_a_yes_stays_until_nothing_speaks_for_it() -> None:
    course = [0.0, log(19), log(20.1), log(2), log(30), log(1.1), log(0.9), log(15), log(25), log(3)]
    shown = shown_after(np.array(course))
    assert shown.tolist() == [False, False, True, True, True, True, False, False, True, True]
    assert [shown_since(shown[:seen]) for seen in (2, 3, 6, 7, 10)] == [None, 3, 3, None, 9]
    assert shown_since(np.array([True])) == 1


def test_the_answer_is_that_of_the_games_so_far() -> None:
    """Asked after each game or only at the end: the same, so it does not depend on when a host has looked."""
    games = made_up_games(160, spread=90)
    walked = walk_forward(games)
    shown = shown_after(evidence(walked.elo, walked.places))
    assert 0 < shown.sum() < 160
    for seen in range(ENOUGH, 161, 10):
        report = report_on(games[:seen])
        assert report is not None
        assert (report.verdict == "predicts") == shown[seen - 1]


def test_a_break_makes_the_second_rating_forget() -> None:
    """The same three games, the last one a year later: whoever was away may have changed, and the game says more."""
    games = [GameResult([1, 2], [1, 2], day) for day in (0.0, 1.5, 2.0)]
    late = [*games[:2], GameResult([1, 2], [1, 2], 400.0)]
    soon, away = (walk_forward([*course, GameResult([1, 2], [1, 2], course[-1].day)]) for course in (games, late))
    assert away.mu[3, 0] > soon.mu[3, 0]
    assert away.mu[2, 0] == soon.mu[2, 0]
    assert away.elo.tolist() == soon.elo.tolist()


def test_luck_is_called_luck() -> None:
    for seed in (1, 2, 3):
        report = report_on(made_up_games(1500, spread=0, seed=seed))
        assert report is not None
        assert report.verdict == "not_shown"
        assert report.temperature is None
        assert abs(report.gain.mean if report.gain else 1) < 0.01


def test_few_games_say_nothing() -> None:
    assert report_on([]) is None
    for amount in (1, ENOUGH - 1):
        report = report_on(made_up_games(amount, spread=400))
        assert report is not None
        assert (report.verdict, report.temperature, report.games) == ("too_few", None, amount)
        assert report.systems[0].settled is None or report.systems[0].settled.games < amount
        json.dumps(asdict(report), allow_nan=False)


def test_shared_wins_are_shared() -> None:
    walked = walk_forward([GameResult([1, 2, 3], [1, 1, 3]), GameResult([1, 2], [1, 1])])
    assert walked.wins[0].tolist() == [0.5, 0.5, 0]
    uniform = systems(walked)["uniform"]
    assert log_losses(uniform, walked.wins) == pytest.approx([log(3), log(2)])
    measures = measure(uniform, walked, np.ones(2, bool))
    assert measures is not None
    assert measures.skill == pytest.approx(0)
    assert measures.pair_accuracy == 0.5


def test_small_things() -> None:
    assert difference(np.ones(1), np.ones(1)) is None
    assert [stretch.last for stretch in stretches(np.ones(45), np.ones(45))][-1] == 45
    assert reliability(np.array([[1.0, np.nan]]), np.array([[1.0, 0.0]]))[0].n == 1
