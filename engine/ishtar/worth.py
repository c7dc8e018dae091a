"""What things are worth to the greedy bot, in points, roughly: read off the position, nothing is copied or tried."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.ishtar.allowed import BLOOM_KINDS, bloom_targets
from engine.ishtar.components import ASSISTANT, JOKER, LOWER, SKILL, Gems, Tile
from engine.ishtar.gardens import flowers_of_token
from engine.ishtar.position import Position
from engine.ishtar.scoring import own_beds, scoring_gems, upper_skill_points

GEM_WORTH = (1.2, 2.4, 4.4)
"""About what a gem brings in tree points, by colour."""
CONTROLLED_CELL = 0.8
"""What a flower cell in an own flowerbed is worth beside its flowers: it counts for a fountain."""
OPPONENT_FLOWER = 0.5
SKILL_ICON_WORTH = 3.5
SKILL_WORTH = {"reserve": 2.0, "assistant": 5.5, "single": 5.0, "double": 6.0}
HOPE = {"tablets": 2.0, "flat": 0.0, "trees": 3.0, "tree_cards": 4.0, "gems": 4.0}
"""What an upper skill may still gain after it was unlocked."""

NOBODYS, OWN, OPPONENTS = OWNERS = range(3)
"""Whose flowerbeds are next to a cell: no seat's, the seat's own among others, or only opponents'."""


@cache
def worth_of_gems(gems: Gems) -> float:
    """About what these gems would bring in tree points."""
    return sum(count * worth for count, worth in zip(gems, GEM_WORTH, strict=True))


def tree_points(position: Position, card: int) -> int:
    """The points of a tree card."""
    return position.components.trees[card].points


# Flowers


def bed_worth(position: Position, label: int) -> float:
    """What it is worth to control this flowerbed."""
    bed = position.beds[label]
    return sum(position.flowers[cell] for cell in bed) + CONTROLLED_CELL * len(bed)


def beds_near(position: Position, seat: int, cell: int) -> Iterator[tuple[int, int]]:
    """The different flowerbeds next to a cell: label, and whose they are."""
    seen = set()
    for near in position.neighbours[cell]:
        label = position.bed_at[near]
        if label >= 0 and label not in seen:
            seen.add(label)
            number = position.holder.get(label, -1)
            yield label, NOBODYS if number < 0 else OWN if position.assistants[number][1] == seat else OPPONENTS


def planting_gain(position: Position, seat: int, cell: int) -> int:
    """How many own flowerbeds a tree on this cell would be next to, less those of opponents."""
    owners = [owner for _, owner in beds_near(position, seat, cell)]
    return owners.count(OWN) - owners.count(OPPONENTS)


def owner_beside(position: Position, seat: int, cell: int) -> int:
    """Whose flowerbeds are next to a cell."""
    watching = position.watch[cell]
    if not watching:
        return NOBODYS
    owners = [owner for number, (_, owner) in enumerate(position.assistants) if watching >> number & 1]
    return OWN if seat in owners else OPPONENTS


def flowers_worth(flowers: int, owner: int) -> float:
    """What flowers on a cell are worth by whose flowerbeds are next to it."""
    return 0.0 if owner == NOBODYS else flowers + CONTROLLED_CELL if owner == OWN else -OPPONENT_FLOWER * flowers


def bloom_worth(position: Position, seat: int, cells: tuple[int, ...]) -> float:
    """What a blooming token on these cells is worth."""
    flowers = flowers_of_token(position, len(cells) - 1)
    return sum(
        flowers_worth(count, owner_beside(position, seat, cell)) for cell, count in zip(cells, flowers, strict=True)
    )


# Icons and skills


def can_unlock_skill(position: Position, seat: int, tile: Tile) -> bool:
    """Whether the icon of the tile and the gems of the seat are enough for a skill."""
    return tile.icon in (SKILL, JOKER) and sum(position.gems[seat]) >= position.components.skill_cost


def can_take_assistant(position: Position, seat: int, tile: Tile) -> bool:
    """Whether an assistant may go on the icon of the tile, and the seat has one."""
    return tile.icon in (ASSISTANT, JOKER) and position.in_supply[seat] > 0


def best_bloom(position: Position, seat: int, kind: int) -> tuple[int, ...] | None:
    """The cells where a blooming token is worth most, if one of this kind is left and may go anywhere."""
    targets = bloom_targets(position, kind) if position.bloom_left[kind] else []
    return max(targets, key=lambda cells: bloom_worth(position, seat, cells), default=None)


def skill_worth(position: Position, seat: int, number: int) -> float:
    """About how many points a skill brings."""
    if number < LOWER:
        effect = position.components.lower[number].effect
        if effect in BLOOM_KINDS:
            cells = best_bloom(position, seat, BLOOM_KINDS.index(effect))
            if cells is None or bloom_worth(position, seat, cells) <= 0:
                return 0.0
        return SKILL_WORTH[effect]
    skill = position.components.upper[number - LOWER]
    own = [bed for _, bed in own_beds(position, seat)]
    worth = upper_skill_points(position, seat, skill, own) + HOPE[skill.effect]
    if skill.effect == "gems" and not any(scoring_gems(position, seat)):
        return 0.0
    return worth
