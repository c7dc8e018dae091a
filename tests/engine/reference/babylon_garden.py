"""One garden of the Babylon reference: what lies and stands there, what may be laid and built, what it is worth.

Only the tiles and the pieces are kept, in the order in which they came. The view from above is made anew after each
tile, everything else each time that it is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

Column = tuple[int, int]
CORNERS = ("nw", "ne", "se", "sw")
KINDS = ("stairs", "fountain", "bridge", "statue")
SIZE = 8
COLUMNS = [(x, y) for y in range(SIZE) for x in range(SIZE)]


def name_of(column: Column) -> str:
    """`a1` is the north-west column, `h1` the north-east one."""
    return "abcdefgh"[column[0]] + str(column[1] + 1)


NAMED = {name_of(column): column for column in COLUMNS}


def turned(icons: list[str], quarters: int) -> list[str]:
    """The icons on NW, NE, SE, SW after quarter turns clockwise: what lay NW lies NE after one."""
    return [icons[(place - quarters) % 4] for place in range(4)]


@dataclass(eq=False)
class Laid:
    """A tile in the garden, its icons as they lie now, and the pillars under it."""

    tile: str
    flower: str
    starting: bool
    level: int
    at: Column
    icons: dict[Column, str]
    simple: int = 0
    double: int = 0
    hanging: Column | None = None
    belvedere: bool = False
    read_before: bool = False


@dataclass(eq=False)
class Piece:
    """A decoration and the spaces that it stands on, a space being a column of a tile."""

    kind: str
    spaces: list[tuple[Column, Laid]]
    is_pillar: bool = False

    @property
    def middle(self) -> list[Column]:
        """The columns that a bridge crosses, between its ends."""
        if self.kind != "bridge":
            return []
        return between(self.spaces[0][0], self.spaces[1][0])


def footprint(at: Column) -> list[Column]:
    """The columns under a tile in the order of the corners."""
    x, y = at
    return [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]


def between(one: Column, other: Column) -> list[Column]:
    """The columns strictly between two columns of one row or column of the board, or else none."""
    (x, y), (u, v) = one, other
    if x != u and y != v:
        return []
    inside = product(range(min(x, u), max(x, u) + 1), range(min(y, v), max(y, v) + 1))
    return [column for column in inside if column not in (one, other)]


def distance(one: Column, other: Column) -> int:
    """Steps along rows and columns."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


