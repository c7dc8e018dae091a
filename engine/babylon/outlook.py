"""What a placement promises, read off the garden without trying it: the eyes of the greedy bot."""

from __future__ import annotations

from random import Random

from engine.babylon.building import bridge_may_cross, ends_fit, reaches
from engine.babylon.cells import (
    BELVEDERE,
    COLUMNS,
    DECORATED,
    FOUNTAIN,
    NO_CORNER,
    NO_ICON,
    NO_PIECE,
    OUTWARD,
    SIDE,
    SPACES,
    STAIRS,
    STATUE,
    STATUE_STANDING,
    column_away,
    columns_at,
)
from engine.babylon.legal import looks, open_corners
from engine.babylon.position import Position
from engine.babylon.scoring import flower_counts

SIMPLE_COST, DOUBLE_COST = 0.25, 0.4
FREE_ICON = 0.4
COVERED_ICON = 0.5
SCARCE_KIND = 2.0
SCARCE_FLOWER, OTHER_FLOWER = 2.0, 0.8
NEW_LEVEL, SAME_LEVEL = 2.0, 0.5

Placement = tuple[int, int, int, int, int]
"""Tile, rotation, anchor, level, open corner."""


_NEAR = tuple(
    tuple(
        tuple(tuple(column_away(column, direction, distance) for distance in (1, 2, 3)) for direction in directions)
        for directions in OUTWARD
    )
    for column in range(COLUMNS)
)
"""By column and corner: for each way out of the tile, the columns 1, 2 and 3 away, -1 over the edge."""


def piece_worth(position: Position, seat: int, kind: int, column: int, other: int) -> float:
    """Points of a decoration that could be built, and something for a kind that the sets lack."""
    garden = position.gardens[seat]
    level = garden.heights[column]
    worth = _points(position, kind, level if other < 0 else min(level, garden.heights[other]))
    return worth + (SCARCE_KIND if kind in _scarce(position, seat) else 0.0)


def _points(position: Position, kind: int, level: int) -> float:
    box = position.components
    if kind == STATUE:
        return box.statue_points * level
    if kind == STAIRS:
        return box.stairs_points * (2 * level + 1)
    return (box.fountain_points if kind == FOUNTAIN else box.bridge_points) * level


def _scarce(position: Position, seat: int) -> list[int]:
    """The kinds of decoration of which the garden has fewest, if not all are equal."""
    counts = dict.fromkeys(range(STAIRS, STATUE + 1), 0)
    for found in position.gardens[seat].decorations:
        counts[found.kind] += 1
    fewest = min(counts.values())
    return [kind for kind, count in counts.items() if count == fewest]


