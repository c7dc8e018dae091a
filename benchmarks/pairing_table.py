"""The pairing table: what was promised of the pairing, what it does, and whether that is right.

    python -m benchmarks.pairing_table [ROW ...]      for example: byes rematches

Right values come from outside the pairing: byes from a flow of people to tables, repeated meetings from counting all
pairs and from known designs. Where a planned schedule is disturbed, the right value is what pairing every round for
itself gives, measured in the same run. Add a row by writing a function that yields `Row`, and naming it in `ROWS`.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations
from random import Random

import numpy as np
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import maximum_flow

from benchmarks import exact_points, seat_spread
from benchmarks.pairing_row import Row
from competition.formats import FORMATS
from competition.pairing.costs import RANDOM, Costs
from competition.pairing.history import History
from competition.pairing.pods import pair_pods
from competition.pairing.rounds import Rules, pair_round
from competition.records import Competitor, Pair, Pairing, RoundInput, SeatRecord, TableRecord, pair_of

SIZES = (2, 3, 4)
EVENTS = 16
DRAWS = 4
"""Of a disturbed schedule so many draws are compared."""


def least_byes(clubs: Sequence[int], sizes: Sequence[int]) -> int:
    """The fewest byes with which people of these clubs, no two of one at a table, fill tables of these sizes."""
    players = sum(clubs)
    return next(
        byes
        for byes in range(players + 1)
        if any(_can_be_seated(clubs, tables) for tables in _splits(players - byes, sizes))
    )


def _can_be_seated(clubs: Sequence[int], tables: Sequence[int]) -> bool:
    """A flow of one person at most from each club to each table that fills all tables."""
    first, sink = 1 + len(clubs), 1 + len(clubs) + len(tables)
    room = np.zeros((sink + 1, sink + 1), np.int32)
    room[0, 1:first] = clubs
    room[1:first, first:sink] = 1
    room[first:sink, sink] = tables
    return bool(maximum_flow(csr_matrix(room), 0, sink).flow_value == sum(tables))


def _splits(players: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    if not sizes:
        if not players:
            yield ()
        return
    for count in range(players // sizes[0] + 1):
        for rest in _splits(players - count * sizes[0], sizes[1:]):
            yield (*(sizes[0],) * count, *rest)


def found_byes(clubs: Sequence[int], sizes: Sequence[int]) -> int:
    """The byes of a first round in which members of a club never meet."""
    numbers = iter(range(1, sum(clubs) + 1))
    forbidden = frozenset(pair for club in clubs for pair in combinations([next(numbers) for _ in range(club)], 2))
    players = [Competitor(at, f"P{at}", at) for at in range(1, sum(clubs) + 1)]
    return len(pair_pods(Costs(players, History(), max(sizes), forbidden), sizes, Random(0)).byes)


def byes() -> Iterator[Row]:
    """As few byes as sizes and clubs allow."""
    for clubs, sizes in [
        ([1] * 17, (4,)),
        ([1] * 17, (3,)),
        ([1] * 19, (3,)),
        ([1] * 17, (4, 2)),
        ([10, 8], (4, 3, 2)),
        ([20, 8], (4, 3, 2)),
        ([13, 6, 5], (4, 3, 2)),
    ]:
        who = f"{len(clubs)} players" if max(clubs) == 1 else f"clubs of {', '.join(map(str, clubs))}"
        yield Row(f"byes: {who}, tables of {sizes}", found_byes(clubs, sizes), least_byes(clubs, sizes))
    rng = Random(1)
    wrong = 0
    for _event in range(200):
        sizes = tuple(sorted(rng.sample(SIZES, rng.randint(1, 3)), reverse=True))
        left, clubs = rng.randint(5, 60), []
        largest = rng.randint(1, left // 2)
        while left:
            clubs.append(min(left, rng.randint(1, largest)))
            left -= clubs[-1]
        wrong += found_byes(clubs, sizes) != least_byes(clubs, sizes)
    yield Row("byes: of 200 random fields of 5 to 60, another number than the bound", wrong, 0)


@dataclass(frozen=True)
class Season:
    """A stage with made-up results, for the tests too. Who leaves or comes, by the round before which they do.
    `searched`: a league whose rounds are each paired for itself."""

    key: str
    players: int
    table_size: int
    rounds: int
    seed: int = 0
    leaving: tuple[int, ...] = ()
    coming: tuple[int, ...] = ()
    forbidden: frozenset[Pair] = frozenset()
    discouraged: frozenset[Pair] = frozenset()
    searched: bool = False

    def play(self) -> Iterator[tuple[RoundInput, Pairing]]:
        """Its rounds, each with what it was paired from."""
        fmt = FORMATS[self.key]
        config = fmt.read_config({"table_size": self.table_size, "rounds": self.rounds})
        rng = Random(self.seed)
        everybody = [Competitor(at, f"P{at}", at) for at in range(1, self.players + 1)]
        gone = dict(zip(rng.sample(everybody, len(self.leaving)), self.leaving, strict=True))
        everybody += [
            Competitor(at, f"P{at}", at, since=since) for at, since in enumerate(self.coming, start=self.players + 1)
        ]
        tables: list[TableRecord] = []
        for number in range(1, self.rounds + 1):
            here = tuple(
                replace(one, active=gone.get(one, self.rounds + 1) > number) for one in everybody if one.since <= number
            )
            lot = f"season {self.seed}"
            field = RoundInput(here, tuple(tables), number, SIZES, lot, self.forbidden, self.discouraged)
            rules = Rules(self.table_size, RANDOM, by_points=False)
            pairing = pair_round(rules, field) if self.searched else fmt.pair(config, field)
            yield field, pairing
            for table in pairing.tables:
                points = [rng.choice((0, 2, 4, 6)) for _seat in table.seats]
                seats = tuple(SeatRecord(one, 10, 1, Decimal(n)) for one, n in zip(table.seats, points, strict=True))
                tables.append(TableRecord(number, seats, is_bye=table.is_bye))

    def repeats(self) -> int:
        """Meetings that are not the first of the two."""
        met = Counter(
            pair_of(*pair)
            for _field, pairing in self.play()
            for table in pairing.tables
            for pair in combinations(table.seats, 2)
        )
        return sum(times - 1 for times in met.values())


def rematches() -> Iterator[Row]:
    """Tables of two: no event of a few players repeats a meeting before everybody has met everybody."""
    for key, players, rounds in [
        ("swiss", 6, 4),
        ("swiss", 10, 9),
        ("swiss", 11, 11),
        ("swiss", 12, 11),
        ("swiss", 13, 13),
        ("swiss", 16, 15),
        ("league", 8, 6),
        ("league", 14, 13),
        ("league", 20, 19),
    ]:
        events = sum(Season(key, players, 2, rounds, seed).repeats() > 0 for seed in range(EVENTS))
        yield Row(f"rematches: {key}, {players} players, {rounds} rounds: events of {EVENTS} with one", events, 0)


def schedules() -> Iterator[Row]:
    """Leagues at tables of three and four: repeated meetings where a design has none, and rounds up to it."""
    for players, size, rounds in [
        (16, 4, 5),
        (12, 3, 4),
        (15, 3, 7),
        (20, 4, 5),
        (24, 4, 7),
        (28, 4, 9),
        (32, 4, 8),
        (36, 4, 11),
        (27, 3, 13),
        (36, 3, 17),
        (22, 4, 7),
        (35, 4, 11),
        (29, 3, 14),
    ]:
        worst = max(Season("league", players, size, rounds, seed).repeats() for seed in range(DRAWS))
        yield Row(f"schedules: {players} players at {size}, {rounds} rounds: repeats", worst, 0)
    for size, fewest in [(3, 7), (4, 13)]:
        events = sum(Season("swiss", players, size, 2).repeats() > 0 for players in range(fewest, 37))
        yield Row(f"schedules: Swiss at {size}, {fewest} to 36 players: events with a repeat in round 2", events, 0)


def disturbed() -> Iterator[Row]:
    """Leagues in which somebody leaves or comes: repeats on the average of some draws, and when every round is paired
    for itself."""
    for players, size, rounds in [(16, 4, 5), (20, 4, 5), (24, 4, 7), (28, 4, 9), (15, 3, 7), (21, 3, 9), (22, 4, 7)]:
        for leaving, coming in [((3,), ()), ((2, 4), ()), ((), (3,)), ((2,), (4,)), ((3, 3, 3), ()), ((), (2, 3))]:
            seasons = [Season("league", players, size, rounds, seed, leaving, coming) for seed in range(DRAWS)]
            value = sum(season.repeats() for season in seasons) / DRAWS
            today = sum(replace(season, searched=True).repeats() for season in seasons) / DRAWS
            name = f"disturbed: {players} players at {size}, {rounds} rounds, leaving {leaving}, coming {coming}"
            yield Row(name, value, today, most=True)


def speed() -> Iterator[Row]:
    """CPU seconds of the slowest round of a league."""
    for players, size, rounds in [(28, 4, 9), (36, 3, 17), (14, 2, 13), (12, 2, 11)]:
        slowest, start = 0.0, time.process_time()
        for _round in Season("league", players, size, rounds).play():
            slowest, start = max(slowest, time.process_time() - start), time.process_time()
        yield Row(f"speed: {players} players at {size}: slowest round, s", round(slowest, 3), 0.2, most=True)


def seats() -> Iterator[Row]:
    """How evenly starts and seats are spread."""
    for row in seat_spread.rows():
        yield Row(f"seats: {row.name}, of {row.of}", row.count, row.most, most=True)


ROWS: dict[str, Callable[[], Iterator[Row]]] = {
    "byes": byes,
    "rematches": rematches,
    "schedules": schedules,
    "disturbed": disturbed,
    "seats": seats,
    "points": exact_points.rows,
    "speed": speed,
}


def main() -> None:
    """Print the rows that are asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", metavar="ROW", help=", ".join(ROWS))
    options = parser.parse_args()
    print(f"{'':80} {'value':>8} {'right':>8}  met")
    for name in options.rows or ROWS:
        for row in ROWS[name]():
            right = f"<= {row.right:g}" if row.most else f"{row.right:g}"
            print(f"{row.name:80} {row.value:8g} {right:>8}  {'yes' if row.met else 'NO'}", flush=True)


if __name__ == "__main__":
    main()
