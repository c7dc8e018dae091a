"""Bots that play Babylonia. They read a seat's own rack and public information only."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.babylonia.actions import BabyloniaAction, extra_turn, score, stop, take
from engine.babylonia.allowed import refuse_place, refuse_stop
from engine.babylonia.cells import CITY, FARM, FREE
from engine.babylonia.components import FARMER, PRIEST
from engine.babylonia.legal import placements
from engine.babylonia.phases import EXTRA, PLACING, SCORING
from engine.babylonia.scoring import LINK_CARDS, city_nobles, majority, ziggurat_points
from engine.babylonia.state import BabyloniaState
from engine.game import Bot
from engine.random_bot import RandomBot

CARD_PREFERENCE = (1, 2, 7, 3, 5, 8, 4, 6, 9)
CARD_WORTH = 8
WORTH_ANOTHER_FARMER = 1.5


class GreedyBot(Bot):
    """Takes the most points at once; among equals it goes where the next points are closest.

    The points of a placement are read off the counters of the position, nothing is copied or tried. A placement that
    closes a site is worth what the scoring of the site would bring, less what it brings the strongest opponent.
    """

    name = "greedy"
    version = 1

    def choose(self, state: BabyloniaState, rng: Random) -> BabyloniaAction:
        """One allowed action of the seat to move."""
        seat = state.to_move
        if state.phase == PLACING:
            return self._place(state, seat, rng)
        if state.phase == SCORING:
            best = max(state.surrounded, key=lambda site: self._site_worth(state, seat, site, closing=False))
            return score(state.board, seat, best)
        if state.phase == EXTRA:
            return extra_turn(seat, True)
        return take(seat, min(state.offer, key=CARD_PREFERENCE.index))

    def _place(self, state: BabyloniaState, seat: int, rng: Random) -> BabyloniaAction:
        ranked = sorted(self._targets(state, seat, rng), reverse=True)
        may_stop = not refuse_stop(state)
        for worth, _, hex_number in ranked:
            if may_stop and worth < WORTH_ANOTHER_FARMER:
                break
            for token in self._tokens_for(state, seat, hex_number):
                if not refuse_place(state, token, hex_number):
                    return placements(state.board)[seat][token][hex_number]
        if may_stop:
            return stop(seat)
        return state.legal_actions().sample(rng)

    def _targets(self, state: BabyloniaState, seat: int, rng: Random) -> Iterator[tuple[float, float, int]]:
        """Hexes worth a token: (points and prospects, a random number to break ties, hex)."""
        board, cells = state.board, state.cells
        for number, ziggurat in enumerate(board.ziggurats):
            worth = ziggurat_points(state, seat, number) + (0.0 if state.touched[seat] >> number & 1 else 1.0)
            closes = state.missing[ziggurat] == 1
            if closes:
                worth += self._site_worth(state, seat, ziggurat, closing=True)
            for near in board.neighbours[ziggurat]:
                if cells[near] == FREE:
                    yield worth, rng.random(), near
        for slot in board.tile_slots:
            if cells[slot] != CITY and cells[slot] != FARM:
                continue
            tile = state.components.tiles[state.tile_at[slot]]
            if cells[slot] == FARM:
                yield float(sum(state.won) if tile.value is None else tile.value), rng.random(), slot
                continue
            missing = state.missing[slot]
            if missing == 0:
                continue
            if missing == 1:
                worth = self._site_worth(state, seat, slot, closing=True)
            else:
                worth = 1.0 / missing + 0.2 * sum(state.available[seat][symbol] > 0 for symbol in tile.symbols)
            for near in board.neighbours[slot]:
                if cells[near] == FREE and not board.is_river[near]:
                    yield worth, rng.random(), near

    def _site_worth(self, state: BabyloniaState, seat: int, site: int, *, closing: bool) -> float:
        """Points of a site for this seat, less those for the best opponent. `closing`: one more own token fills it."""
        is_city = state.cells[site] == CITY
        symbols = state.components.tiles[state.tile_at[site]].symbols if is_city else ()
        counts, linked = state.around(site, symbols)
        counts[seat] += closing
        winner = majority(counts)
        if not is_city:
            return 0.0 if winner < 0 else float(CARD_WORTH if winner == seat else -CARD_WORTH / 2)
        points = []
        for other, nobles in enumerate(linked):
            links = state.cards[other] & LINK_CARDS
            if links:
                nobles = len(city_nobles(state, other, site, symbols, links))
            if closing and other == seat and any(state.available[seat][symbol] for symbol in symbols):
                nobles += 1
            tiles = state.won[other] + (other == winner) if winner >= 0 else 0
            points.append(nobles * state.components.noble_points + tiles)
        own = points.pop(seat)
        return float(own - max(points))

    def _tokens_for(self, state: BabyloniaState, seat: int, hex_number: int) -> list[int]:
        """The tokens of the rack, the best for this hex first: a noble that scores, then farmers, then the rest."""
        rack = state.available[seat]
        wanted: set[int] = set()
        for site in state.board.sites_near[hex_number]:
            if state.cells[site] == CITY:
                wanted.update(state.components.tiles[state.tile_at[site]].symbols)
        scoring = sorted((kind for kind in wanted if rack[kind]), key=lambda kind: -rack[kind])
        others = sorted(
            (kind for kind in range(FARMER + 1, PRIEST + 1) if rack[kind] and kind not in wanted),
            key=lambda kind: -rack[kind],
        )
        farmers = [FARMER] if rack[FARMER] else []
        return [*scoring, *farmers, *others]


BOTS: dict[str, Bot] = {bot.name: bot for bot in (RandomBot(), GreedyBot())}
