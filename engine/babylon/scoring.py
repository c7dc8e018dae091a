"""Points at the end of the game, and the places (rulebook, end of the game)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.babylon.cells import BRIDGE, COLUMN_NAMES, COLUMNS, FOUNTAIN, ICONS, STAIRS, STATUE, between
from engine.babylon.garden import Decoration, Garden
from engine.babylon.position import Position
from engine.game import ScoreEvent

_SOURCES = ((STATUE, "statues"), (FOUNTAIN, "fountains"), (BRIDGE, "bridges"), (STAIRS, "stairs"))


def is_seen(position: Position, garden: Garden, decoration: Decoration) -> bool:
    """Whether any part of a decoration is seen from above."""
    if garden.shows_end(decoration):
        return True
    if decoration.kind != BRIDGE or not position.rulings.bridge_visible_by_gap:
        return False
    middle = between(decoration.column, decoration.other)
    return any(garden.heights[column] <= decoration.level for column in middle)


def worth(position: Position, decoration: Decoration) -> int:
    """Points of a decoration that scores."""
    box, level = position.components, decoration.level
    if decoration.kind == STATUE:
        return box.statue_points * level
    if decoration.kind == FOUNTAIN:
        return box.fountain_points * level
    if decoration.kind == BRIDGE:
        return box.bridge_points * level
    return box.stairs_points * (2 * level + 1)


def flower_counts(position: Position, seat: int) -> list[int]:
    """How many visible tiles of each flower are in a garden."""
    garden, rulings = position.gardens[seat], position.rulings
    counts = [0] * len(position.components.flowers)
    for number, placed in enumerate(garden.placed):
        tile = position.components.tiles[placed.tile]
        if not tile.layer and not rulings.starting_tile_counts:
            continue
        counts[tile.flower] += garden.tile_is_visible(number, rulings.every_space_visible)
    return counts


def scores_of(position: Position, seat: int) -> Iterator[ScoreEvent]:
    """The points of a garden, source by source; nothing that is worth 0."""
    garden, box = position.gardens[seat], position.components
    counted = [
        decoration
        for decoration, is_pillar in zip(garden.decorations, garden.is_pillar, strict=True)
        if not is_pillar and is_seen(position, garden, decoration)
    ]
    for kind, source in _SOURCES:
        for decoration in counted:
            points = worth(position, decoration)
            if decoration.kind == kind and points:
                ends = [COLUMN_NAMES[column] for column in (decoration.column, decoration.other) if column >= 0]
                yield ScoreEvent(seat, source, points, " ".join([ICONS[kind], *ends]))
    sets = min(sum(decoration.kind == kind for decoration in counted) for kind, _ in _SOURCES)
    for source, count, points in (
        ("decoration_sets", sets, box.decoration_set_points),
        ("flower_sets", min(flower_counts(position, seat)), box.flower_set_points),
    ):
        if count and points:
            yield ScoreEvent(seat, source, count * points, f"{count} set{'' if count == 1 else 's'}")
    if box.belvedere_points:
        for number in range(len(garden.placed)):
            column = garden.belvedere_column(number)
            if column >= 0 and (garden.tops[column] == number or position.rulings.hidden_belvedere_scores):
                yield ScoreEvent(seat, "belvederes", box.belvedere_points, f"belvedere {COLUMN_NAMES[column]}")
    if garden.highest and box.highest_level_points:
        points = box.highest_level_points * garden.highest
        yield ScoreEvent(seat, "highest_level", points, f"level {garden.highest}")


def holes(position: Position, seat: int) -> int:
    """Holes of the board that are seen from above; fewer of them break a tie."""
    garden = position.gardens[seat]
    crossed: set[int] = set()
    if position.rulings.bridge_hides_hole:
        for decoration in garden.decorations:
            if decoration.kind == BRIDGE:
                crossed.update(between(decoration.column, decoration.other))
    return sum(not garden.heights[column] and column not in crossed for column in range(COLUMNS))
