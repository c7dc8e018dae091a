"""What a position is worth to each seat in points, before the end too: the guess on which a search rests."""

from __future__ import annotations

from engine.babylon.cells import NO_ICON, NO_PIECE, STAIRS, STATUE
from engine.babylon.phases import OVER
from engine.babylon.position import Position
from engine.babylon.scoring import flower_counts, scores_of

PILLAR, STORED_TILE, OPEN_ICON = 0.5, 1.5, 0.5
PART_OF_A_SET = 0.6
"""The share of its points that a kind brings which a set has and the next one lacks not."""
GOES_TO_USE = 4
"""With fewer own goes to come, what is held is worth less."""


def standing_of(position: Position) -> list[float]:
    """By seat: what would be scored now, and what pillars, tiles, icons and parts of sets may bring in the goes that
    are left.
    """
    worths = [float(score) for score in position.scores]
    if position.phase == OVER:
        return worths
    players = position.players
    goes_left = (position.components.tokens_used[players] + 1) * players - position.turn
    share = min(1.0, max(0, goes_left) / (GOES_TO_USE * players))
    for seat in range(players):
        worths[seat] += sum(event.points for event in scores_of(position, seat))
        if share:
            worths[seat] += share * _prospects(position, seat)
    return worths


def _prospects(position: Position, seat: int) -> float:
    garden, box = position.gardens[seat], position.components
    worth = PILLAR * (position.simple[seat] + 2 * position.double[seat])
    worth += STORED_TILE * (position.stored[seat] >= 0)
    worth += OPEN_ICON * sum(
        icon != NO_ICON and piece == NO_PIECE for icon, piece in zip(garden.icons, garden.pieces, strict=True)
    )
    kinds = [found.kind for found in garden.decorations]
    counts = [kinds.count(kind) for kind in range(STAIRS, STATUE + 1)]
    worth += PART_OF_A_SET * box.decoration_set_points * _part_of_next_set(counts)
    worth += PART_OF_A_SET * box.flower_set_points * _part_of_next_set(flower_counts(position, seat))
    return worth


def _part_of_next_set(counts: list[int]) -> float:
    """How much of another set of one of each is there, from 0 to less than 1."""
    sets = min(counts)
    return sum(count > sets for count in counts) / len(counts)
