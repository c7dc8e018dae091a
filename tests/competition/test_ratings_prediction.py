"""Chances to win and expected places: two different things that follow from one model."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.ratings.elo import expectation
from competition.ratings.prediction import NATURAL, expected_places, win_chances

FIELD = [1600.0, 1500.0, 1450.0, 1400.0]
ratings = st.lists(st.floats(500, 2500), min_size=2, max_size=4)
temperatures = st.floats(70, 1400)


def test_reference_numbers() -> None:
    assert win_chances(FIELD, NATURAL) == pytest.approx([0.434732, 0.244468, 0.183325, 0.137474], abs=1e-6)
    assert expected_places(FIELD, NATURAL) == pytest.approx([1.896803, 2.428537, 2.703385, 2.971275], abs=1e-6)


def test_without_a_temperature_everybody_is_equal() -> None:
    assert win_chances(FIELD, None) == [0.25] * 4
    assert expected_places(FIELD, None) == [2.5] * 4


@given(ratings, temperatures)
def test_they_are_one_model(field: list[float], temperature: float) -> None:
    """The expected place is the mean over all orders, drawn one after the other."""
    mean = [0.0] * len(field)
    for order in permutations(range(len(field))):
        chance = 1.0
        for at, player in enumerate(order[:-1]):
            left = order[at:]
            chance *= win_chances([field[i] for i in left], temperature)[left.index(player)]
        for place, player in enumerate(order, start=1):
            mean[player] += chance * place
    assert sum(win_chances(field, temperature)) == pytest.approx(1)
    assert expected_places(field, temperature) == pytest.approx(mean, abs=1e-9)


@given(st.floats(500, 2500), st.floats(500, 2500))
def test_two_players_have_the_expectation_of_elo(mine: float, other: float) -> None:
    assert win_chances([mine, other], NATURAL)[0] == pytest.approx(expectation(mine, other))
