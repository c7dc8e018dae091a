"""Table numbers in the room: who needs a certain table keeps it, the others fill the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from competition.records import Competitor, PairedTable


def number_tables(tables: Sequence[PairedTable], competitors: Sequence[Competitor]) -> list[PairedTable]:
    """The same tables, each with its number if anybody has a fixed one; byes have none.

    Two people with different fixed tables who meet sit at the one of the better seed, the other's stays free. Whose
    table is taken already by a better pair is numbered like the others.
    """
    fixed = {c.id: (c.seed, c.fixed_table) for c in competitors if c.fixed_table is not None}
    if not fixed:
        return list(tables)
    taken: set[int] = set()
    bound: dict[int, int] = {}
    for index, table in enumerate(tables):
        wishes = sorted(fixed[c] for c in table.seats if c in fixed)
        number = next((number for _seed, number in wishes if number not in taken), None)
        if number is not None and not table.is_bye:
            bound[index] = number
            taken.add(number)
    numbered = []
    free = 1
    for index, table in enumerate(tables):
        if table.is_bye:
            numbered.append(replace(table, number=None))
            continue
        if index not in bound:
            while free in taken:
                free += 1
            taken.add(free)
        numbered.append(replace(table, number=bound.get(index, free)))
    return numbered
