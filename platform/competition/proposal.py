"""What a director changed in the engine's proposal: who was moved from where to where. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from competition.records import PairedTable


@dataclass(frozen=True, slots=True)
class Place:
    """A seat in the room. `position` counts from 0, which starts; a bye has no number."""

    number: int
    position: int
    is_bye: bool


@dataclass(frozen=True, slots=True)
class Move:
    """A player who does not sit where the engine put them; `old` or `new` is None for who came or left."""

    player: int
    old: Place | None
    new: Place | None

    @property
    def same_table(self) -> bool:
        """Only the order of play is another one."""
        return self.old is not None and self.new is not None and self.old.number == self.new.number


def table_numbers(tables: Sequence[PairedTable]) -> list[int]:
    """The number of each table: fixed ones as they are, the others in order around them, byes behind all of them."""
    fixed: dict[int, int] = {}
    for at, table in enumerate(tables):
        if table.number is not None and not table.is_bye:
            fixed.setdefault(table.number, at)
    free = (number for number in count(1) if number not in fixed)
    numbers: list[int] = []
    for at, table in enumerate(tables):
        if table.is_bye:
            numbers.append(0)
        elif table.number is not None and fixed[table.number] == at:
            numbers.append(table.number)
        else:
            numbers.append(next(free))
    behind = count(max(numbers, default=0) + 1)
    return [number or next(behind) for number in numbers]


def moves(proposed: Sequence[PairedTable], tables: Sequence[PairedTable]) -> list[Move]:
    """Who sits elsewhere than proposed, in the order of the present tables; then those who have no seat any more.

    A table is the same if it has the same number, and all byes are one place: whoever had a bye and has one still was
    not moved.
    """
    old, new = dict(_places(proposed)), dict(_places(tables))
    found = [Move(player, old.get(player), place) for player, place in new.items() if not _same(old.get(player), place)]
    return found + [Move(player, place, None) for player, place in old.items() if player not in new]


def _places(tables: Sequence[PairedTable]) -> Iterator[tuple[int, Place]]:
    for number, table in zip(table_numbers(tables), tables, strict=True):
        for position, player in enumerate(table.seats):
            yield player, Place(number, position, table.is_bye)


def _same(old: Place | None, new: Place) -> bool:
    return old is not None and (old == new or (old.is_bye and new.is_bye))
