"""A bot that people beat who play for the first time."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.game import Action, Bot, State
from engine.message import Message

CONSIDERED = 5


class NoviceBot(Bot):
    """Plays one of the best actions of its game's own bot, not always the best, and now and then just anything.

    `kept` is the chance that it plays the best candidate that it has not passed over yet, `whim` that of any allowed
    action. They make it win one game in five or ten against greedy.
    """

    name = "novice"
    version = 1

    def __init__(self, policy: Bot, kept: float, whim: float) -> None:
        self.policy = policy
        self._kept, self._whim = kept, whim

    def choose(self, state: State[Any], rng: Random) -> Action:
        """One allowed action of the seat to move."""
        if rng.random() < self._whim:
            whim: Action = state.legal_actions().sample(rng)
            return whim
        candidates: list[Action] = self.policy.suggest(state, CONSIDERED, rng)
        for candidate in candidates:
            if rng.random() < self._kept:
                return candidate
        return candidates[0]

    def reason(self, state: State[Any], action: Action) -> Message:
        """What speaks for this action at first sight."""
        return self.policy.reason(state, action)
