"""Luck from few pairs: 0 on average over what the bag could have brought, and opposite for the two seats of a table."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from engine.game import CHANCE
from engine.luck.few_pairs import luck_of_game
from engine.luck.measured import MEASURED
from engine.luck.worth import worth_of
from engine.registry import get_game
from engine.search.in_parts import at_once
from engine.search.rollouts import play_on
from engine.simulate import simulate_game
from engine.table.table import Table

BABYLONIA = get_game("babylonia")
GREEDY = BABYLONIA.bots["greedy"]


def test_what_a_draw_is_worth_is_0_on_average() -> None:
    """Whatever is drawn, drawn again and again: within three standard errors."""
    rng = Random(4)
    rules, components = BABYLONIA.ruleset("base", {}), BABYLONIA.components(BABYLONIA.component_sets[0])
    state = BABYLONIA.start(2, rules, components, BABYLONIA.new_setup(2, rules, components, rng))
    play_on(state, GREEDY, rng, rng, last_turn=6)
    while state.to_move != CHANCE:
        state.apply(GREEDY.choose(state, rng))
    found = []
    for number in range(120):
        worth = at_once(worth_of(state, state.draw(rng), GREEDY, MEASURED["babylonia"][2], f"x/{number}", 2, 0))
        assert worth.chance == (), "nothing was played on to the end"
        found.append(worth.points[0])
    mean = sum(found) / len(found)
    error = sqrt(sum((each - mean) ** 2 for each in found) / (len(found) - 1) / len(found))
    assert error > 0
    assert abs(mean) < 3 * error


def test_the_same_game_and_seed_have_the_same_luck_and_the_seats_of_two_opposite_luck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.luck.few_pairs.FEW_PAIRS", 2)
    table, _report = Table.of_log(simulate_game("babylonia", 2, "base", ["greedy"], "a game"))
    assert table is not None
    luck = luck_of_game(table, GREEDY, "seed")
    assert luck == luck_of_game(table, GREEDY, "seed") != luck_of_game(table, GREEDY, "other seed")
    assert luck[0] == pytest.approx(-luck[1])
    assert luck[0] != 0
