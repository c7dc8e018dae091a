"""The search bot: one for all games, in four strengths."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.game import Action, Bot, State
from engine.message import Message
from engine.search.analysis import Effort, analyse

BUDGETS: Mapping[int, int] = {6: 2, 12: 4, 32: 6, 72: 8}
"""Rollouts a decision, and how many candidates they are spent on."""


class SearchBot(Bot):
    """Plays what does best when its game's own bot (`policy`) plays on. Its name carries the budget: "search-72".

    `turns` by number of players: how many turns a rollout looks ahead; None to the end of the game.
    `keeps_own` as in `Effort`: better where playing on says little in few rollouts.
    """

    version = 1

    def __init__(self, policy: Bot, rollouts: int, turns: Mapping[int, int | None], keeps_own: bool) -> None:
        self.name = f"search-{rollouts}"
        self.policy = policy
        width = BUDGETS[rollouts]
        self._efforts = {players: Effort(rollouts, width, ahead, keeps_own) for players, ahead in turns.items()}

    def effort(self, players: int) -> Effort:
        """How hard it looks in a game of so many."""
        return self._efforts[players]

    def choose(self, state: State[Any], rng: Random) -> Action:
        """One allowed action of the seat to move."""
        return analyse(state, self.policy, self.effort(len(state.scores)), rng)[0].action

    def suggest(self, state: State[Any], most: int, rng: Random) -> list[Action]:
        """Its best actions, the best first."""
        return [line.action for line in analyse(state, self.policy, self.effort(len(state.scores)), rng)[:most]]

    def reason(self, state: State[Any], action: Action) -> Message:
        """What speaks for this action at first sight."""
        return self.policy.reason(state, action)


def search_bots(policy: Bot, turns: Mapping[int, int | None], keeps_own: bool = False) -> list[SearchBot]:
    """One for each budget."""
    return [SearchBot(policy, rollouts, turns, keeps_own) for rollouts in BUDGETS]
