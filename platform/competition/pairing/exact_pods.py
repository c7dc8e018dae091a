"""The cheapest way of all to seat a few players at tables, or to give them byes.

Players are seated one after the other: whoever is the first without a place gets a table with some of those behind.
Of the ways to have seated the same players only the cheapest is kept, so the number of steps is bounded whatever the
costs are; and what cannot become cheaper than the best round known is dropped at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Protocol

from competition.pairing.pod_costs import Table


class TableCosts(Protocol):
    """What tables cost: `PodCosts`, or what counts more than it does."""

    def of(self, table: Sequence[int]) -> int:
        """The cost of one table or bye."""

    def least(self, players: int) -> list[int]:
        """For every number of players up to this what they cost at least."""


def cheapest(costs: TableCosts, players: Sequence[int], sizes: Sequence[int], below: int) -> tuple[list[Table], int]:
    """The cheapest tables of these sizes (1: a bye) that together cost less than `below`; none if there are none.

    Of equally cheap ones the first in the order of the players. The second value is the number of steps it took.
    """
    count = len(players)
    least = costs.least(count)
    steps = 0
    # A set of players is a number with a bit for each.
    everybody = (1 << count) - 1
    reached: list[dict[int, tuple[int, int, Table]]] = [{} for _ in range(count + 1)]
    reached[0][0] = (0, 0, ())
    for first in range(count):
        if not reached[first]:
            continue
        tables = []
        for size in sizes:
            for others in combinations(range(first + 1, count), size - 1):
                table = (players[first], *[players[other] for other in others])
                cost = costs.of(table)
                if cost + least[count - size] < below:
                    tables.append((sum([1 << other for other in others], 1 << first), cost, table))
                steps += 1
        for seated, (so_far, _before, _table) in reached[first].items():
            steps += len(tables)
            for mask, cost, table in tables:
                if seated & mask:
                    continue
                now = seated | mask
                total = so_far + cost
                if total + least[count - now.bit_count()] >= below:
                    continue
                free = _first_free(now)
                known = reached[free].get(now)
                if known is None or total < known[0]:
                    reached[free][now] = (total, seated, table)
                    if now == everybody:
                        below = total
    found: list[Table] = []
    seated = everybody
    while seated in reached[_first_free(seated)] and seated:
        _total, seated, table = reached[_first_free(seated)][seated]
        found.append(table)
    return found[::-1], steps


def _first_free(seated: int) -> int:
    return (~seated & (seated + 1)).bit_length() - 1
