"""What a placement promises, read off the garden without trying it."""

from __future__ import annotations

from math import inf
from random import Random
from typing import Self

from engine.babylon.building import bridge_may_cross, ends_fit, reaches
from engine.babylon.cells import (
    BELVEDERE,
    COLUMNS,
    DECORATED,
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
from engine.babylon.garden import Garden
from engine.babylon.legal import looks, open_corners
from engine.babylon.position import Position
from engine.babylon.scoring import flower_counts
from engine.babylon.worth import SCARCE_KIND, points_of, scarce_kinds

SIMPLE_COST, DOUBLE_COST = 0.25, 0.4
FREE_ICON = 0.4
COVERED_ICON = 0.5
SCARCE_FLOWER, OTHER_FLOWER = 2.0, 0.8
NEW_LEVEL, SAME_LEVEL = 2.0, 0.5
NOISE = 0.01
"""Equals are told apart by less than this."""
UNLIKE = 0

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


_CORNERS_IN = tuple(
    tuple(corner for corner in range(NO_CORNER + 1) if bits >> corner & 1) for bits in range(2 << NO_CORNER)
)
"""By bits: the corners that they stand for."""


class _Place:
    """A place for one of the tiles at hand.

    `icons`: by corner of the tile, what each icon would be worth there. `tiles`: by tile and rotation, what the flower
    and all four icons are worth. `corners`: by the corner that is left open, what the place is worth without them;
    `most_open` is the most of these, `most` a number that no placement there exceeds.
    """

    __slots__ = ("corners", "icons", "most", "most_open", "tiles")

    def __init__(self, icons: list[list[float]], tiles: list[float], corners: list[float]) -> None:
        self.icons, self.tiles, self.corners = icons, tiles, corners
        self.most_open = max(corners)
        self.most = max(tiles) + NOISE + self.most_open


class Outlook:
    """The worth of the placements of the seat on turn. It serves as long as neither garden nor tiles at hand change."""

    def __init__(self, position: Position, pillar_costs: tuple[float, float]) -> None:
        seat = position.active
        garden = position.gardens[seat]
        self._pillar_costs = pillar_costs
        scarce = scarce_kinds(position, seat)
        self._bonus = [SCARCE_KIND if kind in scarce else 0.0 for kind in range(STATUE + 1)]
        tiles, counts = position.components.tiles, flower_counts(position, seat)
        fewest = min(counts)
        self._faces = [
            (
                SCARCE_FLOWER if counts[tiles[tile].flower] == fewest else OTHER_FLOWER,
                tile,
                rotation,
                tiles[tile].icons[rotation],
            )
            for tile, rotation in looks(position)
        ]
        self._partners = _columns_with_partners(garden, position.rulings.bridge_span)
        statues = [
            found.column
            for found, is_pillar in zip(garden.decorations, garden.is_pillar, strict=True)
            if found.kind == STATUE and not is_pillar
        ]
        xs, ys = {column % SIDE for column in statues}, {column // SIDE for column in statues}
        self._in_line = [not statues or x in xs or y in ys for y in range(SIDE) for x in range(SIDE)]
        self._plain_icons: dict[int, list[list[float]]] = {}
        """By level: what icons are worth that find no partner, off the lines of statues and in them."""
        self._places: dict[tuple[int, int], _Place] = {}
        self._alike = [
            UNLIKE if height or partners else 1 + is_in_line
            for height, partners, is_in_line in zip(garden.heights, self._partners, self._in_line, strict=True)
        ]
        """On bare ground without partners for icons, all columns are alike but for the lines of statues."""
        self._places_of_kind: dict[tuple[int, ...], _Place] = {}

    @classmethod
    def of(cls, position: Position) -> Self:
        """The outlook of the seat on turn, which has a tile at hand."""
        seat = position.active
        last_go = position.components.tokens_used[position.players] * position.players < position.turn
        notes, key = position.gardens[seat].notes, (cls, position.dug, position.stored[seat], last_go)
        found: Self | None = notes.get(key)
        if found is None:
            found = notes[key] = cls(position, (0.0, 0.0) if last_go else (SIMPLE_COST, DOUBLE_COST))
        return found

    def best(
        self, position: Position, rng: Random, exchanges: int = 0, floor: float = -inf
    ) -> tuple[float, Placement] | None:
        """The placement that is worth most after so many exchanges; None if nothing is worth more than `floor`.

        However many placements are passed over, the generator goes on by one number for each place, tile and rotation.
        """
        found = None
        best = floor
        faces, places, random = self._faces, self._places, rng.random
        for anchor, level, bits in open_corners(position, exchanges):
            place = places.get((anchor, level))
            if place is None:
                place = places[anchor, level] = self._place(position, anchor, level)
            if place.most <= best:
                for _ in faces:
                    random()
                continue
            most_open = place.most_open
            for number, worth_of_tile in enumerate(place.tiles):
                all_four = worth_of_tile + NOISE * random()
                if all_four + most_open <= best:
                    continue
                _, tile, rotation, icons = faces[number]
                for corner in _CORNERS_IN[bits]:
                    worth = all_four + place.corners[corner]
                    if corner != NO_CORNER:
                        worth -= place.icons[corner][icons[corner]]
                    if worth > best:
                        best, found = worth, (tile, rotation, anchor, level, corner)
        return (best, found) if found else None

    def ranked(self, position: Position, rng: Random, most: int) -> list[Placement]:
        """At most so many placements, those worth most first: of each tile in a place only the best."""
        best: dict[tuple[int, int, int], tuple[float, Placement]] = {}
        for anchor, level, bits in open_corners(position):
            place = self._places.get((anchor, level))
            if place is None:
                place = self._places[anchor, level] = self._place(position, anchor, level)
            corners = _CORNERS_IN[bits]
            for worth_of_tile, (_, tile, rotation, icons) in zip(place.tiles, self._faces, strict=True):
                all_four = worth_of_tile + NOISE * rng.random()
                known = best.get((tile, anchor, level))
                if known and all_four + place.most_open <= known[0]:
                    continue
                for corner in corners:
                    worth = all_four + place.corners[corner]
                    if corner != NO_CORNER:
                        worth -= place.icons[corner][icons[corner]]
                    if known is None or worth > known[0]:
                        known = best[tile, anchor, level] = worth, (tile, rotation, anchor, level, corner)
        ranked = sorted(best.values(), key=lambda each: -each[0])
        return [placement for _, placement in ranked[:most]]

    def promises(self, position: Position, placement: Placement) -> tuple[int, float, bool]:
        """How many decorations an allowed placement makes possible at once, what they are worth, and whether its flower
        is scarce.
        """
        tile, rotation, anchor, level, corner = placement
        icons = position.components.tiles[tile].icons[rotation]
        by_icon = self._place(position, anchor, level).icons
        worths = [by_icon[place][icon] for place, icon in enumerate(icons) if place != corner and icon != NO_ICON]
        decorations = [worth for worth in worths if worth > FREE_ICON]
        scarce = any(flower == SCARCE_FLOWER for flower, other, _, _ in self._faces if other == tile)
        return len(decorations), sum(decorations), scarce

    def _place(self, position: Position, anchor: int, level: int) -> _Place:
        kind = (level, *[self._alike[column] for column in SPACES[anchor]])
        if UNLIKE in kind:
            return self._new_place(position, anchor, level)
        found = self._places_of_kind.get(kind)
        if found is None:
            found = self._places_of_kind[kind] = self._new_place(position, anchor, level)
        return found

    def _new_place(self, position: Position, anchor: int, level: int) -> _Place:
        plain = self._plain_icons.get(level)
        if plain is None:
            statue = points_of(position, STATUE, level) + self._bonus[STATUE]
            plain = self._plain_icons[level] = [
                [0.0, FREE_ICON, FREE_ICON, FREE_ICON, of_statue] for of_statue in (FREE_ICON, statue)
            ]
        nw, ne, se, sw = icons = [
            self._with_partners(position, column, level, place, plain[self._in_line[column]])
            if self._partners[column]
            else plain[self._in_line[column]]
            for place, column in enumerate(SPACES[anchor])
        ]
        tiles = [
            flower + nw[one] + ne[two] + se[three] + sw[four] for flower, _, _, (one, two, three, four) in self._faces
        ]
        return _Place(icons, tiles, self._corner_worths(position, anchor, level))

    def _with_partners(
        self, position: Position, column: int, level: int, place: int, plain: list[float]
    ) -> list[float]:
        """By icon: the best decoration that it would make possible at once at this corner of a tile."""
        worths = plain[:]
        for icon in range(STAIRS, STATUE):
            if self._partners[column] >> icon & 1:
                worth = _pair(position, column, level, place, icon)
                if worth:
                    worths[icon] = worth + self._bonus[icon]
        return worths

    def _corner_worths(self, position: Position, anchor: int, level: int) -> list[float]:
        """By open corner: level and belvedere, less pillars and what is covered."""
        garden = position.gardens[position.active]
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
        belvedere = position.components.belvedere_points
        return [*[worth + belvedere + cost for cost in costs], worth]


def _columns_with_partners(garden: Garden, span: int) -> list[int]:
    """For each column the icons, as bits, that could join an open icon of an older tile there."""
    partners = [0] * COLUMNS
    for column, icon in enumerate(garden.icons):
        if icon != NO_ICON and icon != STATUE and garden.pieces[column] == NO_PIECE:
            for other in columns_at(column, reaches(icon, span)):
                partners[other] |= 1 << icon
    return partners


def _pair(position: Position, column: int, level: int, place: int, icon: int) -> float:
    """The best decoration that two of this icon would make, one of them at this corner of a tile."""
    garden, rulings = position.gardens[position.active], position.rulings
    heights, icons, pieces = garden.heights, garden.icons, garden.pieces
    best = 0.0
    steps = reaches(icon, rulings.bridge_span)
    for ways in _NEAR[column][place]:
        other = ways[steps - 1]
        if other < 0 or icons[other] != icon or pieces[other] != NO_PIECE:
            continue
        height = heights[other]
        if ends_fit(icon, level, height) and bridge_may_cross(rulings, garden, ways[: steps - 1], level, level):
            best = max(best, points_of(position, icon, min(level, height)))
    return best
