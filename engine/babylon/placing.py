"""Where a tile may lie: the one rule about levels, supports and corners that hang free (rulebook, B: build tiles)."""

from __future__ import annotations

from engine.babylon import refusals as why
from engine.babylon.cells import (
    ANCHORS,
    BELVEDERE,
    BELVEDERE_MISSING,
    BRIDGE,
    DECORATED,
    NO_CORNER,
    NO_PIECE,
    SPACES,
    STAIRS_LOW,
    STATUE_STANDING,
    between,
)
from engine.babylon.footing import Footing, open_corners_of
from engine.babylon.garden import Garden
from engine.babylon.position import BELVEDERES, Position

UNSUPPORTED, BY_SIMPLE, BY_DOUBLE, BY_STATUE, IN_THE_WAY = range(5)
"""How a column can support a tile of some level; `IN_THE_WAY`: no tile of that level can lie over it at all."""


def support_of(position: Position, garden: Garden, column: int, level: int) -> int:
    """How this column would support a corner of a tile on that level."""
    gap = level - garden.heights[column]
    bridge = garden.gaps[column]
    if gap <= 0 or bridge >= level:
        return IN_THE_WAY
    if gap > 2 or bridge:
        return UNSUPPORTED
    rulings = position.rulings
    piece = garden.pieces[column]
    if piece == STATUE_STANDING:
        if gap == 2 and not rulings.statue_as_double:
            return UNSUPPORTED
        found = BY_STATUE
    elif piece == NO_PIECE or _may_carry(position, piece):
        if gap == 2 and rulings.double_on_board_only and garden.heights[column]:
            return UNSUPPORTED
        if garden.icons[column] and not rulings.pillar_on_icon:
            return UNSUPPORTED
        found = gap
    else:
        return UNSUPPORTED
    if position.placed_now and not rulings.second_may_use_first and garden.tops[column] in position.placed_now:
        return UNSUPPORTED
    return found


def _may_carry(position: Position, piece: int) -> bool:
    if piece in (BELVEDERE, BELVEDERE_MISSING):
        return position.rulings.pillar_on_belvedere
    return position.rulings.pillar_on_decoration


def may_hang(position: Position, garden: Garden, column: int, level: int) -> bool:
    """Whether a corner without support may hang over this column, which is not in the way."""
    rulings = position.rulings
    piece = garden.pieces[column]
    if not rulings.hang_over_decorations and (DECORATED[piece] or _is_over_bridge(garden, column, level)):
        return False
    if level - garden.heights[column] > 1:
        return True
    if piece == STATUE_STANDING:
        return rulings.may_hang_over_statue
    return piece != STAIRS_LOW or not rulings.stairs_need_two_levels


def _is_over_bridge(garden: Garden, column: int, level: int) -> bool:
    """Whether the middle of a bridge crosses the column between what lies there and this level.

    A bridge that does not keep others out of its column (`bridge_blocks_gap`) is a bridge all the same.
    """
    return any(
        found.kind == BRIDGE
        and garden.heights[column] < found.level < level
        and column in between(found.column, found.other)
        for found in garden.decorations
    )


def level_is_open(position: Position, garden: Garden, level: int) -> bool:
    """Whether tiles of that level may be placed in the garden at all."""
    if level <= 1:
        return level == 1
    if not position.rulings.gate_needs_visible_tile:
        return level <= garden.highest + 1
    every_space = position.rulings.every_space_visible
    return any(
        placed.level == level - 1 and garden.tile_is_visible(number, every_space)
        for number, placed in enumerate(garden.placed)
    )


def footprint_is_free(position: Position, garden: Garden, anchor: int) -> bool:
    """Whether no tile lies exactly there: on any level, or only directly below."""
    if not garden.footprints[anchor]:
        return True
    if position.rulings.footprint_banned_on_any_level:
        return False
    tops = {garden.tops[column] for column in SPACES[anchor]}
    return len(tops) > 1


def belvedere_is_left(position: Position) -> bool:
    """Whether a tile may be placed on three supports as far as belvederes go."""
    rulings = position.rulings
    return position.supply[BELVEDERES] > 0 or not rulings.pieces_limited or rulings.three_without_belvedere


