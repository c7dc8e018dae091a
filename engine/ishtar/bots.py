"""Bots that play Ishtar. They read public information only."""

from __future__ import annotations

from random import Random

from engine.game import Bot
from engine.ishtar import actions as act
from engine.ishtar import phases
from engine.ishtar.actions import TOP, IshtarAction
from engine.ishtar.allowed import cards_for_sale, has_token, refuse_assistant, refuse_skill
from engine.ishtar.cells import GRASS
from engine.ishtar.components import SKILLS, Gems
from engine.ishtar.legal import affordable
from engine.ishtar.outlook import Outlook
from engine.ishtar.reasons import reason_of
from engine.ishtar.state import IshtarState
from engine.ishtar.suggestions import alternatives
from engine.ishtar.watering_can import offers
from engine.ishtar.worth import (
    bed_worth,
    best_bloom,
    planting_gain,
    skill_worth,
    tree_points,
    worth_of_gems,
)
from engine.message import Message
from engine.random_bot import RandomBot
from engine.search.bot import search_bots
from engine.search.novice import NoviceBot


class GreedyBot(Bot):
    """Takes what looks best for this turn: gems, flowers in own flowerbeds, icons that can be used, dear trees.

    A tile is worth what its best spot is worth, less the gems for the way of the watering can. A skill with a blooming
    token is worth nothing unless the flowers would join own flowerbeds.
    """

    name = "greedy"
    version = 2

    def choose(self, state: IshtarState, rng: Random) -> IshtarAction:
        """One allowed action of the seat to move."""
        seat, phase = state.to_move, state.phase
        if phase == phases.TAKE:
            return self._take(state, seat, rng)
        if phase == phases.PLACE:
            spot = Outlook.of(state).best(state, state.hand, rng.random)[1]
            ids = state.grid.ids
            return act.plain(act.DISCARD, seat) if spot < 0 else act.place(seat, ids[spot % len(ids)], spot // len(ids))
        if phase == phases.SPECIAL:
            return self._special(state, seat)
        if phase == phases.PLANT:
            return self._plant(state, seat)
        if phase == phases.BLOOM:
            return self._bloom(state, seat)
        if phase == phases.SETTLE:
            free = [(bed_worth(state, label), label) for label in state.beds if label not in state.holder]
            return act.settle(seat, state.grid.ids[max(free)[1]])
        card = max((card for card in state.row if card >= 0), default=TOP, key=lambda card: tree_points(state, card))
        return act.with_card(act.RESERVE, seat, card, "top" if card == TOP else state.components.trees[card].name)

    def suggest(self, state: IshtarState, most: int, rng: Random) -> list[IshtarAction]:
        """Its choice, then what else is worth a look."""
        found = dict.fromkeys([self.choose(state, rng)])
        for action in alternatives(state, rng):
            if len(found) >= most:
                break
            found[action] = None
        return list(found)

    def reason(self, state: IshtarState, action: IshtarAction) -> Message:
        """Why it prefers this action."""
        return reason_of(state, action)

    def _take(self, state: IshtarState, seat: int, rng: Random) -> IshtarAction:
        best: tuple[float, int, Gems] | None = None
        outlook = Outlook.of(state)
        for stack, price in offers(state):
            gems = affordable(state, price)[0]
            worth = outlook.best(state, state.top[stack], rng.random)[0] - worth_of_gems(gems)
            if best is None or worth > best[0]:
                best = worth, stack, gems
        assert best is not None
        return act.take(seat, best[1], best[2])

    def _special(self, state: IshtarState, seat: int) -> IshtarAction:
        label = state.bed_at[state.icon_cell]
        ranked = [] if refuse_assistant(state) else [(bed_worth(state, label) + 1.0, -1)]
        ranked += [
            (skill_worth(state, seat, number), number)
            for number in range(len(SKILLS))
            if not refuse_skill(state, number)
        ]
        if not ranked:
            return act.plain(act.DECLINE, seat)
        worth, number = max(ranked)
        if number < 0:
            return act.plain(act.ASSISTANT, seat)
        gems = affordable(state, state.components.skill_cost)[0]
        if worth <= worth_of_gems(gems):
            return act.plain(act.DECLINE, seat)
        return act.skill(seat, number, gems)

    def _bloom(self, state: IshtarState, seat: int) -> IshtarAction:
        cells = best_bloom(state, seat, state.bloom_kind)
        assert cells is not None
        return act.bloom(seat, tuple(state.grid.ids[cell] for cell in cells))

    def _plant(self, state: IshtarState, seat: int) -> IshtarAction:
        cards = cards_for_sale(state)
        if not cards:
            return act.plain(act.END, seat)
        card = max(cards, key=lambda card: tree_points(state, card))
        name = state.components.trees[card].name
        grass = [cell for cell, holds in enumerate(state.cells) if holds == GRASS]
        if not grass or not has_token(state, card):
            return act.with_card(act.BUY, seat, card, name)
        cell = max(grass, key=lambda cell: planting_gain(state, seat, cell))
        return act.plant(seat, card, name, state.grid.ids[cell])


GREEDY = GreedyBot()
LOOKS_AHEAD = {2: 5, 3: 5, 4: 7}
"""So many turns ahead, by number of players: this turn counted, all seats have equally many until then."""

BOTS: dict[str, Bot] = {
    bot.name: bot
    for bot in (RandomBot(), NoviceBot(GREEDY, kept=0.75, whim=0.08), GREEDY, *search_bots(GREEDY, LOOKS_AHEAD))
}
