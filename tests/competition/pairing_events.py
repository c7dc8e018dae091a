"""Whole Swiss events and league seasons with everything that happens on a busy day, for the tests of pairing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any

from hypothesis import strategies as st

from competition.formats.league import League
from competition.formats.rounds_format import RoundsFormat
from competition.formats.swiss import Swiss
from competition.pairing.history import History, read_history
from competition.points import places_from_scores
from competition.records import Competitor, Pair, PairedTable, Pairing, RoundInput, SeatRecord, TableRecord, pair_of

SIZES = (2, 3, 4)
FORMATS: dict[str, RoundsFormat] = {"swiss": Swiss(), "league": League()}


def competitors(n: int) -> tuple[Competitor, ...]:
    """Seeds 1 to n with ids from 101 on."""
    return tuple(Competitor(100 + seed, f"P{seed}", seed) for seed in range(1, n + 1))


@dataclass(frozen=True)
class Day:
    """An event to be played. `trouble` is the share of drops, no-shows and rests; the rest of it are counts."""

    n: int
    rounds: int
    table_size: int
    seed: int
    trouble: float = 0.0
    late: int = 0
    forbidden: int = 0
    discouraged: int = 0
    key: str = "swiss"
    order: str = "slide"


def days(most: int, rounds: int, sizes: Sequence[int] = (2, 3, 4), **given: Any) -> st.SearchStrategy[Day]:
    """Events with at least 3 players. `given` are strategies for fields that would else have their defaults."""
    return st.builds(
        Day, st.integers(3, most), st.integers(1, rounds), st.sampled_from(list(sizes)), st.integers(0, 10**6), **given
    )


TROUBLE: dict[str, Any] = {
    "trouble": st.sampled_from([0.0, 0.05, 0.15]),
    "late": st.integers(0, 3),
    "forbidden": st.integers(0, 4),
    "discouraged": st.integers(0, 4),
    "key": st.sampled_from(["swiss", "league"]),
}
"""Everything that can happen."""


def play(day: Day) -> Iterator[tuple[RoundInput, Pairing]]:
    """The rounds of the event, one after the other, with made-up results."""
    rng = Random(day.seed)
    fmt = FORMATS[day.key]
    settings: dict[str, object] = {"table_size": day.table_size, "rounds": day.rounds}
    if day.key == "swiss":
        settings["pairing_order"] = day.order
    config = fmt.read_config(settings)
    everybody = [
        replace(c, since=2 + rng.randrange(3)) if c.seed > max(2, day.n - day.late) else c for c in competitors(day.n)
    ]
    pairs = list(combinations([c.id for c in everybody], 2))
    rng.shuffle(pairs)
    forbidden: frozenset[Pair] = frozenset(pairs[: day.forbidden])
    discouraged: frozenset[Pair] = frozenset(pairs[day.forbidden : day.forbidden + day.discouraged])
    tables: list[TableRecord] = []
    number = 1
    for _try in range(day.rounds):
        resting = frozenset(c.id for c in everybody if rng.random() < day.trouble)
        field = RoundInput(
            tuple(everybody), tuple(tables), number, SIZES, f"day {day.seed}", forbidden, discouraged, resting
        )
        if len(field.active()) < 2:
            continue
        pairing = fmt.pair(config, field)
        yield field, pairing
        tables += results(fmt, config, pairing.tables, number, rng, day.trouble)
        number += 1
        everybody = [replace(c, active=c.active != (rng.random() < day.trouble / 2)) for c in everybody]


def results(
    fmt: RoundsFormat, config: Any, tables: Sequence[PairedTable], number: int, rng: Random, no_shows: float = 0.0
) -> list[TableRecord]:
    """The round with made-up scores, some of them equal, and with no-shows."""
    records = []
    for table in tables:
        if table.is_bye:
            points = fmt.rest_points(config) if table.requested else fmt.bye_points(config)
            seat = SeatRecord(table.seats[0], None, 1, points)
            records.append(TableRecord(number, (seat,), is_bye=True, requested=table.requested))
            continue
        absent = [rng.random() < no_shows for _ in table.seats]
        scores = [0 if away else rng.randint(20, 60) for away in absent]
        places = places_from_scores(scores)
        seats = zip(table.seats, scores, places, fmt.points(config, places), absent, strict=True)
        records.append(TableRecord(number, tuple(SeatRecord(*seat) for seat in seats)))
    return records


def history_of(field: RoundInput, table_size: int) -> History:
    """What happened before the round of this field."""
    return read_history(field.tables, table_size, field.competitors)


def pods_of(pairing: Pairing) -> list[tuple[int, ...]]:
    """The tables without byes."""
    return [table.seats for table in pairing.tables if not table.is_bye]


def byes_of(pairing: Pairing) -> list[int]:
    """Who has a bye that was not asked for."""
    return [table.seats[0] for table in pairing.tables if table.is_bye and not table.requested]


def repeats(tables: Sequence[Sequence[int]], history: History) -> int:
    """Meetings that are not the first, squared."""
    return sum(history.meetings(a, b) ** 2 for table in tables for a, b in combinations(table, 2))


def holds(tables: Sequence[Sequence[int]], pairs: frozenset[Pair]) -> int:
    """How many of these pairs sit together."""
    return sum(pair_of(a, b) in pairs for table in tables for a, b in combinations(table, 2))


def seatings(ids: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to seat these players at tables of these sizes."""
    if not sizes:
        yield []
        return
    for size in set(sizes):
        rest = list(sizes)
        rest.remove(size)
        for others in combinations(ids[1:], size - 1):
            table = (ids[0], *others)
            for more in seatings([i for i in ids if i not in table], rest):
                yield [table, *more]
