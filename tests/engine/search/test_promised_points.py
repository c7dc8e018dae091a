"""What positions are worth while a game goes on: what brings points later counts already, and only for who has it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from engine.amyitis.state import AmyitisState
from engine.babylonia.state import BabyloniaState
from engine.game import CHANCE, State
from engine.registry import GAMES
from tests.cases import each
from tests.engine.strategies import Table


def in_the_middle(key: str) -> State[Any]:
    """A position some turns into a game of greedy bots."""
    game, rng = GAMES[key], Random(2)
    state = Table(game, 3, game.rulesets[0], {}, 2, 0.0).start()
    while state.to_move == CHANCE or state.turn < 15:
        state.apply(state.draw(rng) if state.to_move == CHANCE else game.bots["greedy"].choose(state, rng))
    return state


def gain(state: State[Any], change: Callable[[Any], None]) -> list[float]:
    """What a change of the position is worth, by seat."""
    before = list(state.standing())
    change(state)
    return [after - was for after, was in zip(state.standing(), before, strict=True)]


def one_more_tile(state: BabyloniaState) -> None:
    state.won[1] += 1


def card_3(state: BabyloniaState) -> None:
    state.cards[1] |= 1 << 3


def a_camel(state: AmyitisState) -> None:
    state.camels[1] = 1


def a_gardener(state: AmyitisState) -> None:
    state.gardeners[1] += 1


def a_banker(state: AmyitisState) -> None:
    state.levels[3] += 1


@each(
    ("key", "change"),
    [
        ("babylonia", one_more_tile),
        ("babylonia", card_3),
        ("amyitis", a_camel),
        ("amyitis", a_gardener),
        ("amyitis", a_banker),
    ],
)
def test_what_will_bring_points_is_worth_some(key: str, change: Callable[[Any], None]) -> None:
    state: Any = in_the_middle(key)
    if change is a_camel:
        state.camels[1] = 0
    gains = gain(state, change)
    assert gains[1] > 0
    assert gains[0] == gains[2] == 0


def test_card_1_has_paid_when_it_was_taken() -> None:
    def card_1(state: BabyloniaState) -> None:
        state.cards[1] |= 1 << 1

    assert gain(in_the_middle("babylonia"), card_1) == [0, 0, 0]
