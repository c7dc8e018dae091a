"""Tables of three and four made so that everybody comes to sit on each seat about equally often.

Two players exchange their tables where that costs the pairing nothing and the seats are better: first the starts, then
how often everybody has sat on each seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from competition.pairing.history import History
from competition.pairing.pod_costs import PodCosts, Table
from competition.pairing.seats import cheapest_order, order_cost, seat_costs

ALL_NEAR = 50
"""Up to so many tables everybody may exchange with everybody."""

NEAR = 1
"""With more tables only with the neighbours at most so far away."""


def even_seats(tables: Sequence[Table], costs: PodCosts, history: History) -> list[Table]:
    """The same round with players exchanged until no further exchange of two helps."""
    if not history.seats:
        return list(tables)
    seating = _Seating(tables, costs, history)
    while seating.improve():
        pass
    return seating.tables


class _Seating:
    def __init__(self, tables: Sequence[Table], costs: PodCosts, history: History) -> None:
        self.tables, self.costs, self.history = list(tables), costs, history
        self.near = NEAR if len(self.tables) > ALL_NEAR else len(self.tables)
        self.known: dict[Table, int] = {}

    def improve(self) -> bool:
        """Make every exchange that helps, once through all tables."""
        improved = False
        for one, other in combinations(range(len(self.tables)), 2):
            if other - one <= self.near and 2 < len(self.tables[one]) == len(self.tables[other]):
                while self._exchange(one, other):
                    improved = True
        return improved

    def _exchange(self, one: int, other: int) -> bool:
        here, there = self.tables[one], self.tables[other]
        strain = self._strain(here) + self._strain(there)
        if not strain:
            return False
        cost = self.costs.of(here) + self.costs.of(there)
        for new_here, new_there in self._exchanges(here, there):
            if (
                self.costs.of(new_here) + self.costs.of(new_there) <= cost
                and self._strain(new_here) + self._strain(new_there) < strain
            ):
                self.tables[one], self.tables[other] = new_here, new_there
                return True
        return False

    def _exchanges(self, here: Table, there: Table) -> Iterator[tuple[Table, Table]]:
        """Both tables after each exchange of two."""
        for at, player in enumerate(here):
            for to, mate in enumerate(there):
                yield (*here[:at], mate, *here[at + 1 :]), (*there[:to], player, *there[to + 1 :])

    def _strain(self, table: Table) -> int:
        """What the best order costs beyond the seats that would suit each player best."""
        key = tuple(sorted(table))
        if key not in self.known:
            costs = {player: seat_costs(self.history, player, len(table)) for player in table}
            self.known[key] = order_cost(cheapest_order(table, costs), costs) - sum(map(min, costs.values()))
        return self.known[key]
