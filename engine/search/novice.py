"""A bot that people beat who play for the first time."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.game import Action, Bot, State
from engine.message import Message

CONSIDERED = 5
KEPT = 0.55
"""The chance that it plays the best candidate that it has not passed over yet."""

WHIM = 0.15
"""The chance of any allowed action."""


class NoviceBot(Bot):
    """Plays one of the best actions of its game's own bot, not always the best, and now and then just anything."""

    name = "novice"
    version = 1

    def __init__(self, policy: Bot) -> None:
        self.policy = policy

    def choose(self, state: State[Any], rng: Random) -> Action:
        """One allowed action of the seat to move."""
        if rng.random() < WHIM:
            whim: Action = state.legal_actions().sample(rng)
            return whim
        candidates: list[Action] = self.policy.suggest(state, CONSIDERED, rng)
        for candidate in candidates:
            if rng.random() < KEPT:
                return candidate
        return candidates[0]

    def reason(self, state: State[Any], action: Action) -> Message:
        """What speaks for this action at first sight."""
        return self.policy.reason(state, action)
