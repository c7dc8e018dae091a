"""Bots that play Babylon. Everything they read is public."""

from __future__ import annotations

from random import Random

from engine.babylon.actions import (
    CLAIM,
    DIG,
    DISCARD,
    EXCHANGE,
    FINISH,
    REMOVE,
    STORE,
    BabylonAction,
    at_stack,
    build,
    place,
    plain,
    read,
    with_tile,
)
from engine.babylon.allowed import refuse_claim, refuse_exchange, refuse_stack, refuse_store
from engine.babylon.building import builds, reads
from engine.babylon.cells import STACKS
from engine.babylon.legal import looks
from engine.babylon.outlook import Outlook
from engine.babylon.phases import BUILD as BUILDING
from engine.babylon.phases import DIG as DIGGING
from engine.babylon.phases import REMOVE as REMOVING
from engine.babylon.quarry import pay_for
from engine.babylon.reasons import reason_of
from engine.babylon.scoring import flower_counts
from engine.babylon.state import BabylonState
from engine.babylon.suggestions import alternatives
from engine.babylon.worth import piece_worth, tile_worth, worth_of_pillar
from engine.game import Bot
from engine.message import Message
from engine.random_bot import RandomBot
from engine.search.bot import search_bots
from engine.search.novice import NoviceBot

WORTH_PLACING = 0.3
MOST_EXCHANGES = 2
CLEARLY_BETTER = 0.05


class GreedyBot(Bot):
    """Builds what pays most at once, and places tiles where they pay, for their level and their decorations.

    A placement is worth the decorations that its icons make possible at once, the level, the belvedere and the flower,
    less what it covers and the pillars it takes. It looks at exchanges too, and no further than the next action.
    """

    name = "greedy"
    version = 1

    def choose(self, state: BabylonState, rng: Random) -> BabylonAction:
        """One allowed action of the seat to move."""
        seat = state.to_move
        if state.phase == BUILDING:
            return self._build(state, seat, rng)
        if state.phase == DIGGING and not refuse_claim(state):
            return plain(CLAIM, seat)
        if state.phase in (DIGGING, REMOVING):
            return self._dig(state, seat, rng)
        return self._store(state, seat)

    def suggest(self, state: BabylonState, most: int, rng: Random) -> list[BabylonAction]:
        """Its choice, then what else is worth a look."""
        found = dict.fromkeys([self.choose(state, rng)])
        for action in alternatives(state, most, rng):
            if len(found) >= most:
                break
            found[action] = None
        return list(found)

    def reason(self, state: BabylonState, action: BabylonAction) -> Message:
        """Why it prefers this action."""
        return reason_of(state, action)

    def _dig(self, state: BabylonState, seat: int, rng: Random) -> BabylonAction:
        if state.phase == REMOVING:
            return _removal(state, seat)
        pillar_worth = worth_of_pillar(state, seat)
        flowers = flower_counts(state, seat)
        best, choice = -10.0, 0
        for stack in range(STACKS):
            if refuse_stack(state, stack):
                continue
            worth = pillar_worth * pay_for(state, seat, stack)
            worth += tile_worth(state, flowers, state.stack_tops[stack]) + 0.01 * rng.random()
            if worth > best:
                best, choice = worth, stack
        return at_stack(DIG, seat, choice)

    def _store(self, state: BabylonState, seat: int) -> BabylonAction:
        kept, flowers = state.stored[seat], flower_counts(state, seat)
        better = kept < 0 or tile_worth(state, flowers, state.dug) > tile_worth(state, flowers, kept)
        op = STORE if better and not refuse_store(state) else DISCARD
        return with_tile(state.components, op, seat, state.dug)

    def _build(self, state: BabylonState, seat: int, rng: Random) -> BabylonAction:
        pieces = builds(state)
        if pieces:
            kind, column, other = max(pieces, key=lambda found: piece_worth(state, seat, *found))
            return build(seat, kind, column, other)
        better = self._read(state, seat)
        if better is not None:
            return better
        if not refuse_claim(state):
            return plain(CLAIM, seat)
        return self._place(state, seat, rng) if looks(state) else plain(FINISH, seat)

    def _place(self, state: BabylonState, seat: int, rng: Random) -> BabylonAction:
        """The best placement; or an exchange, if it makes a better one possible; or the end, if nothing is worth it."""
        outlook = Outlook.of(state)
        found = outlook.best(state, rng)
        worth, placement = found if found else (WORTH_PLACING, None)
        for exchanges in range(1, MOST_EXCHANGES + 1):
            if refuse_exchange(state, exchanges):
                break
            if outlook.best(state, rng, exchanges, worth + CLEARLY_BETTER):
                return plain(EXCHANGE, seat)
        if placement is None or worth <= WORTH_PLACING:
            return plain(FINISH, seat)
        tile, rotation, anchor, level, corner = placement
        return place(state.components, seat, tile, anchor, rotation, level, corner)

    def _read(self, state: BabylonState, seat: int) -> BabylonAction | None:
        """The reading of a space that makes the best decoration possible, if there is one."""
        best, choice = 0.0, None
        hoped = None
        for column, icon in list(reads(state)):
            hoped = hoped or state.copy()
            garden = hoped.gardens[seat]
            shown = garden.icons[column]
            garden.show(column, icon)
            for found in builds(hoped):
                worth = piece_worth(state, seat, *found)
                if worth > best:
                    best, choice = worth, (column, icon)
            garden.show(column, shown)
        return read(seat, *choice) if choice else None


def _removal(state: BabylonState, seat: int) -> BabylonAction:
    """Remove a tile that has another flower than the own board: the own flower pays when it is dug."""
    tiles = state.components.tiles
    stacks = [stack for stack in range(STACKS) if not refuse_stack(state, stack)]
    own = tiles[state.starting[seat]].flower
    other = [stack for stack in stacks if tiles[state.stack_tops[stack]].flower != own]
    return at_stack(REMOVE, seat, (other or stacks)[0])


GREEDY = GreedyBot()
LOOKS_AHEAD = {2: 3, 3: 5, 4: 7}
"""So many turns ahead, by number of players: this turn counted, all seats have equally many until then."""

BOTS: dict[str, Bot] = {
    bot.name: bot
    for bot in (
        RandomBot(),
        NoviceBot(GREEDY, kept=0.93, whim=0.01),
        GREEDY,
        *search_bots(GREEDY, LOOKS_AHEAD, keeps_own=True),
    )
}
