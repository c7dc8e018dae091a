"""Whether the ratings predict, on games whose truth is known."""

from __future__ import annotations

import json
from dataclasses import asdict
from math import log

import numpy as np
import pytest

from analytics.rating_quality.evaluation import (
    FITTED_FROM,
    TEMPERATURES,
    GameResult,
    better_since,
    chances,
    difference,
    fitted_temperatures,
    log_losses,
    measure,
    ranked_probability_scores,
    reliability,
    stretches,
    systems,
    walk_forward,
)
from analytics.rating_quality.report import ENOUGH, PredictionReport, report_on
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


def test_the_temperature_is_what_would_have_been_best_before() -> None:
    walked = walk_forward(made_up_games(300, spread=100))
    fitted = fitted_temperatures(walked.elo, walked.wins)
    assert len(fitted) == 301
    assert set(fitted[:FITTED_FROM]) == {NATURAL}
    earlier, wins = walked.elo[:200], walked.wins[:200]
    losses = {t: log_losses(chances(earlier, t), wins).sum() for t in TEMPERATURES}
    assert fitted[200] == min(losses, key=lambda t: losses[t])


def test_skill_is_found_and_sized_right(skilled: PredictionReport) -> None:
    assert skilled.verdict == "predicts"
    assert skilled.gain is not None
    assert skilled.gain.mean > 20 * skilled.gain.error
    assert skilled.since is not None
    assert skilled.since < 200
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
    full = [b for b in skilled.bins if b.n >= 200]
    assert len(full) >= 7
    assert all(abs(b.predicted - b.won) < 0.05 for b in full)
    assert sum(b.n for b in skilled.bins) == sum(len(game.players) for game in made_up_games(4000, spread=200))


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
    measures = measure(uniform, walked)
    assert measures is not None
    assert measures.skill == pytest.approx(0)
    assert measures.pair_accuracy == 0.5


def test_small_things() -> None:
    assert better_since(np.array([1.0, 0.5, 0.5]), np.ones(3)) == 2
    assert better_since(np.array([0.5, 2.0, 0.1]), np.ones(3)) == 3
    assert better_since(np.ones(3), np.ones(3)) is None
    assert difference(np.ones(1), np.ones(1)) is None
    assert [stretch.last for stretch in stretches(np.ones(45), np.ones(45))][-1] == 45
    assert reliability(np.array([[1.0, np.nan]]), np.array([[1.0, 0.0]]))[0].n == 1
