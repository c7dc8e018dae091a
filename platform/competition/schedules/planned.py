"""The schedule that is planned for a number of players: full tables, or one player fewer at some of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from competition.records import pair_of
from competition.schedules.designs import LARGEST, Round, rounds_without_repeat
from competition.schedules.spread import spread_seats


@dataclass(frozen=True, slots=True)
class Schedule:
    """Rounds by number, at tables of three and four in order of play. `vacant` are the numbers that nobody has at the
    start, `players` all the others.

    `complete`: everybody meets everybody exactly once, so that it can begin anew.
    """

    players: tuple[int, ...]
    vacant: tuple[int, ...]
    rounds: tuple[Round, ...]
    complete: bool


@lru_cache(maxsize=256)
def find_schedule(players: int, table_size: int, tables: tuple[int, ...]) -> Schedule | None:
    """The longest known schedule without a repeated meeting for so many players; None if there is none.

    `tables` are the sizes of the tables that each round must have. Where they are not all full, the schedule is that of
    a few more players, whose seats stay empty: of numbers that never meet if there are such, else the rounds in which
    two of them meet are left out.
    """
    seats = -(-players // table_size) * table_size
    if table_size > 2 and players > LARGEST:
        return None
    empty = seats - players
    rounds = rounds_without_repeat(seats, table_size)
    wanted = sorted([table_size] * (seats // table_size - empty) + [table_size - 1] * empty)
    if not rounds or sorted(tables) != [size for size in wanted if size > 1]:
        return None
    vacant, lost = _fewest_lost(rounds, seats, empty)
    kept = tuple(tables for number, tables in enumerate(rounds) if number not in lost)
    if table_size > 2:
        kept = _with_seats(kept, table_size, vacant)
    others = tuple(number for number in range(seats) if number not in vacant)
    pairs = len(others) * (len(others) - 1) // 2
    meetings = len(kept) * sum(size * (size - 1) // 2 for size in tables)
    return Schedule(others, vacant, kept, meetings == pairs)


def _with_seats(rounds: Sequence[Round], table_size: int, vacant: Sequence[int]) -> tuple[Round, ...]:
    """The players in order of play; numbers that nobody has come after them."""
    held = [[[number for number in table if number not in vacant] for table in tables] for tables in rounds]
    return tuple(
        tuple(
            (*seats, *(number for number in table if number in vacant))
            for seats, table in zip(spread, tables, strict=True)
        )
        for spread, tables in zip(spread_seats(held, table_size), rounds, strict=True)
    )


def _fewest_lost(rounds: Sequence[Round], seats: int, empty: int) -> tuple[tuple[int, ...], frozenset[int]]:
    """So many numbers of whom two meet in as few rounds as possible, the last ones first; and those rounds."""
    met = {
        pair_of(*pair): number
        for number, tables in enumerate(rounds)
        for table in tables
        for pair in combinations(table, 2)
    }
    best: tuple[tuple[int, ...], frozenset[int]] | None = None
    for numbers in combinations(range(seats - 1, -1, -1), empty):
        lost = frozenset(met[pair_of(*pair)] for pair in combinations(numbers, 2) if pair_of(*pair) in met)
        if best is None or len(lost) < len(best[1]):
            best = numbers, lost
        if not lost:
            break
    assert best is not None
    return best
