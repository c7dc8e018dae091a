"""One seat's garden: what lies over each column of its board, and the tiles and decorations in the order they came."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

from engine.babylon.cells import (
    ANCHORS_OVER,
    BELVEDERE,
    BELVEDERE_MISSING,
    BRIDGE,
    COLUMNS,
    NO_CORNER,
    NO_PIECE,
    SPACES,
    STATUE,
    between,
)
from engine.babylon.components import Tile
from engine.babylon.footing import Footing
from engine.game import JsonObject

_COLUMN_LISTS = ("heights", "tops", "icons", "pieces", "gaps", "footprints")


class Placed(NamedTuple):
    """A tile in a garden. `corner` is the one without support; `simple` and `double` are the pillars under it."""

    tile: int
    anchor: int
    rotation: int
    level: int
    corner: int
    has_belvedere: bool
    simple: int
    double: int


class Decoration(NamedTuple):
    """A piece in a garden: kind, level (the lower one for stairs), and the columns and placed tiles of its ends.

    `other` and `other_tile` are -1 for a statue.
    """

    kind: int
    level: int
    column: int
    other: int
    tile: int
    other_tile: int


class Garden:
    """Lists by column, except `placed` with `visible_spaces`, and `decorations` with `is_pillar`.

    - `heights`: the level of the highest tile, 0 for the bare board; `tops`: its number in `placed`, or -1.
    - `icons`: the icon that the top space shows, as it is read now; `pieces`: what stands there.
    - `gaps`: the level of the highest bridge whose middle crosses the column, as long as it keeps others out, else 0.
    - `footprints`: how many tiles have this column as their north-west corner.
    - `visible_spaces`: how many spaces of each placed tile are the top of their column.
    - `is_pillar`: for each decoration, whether it is a statue that serves as a pillar.
    - `highest`: the highest level with a tile.

    What is worked out from the garden is kept until it changes; copies share it until then.

    - `footings`: by anchor, what a tile would rest on, see `engine.babylon.placing`. It follows from the four columns
      below; the keys outside are rulings.
    - `notes`: what follows from more than that, under keys of those who work it out.
    """

    __slots__ = (
        *_COLUMN_LISTS, "decorations", "footings", "highest", "is_pillar", "notes", "placed", "visible_spaces",
    )  # fmt: skip

    heights: list[int]
    tops: list[int]
    icons: list[int]
    pieces: list[int]
    gaps: list[int]
    footprints: list[int]
    placed: list[Placed]
    visible_spaces: list[int]
    decorations: list[Decoration]
    is_pillar: list[bool]
    highest: int
    footings: dict[tuple[int, tuple[int, ...]], dict[int, Footing | None]]
    notes: dict[object, Any]

    def __init__(self) -> None:
        self.heights = [0] * COLUMNS
        self.tops = [-1] * COLUMNS
        self.icons = [0] * COLUMNS
        self.pieces = [NO_PIECE] * COLUMNS
        self.gaps = [0] * COLUMNS
        self.footprints = [0] * COLUMNS
        self.placed, self.visible_spaces = [], []
        self.decorations, self.is_pillar = [], []
        self.highest = 0
        self.footings, self.notes = {}, {}

    def put(self, tile: Tile, placed: Placed, statues: list[int]) -> None:
        """A tile is placed; `statues` are the columns whose statues become pillars under it."""
        self._forget(SPACES[placed.anchor])
        for column in statues:
            self._use_statue(column)
        number = len(self.placed)
        level, corner = placed.level, placed.corner
        heights, tops, icons, pieces, gaps = self.heights, self.tops, self.icons, self.pieces, self.gaps
        for place, (column, icon) in enumerate(zip(SPACES[placed.anchor], tile.icons[placed.rotation], strict=True)):
            below = tops[column]
            if below >= 0:
                self.visible_spaces[below] -= 1
            heights[column], tops[column], icons[column] = level, number, icon
            gaps[column] = 0
            if place != corner:
                pieces[column] = NO_PIECE
            else:
                pieces[column] = BELVEDERE if placed.has_belvedere else BELVEDERE_MISSING
        self.placed.append(placed)
        self.visible_spaces.append(4)
        self.footprints[placed.anchor] += 1
        self.highest = max(self.highest, level)

    def _use_statue(self, column: int) -> None:
        tile = self.tops[column]
        for number, found in enumerate(self.decorations):
            if found.kind == STATUE and found.column == column and found.tile == tile:
                self.is_pillar[number] = True

    def build(self, decoration: Decoration, pieces: tuple[int, int], blocked: tuple[int, ...]) -> None:
        """A decoration is built: `pieces` stand on its ends, and these columns are blocked by its middle."""
        column, other = decoration.column, decoration.other
        self._forget((column,) if other < 0 else (column, other, *between(column, other)))
        self.decorations.append(decoration)
        self.is_pillar.append(False)
        self.pieces[column] = pieces[0]
        if other >= 0:
            self.pieces[other] = pieces[1]
        for crossed in blocked:
            self.gaps[crossed] = max(self.gaps[crossed], decoration.level)

    def show(self, column: int, icon: int) -> None:
        """The top space of a column is read as this icon from now on."""
        self._forget((column,))
        self.icons[column] = icon

    def _forget(self, columns: Sequence[int]) -> None:
        """Something changes in these columns: what was worked out from them holds no more."""
        # Copies may share them: they are replaced, even when there is nothing in them yet.
        self.notes = {}
        self.footings = {key: found.copy() for key, found in self.footings.items()} if self.footings else {}
        for found in self.footings.values():
            for column in columns:
                for anchor in ANCHORS_OVER[column]:
                    found.pop(anchor, None)

    def tile_is_visible(self, number: int, every_space: bool) -> bool:
        """Whether a placed tile is seen from above, by one of its spaces or by all."""
        seen = self.visible_spaces[number]
        return seen == 4 if every_space else seen > 0

    def shows_end(self, decoration: Decoration) -> bool:
        """Whether an end of a decoration is seen from above."""
        if self.tops[decoration.column] == decoration.tile:
            return True
        return decoration.other >= 0 and self.tops[decoration.other] == decoration.other_tile

    def is_crossed(self, column: int, level: int) -> bool:
        """Whether the middle of a bridge of that level crosses the column."""
        return any(
            found.kind == BRIDGE and found.level == level and column in between(found.column, found.other)
            for found in self.decorations
        )

    def belvedere_column(self, number: int) -> int:
        """The column of the belvedere of a placed tile, or -1."""
        placed = self.placed[number]
        if placed.corner == NO_CORNER or not placed.has_belvedere:
            return -1
        return SPACES[placed.anchor][placed.corner]

    def copy(self) -> Self:
        """An independent copy."""
        other = type(self).__new__(type(self))
        other.heights, other.tops, other.icons = self.heights[:], self.tops[:], self.icons[:]
        other.pieces, other.gaps, other.footprints = self.pieces[:], self.gaps[:], self.footprints[:]
        other.placed, other.visible_spaces = self.placed[:], self.visible_spaces[:]
        other.decorations, other.is_pillar = self.decorations[:], self.is_pillar[:]
        other.highest, other.footings, other.notes = self.highest, self.footings, self.notes
        return other

    def to_json(self) -> JsonObject:
        """The whole garden."""
        data: dict[str, Any] = {name: getattr(self, name)[:] for name in _COLUMN_LISTS}
        data["placed"] = [list(placed) for placed in self.placed]
        data["visible_spaces"] = self.visible_spaces[:]
        data["decorations"] = [list(decoration) for decoration in self.decorations]
        data["is_pillar"] = self.is_pillar[:]
        data["highest"] = self.highest
        return data

    @classmethod
    def from_json(cls, data: JsonObject) -> Self:
        """The inverse of `to_json`."""
        self = cls()
        for name in _COLUMN_LISTS:
            setattr(self, name, data[name][:])
        self.placed = [Placed(*placed) for placed in data["placed"]]
        self.visible_spaces = data["visible_spaces"][:]
        self.decorations = [Decoration(*decoration) for decoration in data["decorations"]]
        self.is_pillar = data["is_pillar"][:]
        self.highest = data["highest"]
        return self
