"""Bots that play Babylonia. They read a seat's own rack and public information only."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.babylonia.actions import BabyloniaAction, extra_turn, score, stop, take
from engine.babylonia.allowed import refuse_place, refuse_stop
from engine.babylonia.cells import CITY
from engine.babylonia.components import FARMER, MERCHANT, OFFICIAL, PRIEST
from engine.babylonia.legal import placements
from engine.babylonia.phases import EXTRA, PLACING, SCORING
from engine.babylonia.reasons import reason_of
from engine.babylonia.state import BabyloniaState
from engine.babylonia.worth import CARD_PREFERENCE, Target, site_worth, targets
from engine.game import Bot
from engine.message import Message
from engine.random_bot import RandomBot
from engine.search.bot import search_bots
from engine.search.novice import NoviceBot

WORTH_ANOTHER_FARMER = 1.5
NOBLES = (MERCHANT, OFFICIAL, PRIEST)


class GreedyBot(Bot):
    """Takes the most points at once; among equals it goes where the next points are closest.

    The points of a placement are read off the counters of the position, nothing is copied or tried. A placement that
    closes a site is worth what the scoring of the site would bring, less what it brings the strongest opponent.
    """

    name = "greedy"
    version = 1

    def choose(self, state: BabyloniaState, rng: Random) -> BabyloniaAction:
        """One allowed action of the seat to move."""
        return next(self._ranked(state, state.to_move, rng))

    def suggest(self, state: BabyloniaState, most: int, rng: Random) -> list[BabyloniaAction]:
        """Its choice, then the best token on each of the next hexes, then other tokens on the same hexes.

        `stop` is among them where it is allowed and there is room for more than its choice.
        """
        ranked = list(dict.fromkeys(self._ranked(state, state.to_move, rng)))
        if state.phase != PLACING:
            return ranked[:most]
        hexes: set[int] = set()
        found: list[BabyloniaAction] = []
        others: list[BabyloniaAction] = []
        for action in ranked:
            (others if action.hex in hexes else found).append(action)
            hexes.add(action.hex)
        chosen = (found + others)[:most]
        stopping = stop(state.to_move)
        if most > 1 and stopping not in chosen and stopping in found:
            chosen[-1] = stopping
        return chosen

    def _ranked(self, state: BabyloniaState, seat: int, rng: Random) -> Iterator[BabyloniaAction]:
        """The allowed actions that it thinks of, the best first; there is always one."""
        if state.phase == PLACING:
            yield from self._placements(state, seat, rng)
        elif state.phase == SCORING:
            worths = {site: site_worth(state, seat, site, closing=False) for site in state.surrounded}
            for site in sorted(worths, key=lambda site: -worths[site]):
                yield score(state.board, seat, site)
        elif state.phase == EXTRA:
            yield extra_turn(seat, True)
            yield extra_turn(seat, False)
        else:
            for card in sorted(state.offer, key=CARD_PREFERENCE.index):
                yield take(seat, card)

    def _placements(self, state: BabyloniaState, seat: int, rng: Random) -> Iterator[BabyloniaAction]:
        """Tokens on hexes, by the worth of the hex; before those that are not worth another farmer it would stop."""
        may_stop = not refuse_stop(state)
        stopped = nothing = True
        for worth, _, hex_number, _ in _in_order(targets(state, seat, rng.random)):
            if may_stop and stopped and worth < WORTH_ANOTHER_FARMER:
                yield stop(seat)
                stopped = nothing = False
            for token in self._tokens_for(state, seat, hex_number):
                if not refuse_place(state, token, hex_number):
                    yield placements(state.board)[seat][token][hex_number]
                    nothing = False
        if may_stop and stopped:
            yield stop(seat)
        elif nothing:
            yield state.legal_actions().sample(rng)

    def reason(self, state: BabyloniaState, action: BabyloniaAction) -> Message:
        """Why it prefers this action."""
        return reason_of(state, action)

    def _tokens_for(self, state: BabyloniaState, seat: int, hex_number: int) -> list[int]:
        """The tokens of the rack, the best for this hex first: a noble that scores, then farmers, then the rest."""
        rack = state.available[seat]
        nobles = [kind for kind in NOBLES if rack[kind]]
        nobles.sort(key=rack.__getitem__, reverse=True)
        wanted: set[int] = set()
        for site in state.board.sites_near[hex_number]:
            if state.cells[site] == CITY:
                wanted.update(state.components.tiles[state.tile_at[site]].symbols)
        scoring = [kind for kind in nobles if kind in wanted]
        farmers = [FARMER] if rack[FARMER] else []
        return [*scoring, *farmers, *(kind for kind in nobles if kind not in wanted)]


def _in_order(found: list[Target]) -> Iterator[Target]:
    """The best first. Sorts only for those who want more than the best."""
    if found:
        yield max(found)
        yield from sorted(found, reverse=True)[1:]


GREEDY = GreedyBot()
LOOKS_AHEAD = {2: 5, 3: 6, 4: 8}
"""So many turns ahead, by number of players: far enough that the seat moves again."""

BOTS: dict[str, Bot] = {
    bot.name: bot
    for bot in (RandomBot(), NoviceBot(GREEDY, kept=0.55, whim=0.15), GREEDY, *search_bots(GREEDY, LOOKS_AHEAD))
}
