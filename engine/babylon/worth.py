"""What decorations and tiles of the quarry are worth to the greedy bot, read off the position."""

from __future__ import annotations

from collections.abc import Sequence

from engine.babylon.cells import FOUNTAIN, NO_ICON, STAIRS, STATUE
from engine.babylon.position import Position

SCARCE_KIND = 2.0
WORTH_OF_ICON = 0.6
WORTH_OF_FLOWER = 1.2
FEW_PILLARS = 3


def points_of(position: Position, kind: int, level: int) -> int:
    """The points of a decoration on that level, the lower one for stairs."""
    box = position.components
    if kind == STATUE:
        return box.statue_points * level
    if kind == STAIRS:
        return box.stairs_points * (2 * level + 1)
    return (box.fountain_points if kind == FOUNTAIN else box.bridge_points) * level


def piece_points(position: Position, seat: int, kind: int, column: int, other: int) -> int:
    """The points of a decoration that could be built."""
    heights = position.gardens[seat].heights
    return points_of(position, kind, heights[column] if other < 0 else min(heights[column], heights[other]))


def piece_worth(position: Position, seat: int, kind: int, column: int, other: int) -> float:
    """The same, and something for a kind that the sets lack."""
    worth = piece_points(position, seat, kind, column, other)
    return worth + (SCARCE_KIND if kind in scarce_kinds(position, seat) else 0.0)


def scarce_kinds(position: Position, seat: int) -> list[int]:
    """The kinds of decoration of which the garden has fewest, if not all are equal."""
    counts = dict.fromkeys(range(STAIRS, STATUE + 1), 0)
    for found in position.gardens[seat].decorations:
        counts[found.kind] += 1
    fewest = min(counts.values())
    return [kind for kind, count in counts.items() if count == fewest]


def worth_of_pillar(position: Position, seat: int) -> float:
    """A simple pillar: more while there are few."""
    return 1.0 if position.simple[seat] < FEW_PILLARS else 0.4


def icons_worth(position: Position, tile: int) -> float:
    """The icons of a tile that lies in no garden yet."""
    return WORTH_OF_ICON * (4 - position.components.tiles[tile].icons[0].count(NO_ICON))


def flower_worth(position: Position, flowers: Sequence[int], tile: int) -> float:
    """The flower of a tile to a garden that shows so many of each."""
    return WORTH_OF_FLOWER * (flowers[position.components.tiles[tile].flower] == min(flowers))


def tile_worth(position: Position, flowers: Sequence[int], tile: int) -> float:
    """What a tile promises to a garden that shows so many of each flower."""
    return icons_worth(position, tile) + flower_worth(position, flowers, tile)
