"""Which of a bot's best actions does best when it is played on: paired rollouts over few candidates.

The rollout algorithm of Tesauro and Galperin (1996). All candidates are played on in the same sampled worlds, those
that are clearly worse are dropped, and the bot's own choice is left only for one that is clearly better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from random import Random
from typing import Any

from engine.game import Action, Bot, State
from engine.search.rollouts import MOST_TURNS, rollout, world_of

LEAST_WORLDS = 3
"""Nobody is dropped or preferred before so many worlds."""

DROPPED, LEFT = 1.0, 1.5
"""So many standard errors worse than the best is dropped, a candidate and the bot's own choice."""

PREFERRED = 1.0
"""So many standard errors better than the bot's own choice is preferred when the effort is spent."""

COMMON = 4
"""The spread of a difference counts like that of so many more worlds with the spread that all differences have: the
spread of three worlds alone says little."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to look: how many rollouts in all, over how many candidates, and so many turns ahead (None: to the
    end of the game). `keeps_own`: the bot's own choice is never dropped, so that only the last look passes it over.
    """

    rollouts: int
    width: int
    turns: int | None
    keeps_own: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A candidate: `gain` is how many points it does better than the bot's own choice, on average over `count` worlds;
    `error` is the standard error of that.
    """

    action: Action
    gain: float
    error: float
    count: int


def analyse(state: State[Any], policy: Bot, effort: Effort, rng: Random) -> list[Line]:
    """The candidates of the seat to move, the one to play first; one alone if nothing has to be tried."""
    seat = state.to_move
    candidates = policy.suggest(state, effort.width, rng)
    if len(candidates) == 1:
        return [Line(candidates[0], 0.0, 0.0, 0)]
    seed = str(rng.getrandbits(64))
    last_turn = MOST_TURNS if effort.turns is None else state.turn + effort.turns
    values: list[list[float]] = [[] for _ in candidates]
    alive = list(range(len(candidates)))
    left, number = effort.rollouts, 0
    while left >= len(alive) and len(alive) > 1:
        world = world_of(state, seat, seed, number)
        for each in alive:
            values[each].append(rollout(world, [candidates[each]], seat, policy, seed, number, last_turn))
        left -= len(alive)
        number += 1
        if number >= LEAST_WORLDS:
            alive = _without_the_worse(values, alive, inf if effort.keeps_own else LEFT)
    lines = [_line(action, of_action, values[0]) for action, of_action in zip(candidates, values, strict=True)]
    best = max(alive, key=lambda each: sum(values[each]))
    if best and 0 in alive and not _is_preferred(values, best):
        best = 0
    others = sorted((line for line in lines if line is not lines[best]), key=lambda line: -line.gain)
    return [lines[best], *others]


def paired(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Mean and standard error of the differences as far as both go."""
    differences = [first - second for first, second in zip(one, other, strict=False)]
    count = len(differences)
    if count < 2:
        return (differences[0] if differences else 0.0), inf
    mean = sum(differences) / count
    return mean, sqrt(sum((each - mean) ** 2 for each in differences) / (count - 1) / count)


def _line(action: Action, values: Sequence[float], own: Sequence[float]) -> Line:
    gain, error = paired(values, own)
    return Line(action, gain, error, min(len(values), len(own)))


def _is_preferred(values: Sequence[Sequence[float]], best: int) -> bool:
    """Whether this candidate is clearly better than the bot's own choice."""
    gain, error = paired(values[best], values[0])
    return len(values[0]) >= LEAST_WORLDS and gain > PREFERRED * error


def _without_the_worse(values: Sequence[Sequence[float]], alive: Sequence[int], left: float) -> list[int]:
    """Those that are neither clearly worse than the best nor the same in every world; all have seen the same worlds."""
    best = max(alive, key=lambda each: sum(values[each]))
    losses = {each: paired(values[best], values[each]) for each in alive if each != best}
    count = len(values[best])
    common = sum(error * error for _, error in losses.values()) / len(losses)
    kept = []
    for each in alive:
        if each != best:
            loss, error = losses[each]
            shrunk = sqrt((count * error * error + COMMON * common) / (count + COMMON))
            if error == 0 or loss > (DROPPED if each else left) * shrunk:
                continue
        kept.append(each)
    return kept
