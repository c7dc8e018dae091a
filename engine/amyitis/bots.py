"""The bots of Amyitis."""

from __future__ import annotations

from random import Random

from engine.amyitis import actions
from engine.amyitis.actions import AmyitisAction
from engine.amyitis.state import AmyitisState
from engine.game import Bot


class RandomBot(Bot):
    """Each allowed action has the same chance at each step."""

    name = "random"
    version = 1

    def choose(self, state: AmyitisState, rng: Random) -> AmyitisAction:
        """One allowed action of the seat to move."""
        return state.legal_actions().sample(rng)


BOTS: dict[str, Bot] = {bot.name: bot for bot in (RandomBot(),)}
