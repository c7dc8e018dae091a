"""How evenly seats are spread: who starts in brackets, when two meet again, over several stages, and at tables of three
and four.

    python -m benchmarks.seat_spread

Events are played with results by strength and chance from fixed seeds, so the figures are the same on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from competition.formats import FORMATS
from competition.points import places_from_scores
from competition.records import Competitor, PairedTable, RoundInput, SeatRecord, TableRecord

SIZES = (2, 3, 4)
EVENTS = 20
"""So many events for each row."""


@dataclass(frozen=True, slots=True)
class Row:
    """A figure: what was counted, how often, of how many; `most` is how often it may be."""

    name: str
    count: int
    of: int
    most: int

    @property
    def share(self) -> float:
        """In percent."""
        return 100 * self.count / self.of if self.of else 0.0


class Event:
    """An event of one or more stages, played from one seed."""

    def __init__(self, players: int, seed: int) -> None:
        self.rng, self.seed = Random(seed), seed
        self.people = [Competitor(number, f"Player {number}", number) for number in range(1, players + 1)]
        self.strength = {person.id: self.rng.gauss(0, 1) - person.seed / players for person in self.people}
        self.stages: list[list[TableRecord]] = []

    def play(self, key: str, config: dict[str, Any]) -> list[TableRecord]:
        """A whole stage; who advances from it is seeded into the next one."""
        fmt = FORMATS[key]
        read = fmt.read_config(config)
        earlier = tuple(table for stage in self.stages for table in stage)
        tables: list[TableRecord] = []
        self.stages.append(tables)
        lot = f"{self.seed}/{len(self.stages)}"
        number = 1
        while number <= fmt.last_round(read, self.people, tables):
            field = RoundInput(tuple(self.people), tuple(tables), number, SIZES, lot, earlier=earlier)
            tables += [self._result(fmt, read, number, table) for table in fmt.pair(read, field).tables]
            number += 1
        by_id = {person.id: person for person in self.people}
        advance = fmt.qualifiers(read, self.people, tables, lot)
        self.people = [replace(by_id[player], seed=seed) for seed, player in enumerate(advance, start=1)]
        return tables

    def _result(self, fmt: Any, read: Any, number: int, table: PairedTable) -> TableRecord:
        if table.is_bye:
            seat = SeatRecord(table.seats[0], None, 1, fmt.bye_points(read))
            return TableRecord(number, (seat,), is_bye=True, slot=table.slot)
        scores = [500 + int(80 * (self.strength[player] + self.rng.gauss(0, 1))) for player in table.seats]
        places = places_from_scores(scores)
        if places.count(1) > 1:
            places = [1 + sorted(range(len(scores)), key=lambda at: -scores[at]).index(at) for at in range(len(scores))]
        points = fmt.points(read, places)
        return TableRecord(number, tuple(map(SeatRecord, table.seats, scores, places, points)), slot=table.slot)

    @property
    def games(self) -> list[TableRecord]:
        """All games in order of play."""
        return [table for stage in self.stages for table in stage if not table.is_bye]


def rows() -> Iterator[Row]:
    """Every figure of the docs."""
    for key in ("single_elimination", "double_elimination"):
        for players in (6, 12, 16):
            yield _better_seed_starts(key, players)
    yield _same_starter_again("second meetings in a double elimination of 8", 8, [("double_elimination", {})])
    yield _same_starter_again("second meetings in a ladder of 8, 12 rounds", 8, [("ladder", {"rounds": 12})])
    yield _same_starter_again("second meetings in two groups of 4, then a knockout", 8, GROUPS)
    for name, players, stages in (
        ("ladder of 8, 12 rounds", 8, [("ladder", {"rounds": 12})]),
        ("double elimination of 16", 16, [("double_elimination", {})]),
        ("Swiss of 16, 5 rounds, then a knockout of 8", 16, CUT),
    ):
        yield _uneven_starts(name, players, stages)
    for size, players in ((3, 24), (4, 24), (4, 40)):
        for rounds in (size, 2 * size):
            yield _uneven_seats("swiss", size, players, rounds, percent=33)
    # A league of 24 follows a schedule for 11 rounds at tables of three and for 7 at tables of four.
    for size, players, rounds, percent in ((3, 24, 6, 0), (4, 24, 4, 0), (4, 24, 8, 20), (4, 40, 4, 5), (4, 40, 8, 33)):
        yield _uneven_seats("league", size, players, rounds, percent)


GROUPS: list[tuple[str, dict[str, Any]]] = [
    ("round_robin", {"groups": 2, "advance": 4}),
    ("single_elimination", {"third_place": True}),
]
CUT: list[tuple[str, dict[str, Any]]] = [
    ("swiss", {"table_size": 2, "rounds": 5, "advance": 8}),
    ("single_elimination", {"third_place": True}),
]


def _played(players: int, stages: Sequence[tuple[str, dict[str, Any]]]) -> Iterator[Event]:
    for seed in range(EVENTS):
        event = Event(players, seed)
        for key, config in stages:
            event.play(key, config)
        yield event


def _better_seed_starts(key: str, players: int) -> Row:
    """How many first-round games the better seeds start more or less than half of them, event by event: a mean would
    hide events in which they start all or none."""
    uneven = games = 0
    for event in _played(players, [(key, {})]):
        first = [table for table in event.games if table.round == 1]
        better = sum(table.seats[0].competitor < table.seats[1].competitor for table in first)
        uneven += abs(better - len(first) // 2)
        games += len(first)
    name = f"first-round starts of better seeds above or below half: {key.replace('_', ' ')} of {players}"
    return Row(name, uneven, games, 0)


def _same_starter_again(name: str, players: int, stages: Sequence[tuple[str, dict[str, Any]]]) -> Row:
    same = again = 0
    for event in _played(players, stages):
        met: dict[frozenset[int], list[int]] = {}
        for table in event.games:
            starters = met.setdefault(frozenset(seat.competitor for seat in table.seats), [])
            starters.append(table.seats[0].competitor)
            if len(starters) == 2:
                again += 1
                same += starters[0] == starters[1]
    return Row(f"{name} with the same starter", same, again, 0)


def _uneven_starts(name: str, players: int, stages: Sequence[tuple[str, dict[str, Any]]]) -> Row:
    uneven = people = 0
    for event in _played(players, stages):
        starts = Counter(table.seats[0].competitor for table in event.games)
        games = Counter(seat.competitor for table in event.games for seat in table.seats)
        uneven += sum(abs(2 * starts[player] - games[player]) > 2 for player in games)
        people += len(games)
    name = f"players whose starts and other games differ by more than 2: {name}"
    return Row(name, uneven, people, 5 * people // 100)


def _uneven_seats(key: str, size: int, players: int, rounds: int, percent: int) -> Row:
    uneven = people = 0
    for event in _played(players, [(key, {"table_size": size, "rounds": rounds})]):
        sat = Counter((seat.competitor, at) for table in event.games for at, seat in enumerate(table.seats))
        for player in range(1, players + 1):
            counts = [sat[player, at] for at in range(size)]
            uneven += max(counts) - min(counts) > 1
            people += 1
    name = f"players who sat on one seat two times more than on another: {key} of {players}"
    return Row(f"{name}, tables of {size}, {rounds} rounds", uneven, people, percent * people // 100)


def main() -> None:
    for row in rows():
        print(f"{row.count:5} of {row.of:5}  {row.share:5.1f} %  at most {row.most:4}  {row.name}", flush=True)


if __name__ == "__main__":
    main()
