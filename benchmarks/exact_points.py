"""Shared points and shared prizes, and how long standings take: what they give and what is right.

    python -m benchmarks.pairing_table points

Three ties of three at 3, 1 and 0 points against a win and a second place; three who share the first three of four
prizes of 50; the standings of 1,000 players with five tie-breaks, the middle of seven runs in CPU seconds.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from decimal import Decimal

from benchmarks.pairing_row import Row
from benchmarks.tournaments import ranking
from competition.points import share_points
from competition.prizes import BY_POINTS, Prize, Ranked, allot_prizes
from competition.records import Competitor, SeatRecord, TableRecord
from competition.standings import standings

POINTS = (3, 1, 0)
ROUNDS = ((((1, 2, 3), (1, 1, 1)), ((4, 5, 6), (1, 2, 3))), (((1, 5, 6), (1, 1, 1)), ((2, 4, 3), (1, 2, 3))))
LAST = (((1, 3, 6), (1, 1, 1)), ((5, 2, 4), (1, 2, 3)))
"""Who sat at the tables of each round, and the places. 1 shares every table, 4 is first, second and last."""


def rows() -> Iterator[Row]:
    """All figures."""
    yield from _points()
    yield from _prizes()
    for size in (2, 4):
        found = [seconds for name, seconds in ranking(1000, 7) if name.endswith(f"tables of {size}")]
        yield Row(f"standings, 1,000 players, five tie-breaks, tables of {size}", statistics.median(found), 0.05, True)


def _points() -> Iterator[Row]:
    people = [Competitor(number, f"P{number}", number) for number in range(1, 7)]
    tables = [
        TableRecord(number, tuple(map(SeatRecord, seats, (None,) * 3, places, share_points(places, POINTS))))
        for number, round_ in enumerate((*ROUNDS, LAST), start=1)
        for seats, places in round_
    ]
    lines = {line.competitor.id: line for line in standings(people, tables, ())}
    yield Row("points of three shared wins at 3, 1, 0", float(lines[1].points), 4)
    yield Row("places behind a win and a second place", lines[1].place - lines[4].place, 0)


def _prizes() -> Iterator[Row]:
    ranking_ = [Ranked(at, Competitor(at, f"P{at}", at), 9 if at < 4 else 6) for at in range(1, 5)]
    paid: dict[int, Decimal] = {}
    for allotment in allot_prizes(ranking_, [Prize("A place", 1, 4, Decimal(50))], BY_POINTS):
        for competitor in allotment.competitors:
            paid[competitor.id] = paid.get(competitor.id, Decimal(0)) + (allotment.amount or 0)
    yield Row("each of three who share three prizes of 50", float(paid[1]), 50)
    yield Row("the fourth", float(paid[4]), 50)
