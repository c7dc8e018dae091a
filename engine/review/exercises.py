"""Decisions of a reviewed game to practise, judged in worlds that had no part in choosing them.

A review marks what has lost most in its own worlds, so part of each loss is luck (the winner's curse). Before a
decision is practised it is judged again, and every answer is judged in worlds of its own. All of them follow from the
game and the number of the move, so whoever practises the same decision twice is judged alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

from engine.game import CHANCE, NOBODY, Action, BadSetup, Bot, JsonObject, State
from engine.review import sentences
from engine.review.marks import SURE
from engine.review.reviewer import (
    MOST_SHOWN,
    cannot_review,
    decisions_of,
    followed_by,
    rest_of_turn,
    reviewer_of,
    seed_of,
)
from engine.search.analysis import paired
from engine.search.rollouts import MOST_TURNS, rollout, world_of
from engine.table.table import Table

WITHIN = 1.0
"""An action that does so many points worse than the bot's choice is as good as that."""

LOOKS = (16, 32, 64, 128)
"""After so many worlds it is seen whether the matter is clear."""

EARLY = 3.0
"""What is wrong before the last look is so many standard errors worse: there are several looks."""

DOUBT = 1.5
"""What is right before the last look is right by so many standard errors."""

Line = tuple[Action, ...]


class Loss(NamedTuple):
    """How many points of margin something does worse than the bot's choice, on average over so many `worlds`, and the
    standard error of that."""

    points: float
    error: float
    worlds: int

    @property
    def is_wrong(self) -> bool:
        """It is worse than the bot's choice by more than two standard errors, and by more than a point."""
        return self.points > max(WITHIN, SURE * self.error)

    @property
    def is_better(self) -> bool:
        """It is better than the bot's choice by as much."""
        return -self.points > max(WITHIN, SURE * self.error)


class Exercise:
    """One decision to practise: move `number` of a finished game, where the bot would `rather` do something else.

    Raises BadSetup if that cannot be practised: the game is not over or hides its draws, nobody chose there, or the
    bot's choice is not allowed there or is what was played.
    """

    def __init__(self, table: Table, number: int, rather: JsonObject) -> None:
        if (reason := cannot_review(table)) is not None:
            raise BadSetup(reason)
        if number not in decisions_of(table):
            raise BadSetup(sentences.NO_CHOICE())
        self.table, self.number = table, number
        self.before = table.at(number)
        self.rather = table.read(rather)
        self.played = table.moves[number].action
        if self.rather == self.played or self.state.check(self.rather) is not None:
            raise BadSetup(sentences.NO_OTHER_CHOICE())

    @property
    def state(self) -> State[Any]:
        """The position in which to decide."""
        return self.before.state

    @property
    def bot(self) -> Bot:
        """Whose choice the answer is compared with."""
        return reviewer_of(self.table.game)

    @property
    def seed(self) -> str:
        """What the worlds follow from: no review has seen them."""
        return f"practise/{seed_of(self.table)}/{self.number}"

    def check(self) -> Trial:
        """The decision itself, judged again: it is practised if it `is_wrong`."""
        return Trial(self, f"{self.seed}/check", {"game": self._lines_of_game()})

    def answer(self, action: Action | None) -> Trial:
        """An answer, and what was played, beside the bot's choice; None: somebody gives up, and what was played is
        judged alone."""
        mine = {} if action is None else {"mine": self._lines_of(action)}
        return Trial(self, f"{self.seed}/answer", {**mine, "game": self._lines_of_game()})

    def _lines_of(self, action: Action) -> list[Line]:
        """The action alone, or followed by the bot's choice: the same actions in another order are no mistake."""
        if action == self.rather:
            return [(action,)]
        return [(action,), tuple(followed_by(self.state, action, self.rather))]

    def _lines_of_game(self) -> list[Line]:
        """The same for what was played, or with the rest of the turn as it was played: what the turn still did later
        is not lost."""
        return [*self._lines_of(self.played), tuple(rest_of_turn(self.table, self.number))]

    def continuation(self, action: Action) -> tuple[State[Any], list[Action]]:
        """A position that the seat cannot tell from the true one, and from there the action and how bots go on, until
        the seat moves again in a later turn. The world and its luck are the same for every action."""
        seat, policy = self.state.to_move, reviewer_of(self.table.game).policy
        world = world_of(self.state, seat, f"{self.seed}/shown", 0)
        state = world.copy()
        chance, noise = Random(f"{self.seed}/shown/draws"), Random(f"{self.seed}/shown/bots")
        found = [action]
        state.apply(action)
        while len(found) < MOST_SHOWN and (mover := state.to_move) != NOBODY:
            if state.turn > world.turn and mover == seat:
                break
            found.append(state.draw(chance) if mover == CHANCE else policy.choose(state, noise))
            state.apply(found[-1])
        return world, found


class Trial:
    """Plays the bot's choice and what is compared with it on to the end, in one world at each step.

    `tried`: the lines of each thing that is compared, by its name; the first one decides how long it goes on. Of
    several lines the one that loses least counts.
    """

    def __init__(self, exercise: Exercise, seed: str, tried: dict[str, list[Line]]) -> None:
        self._state, self._seed = exercise.state, seed
        self._policy = reviewer_of(exercise.table.game).policy
        self._rather: Line = (exercise.rather,)
        self._tried = tried
        self._margins: dict[Line, list[float]] = {self._rather: []}
        for lines in tried.values():
            self._margins |= {line: [] for line in lines}
        self.count = 0

    def step(self) -> None:
        """One world more."""
        seat = self._state.to_move
        world = world_of(self._state, seat, self._seed, self.count)
        for line, margins in self._margins.items():
            margins.append(rollout(world, line, seat, self._policy, self._seed, self.count, MOST_TURNS))
        self.count += 1

    @property
    def is_over(self) -> bool:
        """Whether it is clear if the first thing is right or wrong, or nobody looks any longer."""
        if self.count < LOOKS[0]:
            return False
        return self.count >= LOOKS[-1] or (self.count in LOOKS and is_clear(self.loss(next(iter(self._tried)))))

    def loss(self, name: str) -> Loss:
        """What one of the things compared loses, as far as it is known."""
        return least_loss(self._margins[self._rather], [self._margins[line] for line in self._tried[name]])


def least_loss(rather: Sequence[float], lines: Iterable[Sequence[float]]) -> Loss:
    """The smallest loss of several lines against the margins of the bot's choice, in the same worlds."""
    return min(Loss(*paired(rather, line), len(rather)) for line in lines)


def is_clear(loss: Loss) -> bool:
    """Whether more worlds would hardly change what is said of it."""
    wrong = loss.points > max(WITHIN, EARLY * loss.error)
    right = loss.points + DOUBT * loss.error <= WITHIN or (loss.worlds > LOOKS[0] and loss.points <= 0)
    return wrong or right
