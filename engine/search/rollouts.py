"""Positions played on by a bot: what a search and a review learn from."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.game import CHANCE, NOBODY, Action, Bot, State

MOST_TURNS = 2_000
"""A game that has not ended by then is judged as it stands."""


def play_on(state: State[Any], policy: Bot, chance: Random, noise: Random, last_turn: int = MOST_TURNS) -> None:
    """Let the policy play for every seat, in place, until the game or `last_turn` is over.

    Draws and the policy have generators of their own, so that two lines have the same luck for as long as they can.
    """
    choose, apply, draw = policy.choose, state.apply, state.draw
    while (mover := state.to_move) != NOBODY and state.turn <= last_turn:
        apply(draw(chance) if mover == CHANCE else choose(state, noise))


def margin(worths: Sequence[float], seat: int) -> float:
    """What this seat has more than the best of the others."""
    return worths[seat] - max(worth for other, worth in enumerate(worths) if other != seat)


def world_of(state: State[Any], seat: int, seed: str, number: int) -> State[Any]:
    """A position that this seat cannot tell from the true one. The same number gives the same world."""
    world = state.copy()
    world.determinize(seat, Random(f"{seed}/{number}"))
    return world


def rollout(
    world: State[Any], line: Sequence[Action], seat: int, policy: Bot, seed: str, number: int, last_turn: int
) -> float:
    """The margin of this seat after these actions in a copy of the world, and what the policy makes of it."""
    state = world.copy()
    for action in line:
        state.apply(action)
    play_on(state, policy, Random(f"{seed}/{number}/draws"), Random(f"{seed}/{number}/bots"), last_turn)
    return margin(state.standing(), seat)
