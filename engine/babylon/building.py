"""Which decorations may be built, and which spaces may be read as another icon (rulebook, B: decorations)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.babylon import refusals as why
from engine.babylon.cells import (
    BRIDGE,
    CHANGE_ICON,
    FILL_BLANK,
    NEIGHBOURS,
    NO_ICON,
    NO_PIECE,
    SIDE,
    SPACES,
    STAIRS,
    STATUE,
    between,
    columns_at,
    in_line,
)
from engine.babylon.garden import Garden
from engine.babylon.position import FIRST_PIECE, Position
from engine.babylon.rulings import Rulings


def reaches(kind: int, span: int) -> int:
    """How far apart the two ends of a piece are, for bridges of that span."""
    return span + 1 if kind == BRIDGE else 1


_AT_SPAN = {span: tuple(columns_at(column, reaches(BRIDGE, span)) for column in range(SIDE * SIDE)) for span in (1, 2)}
"""By bridge span and column: where the other end of a bridge can be."""


def refuse_build(position: Position, kind: int, column: int, other: int) -> int:
    """Why the seat on turn may not build this piece there, or ALLOWED. `other` is -1 for a statue."""
    garden = position.gardens[position.active]
    icons, pieces, tops = garden.icons, garden.pieces, garden.tops
    if icons[column] != kind or (other >= 0 and icons[other] != kind):
        return why.NO_SUCH_ICON
    if pieces[column] != NO_PIECE or (other >= 0 and pieces[other] != NO_PIECE):
        return why.SPACE_TAKEN
    if position.rulings.pieces_limited and not position.supply[FIRST_PIECE + kind - STAIRS]:
        return why.NO_PIECE_LEFT
    new = position.placed_now[-1:] if position.rulings.latest_tile_only else position.placed_now
    if tops[column] not in new and (other < 0 or tops[other] not in new):
        return why.NO_NEW_TILE
    if kind == STATUE:
        return _refuse_statue(position, garden, column)
    levels_fit = ends_fit(kind, garden.heights[column], garden.heights[other])
    if kind == BRIDGE:
        return _refuse_bridge(position, garden, column, other) if levels_fit else why.WRONG_LEVELS
    if other not in NEIGHBOURS[column]:
        return why.NOT_BESIDE
    if not levels_fit:
        return why.WRONG_LEVELS
    if kind == STAIRS:
        return why.ALLOWED
    if tops[column] == tops[other] and position.rulings.pairs_need_two_tiles:
        return why.SAME_TILE
    return why.ALLOWED


def ends_fit(kind: int, level: int, other: int) -> bool:
    """Whether the two ends of a piece may be on these levels: stairs lead up one level, the others lie flat."""
    return abs(level - other) == 1 if kind == STAIRS else level == other


def bridge_may_cross(rulings: Rulings, garden: Garden, middle: Iterable[int], lowest: int, level: int) -> bool:
    """Whether no tile of the level `lowest` or above and no other bridge keeps a bridge out of these columns."""
    heights, gaps = garden.heights, garden.gaps
    apart = rulings.bridges_cross_on_other_levels
    return all(
        heights[column] < lowest and (not gaps[column] or (apart and not garden.is_crossed(column, level)))
        for column in middle
    )


def _refuse_bridge(position: Position, garden: Garden, column: int, other: int) -> int:
    rulings = position.rulings
    if other not in _AT_SPAN[rulings.bridge_span][column]:
        return why.BRIDGE_SPAN
    level = garden.heights[column]
    lowest = 1 if rulings.bridge_over_bare_ground_only else level
    may_cross = bridge_may_cross(rulings, garden, between(column, other), lowest, level)
    return why.ALLOWED if may_cross else why.BRIDGE_BLOCKED


def _refuse_statue(position: Position, garden: Garden, column: int) -> int:
    """The first statue goes anywhere, each later one in line with another."""
    rulings = position.rulings
    may_be_alone = True
    level = garden.heights[column]
    for number, found in enumerate(garden.decorations):
        if found.kind != STATUE:
            continue
        stands = not garden.is_pillar[number]
        if stands or rulings.first_statue_once:
            may_be_alone = False
        if not stands and not rulings.partners_all_ever:
            continue
        if rulings.partners_visible_only and not garden.shows_end(found):
            continue
        partner = found.column
        if not in_line(column, partner):
            continue
        if rulings.line_within_level and found.level != level:
            continue
        if rulings.line_is_blocked:
            higher = max(level, found.level)
            if any(garden.heights[middle] > higher for middle in between(column, partner)):
                continue
        return why.ALLOWED
    return why.ALLOWED if may_be_alone else why.STATUE_NOT_IN_LINE


def builds(position: Position) -> list[tuple[int, int, int]]:
    """Every decoration that may be built now, as (kind, column, other column or -1), in a fixed order."""
    garden = position.gardens[position.active]
    span = _AT_SPAN[position.rulings.bridge_span]
    found = set()
    for number in position.placed_now:
        for column in SPACES[garden.placed[number].anchor]:
            kind = garden.icons[column]
            if kind == NO_ICON or garden.tops[column] != number or garden.pieces[column] != NO_PIECE:
                continue
            if kind == STATUE:
                if not refuse_build(position, kind, column, -1):
                    found.add((kind, column, -1))
                continue
            for other in span[column] if kind == BRIDGE else NEIGHBOURS[column]:
                if garden.icons[other] != kind:
                    continue
                low, high = (column, other) if column < other else (other, column)
                if not refuse_build(position, kind, low, high):
                    found.add((kind, low, high))
    return sorted(found)


def must_build(position: Position) -> bool:
    """Whether the seat on turn has to build something before anything else."""
    return not position.rulings.decorations_optional and bool(builds(position))


def refuse_read(position: Position, column: int, icon: int) -> int:
    """Why the seat on turn may not read this space as that icon, or ALLOWED."""
    if position.effect not in (CHANGE_ICON, FILL_BLANK):
        return why.NO_ICON_TOKEN
    garden = position.gardens[position.active]
    number = garden.tops[column]
    if number not in position.placed_now:
        return why.READ_OTHER_TILE
    if position.reads and not (position.rulings.read_per_tile and all(read[1] != number for read in position.reads)):
        return why.READ_SPENT
    if garden.pieces[column] != NO_PIECE:
        return why.READ_TAKEN_SPACE
    shown = garden.icons[column]
    if (shown == NO_ICON) != (position.effect == FILL_BLANK):
        return why.READ_WRONG_SPACE
    return why.READ_SAME_ICON if icon in (shown, NO_ICON) else why.ALLOWED


def reads(position: Position) -> Iterator[tuple[int, int]]:
    """Every space that may be read as another icon now, as (column, icon)."""
    if position.effect not in (CHANGE_ICON, FILL_BLANK):
        return
    garden = position.gardens[position.active]
    for number in position.placed_now:
        for column in SPACES[garden.placed[number].anchor]:
            if garden.tops[column] == number:
                for icon in range(STAIRS, STATUE + 1):
                    if not refuse_read(position, column, icon):
                        yield column, icon