@dataclass
class Garden:
    """The tiles and pieces of one seat. `fresh` are the tiles of this go; `reads` what spaces are read as."""

    switches: dict[str, Any]
    tiles: list[Laid] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    fresh: list[Laid] = field(default_factory=list)
    reads: dict[tuple[Column, str], str] = field(default_factory=dict)
    from_above: dict[Column, Laid] = field(default_factory=dict)

    # --- What there is ------------------------------------------------------------------------------------------------

    def look_from_above(self) -> None:
        """Find the highest tile over each column anew."""
        self.from_above = {
            column: laid for laid in sorted(self.tiles, key=lambda laid: laid.level) for column in laid.icons
        }

    def top(self, column: Column) -> Laid | None:
        """The highest tile over the column."""
        return self.from_above.get(column)

    def height(self, column: Column) -> int:
        """Its level, 0 on the bare board."""
        top = self.top(column)
        return top.level if top else 0

    def icon(self, column: Column) -> str:
        """What the space on top of the column shows, `none` on the bare board too."""
        top = self.top(column)
        return self.reads.get((column, top.tile), top.icons[column]) if top else "none"

    def piece_on(self, column: Column) -> Piece | None:
        """The decoration on the top space of the column."""
        standing = [piece for piece in self.pieces if (column, self.top(column)) in piece.spaces]
        return standing[0] if standing else None

    def hangs(self, column: Column) -> bool:
        """Whether the top space of the column is the corner of its tile that nothing supports."""
        top = self.top(column)
        return top is not None and top.hanging == column

    def crossing(self, column: Column) -> list[Piece]:
        """The bridges that cross above the top of this column."""
        return [piece for piece in self.pieces if column in piece.middle and self.level(piece) > self.height(column)]

    @staticmethod
    def level(piece: Piece) -> int:
        """The level of the tile under the piece; the lower one of stairs."""
        return min(laid.level for _, laid in piece.spaces)

    # --- Placing a tile -----------------------------------------------------------------------------------------------

    def supports(self, at: Column, level: int, open_corner: str) -> list[str] | None:
        """What holds the supported corners (`simple`, `double` or `statue`), or None if the tile cannot lie there."""
        if not self.has_room(at, level):
            return None
        held: list[str] = []
        for corner, column in zip(CORNERS, footprint(at), strict=True):
            if corner == open_corner:
                if not self._may_hang_over(column, level):
                    return None
                continue
            support = self._support(column, level)
            if support is None:
                return None
            held.append(support)
        return held

    def has_room(self, at: Column, level: int) -> bool:
        """Whether a tile could lie there if its corners were held."""
        columns = footprint(at)
        if any(column not in COLUMNS for column in columns):
            return False
        if any(self.height(column) >= level for column in columns):
            return False
        return self._level_is_open(level) and not self._footprint_is_taken(at)

    def _level_is_open(self, level: int) -> bool:
        below = [laid for laid in self.tiles if laid.level == level - 1]
        if self.switches["level_gate"] == "tile_visible_one_level_below":
            below = [laid for laid in below if self.is_visible(laid)]
        return level == 1 or bool(below)

    def _footprint_is_taken(self, at: Column) -> bool:
        if self.switches["same_footprint_ban"] == "any_level":
            return any(laid.at == at for laid in self.tiles)
        tops = [self.top(column) for column in footprint(at)]
        return tops[0] is not None and all(top is tops[0] for top in tops)

    def _is_kept_clear(self, column: Column) -> bool:
        """Whether a bridge keeps everything but hanging corners out of the column."""
        return self.switches["bridge_blocks_gap"] and bool(self.crossing(column))

    def _support(self, column: Column, level: int) -> str | None:
        top, gap = self.top(column), level - self.height(column)
        piece = self.piece_on(column)
        if self._is_kept_clear(column) or gap not in (1, 2):
            return None
        if not self.switches["second_tile_may_use_first"] and top in self.fresh:
            return None
        if piece and piece.kind == "statue":
            return "statue" if gap == 1 or self.switches["statue_double_height"] else None
        if piece and not self.switches["pillar_on_other_decoration"]:
            return None
        if self.hangs(column) and not self.switches["pillar_on_belvedere"]:
            return None
        if self.icon(column) != "none" and not self.switches["pillar_on_icon"]:
            return None
        if gap == 2 and top and self.switches["double_pillar_base"] == "board_hole_only":
            return None
        return "simple" if gap == 1 else "double"

    def _may_hang_over(self, column: Column, level: int) -> bool:
        gap, piece, crossing = level - self.height(column), self.piece_on(column), self.crossing(column)
        clearance = self.switches["overhang_clearance"]
        if self.switches["bridge_blocks_gap"] and any(self.level(bridge) >= level for bridge in crossing):
            return False
        if piece and piece.kind == "statue" and gap == 1 and self.switches["statue_under_corner"] == "supports":
            return False
        if clearance == "none_over_decorations":
            return not piece and all(self.level(bridge) >= level for bridge in crossing)
        if clearance == "default_1_stairs_2" and piece and piece.kind == "stairs":
            is_lower_end = self.height(column) == self.level(piece)
            return gap >= 2 or not is_lower_end
        return True

    def lay(self, laid: Laid, held: list[str], open_corner: str, belvedere: bool) -> None:
        """Lay a tile that these supports hold."""
        columns = dict(zip(CORNERS, footprint(laid.at), strict=True))
        for corner, column in columns.items():
            piece = self.piece_on(column)
            if corner != open_corner and piece and piece.kind == "statue":
                piece.is_pillar = True
        laid.simple, laid.double = held.count("simple"), held.count("double")
        laid.hanging, laid.belvedere = columns.get(open_corner), belvedere
        self.tiles.append(laid)
        self.fresh.append(laid)
        self.look_from_above()

    # --- Decorations --------------------------------------------------------------------------------------------------

    def builds(self) -> Iterator[tuple[str, list[Column]]]:
        """Every decoration that the spaces allow now."""
        spots = {
            kind: [column for column in COLUMNS if self.icon(column) == kind and self._is_bare(column)]
            for kind in KINDS
        }
        for column in spots["statue"]:
            if self._uses_fresh_tile([column]) and self._statue_in_line(column):
                yield "statue", [column]
        for kind in ("stairs", "fountain", "bridge"):
            for one, other in product(spots[kind], repeat=2):
                if one < other and self._uses_fresh_tile([one, other]) and self._joins(kind, one, other):
                    yield kind, [one, other]

    def _is_bare(self, column: Column) -> bool:
        return not self.piece_on(column) and not self.hangs(column)

    def _uses_fresh_tile(self, columns: list[Column]) -> bool:
        fresh = self.fresh[-1:] if self.switches["decoration_window"] == "latest_tile_only" else self.fresh
        return any(self.top(column) in fresh for column in columns)

    def _joins(self, kind: str, one: Column, other: Column) -> bool:
        """Whether a piece of two ends may stand from one column to the other."""
        steps = abs(self.height(one) - self.height(other))
        if kind == "stairs":
            return distance(one, other) == 1 and steps == 1
        if kind == "fountain":
            two_tiles = self.top(one) is not self.top(other) or not self.switches["paired_pieces_need_two_tiles"]
            return distance(one, other) == 1 and steps == 0 and two_tiles
        middle = between(one, other)
        return (
            len(middle) == self.switches["bridge_span"]
            and steps == 0
            and all(self._may_cross(column, self.height(one)) for column in middle)
        )

    def _may_cross(self, column: Column, level: int) -> bool:
        highest = 0 if self.switches["bridge_gap"] == "bare_ground" else level - 1
        if self.switches["bridge_blocks_gap"] == "other_levels_may_cross":
            free = all(self.level(bridge) != level for bridge in self.crossing(column))
        else:
            free = not self._is_kept_clear(column)
        return self.height(column) <= highest and free

    def _statue_in_line(self, column: Column) -> bool:
        statues = [piece for piece in self.pieces if piece.kind == "statue"]
        standing = [piece for piece in statues if not piece.is_pillar]
        if not (statues if self.switches["statue_first"] == "first_ever_only" else standing):
            return True
        partners = {
            "standing_statues_also_hidden": standing,
            "visible_statues": [piece for piece in standing if self.is_visible(piece)],
            "all_ever_built": statues,
        }[self.switches["statue_line_partners"]]
        return any(self._in_line(column, *piece.spaces[0]) for piece in partners)

    def _in_line(self, column: Column, partner: Column, under: Laid) -> bool:
        level = self.height(column)
        if column[0] != partner[0] and column[1] != partner[1]:
            return False
        if self.switches["statue_line"] == "line_within_level" and under.level != level:
            return False
        wall = max(level, under.level)
        between_them = between(column, partner)
        return not (self.switches["statue_line_blocked"] and any(self.height(c) > wall for c in between_them))

    def build(self, kind: str, columns: list[Column]) -> None:
        """Put a piece on the tops of these columns."""
        spaces = [(column, top) for column in columns if (top := self.top(column))]
        self.pieces.append(Piece(kind, spaces))

    # --- Reading a space as another icon ------------------------------------------------------------------------------

    def reading(self, effect: str) -> Iterator[tuple[Column, str]]:
        """Every space of this go's tiles that the round token lets its seat read as another icon, and as which."""
        per_tile = self.switches["icon_effect_scope"] == "one_space_per_tile_placed"
        if not per_tile and any(laid.read_before for laid in self.fresh):
            return
        for column, kind in product(COLUMNS, KINDS):
            top, shown = self.top(column), self.icon(column)
            if top not in self.fresh or top is None or top.read_before or not self._is_bare(column):
                continue
            if (effect == "fill_blank") == (shown == "none") and shown != kind:
                yield column, kind

    def read(self, column: Column, kind: str) -> None:
        """From now on the space on top of the column shows this icon."""
        top = self.top(column)
        assert top
        self.reads[column, top.tile] = kind
        top.read_before = True

    def end_go(self) -> None:
        """No tile is fresh any more; icons are what they were, unless reading lasts."""
        self.fresh.clear()
        if self.switches["icon_effect_duration"] == "this_turn":
            self.reads.clear()

    # --- What it is worth ---------------------------------------------------------------------------------------------

    def is_visible(self, thing: Laid | Piece) -> bool:
        """Whether any part of a tile or a decoration is not hidden by a tile."""
        if isinstance(thing, Laid):
            seen = [self.top(column) is thing for column in thing.icons]
            return all(seen) if self.switches["visible_tile_test"] == "every_space" else any(seen)
        if any(self.top(column) is laid for column, laid in thing.spaces):
            return True
        middle = thing.middle if self.switches["bridge_visible_by_gap"] else []
        return any(self.height(column) <= self.level(thing) for column in middle)

    def points(self, values: dict[str, int]) -> Iterator[tuple[str, int]]:
        """The sources and points of the end of the game, one entry for each thing that scores."""
        scoring = [piece for piece in self.pieces if self.is_visible(piece) and not piece.is_pillar]
        for piece in scoring:
            levels = sum(laid.level for _, laid in piece.spaces)
            yield {
                "statue": ("statues", values["statue_per_level"] * self.level(piece)),
                "fountain": ("fountains", values["fountain_per_level"] * self.level(piece)),
                "bridge": ("bridges", values["bridge_per_level"] * self.level(piece)),
                "stairs": ("stairs", values["stairs_per_joined_level"] * levels),
            }[piece.kind]
        counts = Counter(piece.kind for piece in scoring)
        yield "decoration_sets", values["decoration_set"] * min(counts[kind] for kind in KINDS)
        with_start = self.switches["starting_tile_counts_for_flowers"]
        flowers = Counter(
            laid.flower for laid in self.tiles if self.is_visible(laid) and (with_start or not laid.starting)
        )
        yield "flower_sets", values["flower_set"] * (min(flowers.values()) if len(flowers) == 4 else 0)
        for laid in self.tiles:
            hidden = laid.hanging is not None and self.top(laid.hanging) is not laid
            if laid.belvedere and (self.switches["hidden_belvedere_scores"] or not hidden):
                yield "belvederes", values["belvedere"]
        yield "highest_level", values["highest_level"] * max((laid.level for laid in self.tiles), default=0)

    def open_holes(self) -> int:
        """Holes of the board that are seen from above."""
        bridges_hide = self.switches["tie_break_holes"] == "also_not_under_a_bridge"
        holes = [column for column in COLUMNS if not self.top(column)]
        return len([column for column in holes if not (bridges_hide and self.crossing(column))])
