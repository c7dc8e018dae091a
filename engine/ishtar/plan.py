"""The boards as they are drawn: which way they are turned, how large hexes are, where each cell lies."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin, sqrt

from engine.ishtar.grid import Grid
from engine.ishtar.hexes import NEIGHBOURS, Cell
from engine.shown import WIDTH
from engine.svg import HALF_HEIGHT, number

Point = tuple[float, float]

EDGE = 4.0
"""What is left free around the boards."""
HIGHEST = 1300.0
"""Boards are turned so that hexes are large, but not so that somebody loses the overview."""


@dataclass(frozen=True, slots=True)
class Turned:
    """Hexes of one size on boards turned by so many times 30 degrees: with an even number they stand on a corner."""

    turn: int
    size: float

    def at(self, cell: Cell) -> Point:
        """The centre of a cell, from that of the cell 0, 0."""
        q, r = cell
        x, y, angle = sqrt(3) * (q + r / 2), 1.5 * r, self.turn * pi / 6
        return self.size * (x * cos(angle) - y * sin(angle)), self.size * (x * sin(angle) + y * cos(angle))

    def corner(self, place: int, scale: float = 1) -> Point:
        """A corner, from the centre; `place` 0 and 1 are at both ends of the edge to the first of NEIGHBOURS."""
        angle = (self.turn + 1 - 2 * place) * pi / 6
        return self.size * scale * cos(angle), self.size * scale * sin(angle)

    @property
    def reach(self) -> Point:
        """From the centre of a hex to its right and to its lower end."""
        return (self.size, self.size * HALF_HEIGHT) if self.turn % 2 else (self.size * HALF_HEIGHT, self.size)

    def polygon(self, scale: float = 1) -> str:
        """The points of a hex around 0 0."""
        corners = (self.corner(place, scale) for place in range(6))
        return " ".join(f"{number(x)},{number(y)}" for x, y in corners)

    def box(self, cells: Iterable[Cell]) -> tuple[float, float, float, float]:
        """The left, the upper, the right and the lower end of some cells."""
        across, down = self.reach
        xs, ys = zip(*map(self.at, cells), strict=True)
        return min(xs) - across, min(ys) - down, max(xs) + across, max(ys) + down

    def outlines(self, centres: Iterable[Point]) -> list[str]:
        """A path around each hex."""
        corners = [self.corner(place) for place in range(6)]
        x, y = corners[0]
        steps = "".join(
            f"l{number(to_x - from_x)} {number(to_y - from_y)}"
            for (from_x, from_y), (to_x, to_y) in zip(corners, corners[1:], strict=False)
        )
        return [f"M{number(at_x + x)} {number(at_y + y)}{steps}z" for at_x, at_y in centres]


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What is the same in every picture of these boards. By cell: `centres`, `heads` (how its group begins),
    `outlines` (a path around the hex), `near` and `edges` (the cell and the edge towards each
    of NEIGHBOURS; -1: no cell). `borders` is the path around the boards.
    """

    turned: Turned
    height: float
    centres: tuple[Point, ...]
    heads: tuple[str, ...]
    outlines: tuple[str, ...]
    near: tuple[tuple[int, ...], ...]
    edges: tuple[tuple[str, ...], ...]
    borders: str

    def around(self, cells: Collection[int]) -> str:
        """A path around a group of cells."""
        return "".join(
            edge
            for cell in cells
            for near, edge in zip(self.near[cell], self.edges[cell], strict=True)
            if near not in cells
        )


@lru_cache(maxsize=32)
def plan_of(grid: Grid) -> Plan:
    """The boards turned so that hexes are as large as the width allows."""
    turned = _turned(grid.ids)
    left, top, _, bottom = turned.box(grid.ids)
    centres = tuple((x - left + EDGE, y - top + EDGE) for x, y in map(turned.at, grid.ids))
    near = tuple(tuple(grid.number.get((q + dq, r + dr), -1) for dq, dr in NEIGHBOURS) for q, r in grid.ids)
    edges = tuple(tuple(_edge(turned, centre, place) for place in range(6)) for centre in centres)
    borders = [
        edges[cell][place]
        for cell, others in enumerate(near)
        for place, other in enumerate(others)
        if other < 0 or (other > cell and grid.board_of[other] != grid.board_of[cell])
    ]
    return Plan(
        turned=turned,
        height=bottom - top + 2 * EDGE,
        centres=centres,
        heads=tuple(
            f'data-cell="{q},{r}" transform="translate({number(x)} {number(y)})"><title>'
            for (q, r), (x, y) in zip(grid.ids, centres, strict=True)
        ),
        outlines=tuple(turned.outlines(centres)),
        near=near,
        edges=edges,
        borders="".join(borders),
    )


def _turned(cells: Iterable[Cell]) -> Turned:
    """Of the turns that leave an overview the one with the largest hexes; of much the same ones the lowest."""
    cells = tuple(cells)
    found = []
    for turn in range(6):
        left, top, right, bottom = Turned(turn, 1).box(cells)
        size = (WIDTH - 2 * EDGE) / (right - left)
        height = size * (bottom - top)
        found.append((height <= HIGHEST, round(size) if height <= HIGHEST else 0, -height, Turned(turn, size)))
    return max(found, key=lambda each: each[:3])[3]


def _edge(turned: Turned, centre: Point, place: int) -> str:
    (x, y), (from_x, from_y), (to_x, to_y) = centre, turned.corner(place), turned.corner(place + 1)
    return f"M{number(x + from_x)} {number(y + from_y)}L{number(x + to_x)} {number(y + to_y)}"
