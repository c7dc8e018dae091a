"""The allowed actions of a position, worked out only as far as asked for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from engine.babylonia.actions import DRAW, BabyloniaAction, extra_turn, place, score, stop, take
from engine.babylonia.allowed import refusal_of, refuse_place, refuse_stop, refuse_token
from engine.babylonia.components import UNKNOWN, Board
from engine.babylonia.phases import EXTRA, PLACING, SCORING, TAKING
from engine.babylonia.position import Position
from engine.game import LegalActions

TRIES = 400
"""So many misses in a row mean that next to nothing is allowed; then listing is faster than guessing."""


@lru_cache(maxsize=64)
def placements(board: Board) -> list[list[list[BabyloniaAction]]]:
    """Every thinkable placement on a board, by seat, token and hex, made once."""
    return [
        [[place(board, seat, token, index) for index in range(len(board.ids))] for token in range(UNKNOWN + 1)]
        for seat in range(board.players)
    ]


class BabyloniaLegalActions(LegalActions[BabyloniaAction]):
    """See `engine.game.LegalActions`. Placements come by token and hex, then `stop`."""

    __slots__ = ("_state",)

    def __init__(self, state: Position) -> None:
        self._state = state

    def listing(self) -> Iterator[BabyloniaAction]:
        state = self._state
        seat = state.to_move
        if state.phase == PLACING:
            table = placements(state.board)[seat]
            for token in self._tokens():
                for hex_number in state.board.in_play:
                    if not refuse_place(state, token, hex_number):
                        yield table[token][hex_number]
            if not refuse_stop(state):
                yield stop(seat)
        elif state.phase == SCORING:
            for hex_number in sorted(state.surrounded):
                yield score(state.board, seat, hex_number)
        elif state.phase == TAKING:
            for card in state.offer:
                yield take(seat, card)
        elif state.phase == EXTRA:
            yield extra_turn(seat, False)
            yield extra_turn(seat, True)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, BabyloniaAction) and action.op != DRAW and not refusal_of(self._state, action)

    def sample(self, rng: Random) -> BabyloniaAction:
        """One of them, each with the same chance: guess a token and a hex until the rules allow them."""
        state = self._state
        if state.phase == PLACING:
            tokens = self._tokens()
            hexes = state.board.land_in_play if len(state.placed_hexes) >= 2 else state.board.in_play
            pairs = len(tokens) * len(hexes)
            may_stop = not refuse_stop(state)
            if not tokens and may_stop:
                return stop(state.to_move)
            for _ in range(TRIES):
                pick = int(rng.random() * (pairs + may_stop))
                if pick == pairs:
                    return stop(state.to_move)
                token, hex_number = tokens[pick // len(hexes)], hexes[pick % len(hexes)]
                if not refuse_place(state, token, hex_number):
                    return placements(state.board)[state.to_move][token][hex_number]
        everything = list(self.listing())
        return everything[int(rng.random() * len(everything))]

    def _tokens(self) -> list[int]:
        """The tokens that may be added to the turn at all."""
        state = self._state
        available = state.available[state.active]
        kinds = range(UNKNOWN + 1 if state.hidden else UNKNOWN)
        return [kind for kind in kinds if available[kind] and not refuse_token(state, kind, kind == UNKNOWN)]