class Outlook:
    """The worth of the placements of one position for the seat on turn."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._seat = position.active
        self._garden = position.gardens[position.active]
        scarce = _scarce(position, self._seat)
        self._bonus = [SCARCE_KIND if kind in scarce else 0.0 for kind in range(STATUE + 1)]
        self._flowers = flower_counts(position, self._seat)
        last_go = position.components.tokens_used[position.players] * position.players < position.turn
        self._pillar_costs = (0.0, 0.0) if last_go else (SIMPLE_COST, DOUBLE_COST)
        self._partners = self._columns_with_partners()
        statues = [
            found.column
            for found, is_pillar in zip(self._garden.decorations, self._garden.is_pillar, strict=True)
            if found.kind == STATUE and not is_pillar
        ]
        self._statue_xs = {column % SIDE for column in statues} or set(range(SIDE))
        self._statue_ys = {column // SIDE for column in statues}

    def _columns_with_partners(self) -> list[int]:
        """For each column the icons, as bits, that could join an open icon of an older tile there."""
        garden, span = self._garden, self._position.rulings.bridge_span
        partners = [0] * COLUMNS
        for column, icon in enumerate(garden.icons):
            if icon != NO_ICON and icon != STATUE and garden.pieces[column] == NO_PIECE:
                for other in columns_at(column, reaches(icon, span)):
                    partners[other] |= 1 << icon
        return partners

    def best(self, rng: Random) -> tuple[float, Placement] | None:
        """The placement that is worth most, with its worth; None if nothing can be placed."""
        position = self._position
        choices = looks(position)
        if not choices:
            return None
        tiles = position.components.tiles
        fewest = min(self._flowers)
        faces = []
        for tile, rotation in choices:
            flower = SCARCE_FLOWER if self._flowers[tiles[tile].flower] == fewest else OTHER_FLOWER
            faces.append((tile, rotation, tiles[tile].icons[rotation], flower))
        found = None
        best = -1000.0
        for anchor, level, bits in open_corners(position):
            worth_of = [self._worth_of_icons(anchor, level, place) for place in range(4)]
            nw, ne, se, sw = worth_of
            bases = self._spot_worths(anchor, level, bits)
            for tile, rotation, icons, flower in faces:
                all_four = flower + nw[icons[0]] + ne[icons[1]] + se[icons[2]] + sw[icons[3]] + 0.01 * rng.random()
                for corner, base in bases:
                    worth = all_four + base
                    if corner != NO_CORNER:
                        worth -= worth_of[corner][icons[corner]]
                    if worth > best:
                        best, found = worth, (tile, rotation, anchor, level, corner)
        return (best, found) if found else None

    def _spot_worths(self, anchor: int, level: int, bits: int) -> list[tuple[int, float]]:
        """For each corner that may be open: level and belvedere, less pillars and what is covered."""
        garden = self._garden
        worth = NEW_LEVEL if level > garden.highest else SAME_LEVEL * level
        costs = []
        hidden: dict[int, int] = {}
        for column in SPACES[anchor]:
            top, height, piece = garden.tops[column], garden.heights[column], garden.pieces[column]
            costs.append(0.0 if piece == STATUE_STANDING else self._pillar_costs[level - height > 1])
            if top < 0:
                continue
            hidden[top] = hidden.get(top, 0) + 1
            if piece == BELVEDERE:
                worth -= 1.0
            elif DECORATED[piece]:
                worth -= 1.0 + height
            elif piece == NO_PIECE and garden.icons[column] != NO_ICON:
                worth -= COVERED_ICON
        for top, count in hidden.items():
            if garden.visible_spaces[top] == count:
                worth -= SCARCE_FLOWER
        worth -= sum(costs)
        belvedere = self._position.components.belvedere_points
        return [
            (corner, worth if corner == NO_CORNER else worth + belvedere + costs[corner])
            for corner in range(NO_CORNER + 1)
            if bits >> corner & 1
        ]

    def _worth_of_icons(self, anchor: int, level: int, place: int) -> list[float]:
        """By icon: the best decoration that it would make possible at once at this corner of a tile."""
        column = SPACES[anchor][place]
        worths = [0.0, FREE_ICON, FREE_ICON, FREE_ICON, FREE_ICON]
        partners = self._partners[column]
        if partners:
            for icon in range(STAIRS, STATUE):
                if partners >> icon & 1:
                    worth = self._pair(column, level, place, icon)
                    if worth:
                        worths[icon] = worth + self._bonus[icon]
        if column % SIDE in self._statue_xs or column // SIDE in self._statue_ys:
            worths[STATUE] = _points(self._position, STATUE, level) + self._bonus[STATUE]
        return worths

    def _pair(self, column: int, level: int, place: int, icon: int) -> float:
        garden = self._garden
        heights, icons, pieces = garden.heights, garden.icons, garden.pieces
        rulings = self._position.rulings
        best = 0.0
        steps = reaches(icon, rulings.bridge_span)
        for ways in _NEAR[column][place]:
            other = ways[steps - 1]
            if other < 0 or icons[other] != icon or pieces[other] != NO_PIECE:
                continue
            height = heights[other]
            if ends_fit(icon, level, height) and bridge_may_cross(rulings, garden, ways[: steps - 1], level, level):
                best = max(best, _points(self._position, icon, min(level, height)))
        return best
