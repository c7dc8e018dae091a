"""The bots of Amyitis."""

from __future__ import annotations

from random import Random

from engine.amyitis import actions, phases
from engine.amyitis.actions import AmyitisAction
from engine.amyitis.allowed import holds
from engine.amyitis.components import COURT, PLANT
from engine.amyitis.legal import AmyitisLegalActions, moves, recruits
from engine.amyitis.names import ENGINEER, MERCHANT, PEASANT, REWARDS, TEMPLES, WINE
from engine.amyitis.reasons import reason_of
from engine.amyitis.state import AmyitisState
from engine.amyitis.worth import (
    CAMEL_WORTH,
    PATIENT_ROUNDS,
    SALE_CUBE_WORTH,
    SPARE_WORTH,
    TALENT_WORTH,
    best_planting,
    camel_worth,
    card_worth,
    paid_worth,
    resource_worth,
    row_worth,
    side_worth,
    temple_worth,
)
from engine.game import Bot
from engine.message import Message
from engine.random_bot import RandomBot
from engine.search.bot import search_bots
from engine.search.novice import NoviceBot

IMPATIENCE = 0.3


class GreedyBot(Bot):
    """Takes what is worth most at once, in prestige and in what prestige is made of, by the estimates in `worth`.

    It passes when nothing is worth more than the talent that passing brings; among equals it chooses at random. When a
    game has lasted very long, some of its choices are any allowed action, since players who all wait for each other
    would never end it.
    """

    name = "greedy"
    version = 1

    def choose(self, state: AmyitisState, rng: Random) -> AmyitisAction:
        """One allowed action of the seat to move."""
        seat = state.to_move
        if state.round > PATIENT_ROUNDS and rng.random() < IMPATIENCE:
            return state.legal_actions().sample(rng)
        if state.phase == phases.ACTION:
            return self._action(state, seat, rng)
        if state.phase == phases.PLANT:
            found = best_planting(state, seat, state.caravan)
            assert found, "the caravan moves only where one can plant"
            _, square, paid, gardeners = found
            return actions.plant(seat, square, paid, gardeners)
        best, most = None, 0.0
        for action in AmyitisLegalActions(state):
            worth = self._follow_up(state, seat, action) + rng.random() / 1000
            if best is None or worth > most:
                best, most = action, worth
        assert best, "there are no dead ends"
        return best

    def reason(self, state: AmyitisState, action: AmyitisAction) -> Message:
        """Why it prefers this action."""
        return reason_of(state, action)

    def _action(self, state: AmyitisState, seat: int, rng: Random) -> AmyitisAction:
        best, most = actions.simple(actions.PASS, seat), TALENT_WORTH / 2
        crafts: dict[int, float] = {}
        for action in recruits(state, seat):
            craft = action.second
            if craft not in crafts:
                crafts[craft] = self._craft(state, seat, craft)
            worth = crafts[craft] - TALENT_WORTH * state.turned[action.first] + rng.random() / 1000
            if worth > most:
                best, most = action, worth
        arrivals: dict[int, float] = {}
        for action in moves(state, seat):
            city = (state.caravan + action.second) % len(state.components.cities)
            if city not in arrivals:
                arrivals[city] = self._arrival(state, seat, city)
            worth = arrivals[city] - CAMEL_WORTH * action.first + rng.random() / 1000
            if worth > most:
                best, most = action, worth
        return best

    def _craft(self, state: AmyitisState, seat: int, craft: int) -> float:
        """The action of a craft card."""
        if craft == MERCHANT:
            return camel_worth(state, seat)
        if craft == PEASANT:
            return max(row_worth(state, seat, row) for row in range(len(state.rows)))
        if craft == ENGINEER:
            sides = (side for side in range(len(state.areas) // 2) if state.available >> side & 1)
            return state.components.engineer + max((side_worth(state, seat, side) for side in sides), default=0.0)
        return max(temple_worth(state, seat, temple) for temple in range(len(TEMPLES)))

    def _arrival(self, state: AmyitisState, seat: int, number: int) -> float:
        """The action of a city."""
        city = state.components.cities[number]
        if city.kind == PLANT:
            found = best_planting(state, seat, number)
            return found[0] if found else 0.0
        if city.kind == COURT:
            paid = city.resource if holds(state, seat, city.resource) else WINE
            return max(card_worth(state, seat, card_type) for card_type in city.types) - paid_worth(
                state, seat, (paid,)
            )
        sold = min(state.held[seat], len(state.components.sale))
        return state.components.sale[sold - 1] + SALE_CUBE_WORTH - sold * SPARE_WORTH

    def _follow_up(self, state: AmyitisState, seat: int, action: AmyitisAction) -> float:
        """What follows from an action, or from the end of a round."""
        op = action.op
        if op == actions.FIELD:
            return row_worth(state, seat, action.first)
        if op in (actions.TEMPLE, actions.PROCESSION):
            return temple_worth(state, seat, action.first)
        if op == actions.IRRIGATE:
            return side_worth(state, seat, action.first)
        if op == actions.SELL:
            return state.components.sale[len(action.resources) - 1] - 0.3 * paid_worth(state, seat, action.resources)
        if op == actions.BUY:
            return card_worth(state, seat, action.first) - paid_worth(state, seat, (action.second,))
        if op == actions.CHOOSE:
            return card_worth(state, seat, action.first)
        if op in (actions.TAKE, actions.TOKEN):
            return resource_worth(state, seat, action.first)
        if op == actions.REWARD:
            return camel_worth(state, seat) if action.first == REWARDS.index("camel") else TALENT_WORTH
        if op == actions.SWAP:
            return resource_worth(state, seat, action.second) - resource_worth(state, seat, action.first) - 0.5
        if op == actions.KEEP:
            different = len(set(action.resources))
            return paid_worth(state, seat, action.resources) + 0.3 * different
        return 0.0


GREEDY = GreedyBot()
LOOKS_AHEAD = {2: 8, 3: 9, 4: 8}
"""So many turns ahead, by number of players: far enough that the seat moves again."""

BOTS: dict[str, Bot] = {
    bot.name: bot for bot in (RandomBot(), NoviceBot(GREEDY), GREEDY, *search_bots(GREEDY, LOOKS_AHEAD))
}
