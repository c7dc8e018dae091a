"""What happened so far, counted the way pairing needs it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from competition.records import Competitor, Pair, TableRecord, pair_of

SHARES = 12
"""A start is so many shares, because at tables of two, three and four each seat is due 6, 4 or 3 of them a game."""


@dataclass(slots=True)
class History:
    """Counts by competitor. A competitor that never played has zero of everything.

    `points` are points won less penalties. `met` counts pairs who really played each other: a forfeit is no meeting.
    `byes` counts byes that were given, wins by forfeit, and byes that were asked for and gave as much as a win, for all
    of them are points without a game (FIDE C.04.1); `attended` the rounds
    with a game or such a bye, so `rounds - attended` were missed. `short` counts games at a table with a free chair,
    `floats` has the direction (1 up, -1 down) in which the competitor left its score group in the last round.

    Seats are counted over the whole event, earlier stages included: `starts` are games from the first seat, `lead` how
    many twelfths of a start that is more than a fair share, `seats` games by competitor and seat, `run` the last seat
    and how many times running, `before` how often the first of two sat before the second at the same table.
    """

    points: defaultdict[int, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    met: Counter[Pair] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)
    attended: Counter[int] = field(default_factory=Counter)
    rounds: int = 0
    games: Counter[int] = field(default_factory=Counter)
    starts: Counter[int] = field(default_factory=Counter)
    lead: Counter[int] = field(default_factory=Counter)
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)
    run: dict[int, tuple[int, int]] = field(default_factory=dict)
    before: Counter[tuple[int, int]] = field(default_factory=Counter)
    short: Counter[int] = field(default_factory=Counter)
    floats: dict[int, int] = field(default_factory=dict)

    def meetings(self, one: int, other: int) -> int:
        """How often these two have played at the same table."""
        return self.met[pair_of(one, other)]

    def missed(self, player: int) -> int:
        """Rounds in which this competitor neither played nor was given a bye."""
        return self.rounds - self.attended[player]

    def due(self, one: int, other: int) -> int | None:
        """Which of the two has sat before the other less often in their meetings; None where that is even."""
        more = self.before[one, other] - self.before[other, one]
        return None if more == 0 else other if more > 0 else one


def read_history(
    tables: Iterable[TableRecord],
    table_size: int,
    competitors: Sequence[Competitor] = (),
    earlier: Iterable[TableRecord] = (),
) -> History:
    """Count all tables, round by round. `table_size` is the size of a full table; of `earlier` stages only the seats
    count, in the order given."""
    history = History()
    for table in earlier:
        _count_seats(history, table)
    tables = list(tables)
    won = [Fraction(seat.points or 0) for table in tables if table.played for seat in table.seats]
    win = max(won, default=Fraction(0))
    by_round: defaultdict[int, list[TableRecord]] = defaultdict(list)
    for table in tables:
        by_round[table.round].append(table)
    for competitor in competitors:
        if competitor.penalty:
            history.points[competitor.id] -= Fraction(competitor.penalty)
    for number in sorted(by_round):
        history.rounds += 1
        history.floats = _floats(by_round[number], history.points)
        for table in by_round[number]:
            _count(history, table, table_size, win)
    return history


def _floats(tables: Iterable[TableRecord], points: defaultdict[int, Fraction]) -> dict[int, int]:
    """Who met somebody with more (up) or fewer (down) points, with the points before the round."""
    floats: dict[int, int] = {}
    for table in tables:
        if len(table.seats) != 2 or any(seat.absent for seat in table.seats):
            continue
        one, other = (seat.competitor for seat in table.seats)
        if points[one] != points[other]:
            higher, lower = (one, other) if points[one] > points[other] else (other, one)
            floats[higher], floats[lower] = -1, 1
    return floats


def _count(history: History, table: TableRecord, table_size: int, win: Fraction) -> None:
    for seat in table.seats:
        if seat.points:
            history.points[seat.competitor] += Fraction(seat.points)
    present = [seat.competitor for seat in table.seats if not seat.absent]
    if len(present) < 2:
        for seat in table.seats:
            if not seat.absent:
                history.byes[seat.competitor] += not table.requested or 0 < win <= (seat.points or 0)
                history.attended[seat.competitor] += not table.requested
        return
    for player in present:
        history.attended[player] += 1
        history.games[player] += 1
        history.short[player] += len(table.seats) < table_size
    for one, other in combinations(present, 2):
        history.met[pair_of(one, other)] += 1
    _count_seats(history, table)


def _count_seats(history: History, table: TableRecord) -> None:
    """Who sat where, if a game was played."""
    present = [(at, seat.competitor) for at, seat in enumerate(table.seats) if not seat.absent]
    if len(present) < 2:
        return
    for at, player in present:
        history.starts[player] += at == 0
        history.lead[player] += SHARES * (at == 0) - SHARES // len(table.seats)
        history.seats[player, at] += 1
        last, times = history.run.get(player, (at, 0))
        history.run[player] = (at, times + 1 if last == at else 1)
    for (_seat, one), (_later, other) in combinations(present, 2):
        history.before[one, other] += 1
