"""Rounds at tables of three and four in which nobody meets anybody twice, by number.

The numbers are in circles of `turn`, and those left over stay where they are. One round is written down; each of the
others moves every number on by one place of its circle (R. C. Bose, "On the construction of balanced incomplete block
designs", 1939). Nobody meets twice where no two pairs of the written round have the same places apart. A table that
has every circle once is a round of its own when it moves through all of them at once.

All were found by annealing (`python -m benchmarks.planned_schedules` searches such rounds); none is copied from a
collection. The field's names for what they are: affine planes (9 at tables of three, 16 at tables of four), Kirkman
systems (15, 21, 27, 33 at tables of three), nearly Kirkman systems (18, 24, 30, 36 at tables of three), a resolvable
2-(28,4,1) design, and resolvable group divisible designs (the others).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from competition.schedules.berger import berger

Round = tuple[tuple[int, ...], ...]
"""Tables by the numbers of their players, from 0 on."""

LARGEST = 36
"""Schedules for tables of three and four are known up to so many players."""


@dataclass(frozen=True, slots=True)
class Design:
    """A round that moves on, and single tables that move through a whole round."""

    turn: int
    round: str = ""
    tables: str = ""


DESIGNS = {
    (9, 3): Design(3, "1-6-8 4-0-2 7-3-5", "2-5-8"),
    (12, 3): Design(4, "10-2-1 8-11-5 6-7-0 9-3-4"),
    (15, 3): Design(7, "12-4-14 7-11-5 13-1-8 9-6-10 3-2-0"),
    (18, 3): Design(4, "14-15-1 3-17-5 2-7-9 10-13-16 12-11-6 0-4-8 / 12-10-17 5-14-6 15-11-4 16-0-7 9-3-8 13-1-2"),
    (21, 3): Design(7, "13-12-1 8-2-11 10-14-15 6-3-5 0-20-18 16-4-19 7-17-9", "1-8-15 2-12-18 5-13-15"),
    (24, 3): Design(11, "14-11-13 6-16-12 17-2-5 15-7-20 22-3-19 9-4-8 18-0-23 10-21-1"),
    (27, 3): Design(13, "7-21-4 0-15-26 6-12-10 5-25-23 19-9-18 3-22-11 1-14-2 17-20-13 16-24-8"),
    (30, 3): Design(14, "10-6-18 25-17-15 23-4-20 26-11-5 13-16-28 27-14-3 21-7-8 2-22-29 12-9-0 19-24-1"),
    (33, 3): Design(
        11,
        "18-0-17 30-16-8 6-31-11 32-9-4 28-1-22 23-12-15 24-26-27 29-25-13 5-7-20 14-19-21 3-2-10",
        "2-12-22 10-21-23 4-16-23 2-11-28 10-13-28",
    ),
    (36, 3): Design(
        17, "2-27-16 8-14-17 10-32-1 25-13-15 35-0-30 34-19-4 29-20-31 11-7-6 21-3-24 33-26-9 28-5-12 22-18-23"
    ),
    (16, 4): Design(5, "12-14-8-9 7-2-1-5 13-15-4-6 0-10-11-3"),
    (20, 4): Design(5, "", "0-5-10-15 0-6-12-18 0-7-14-16 0-8-11-19 0-9-13-17"),
    (24, 4): Design(7, "11-12-9-0 7-15-4-21 17-1-8-22 5-3-6-20 18-13-16-19 14-10-23-2"),
    (28, 4): Design(9, "5-1-18-26 9-7-12-8 0-6-20-24 13-21-17-23 15-22-27-3 16-19-25-14 10-2-11-4"),
    (32, 4): Design(8, "24-22-30-21 13-16-19-11 5-3-29-14 12-6-26-31 9-4-25-18 17-23-7-2 20-0-8-1 27-28-15-10"),
    (36, 4): Design(
        11, "26-6-22-1 10-23-33-20 25-35-19-2 7-24-9-11 0-34-18-30 15-3-17-14 5-8-4-13 12-27-16-32 29-21-28-31"
    ),
}
"""By the number of players and the size of a table."""


@lru_cache(maxsize=64)
def rounds_without_repeat(players: int, table_size: int) -> tuple[Round, ...]:
    """The rounds that are known for exactly so many players at full tables; none where none are known.

    At tables of two they are those of the Berger tables, in which everybody meets everybody.
    """
    if table_size == 2:
        return tuple(tuple((one - 1, other - 1) for one, other in games) for games in berger(players))
    design = DESIGNS.get((players, table_size))
    return () if design is None else tuple(_rounds(design, players))


def _rounds(design: Design, players: int) -> Iterator[Round]:
    circles = players // design.turn * design.turn

    def moved(table: tuple[int, ...], by: int) -> tuple[int, ...]:
        return tuple(
            number if number >= circles else number - number % design.turn + (number + by) % design.turn
            for number in table
        )

    for text in filter(None, design.round.split(" / ")):
        tables = _tables(text)
        for by in range(design.turn):
            yield tuple(moved(table, by) for table in tables)
    for table in _tables(design.tables):
        yield tuple(moved(table, by) for by in range(design.turn))


def _tables(text: str) -> list[tuple[int, ...]]:
    return [tuple(map(int, table.split("-"))) for table in text.split()]
