"""What happened so far, counted the way pairing needs it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import combinations

from nabu.tournaments.records import TableRecord, pair_of


@dataclass(slots=True)
class History:
    """Counts by competitor. A competitor that never played has zero of everything.

    `starts` counts games from the first seat, `seats` games by competitor and seat, `short` games at a table with a
    free chair, `floats` the direction (1 up, -1 down) in which the competitor left its score group in the last round.
    """

    points: defaultdict[int, Decimal] = field(default_factory=lambda: defaultdict(Decimal))
    met: Counter[tuple[int, int]] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)
    games: Counter[int] = field(default_factory=Counter)
    starts: Counter[int] = field(default_factory=Counter)
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)
    short: Counter[int] = field(default_factory=Counter)
    floats: dict[int, int] = field(default_factory=dict)

    def meetings(self, one: int, other: int) -> int:
        """How often these two have sat at the same table."""
        return self.met[pair_of(one, other)]


def read_history(tables: Iterable[TableRecord], table_size: int) -> History:
    """Count all tables, round by round. `table_size` is the size of a full table."""
    history = History()
    by_round: defaultdict[int, list[TableRecord]] = defaultdict(list)
    for table in tables:
        by_round[table.round].append(table)
    for number in sorted(by_round):
        history.floats = _floats(by_round[number], history.points)
        for table in by_round[number]:
            _count(history, table, table_size)
    return history


def _floats(tables: Iterable[TableRecord], points: defaultdict[int, Decimal]) -> dict[int, int]:
    """Who met somebody with more (up) or fewer (down) points, with the points before the round."""
    floats: dict[int, int] = {}
    for table in tables:
        if len(table.seats) != 2:
            continue
        one, other = (seat.competitor for seat in table.seats)
        if points[one] != points[other]:
            higher, lower = (one, other) if points[one] > points[other] else (other, one)
            floats[higher], floats[lower] = -1, 1
    return floats


def _count(history: History, table: TableRecord, table_size: int) -> None:
    for position, seat in enumerate(table.seats):
        history.points[seat.competitor] += seat.points or Decimal(0)
        if table.is_bye:
            history.byes[seat.competitor] += 1
            continue
        history.games[seat.competitor] += 1
        history.starts[seat.competitor] += position == 0
        history.seats[seat.competitor, position] += 1
        history.short[seat.competitor] += len(table.seats) < table_size
    for one, other in combinations((seat.competitor for seat in table.seats), 2):
        history.met[pair_of(one, other)] += 1
