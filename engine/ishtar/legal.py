"""The allowed actions of a position, worked out only as far as asked for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from engine.game import LegalActions
from engine.ishtar import actions as act
from engine.ishtar import phases
from engine.ishtar.actions import IshtarAction
from engine.ishtar.allowed import (
    bloom_targets,
    has_token,
    may_reserve_top,
    refusal_of,
    refuse_assistant,
    refuse_purchase,
    refuse_settle,
    refuse_skill,
    refuse_unplanted,
)
from engine.ishtar.cells import GRASS
from engine.ishtar.components import SKILLS, Gems
from engine.ishtar.placing import legal_spots, refuse_trio
from engine.ishtar.position import Position
from engine.ishtar.watering_can import offers

TRIES = 60
"""So many misses in a row mean that next to nothing is allowed; then listing is faster than guessing."""


@cache
def payments(price: int) -> tuple[Gems, ...]:
    """Every way to pay a number of gems, purple gems first."""
    return tuple(
        (purple, red, price - purple - red) for purple in range(price, -1, -1) for red in range(price - purple, -1, -1)
    )


def affordable(position: Position, price: int) -> list[Gems]:
    """The ways in which the seat to move can pay a number of gems, the cheapest colours first."""
    purple, red, white = position.gems[position.active]
    return [gems for gems in payments(price) if gems[0] <= purple and gems[1] <= red and gems[2] <= white]


class IshtarLegalActions(LegalActions[IshtarAction]):
    """See `engine.game.LegalActions`. What is declined or ended comes last."""

    __slots__ = ("_state",)

    def __init__(self, state: Position) -> None:
        self._state = state

    def listing(self) -> Iterator[IshtarAction]:
        state, seat = self._state, self._state.to_move
        ids, phase = state.grid.ids, state.phase
        if seat < 0:
            return
        if phase == phases.TAKE:
            for stack, price in offers(state):
                for gems in affordable(state, price):
                    yield act.take(seat, stack, gems)
        elif phase == phases.PLACE:
            spots = legal_spots(state, state.hand)
            for spot in spots:
                yield act.place(seat, ids[spot % len(ids)], spot // len(ids))
            if not spots:
                yield act.plain(act.DISCARD, seat)
        elif phase == phases.SPECIAL:
            yield from self._special(state, seat)
        elif phase == phases.RESERVE:
            for card in state.row:
                if card >= 0:
                    yield act.with_card(act.RESERVE, seat, card, state.components.trees[card].name)
            if may_reserve_top(state):
                yield act.with_card(act.RESERVE, seat, act.TOP, "top")
        elif phase == phases.BLOOM:
            for cells in bloom_targets(state, state.bloom_kind):
                yield act.bloom(seat, tuple(ids[cell] for cell in cells))
        elif phase == phases.SETTLE:
            for cell in range(len(ids)):
                if not refuse_settle(state, cell):
                    yield act.settle(seat, ids[cell])
        else:
            yield from self._purchases(state, seat)
            yield act.plain(act.END, seat)

    def _special(self, state: Position, seat: int) -> Iterator[IshtarAction]:
        if not refuse_assistant(state):
            yield act.plain(act.ASSISTANT, seat)
        payable = affordable(state, state.components.skill_cost)
        for number in range(len(SKILLS)):
            if not refuse_skill(state, number):
                for gems in payable:
                    yield act.skill(seat, number, gems)
        yield act.plain(act.DECLINE, seat)

    def _purchases(self, state: Position, seat: int) -> Iterator[IshtarAction]:
        ids = state.grid.ids
        grass = [cell for cell, holds in enumerate(state.cells) if holds == GRASS]
        for card in (*state.row, *state.reserved[seat]):
            if refuse_purchase(state, card):
                continue
            name = state.components.trees[card].name
            if has_token(state, card):
                for cell in grass:
                    yield act.plant(seat, card, name, ids[cell])
            if not refuse_unplanted(state, card):
                yield act.with_card(act.BUY, seat, card, name)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, IshtarAction) and action.op < act.DRAW_TILE and not refusal_of(self._state, action)

    def sample(self, rng: Random) -> IshtarAction:
        """One of them, each with the same chance: guess a spot for the tile until the rules allow it."""
        state = self._state
        if state.phase == phases.PLACE:
            tile = state.components.tiles[state.hand]
            spots, cells = state.grid.spots[tile.shape], len(state.cells)
            for _ in range(TRIES):
                spot = int(rng.random() * len(spots))
                trio = spots[spot]
                if trio is not None and not refuse_trio(state, tile, trio):
                    return act.place(state.to_move, state.grid.ids[spot % cells], spot // cells)
        everything = list(self.listing())
        return everything[int(rng.random() * len(everything))]
