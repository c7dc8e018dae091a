"""What a win was worth beforehand: chances from ratings, from the state of the game, and the fit behind them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

import numpy as np
import pandas as pd
import pytest

from analytics.conditional_logit import fit, softmax
from analytics.frames import UNIT, Frames, build_frames
from analytics.games import VerifiedGame
from analytics.model import (
    LEAST_GAMES,
    NO_MODEL,
    Model,
    fit_model,
    half_of,
    progress_of,
    state_chances,
    states_of,
    win_chances,
)
from tests.analytics import reference
from tests.analytics.null_card import PlantedCard, tournament

GameMaker = Callable[..., VerifiedGame]


@pytest.fixture(scope="module")
def played() -> Frames:
    """Games of four in which the leader takes a card."""
    return tournament({"card": PlantedCard("leader")}, 500, 4, seed=3).frames


@pytest.fixture(scope="module")
def model(played: Frames) -> Model:
    return fit_model(played, 150.0)


def chances_of(games: Iterable[VerifiedGame], temperature: float | None) -> list[float]:
    return (win_chances(Model(temperature), build_frames(list(games))) / UNIT).tolist()


def test_chances_from_ratings_are_plackett_and_luces(make_game: GameMaker) -> None:
    """The note's example: 1600/1500/1450/1400 on the scale of Elo."""
    games = [make_game([{}] * 4, ratings=[1600, 1500, 1450, 1400])]
    assert chances_of(games, 400 / np.log(10)) == pytest.approx([0.435, 0.244, 0.183, 0.137], abs=1e-3)


def test_without_all_ratings_or_a_temperature_chances_are_equal(make_game: GameMaker) -> None:
    games = [make_game([{}] * 3, ratings=[1600, None, 1500]), make_game([{}] * 2, ratings=[1600, 1500])]
    assert chances_of(games, 100.0)[:3] == [1 / 3] * 3
    assert chances_of(games, 100.0)[3] > 0.7
    assert chances_of(games, None) == [1 / 3, 1 / 3, 1 / 3, 1 / 2, 1 / 2]
    assert chances_of([], 100.0) == []


def test_the_fit_is_that_of_statsmodels() -> None:
    """One winner a game and no ridge. Reference: statsmodels, whose search stops a little below the top."""
    rng = np.random.default_rng(4)
    features = rng.normal(size=(300, 3, 2))
    scores = features @ np.array([0.8, -0.5])
    winners = (scores + rng.gumbel(size=scores.shape)).argmax(axis=1)
    shares = np.eye(3)[winners]
    theirs = reference.ConditionalLogit(
        shares.ravel(), features.reshape(-1, 2), groups=np.repeat(np.arange(300), 3)
    ).fit()
    assert fit(features, shares, np.zeros(2)) == pytest.approx(theirs.params, abs=2e-4)


def test_a_ridge_draws_to_zero_and_nothing_to_learn_stays_there() -> None:
    features = np.ones((5, 2, 1)) * np.array([[[1.0], [-1.0]]])
    shares = np.tile([1.0, 0.0], (5, 1))
    loose, tight = (fit(features, shares, np.array([ridge]))[0] for ridge in (0.1, 10.0))
    assert loose > tight > 0
    assert fit(features[:0], shares[:0], np.array([1.0])) == [0]


def test_softmax_bears_large_scores() -> None:
    assert softmax(np.array([[1000.0, 1000.0, -np.inf]])).tolist() == [[0.5, 0.5, 0.0]]


def test_chances_of_the_state_sum_to_one_and_follow_the_points(played: Frames, model: Model) -> None:
    rows = played.turns
    chances = state_chances(model, states_of(played, rows))
    assert chances.sum(axis=1) == pytest.approx(1)
    wins = played.player_games["win"].to_numpy().reshape(-1, 4)[rows["game_id"]] / UNIT
    late, early = rows["turn"].to_numpy() > 36, rows["turn"].to_numpy() <= 4
    assert (wins * chances)[late].sum(axis=1).mean() > 0.8
    assert (wins * chances)[early].sum(axis=1).mean() < 0.45


def test_chances_of_the_state_are_calibrated(played: Frames, model: Model) -> None:
    rows = played.turns
    chances = state_chances(model, states_of(played, rows)).ravel()
    wins = (played.player_games["win"].to_numpy().reshape(-1, 4)[rows["game_id"]] / UNIT).ravel()
    bins = np.minimum((chances * 5).astype(int), 4)
    for number in range(5):
        assert abs((wins - chances)[bins == number].mean()) < 0.06


def test_the_state_is_that_before_the_line(played: Frames, model: Model) -> None:
    """Points and cards of the line itself, and all that comes after, make no difference."""
    rows = played.turns[played.turns["turn"] == 21]
    line = int(rows["line"].iloc[0])
    earlier = {
        name: table[table["line"] < line] if "line" in table else table for name, table in played.tables().items()
    }
    assert (
        state_chances(model, states_of(Frames(earlier), rows)) == state_chances(model, states_of(played, rows))
    ).all()


def test_a_game_is_judged_by_the_model_of_the_other_half(played: Frames, model: Model) -> None:
    """Turning the results of one half around changes the chances in the other half only."""
    halves = half_of(played.player_games["game_id"].to_numpy())
    turned = played.player_games.copy()
    mine = turned["game_id"].isin(turned.loc[halves == 0, "game_id"])
    turned.loc[mine, "win"] = turned.loc[mine, "win"].to_numpy().reshape(-1, 4)[:, ::-1].ravel()
    other = fit_model(Frames({**played.tables(), "player_games": turned}), 150.0)
    rows = played.turns
    same = (state_chances(other, states_of(played, rows)) == state_chances(model, states_of(played, rows))).all(axis=1)
    assert same.tolist() == (half_of(rows["game_id"].to_numpy()) == 0).tolist()


def test_halves_do_not_follow_any_turn_in_the_numbers() -> None:
    ids = np.arange(1, 20_001)
    halves = half_of(ids)
    for step in (2, 3, 4, 6, 8, 12, 24):
        shares = [halves[ids % step == rest].mean() for rest in range(step)]
        assert max(abs(share - 0.5) for share in shares) < 0.05


def test_too_few_games_have_no_model_of_the_state(played: Frames) -> None:
    few = fit_model(played.of_games(range(LEAST_GAMES - 1)), None)
    assert few == NO_MODEL
    rows = played.turns.head(3)
    assert np.isnan(state_chances(few, states_of(played, rows))).all()
    assert np.isnan(progress_of(few, states_of(played, rows))).all()


def test_progress_counts_turns_done_by_the_median_of_the_variant(played: Frames, model: Model) -> None:
    rows = pd.DataFrame({"game_id": [7, 7, 7], "line": [20, 401, 810], "turn": [1, 20, 40]})
    assert progress_of(model, states_of(played, rows)).tolist() == [0, 0.5, 1]


def test_a_model_comes_back_from_json_bit_for_bit(model: Model) -> None:
    assert Model.from_json(json.loads(json.dumps(model.to_json()))) == model
    assert Model.from_json(NO_MODEL.to_json()) == NO_MODEL
    with pytest.raises(ValueError, match="version"):
        Model.from_json(NO_MODEL.to_json() | {"version": 0})
