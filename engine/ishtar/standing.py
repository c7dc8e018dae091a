"""What a position is worth to each seat in points, before the end too: the guess on which a search rests."""

from __future__ import annotations

from engine.ishtar.components import LOWER
from engine.ishtar.phases import OVER
from engine.ishtar.position import Position
from engine.ishtar.scoring import final_scores
from engine.ishtar.worth import GEM_WORTH, HOPE

ASSISTANT_WORTH = 4.0
LOWER_SKILL_WORTH = 1.0
"""A lower skill opens the one above it."""
TURNS_TO_USE = 3
"""With fewer own turns to come, what is held is worth less."""


def standing_of(position: Position) -> list[float]:
    """By seat: what would be scored now, and what gems, skills and assistants may bring in the turns that are left."""
    worths = [float(score) for score in position.scores]
    if position.phase == OVER:
        return worths
    for event in final_scores(position):
        worths[event.seat] += event.points
    share = min(1.0, _turns_left(position) / (TURNS_TO_USE * position.players))
    for seat in range(position.players):
        worths[seat] += share * _prospects(position, seat)
    return worths


def _turns_left(position: Position) -> int:
    """So many turns are left at least: the game ends when two stacks are empty."""
    if position.ending:
        return position.players - 1 - position.active
    one, other, *_ = sorted(left + (top >= 0) for left, top in zip(position.left, position.top, strict=True))
    return one + other


def _prospects(position: Position, seat: int) -> float:
    owned, components = position.owned[seat], position.components
    worth = ASSISTANT_WORTH * position.in_supply[seat]
    for count, of_one in zip(position.gems[seat], GEM_WORTH, strict=True):
        worth += count * of_one
    for number, skill in enumerate(components.upper):
        if owned >> (LOWER + number) & 1:
            worth += HOPE[skill.effect]
        elif owned >> skill.below & 1:
            worth += LOWER_SKILL_WORTH
    return worth
