"""Players' strengths beyond the state: what they still add is learned, from the other half of the games."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analytics.frames import UNIT, Frames
from analytics.model import Model, chances_by_form, fit_model, half_of, state_chances, states_of
from analytics.player_form import PlayerForm, fit_form, with_form
from benchmarks.card_games import Setting, play

CLUB = Setting(people=8, skill=0.12, ratings="none", strong=1.5)
"""Eight people, of whom nobody has a rating; the strong ones prefer c1."""


def test_a_strength_moves_the_odds_by_its_weight() -> None:
    """Odds of 1 to 1 and a strength of ln 3 at weight 1/2: 3 ** 0.5 to 1; of no weight in the last quarter."""
    strong = {4: 0.0, 9: float(np.log(3))}
    form = PlayerForm((strong, {4: 0.0, 9: 0.0}), (0.5, 0.5, 0.5, 0.0))
    people, quarters = np.array([[9, 4]] * 3), np.array([0, 3, 0])
    chances = with_form(form, np.full((3, 2), 0.5), people, np.array([0, 0, 1]), quarters)
    assert chances[0, 0] == pytest.approx(3**0.5 / (1 + 3**0.5))
    assert chances[1:].ravel() == pytest.approx([0.5] * 4)
    stranger = with_form(form, np.array([[0.2, 0.8]]), np.array([[7, 4]]), np.array([0]), np.array([0]))
    assert stranger[0] == pytest.approx([0.2, 0.8])


def test_a_form_is_read_back_as_it_was() -> None:
    """Also from a file whose keys are sorted as texts, where 10 comes before 9."""
    form = PlayerForm(({9: 0.5, 10: -0.25, 100: 0.125}, {10: 1.0}), (1.0, 0.5, 0.25, 0.0))
    model = Model(form={3: form})
    again = Model.from_json(json.loads(json.dumps(model.to_json(), sort_keys=True)))
    assert again == model
    assert [list(half) for half in again.form[3].halves] == [[9, 10, 100], [10]]


def test_what_a_state_knows_is_not_added_again() -> None:
    """The chances of the first quarter know nothing of the players, those of the last one everything."""
    rng = np.random.default_rng(1)
    people = rng.random((1200, 8)).argsort(axis=1)[:, :3]
    skills = np.linspace(-1, 1, 8)[people]
    places = 1 + (-skills - rng.gumbel(size=skills.shape)).argsort(axis=1).argsort(axis=1)
    true = np.exp(skills) / np.exp(skills).sum(axis=1, keepdims=True)
    chances = np.concatenate([np.full((1200, 3), 1 / 3), true])
    game, quarters, halves = np.tile(np.arange(1200), 2), np.repeat([0, 3], 1200), rng.integers(0, 2, 1200)
    form = fit_form(np.zeros((1200, 3)), people, (places == 1) * 1.0, places, halves, chances, game, quarters)
    assert form.weights[0] == pytest.approx(1, abs=0.15)
    assert form.weights[1:] == (0, 0, pytest.approx(0, abs=0.1))
    for strengths in form.halves:
        assert np.corrcoef([strengths[player] for player in range(8)], np.arange(8))[0, 1] > 0.95


def test_strengths_come_from_the_other_half() -> None:
    """Results of a half do not touch the strengths that its own games are judged by."""
    frames = play(CLUB, 120, 1).frames
    changed = frames.player_games.copy()
    mine = half_of(changed["game_id"].to_numpy(np.int64)) == 0
    changed.loc[mine, "win"] = changed.loc[mine].groupby("game_id")["win"].transform(lambda wins: wins.to_numpy()[::-1])
    before = fit_model(frames, None).form[4]
    after = fit_model(Frames({**frames.tables(), "player_games": changed}), None).form[4]
    assert before.halves[0] == after.halves[0]
    assert before.halves[1] != after.halves[1]


def test_takers_who_are_strong_are_expected_to_win() -> None:
    """In a club without ratings the strong prefer c1. They win as often as expected once their strength is known."""
    above = []
    for seed in range(3):
        frames = play(CLUB, 300, seed).frames
        model = fit_model(frames, None)
        taken = frames.card_events[frames.card_events["card"] == "c1"]
        states, seat = states_of(frames, taken), taken["seat"].to_numpy()
        wins = frames.player_games.set_index(["game_id", "seat"])["win"] / UNIT
        won = wins.reindex(list(zip(taken["game_id"], seat, strict=True))).to_numpy()
        chances = state_chances(model, states), chances_by_form(model, frames, states)
        above.append([float((won - one[np.arange(len(seat)), seat]).mean()) for one in chances])
    before, after = np.mean(above, axis=0)
    assert before > 0.06
    assert abs(after) < 0.04
