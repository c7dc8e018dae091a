"""One decision judged: what was played against what the bot would play, both played on to the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any

from engine.game import CHANCE, NOBODY, Action, Bot, ScoreEvent, State
from engine.review.marks import LIMITS, SURE
from engine.search.analysis import paired
from engine.search.in_parts import InParts, at_once
from engine.search.rollouts import MOST_TURNS, margin, world_of

FIRST, MOST = 16, 200
"""Continuations of each line: at first, and at most. A quarter more at each look."""

FUTILE = 1.75
"""Nobody looks on when a mark in the end would take a rise of the loss by so many standard deviations of what the
continuations that are left can change. With 1.5 two to three more losses of 6 points in a hundred were missed.
"""

CERTAIN, EARLY = 1.0, 3.0
"""A loss is believed before the last continuation if a fall by so many of these would still leave a mark, and if it is
now so many standard errors: there are several looks.
"""


@dataclass(slots=True)
class Continued:
    """A line played on to the end again and again: the final margins of its seat, and its points by source."""

    line: Sequence[Action]
    margins: list[float] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=dict)

    def mean(self) -> float:
        """The mean margin."""
        return sum(self.margins) / len(self.margins)

    def points_of(self, source: str) -> float:
        """The mean points of a source."""
        return self.points.get(source, 0) / len(self.margins)


@dataclass(frozen=True, slots=True)
class Compared:
    """How much better the bot's line does: mean `loss` and its standard `error` in points of margin to the best other.

    `deviation` is the standard deviation of one game's margin.
    """

    played: Continued
    rather: Continued
    loss: float
    error: float
    deviation: float


class Judge:
    """Compares lines of one seat in the same worlds, as often as it takes."""

    def __init__(self, game: str, state: State[Any], policy: Bot, seed: str) -> None:
        self._limits = LIMITS[game]
        self._state, self._seat, self._policy, self._seed = state, state.to_move, policy, seed
        self._worlds: list[State[Any]] = []

    def compare(self, played: Continued, rather: Continued) -> Compared:
        """What `comparing` finds, at once."""
        return at_once(self.comparing(played, rather))

    def comparing(self, played: Continued, rather: Continued) -> InParts[Compared]:
        """Continue both lines, as far as they are not yet, until it is clear whether the first is to be marked.

        That is asked with a view to the last continuation, as in a stochastically curtailed test (Lan, Simon and
        Halperin, 1982).
        """
        count = FIRST
        while True:
            for pairs in range(1, count + 1):
                if min(len(played.margins), len(rather.margins)) < pairs:
                    self.play_on(played, pairs)
                    self.play_on(rather, pairs)
                    yield
            found = compared(played, rather)
            if count == MOST or self._is_clear(found, count / MOST):
                return found
            count = min(count + count // 4, MOST)

    def _is_clear(self, found: Compared, share: float) -> bool:
        """Whether the rest of the continuations would hardly change the mark; this share of them is done."""
        change = found.error * sqrt(1 - share)
        needed = max(self._limits.doubtful, SURE * found.error * sqrt(share))
        futile = found.loss + FUTILE * change < needed
        certain = found.loss - CERTAIN * change > needed and found.loss > EARLY * found.error
        return futile or certain

    def play_on(self, line: Continued, count: int) -> None:
        """Continue a line to the end of the game until that was done so many times. Each time in another world."""
        seat = self._seat
        for number in range(len(line.margins), count):
            if number == len(self._worlds):
                self._worlds.append(world_of(self._state, seat, self._seed, number))
            state = self._worlds[number].copy()
            points = line.points
            chance, noise = Random(f"{self._seed}/{number}/draws"), Random(f"{self._seed}/{number}/bots")
            ahead = iter(line.line)
            while (mover := state.to_move) != NOBODY and state.turn <= MOST_TURNS:
                action = next(ahead, None) if mover != CHANCE else state.draw(chance)
                for event in state.apply(action or self._policy.choose(state, noise)):
                    if type(event) is ScoreEvent and event.seat == seat:
                        points[event.source] = points.get(event.source, 0) + event.points
            line.margins.append(margin(state.scores, seat))


def compared(played: Continued, rather: Continued) -> Compared:
    """The difference of two lines as far as both were continued in the same worlds, at least twice."""
    loss, error = paired(rather.margins, played.margins)
    mean = rather.mean()
    variance = sum((each - mean) ** 2 for each in rather.margins) / (len(rather.margins) - 1)
    return Compared(played, rather, loss, error, sqrt(variance))
