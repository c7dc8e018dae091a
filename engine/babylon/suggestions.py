"""What the greedy bot would consider, in its own order: the candidates of a search."""

from __future__ import annotations

from collections.abc import Iterator
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
from engine.babylon.outlook import Outlook, Placement
from engine.babylon.phases import BUILD as BUILDING
from engine.babylon.phases import REMOVE as REMOVING
from engine.babylon.phases import STORE as STORING
from engine.babylon.position import Position
from engine.babylon.quarry import pay_for
from engine.babylon.scoring import flower_counts
from engine.babylon.worth import piece_worth, tile_worth, worth_of_pillar

BEFORE_AN_EXCHANGE = 3
"""So many placements are considered before an exchange of pillars is."""


def alternatives(position: Position, most: int, rng: Random) -> Iterator[BabylonAction]:
    """Allowed actions of the seat to move that are worth a look, the most promising first; at most so many placements.

    Of the placements of a tile in one place, which differ little, only the best is among them.
    """
    seat = position.to_move
    if position.phase == BUILDING:
        yield from _while_building(position, seat, most, rng)
    elif position.phase == STORING:
        if not refuse_store(position):
            yield with_tile(position.components, STORE, seat, position.dug)
        yield with_tile(position.components, DISCARD, seat, position.dug)
    else:
        if not refuse_claim(position):
            yield plain(CLAIM, seat)
        op = REMOVE if position.phase == REMOVING else DIG
        pillar, flowers = worth_of_pillar(position, seat), flower_counts(position, seat)

        def worth(stack: int) -> float:
            return pillar * pay_for(position, seat, stack) + tile_worth(position, flowers, position.stack_tops[stack])

        stacks = [stack for stack in range(STACKS) if not refuse_stack(position, stack)]
        for stack in sorted(stacks, key=worth, reverse=True):
            yield at_stack(op, seat, stack)


def _while_building(position: Position, seat: int, most: int, rng: Random) -> Iterator[BabylonAction]:
    """While something can be built, that is compared with nothing but the end and what it rules out."""
    pieces = builds(position)
    if not pieces or position.rulings.decorations_optional:
        yield plain(FINISH, seat)
    if not refuse_claim(position):
        yield plain(CLAIM, seat)
    if pieces:
        best, *others = sorted(pieces, key=lambda found: -piece_worth(position, seat, *found))
        yield build(seat, *best)
        ends = {column for column in best[1:] if column >= 0}
        for kind, column, other in others:
            if column in ends or other in ends:
                yield build(seat, kind, column, other)
        return
    if looks(position):
        placements = Outlook.of(position).ranked(position, rng, most)
        found = [_placed(position, seat, placement) for placement in placements]
        yield from found[:BEFORE_AN_EXCHANGE]
        if not refuse_exchange(position):
            yield plain(EXCHANGE, seat)
        yield from found[BEFORE_AN_EXCHANGE:]
    elif not refuse_exchange(position):
        yield plain(EXCHANGE, seat)
    for column, icon in reads(position):
        yield read(seat, column, icon)


def _placed(position: Position, seat: int, placement: Placement) -> BabylonAction:
    tile, rotation, anchor, level, corner = placement
    return place(position.components, seat, tile, anchor, rotation, level, corner)
