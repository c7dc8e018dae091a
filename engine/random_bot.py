"""The bot that every game has: it knows nothing of the game."""

from __future__ import annotations

from random import Random
from typing import Any

from engine import sentences
from engine.game import Action, Bot, State
from engine.message import Message


class RandomBot(Bot):
    """Each allowed action has the same chance at each step."""

    name = "random"
    version = 1

    def choose(self, state: State[Any], rng: Random) -> Action:
        """One allowed action of the seat to move."""
        chosen: Action = state.legal_actions().sample(rng)
        return chosen

    def reason(self, state: State[Any], action: Action) -> Message:
        """That there is none."""
        return sentences.AT_RANDOM.message()
