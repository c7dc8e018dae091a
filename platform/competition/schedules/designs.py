"""Rounds at tables of three and four in which nobody meets anybody twice, by number.

The numbers are in circles of `turn`, and those left over stay where they are. One round is written down; each of the
others moves every number on by one place of its circle (R. C. Bose, "On the construction of balanced incomplete block
designs", 1939). Nobody meets twice where no two pairs of the written round have the same places apart. A table that
has every circle once is a round of its own when it moves through all of them at once.

All were found by `python -m benchmarks.planned_schedules`, which finds them again; none is copied from a collection,
and so the licence of the project covers them.
The field's names for what they are: affine planes (9 at tables of three, 16 at tables of four), Kirkman systems (15,
21, 27, 33 at tables of three), nearly Kirkman systems (18, 24, 30 and 36 at tables of three), a resolvable 2-(28,4,1)
design, and resolvable group divisible designs (the others).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from competition.schedules.berger import berger

Round = tuple[tuple[int, ...], ...]
"""Tables by the numbers of their players."""

LARGEST = 36
"""Schedules for tables of three and four are known up to so many players."""


@dataclass(frozen=True, slots=True)
class Design:
    """A round that moves on, and single tables that move through a whole round."""

    turn: int
    round: str = ""
    tables: str = ""


DESIGNS = {
    (9, 3): Design(3, "1-7-2 6-8-4 5-0-3", "1-5-8"),
    (12, 3): Design(4, "10-0-1 4-5-3 7-11-8 2-6-9"),
    (15, 3): Design(7, "13-3-14 0-11-2 6-5-12 4-1-9 7-8-10"),
    (18, 3): Design(4, "11-12-7 2-10-16 17-4-9 1-8-15 14-6-13 0-5-3 / 17-15-0 1-13-11 8-3-12 2-6-5 10-9-7 16-4-14"),
    (21, 3): Design(7, "6-1-2 10-8-7 17-13-3 20-12-0 4-11-16 19-18-14 9-5-15", "3-12-19 3-11-14 5-11-20"),
    (24, 3): Design(11, "16-10-17 23-20-7 5-6-15 19-21-13 18-14-2 8-12-4 9-3-1 0-22-11"),
    (27, 3): Design(13, "6-21-20 17-25-12 8-9-11 2-14-7 10-19-3 4-23-0 15-22-24 16-5-13 18-26-1"),
    (30, 3): Design(14, "28-15-6 1-14-2 22-19-12 16-21-20 9-17-13 0-3-5 4-24-10 26-18-7 8-25-23 29-11-27"),
    (33, 3): Design(
        11,
        "24-26-29 27-20-17 31-30-16 23-2-4 12-14-18 0-19-5 11-21-22 1-28-8 32-25-7 3-13-6 9-15-10",
        "7-16-22 4-16-32 2-15-24 1-12-25 6-21-29",
    ),
    (36, 3): Design(
        17, "11-34-28 6-35-26 16-10-25 14-12-19 7-21-32 29-2-20 13-24-8 33-18-23 22-9-1 31-27-30 17-5-15 4-3-0"
    ),
    (16, 4): Design(5, "9-6-3-4 7-11-8-13 1-15-12-5 0-14-10-2"),
    (20, 4): Design(5, "", "4-8-14-18 3-8-10-15 4-7-12-15 3-5-14-16 3-9-12-18"),
    (24, 4): Design(7, "4-7-19-23 9-11-3-8 22-20-1-10 13-14-15-17 6-2-16-0 5-18-21-12"),
    (28, 4): Design(9, "18-5-27-15 21-24-16-14 9-1-12-0 17-19-13-26 25-8-2-20 23-22-7-3 4-11-10-6"),
    (32, 4): Design(8, "4-18-13-1 7-19-15-0 10-9-29-12 21-3-5-31 2-23-26-8 20-17-11-24 25-27-6-28 16-30-22-14"),
    (36, 4): Design(
        11, "19-28-33-6 2-18-11-0 16-35-24-1 34-7-27-17 13-12-26-21 30-3-9-15 14-31-32-20 4-5-8-22 25-23-29-10"
    ),
}
"""By the number of players and the size of a table."""


@lru_cache(maxsize=64)
def rounds_without_repeat(players: int, table_size: int) -> tuple[Round, ...]:
    """The rounds that are known for exactly so many players at full tables, numbered from 0 on; none where none are.

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
