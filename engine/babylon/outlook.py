"""What a placement promises, read off the garden without trying it: the eyes of the greedy bot."""

from __future__ import annotations

from random import Random

from engine.babylon.cells import (
    BELVEDERE,
    BRIDGE,
    COLUMNS,
    DECORATED,
    FOUNTAIN,
    NO_CORNER,
    NO_ICON,
    NO_PIECE,
    SIDE,
    SPACES,
    STAIRS,
    STATUE,
    STATUE_STANDING,
)
from engine.babylon.legal import looks, spots
from engine.babylon.placing import supports_used
from engine.babylon.position import Position
from engine.babylon.scoring import flower_counts

SIMPLE_COST, DOUBLE_COST = 0.25, 0.4
FREE_ICON = 0.4
COVERED_ICON = 0.5
SCARCE_KIND = 2.0
SCARCE_FLOWER, OTHER_FLOWER = 2.0, 0.8
NEW_LEVEL, SAME_LEVEL = 2.0, 0.5

_OUTWARD = (
    ((0, -1), (-1, 0)),
    ((0, -1), (1, 0)),
    ((0, 1), (1, 0)),
    ((0, 1), (-1, 0)),
)
"""By corner: the steps that lead out of the tile."""

Placement = tuple[int, int, int, int, int]
"""Tile, rotation, anchor, level, open corner."""


def _away(column: int, step: tuple[int, int], distance: int) -> int:
    x, y = column % SIDE + step[0] * distance, column // SIDE + step[1] * distance
    return x + SIDE * y if 0 <= x < SIDE and 0 <= y < SIDE else -1


_NEAR = tuple(
    tuple(
        tuple((_away(column, step, 1), _away(column, step, 2), _away(column, step, 3)) for step in steps)
        for steps in _OUTWARD
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
        self._scarce = _scarce(position, self._seat)
        self._flowers = flower_counts(position, self._seat)
        self._icon_worth: dict[tuple[int, int, int, int], float] = {}
        last_go = position.components.tokens_used[position.players] * position.players < position.turn
        self._pillar_costs = (0.0, 0.0) if last_go else (SIMPLE_COST, DOUBLE_COST)

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
        worth_of = self._icon_worth
        for anchor, level, corner in spots(position):
            base = self._spot_worth(anchor, level, corner) + 0.01 * rng.random()
            for tile, rotation, icons, flower in faces:
                worth = base + flower
                for place, icon in enumerate(icons):
                    if icon != NO_ICON and place != corner:
                        key = (anchor, level, place, icon)
                        if key not in worth_of:
                            worth_of[key] = self._worth_of_icon(*key)
                        worth += worth_of[key]
                if worth > best:
                    best, found = worth, (tile, rotation, anchor, level, corner)
        return (best, found) if found else None

    def _spot_worth(self, anchor: int, level: int, corner: int) -> float:
        """Level and belvedere, less pillars and what is covered."""
        garden = self._garden
        simple, double, statues = supports_used(self._position, anchor, level, corner)
        worth = NEW_LEVEL if level > garden.highest else SAME_LEVEL * level
        if corner != NO_CORNER:
            worth += self._position.components.belvedere_points
        worth -= self._pillar_costs[0] * simple + self._pillar_costs[1] * double
        hidden: dict[int, int] = {}
        for column in SPACES[anchor]:
            top = garden.tops[column]
            if top < 0:
                continue
            hidden[top] = hidden.get(top, 0) + 1
            piece = garden.pieces[column]
            if piece == BELVEDERE:
                worth -= 1.0
            elif piece == STATUE_STANDING:
                worth -= garden.heights[column] + (0.5 if column in statues else 0.0)
            elif DECORATED[piece]:
                worth -= 1.0 + garden.heights[column]
            elif piece == NO_PIECE and garden.icons[column] != NO_ICON:
                worth -= COVERED_ICON
        for top, count in hidden.items():
            if garden.visible_spaces[top] == count:
                worth -= SCARCE_FLOWER
        return worth

    def _worth_of_icon(self, anchor: int, level: int, place: int, icon: int) -> float:
        """The best decoration that an icon at this corner of a tile would make possible at once."""
        column = SPACES[anchor][place]
        worth = self._statue(column, level) if icon == STATUE else self._pair(column, level, place, icon)
        if worth <= 0.0:
            return FREE_ICON
        return worth + (SCARCE_KIND if icon in self._scarce else 0.0)

    def _statue(self, column: int, level: int) -> float:
        garden = self._garden
        alone = True
        for found, is_pillar in zip(garden.decorations, garden.is_pillar, strict=True):
            if found.kind != STATUE or is_pillar:
                continue
            alone = False
            if found.column % SIDE == column % SIDE or found.column // SIDE == column // SIDE:
                return _points(self._position, STATUE, level)
        return _points(self._position, STATUE, level) if alone else 0.0

    def _pair(self, column: int, level: int, place: int, icon: int) -> float:
        garden = self._garden
        heights, icons, pieces = garden.heights, garden.icons, garden.pieces
        best = 0.0
        span = self._position.rulings.bridge_span
        for ways in _NEAR[column][place]:
            other = ways[span] if icon == BRIDGE else ways[0]
            if other < 0 or icons[other] != icon or pieces[other] != NO_PIECE:
                continue
            height = heights[other]
            if icon == STAIRS:
                if height in (level - 1, level + 1):
                    best = max(best, _points(self._position, icon, min(level, height)))
            elif height == level and (
                icon == FOUNTAIN
                or all(heights[ways[step]] < level and not garden.gaps[ways[step]] for step in range(span))
            ):
                best = max(best, _points(self._position, icon, level))
        return best
