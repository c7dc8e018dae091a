"""How the search spends its rollouts and when it leaves the bot's own choice. What a rollout brings is made up here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from engine.game import CHANCE, Action, State
from engine.registry import GAMES
from engine.search import analysis
from engine.search.analysis import LEAST_WORLDS, Effort, Line, analyse
from tests.engine.strategies import Table

GAME = GAMES["babylonia"]
GREEDY = GAME.bots["greedy"]
EFFORT = Effort(rollouts=40, width=4, turns=1)


def first_decision() -> State[Any]:
    """The first position of a game where a seat is to move."""
    state, rng = Table(GAME, 2, "base", {}, 1, 0.0).start(), Random(1)
    while state.to_move == CHANCE:
        state.apply(state.draw(rng))
    return state


CANDIDATES = GREEDY.suggest(first_decision(), EFFORT.width, Random(0))


def judged(monkeypatch: pytest.MonkeyPatch, value: Callable[[int, int], float]) -> tuple[list[Line], int]:
    """The lines if this candidate is worth `value(candidate, world)`, and how many rollouts it took to say so."""
    tried: list[int] = []

    def rollout(world: State[Any], line: Sequence[Action], seat: int, *rest: Any) -> float:
        tried.append(CANDIDATES.index(line[0]))
        return value(tried[-1], rest[2])

    monkeypatch.setattr(analysis, "rollout", rollout)
    monkeypatch.setattr(GREEDY, "suggest", lambda *_: CANDIDATES, raising=False)
    return analyse(first_decision(), GREEDY, EFFORT, Random(0)), len(tried)


def noisy(candidate: int, world: int) -> float:
    """The same spread for all, and no difference between them to speak of."""
    return Random(f"{candidate}/{world}").uniform(-9, 9)


def test_a_clearly_better_candidate_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    lines, tried = judged(monkeypatch, lambda each, world: noisy(each, world) + 50 * (each == 2))
    assert lines[0].action == CANDIDATES[2]
    assert lines[0].gain > 30
    assert tried == LEAST_WORLDS * len(CANDIDATES), "the others are dropped as soon as they may be"


def test_the_own_choice_stays_unless_another_is_clearly_better(monkeypatch: pytest.MonkeyPatch) -> None:
    lines, tried = judged(monkeypatch, lambda each, world: noisy(0, world) + (each == 3) * (9 if world % 2 else -8))
    assert lines[0].action == CANDIDATES[0]
    assert tried <= EFFORT.rollouts


def test_candidates_that_come_to_the_same_are_not_tried_on(monkeypatch: pytest.MonkeyPatch) -> None:
    lines, tried = judged(monkeypatch, lambda each, world: noisy(0, world))
    assert lines[0].action == CANDIDATES[0]
    assert tried == LEAST_WORLDS * len(CANDIDATES)


def test_every_candidate_has_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    lines, _ = judged(monkeypatch, noisy)
    assert {line.action for line in lines} == set(CANDIDATES)
    assert [line.gain for line in lines[1:]] == sorted((line.gain for line in lines[1:]), reverse=True)
