"""The next best alternative to a table: the cheapest swap of two players with a table close to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from competition.pairing.costs import NOTHING, TERMS, Cost, Costs, add

NEAR = 4
"""A table is compared with so many tables before and after it."""

NEAR_BYE = 40
"""A bye is compared with so many tables before it, because whoever is next for it may sit further up."""

MOST_PLAYERS = 2000
"""In a larger field no alternatives are worked out."""

Seats = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Alternative:
    """Other tables instead of two of the round, and the first term in which they differ; None if in none.

    `saves`: the alternative is better in that term, which happens when tables were changed by hand.
    """

    tables: tuple[Seats, ...]
    term: str | None
    saves: bool


def next_best(tables: Sequence[Seats], costs: Costs) -> list[Alternative | None]:
    """For every table the cheapest swap, None where there is none. Empty tables are left alone."""
    best: list[tuple[Cost, tuple[Seats, Seats]] | None] = [None] * len(tables)
    if sum(map(len, tables)) > MOST_PLAYERS:
        return [None] * len(tables)
    now = [costs.of(seats) for seats in tables]
    for index, seats in enumerate(tables):
        reach = NEAR_BYE if len(seats) == 1 else NEAR
        for near in range(max(0, index - reach), index):
            if len(seats) == 1 and len(tables[near]) == 1:
                continue
            before = add(now[index], now[near])
            for swapped in _swaps(tables[near], seats):
                after = add(costs.of(swapped[0]), costs.of(swapped[1]))
                if after[0] > before[0]:
                    continue
                found = (tuple(a - b for a, b in zip(after, before, strict=True)), swapped)
                for at in (index, near):
                    held = best[at]
                    if held is None or found[0] < held[0]:
                        best[at] = found
    return [None if found is None else _describe(*found) for found in best]


def _swaps(one: Seats, other: Seats) -> list[tuple[Seats, Seats]]:
    """Every way for two players to change places; for two tables of two each pairing only once."""
    chairs = range(len(one))
    if len(one) == len(other) == 2:
        chairs = range(1)
    return [
        (one[:a] + (other[b],) + one[a + 1 :], other[:b] + (one[a],) + other[b + 1 :])
        for a in chairs
        for b in range(len(other))
    ]


def _describe(difference: Cost, tables: tuple[Seats, Seats]) -> Alternative:
    if difference == NOTHING:
        return Alternative(tables, None, False)
    term, change = next((term, change) for term, change in zip(TERMS, difference, strict=True) if change)
    return Alternative(tables, term, change < 0)