def _footing(position: Position, garden: Garden, anchor: int, level: int) -> Footing | None:
    """What a tile would rest on there, if tiles of that level may be placed; None if it cannot lie there."""
    if not footprint_is_free(position, garden, anchor):
        return None
    simple = double = on_simple = on_double = hanging = 0
    missing = NO_CORNER
    spaces = SPACES[anchor]
    for place, column in enumerate(spaces):
        support = support_of(position, garden, column, level)
        if support == UNSUPPORTED:
            if missing != NO_CORNER:
                return None
            missing = place
        elif support == IN_THE_WAY:
            return None
        elif support == BY_SIMPLE:
            simple += 1
            on_simple |= 1 << place
        elif support == BY_DOUBLE:
            double += 1
            on_double |= 1 << place
    if missing != NO_CORNER:
        if not may_hang(position, garden, spaces[missing], level):
            return None
        hanging = 1 << missing
    else:
        for place, column in enumerate(spaces):
            if may_hang(position, garden, column, level):
                hanging |= 1 << place
    return Footing(anchor, level, simple, double, on_simple, on_double, hanging, missing != NO_CORNER)


def corners_allowed(position: Position, anchor: int, level: int) -> int:
    """The rule about placing: a bit for each corner that may be left open there by the seat on turn.

    The bit of `NO_CORNER` says that all four may be supported. What is counted are the pillars at hand now.
    """
    seat = position.active
    garden = position.gardens[seat]
    found = _footing(position, garden, anchor, level) if level_is_open(position, garden, level) else None
    if found is None:
        return 0
    by_choice, belvedere = position.rulings.three_by_choice, belvedere_is_left(position)
    corners = open_corners_of((found,), position.simple[seat], position.double[seat], by_choice, belvedere)
    return corners[0][2] if corners else 0


def footings(position: Position, two_up: bool) -> list[Footing]:
    """Where a tile may lie in the garden of the seat on turn with enough pillars: right above what lies below it or,
    `two_up`, also one level higher. Kept with the garden.
    """
    garden = position.gardens[position.active]
    # Under this ruling a tile that was placed in this go supports nothing.
    unsafe = () if position.rulings.second_may_use_first else tuple(position.placed_now)
    key = "footings", two_up, unsafe
    found: list[Footing] | None = garden.notes.get(key)
    if found is None:
        found = garden.notes[key] = []
        open_levels = {level for level in range(garden.highest + 2) if level_is_open(position, garden, level)}
        steps = [(step, garden.footings.setdefault((step, unsafe), {})) for step in range(2 if two_up else 1)]
        for anchor in ANCHORS:
            for step, kept in steps:
                if anchor not in kept:
                    kept[anchor] = _footing(position, garden, anchor, lowest_level(garden, anchor) + step)
                rests = kept[anchor]
                if rests and rests.level in open_levels:
                    found.append(rests)
    return found


def supports_used(position: Position, anchor: int, level: int, corner: int) -> tuple[int, int, list[int]]:
    """What an allowed placement rests on: simple pillars, double pillars, and the columns of statues."""
    garden = position.gardens[position.active]
    simple = double = 0
    statues = []
    for place, column in enumerate(SPACES[anchor]):
        if place == corner:
            continue
        support = support_of(position, garden, column, level)
        if support == BY_SIMPLE:
            simple += 1
        elif support == BY_DOUBLE:
            double += 1
        else:
            statues.append(column)
    return simple, double, statues


def lowest_level(garden: Garden, anchor: int) -> int:
    """The lowest level on which a tile can lie there: right above the highest column below it."""
    north_west, north_east, south_east, south_west = SPACES[anchor]
    heights = garden.heights
    return 1 + max(heights[north_west], heights[north_east], heights[south_east], heights[south_west])


def explain(position: Position, anchor: int, level: int, corner: int) -> int:
    """Why a placement that `corners_allowed` does not allow is not allowed."""
    garden = position.gardens[position.active]
    spaces = SPACES[anchor]
    supports = [support_of(position, garden, column, level) for column in spaces]
    if not level_is_open(position, garden, level):
        return why.LEVEL_NOT_OPEN
    if any(garden.gaps[column] >= level for column in spaces):
        return why.BRIDGE_IN_THE_WAY
    if IN_THE_WAY in supports:
        return why.NOT_HIGH_ENOUGH
    if not footprint_is_free(position, garden, anchor):
        return why.SAME_FOOTPRINT
    if any(support == UNSUPPORTED for place, support in enumerate(supports) if place != corner):
        return why.CORNER_UNSUPPORTED
    if corner != NO_CORNER:
        if not may_hang(position, garden, spaces[corner], level):
            return why.CORNER_CANNOT_HANG
        if not belvedere_is_left(position):
            return why.NO_BELVEDERE
    simple, double, _ = supports_used(position, anchor, level, corner)
    if simple > position.simple[position.active] or double > position.double[position.active]:
        return why.TOO_FEW_PILLARS
    return why.CORNER_CAN_BE_SUPPORTED
