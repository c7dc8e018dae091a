"""The bots of Amyitis."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.amyitis import actions, phases
from engine.amyitis.actions import AmyitisAction
from engine.amyitis.allowed import affordable_payments, holds, open_squares, plant_side
from engine.amyitis.components import COURT, PLANT
from engine.amyitis.garden import QUALITY
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
    side_worths,
    square_worth,
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
        whim = self._whim(state, rng)
        if whim:
            return whim
        best, most = None, 0.0
        for worth, action in self._ranked(state, state.to_move, rng):
            if best is None or worth > most:
                best, most = action, worth
        assert best, "there are no dead ends"
        return best

    def suggest(self, state: AmyitisState, most: int, rng: Random) -> list[AmyitisAction]:
        """Its choice, then what is worth most of the rest.

        A craft is considered in one group only, the caravan with one move to each city, and planting with the cheapest
        payment on each square before another payment. Passing and declining are among them where they are allowed and
        there is room for more than its choice.
        """
        first = self._whim(state, rng)
        ranked = sorted(self._ranked(state, state.to_move, rng), key=lambda each: -each[0])
        if state.phase == phases.PLANT:
            ranked += _other_plantings(state, state.to_move)
        chosen = [] if first is None else [first]
        leads_to: set[object] = set()
        for _, action in ranked:
            aim = _aim(state, action)
            if aim not in leads_to and action != first:
                leads_to.add(aim)
                chosen.append(action)
        for action in chosen[most:]:
            if most > 1 and action.op in (actions.PASS, actions.DECLINE):
                chosen[most - 1] = action
        return chosen[:most]

    def _whim(self, state: AmyitisState, rng: Random) -> AmyitisAction | None:
        """In a very long game any allowed action, now and then."""
        if state.round > PATIENT_ROUNDS and rng.random() < IMPATIENCE:
            return state.legal_actions().sample(rng)
        return None

    def reason(self, state: AmyitisState, action: AmyitisAction) -> Message:
        """Why it prefers this action."""
        return reason_of(state, action)

    def _ranked(self, state: AmyitisState, seat: int, rng: Random) -> Iterator[tuple[float, AmyitisAction]]:
        """What it thinks of, with its worth; among equals the first one counts."""
        if state.phase == phases.ACTION:
            return self._actions(state, seat, rng)
        if state.phase == phases.PLANT:
            return self._plantings(state, seat)
        return self._follow_ups(state, seat, rng)

    def _plantings(self, state: AmyitisState, seat: int) -> Iterator[tuple[float, AmyitisAction]]:
        found = best_planting(state, seat, state.caravan)
        assert found, "the caravan moves only where one can plant"
        worth, square, paid, gardeners = found
        yield worth, actions.plant(seat, square, paid, gardeners)

    def _follow_ups(self, state: AmyitisState, seat: int, rng: Random) -> Iterator[tuple[float, AmyitisAction]]:
        if state.phase in (phases.IRRIGATE, phases.SALE_IRRIGATION):
            for side, worth in side_worths(state, seat).items():
                yield worth + rng.random() / 1000, actions.irrigate(seat, side)
        else:
            for action in AmyitisLegalActions(state).listing():
                yield self._follow_up(state, seat, action) + rng.random() / 1000, action

    def _actions(self, state: AmyitisState, seat: int, rng: Random) -> Iterator[tuple[float, AmyitisAction]]:
        yield TALENT_WORTH / 2, actions.simple(actions.PASS, seat)
        crafts: dict[int, float] = {}
        for action in recruits(state, seat):
            craft = action.second
            if craft not in crafts:
                crafts[craft] = self._craft(state, seat, craft)
            yield crafts[craft] - TALENT_WORTH * state.turned[action.first] + rng.random() / 1000, action
        arrivals: dict[int, float] = {}
        for action in moves(state, seat):
            city = (state.caravan + action.second) % len(state.components.cities)
            if city not in arrivals:
                arrivals[city] = self._arrival(state, seat, city)
            yield arrivals[city] - CAMEL_WORTH * action.first + rng.random() / 1000, action

    def _craft(self, state: AmyitisState, seat: int, craft: int) -> float:
        """The action of a craft card."""
        if craft == MERCHANT:
            return camel_worth(state, seat)
        if craft == PEASANT:
            return max(row_worth(state, seat, row) for row in range(len(state.rows)))
        if craft == ENGINEER:
            return state.components.engineer + max(side_worths(state, seat).values(), default=0.0)
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


def _aim(state: AmyitisState, action: AmyitisAction) -> object:
    """What an action is for: of several with the same aim only the best is worth a thought."""
    if action.op == actions.RECRUIT:
        return action.op, action.second
    if action.op == actions.CARAVAN:
        return action.op, (state.caravan + action.second) % len(state.components.cities)
    return action


def _other_plantings(state: AmyitisState, seat: int) -> list[tuple[float, AmyitisAction]]:
    """Every square with the cheapest payment, the best first, then the best square with every payment."""
    quality = plant_side(state, state.components.cities[state.caravan].plant_slot).quality
    ways = affordable_payments(state, seat, state.caravan)
    ways.sort(key=lambda way: paid_worth(state, seat, way))
    worths = {
        square: square_worth(state, seat, square, quality)
        for square in open_squares(state, quality + state.gardeners[seat])
    }
    squares = sorted(worths, key=lambda square: -worths[square])
    pairs = [(square, ways[0]) for square in squares] + [(squares[0], way) for way in ways]
    return [
        (worths[square], actions.plant(seat, square, way, max(0, QUALITY[square] - quality))) for square, way in pairs
    ]


GREEDY = GreedyBot()
LOOKS_AHEAD = {2: 8, 3: 9, 4: 8}
"""So many turns ahead, by number of players: far enough that the seat moves again."""

BOTS: dict[str, Bot] = {
    bot.name: bot
    for bot in (RandomBot(), NoviceBot(GREEDY, kept=0.4, whim=0.4), GREEDY, *search_bots(GREEDY, LOOKS_AHEAD))
}
