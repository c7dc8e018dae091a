"""Bots that play Ishtar. They read public information only."""

from __future__ import annotations

from random import Random

from engine.game import Bot
from engine.ishtar.actions import IshtarAction
from engine.ishtar.state import IshtarState


class RandomBot(Bot):
    """Each allowed action has the same chance at each step."""

    name = "random"
    version = 1

    def choose(self, state: IshtarState, rng: Random) -> IshtarAction:
        """One allowed action of the seat to move."""
        return state.legal_actions().sample(rng)


BOTS: dict[str, Bot] = {bot.name: bot for bot in (RandomBot(),)}
