"""What a tile promises on each of its spots, read off the boards without trying it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from math import inf
from typing import NamedTuple, Self

from engine.ishtar.cells import FREE
from engine.ishtar.grid import Lie
from engine.ishtar.ground import OpenSpots
from engine.ishtar.placing import ground_of, joining_places, open_spots
from engine.ishtar.position import Position
from engine.ishtar.worth import (
    CONTROLLED_CELL,
    GEM_WORTH,
    NOBODYS,
    OPPONENTS,
    OWN,
    OWNERS,
    SKILL_ICON_WORTH,
    bed_worth,
    can_take_assistant,
    can_unlock_skill,
    flowers_worth,
)


@lru_cache(maxsize=1024)
def _flowers_worth(flowers: tuple[int, int, int]) -> tuple[float, ...]:
    """What the flowers of a tile are worth, by the number that says who owns the flowerbeds around it."""
    return tuple(
        sum(flowers_worth(count, owner) for count, owner in zip(flowers, owners, strict=True) if count)
        for owners in product(OWNERS, repeat=3)
    )


class _Spots(NamedTuple):
    """The open spots of a shape as a seat sees them. By place among them: `gems`, what the gems there are worth.

    `watched` are the places next to controlled flowerbeds, each with a number of three digits to the base 3: whose
    flowerbeds are next to each cell.
    """

    spots: OpenSpots
    gems: list[float]
    watched: list[tuple[int, int]]


class Outlook:
    """The boards as a seat sees them. What is worked out serves all tiles, until the boards change."""

    def __init__(self, position: Position, seat: int) -> None:
        self._seat = seat
        self._gems = [GEM_WORTH[gem] if gem >= 0 else 0.0 for gem in position.gem_at]
        own = sum(1 << number for number, (_, owner) in enumerate(position.assistants) if owner == seat)
        self._owners = [NOBODYS if not bits else OWN if bits & own else OPPONENTS for bits in position.watch]
        self._shapes: dict[int, _Spots] = {}
        self._free_beds: dict[int, float] | None = None

    @classmethod
    def of(cls, position: Position) -> Self:
        """The outlook of the seat on turn."""
        seat, notes = position.active, ground_of(position).notes
        found: Self | None = notes.get((cls, seat))
        if found is None:
            found = notes[cls, seat] = cls(position, seat)
        return found

    def best(self, position: Position, number: int, noise: Callable[[], float]) -> tuple[float, int]:
        """The worth of the tile on its best spot, and that spot; -1 if it has none.

        A little noise, made of numbers from 0 to 1, tells equals apart.
        """
        worths, lies = self._worths(position, number, noise)
        best = max(worths, default=-inf)
        return (best, lies[worths.index(best)][0]) if best > -inf else (0.0, -1)

    def ranked(self, position: Position, number: int, noise: Callable[[], float]) -> list[tuple[float, Lie]]:
        """The worth of the tile on each of its legal spots, and the spot with its cells; the best first."""
        worths, lies = self._worths(position, number, noise)
        found = [(worth, lie) for worth, lie in zip(worths, lies, strict=True) if worth > -inf]
        return sorted(found, key=lambda each: -each[0])

    def _worths(self, position: Position, number: int, noise: Callable[[], float]) -> tuple[list[float], Sequence[Lie]]:
        """What the tile is worth on each of the open spots of its shape, minus infinity where it may not lie; and these
        spots.
        """
        seat = self._seat
        tile = position.components.tiles[number]
        spots, gems, watched = self._spots(position, tile.shape)
        joining = joining_places(position, spots, tile) if spots.contested else ()
        if joining:
            gems = [-inf if place in joining else worth for place, worth in enumerate(gems)]
        skill = SKILL_ICON_WORTH if can_unlock_skill(position, seat, tile) else 0.0
        worths = [worth + skill + 0.1 * noise() if worth >= 0 else worth for worth in gems]
        gains = _flowers_worth(tile.flowers)
        for place, around in watched:
            worths[place] += gains[around]
        if can_take_assistant(position, seat, tile):
            bed = sum(tile.flowers) + CONTROLLED_CELL * len(tile.blooms)
            joined, icon_at = self._near_free_beds(position), 1 + tile.icon_at
            for place, bits in enumerate(spots.watched):
                if not bits:
                    worths[place] += bed + joined.get(spots.lies[place][icon_at], 0.0)
        return worths, spots.lies

    def _spots(self, position: Position, shape: int) -> _Spots:
        found = self._shapes.get(shape)
        if found is None:
            gems, owners = self._gems, self._owners
            spots = open_spots(position, shape)
            worths = [gems[first] + gems[second] + gems[third] for _, first, second, third in spots.lies]
            watched = [
                (place, 9 * owners[lie[1]] + 3 * owners[lie[2]] + owners[lie[3]])
                for place, (lie, bits) in enumerate(zip(spots.lies, spots.watched, strict=True))
                if bits
            ]
            found = self._shapes[shape] = _Spots(spots, worths, watched)
        return found

    def _near_free_beds(self, position: Position) -> dict[int, float]:
        """By cell: what the flowerbeds next to it are worth together, if nobody controls any of them."""
        if self._free_beds is None:
            cells, neighbours, bed_at = position.cells, position.neighbours, position.bed_at
            worths = {label: bed_worth(position, label) for label in position.beds if label not in position.holder}
            free = (cell for label in worths for cell in position.beds[label])
            beside = {near for cell in free for near in neighbours[cell] if cells[near] == FREE}
            self._free_beds = {
                cell: sum(worths.get(label, 0.0) for label in dict.fromkeys(bed_at[near] for near in neighbours[cell]))
                for cell in beside
            }
        return self._free_beds
