"""Seating many players cheaply: a first seating, whose tables are then dealt anew as long as that lowers the cost.

What ends it is a number of steps and no clock, so the same round is always seated the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations
from operator import itemgetter
from random import Random

from competition.pairing.exact_pods import cheapest
from competition.pairing.pod_costs import PodCosts, Table

DESCENT_STEPS = 3_000_000
"""Tables looked at before even two tables are no longer dealt anew: reached only where thousands of players are
discouraged from meeting."""

NEAR = 50
"""Differences of points are made smaller with tables at most so far off: beyond, points differ even more."""

NEIGHBOURS = 4
"""So many neighbouring tables are at last dealt anew in the best way of all."""

MOST_KNOWN = 200_000
"""The costs of so many tables are kept in mind."""

REACH = 4
"""A kick moves players between tables about so far apart."""


Picked = Callable[[Sequence[int]], Table]


class Search:
    """The seating of one round: tables, and byes as tables of one."""

    def __init__(self, costs: PodCosts, tables: Iterable[Table], floor: int = 0) -> None:
        """No round costs less than `floor`."""
        self.costs = costs
        self.floor = floor
        self.tables = list(tables)
        self.cost = [costs.of(table) for table in self.tables]
        self.steps = 0
        self.known: dict[Table, int] = {}

    @property
    def total(self) -> int:
        return sum(self.cost)

    def descend(self, these: Iterable[int] | None = None) -> None:
        """Deal these tables anew, each with any other, until that saves nothing; without `these`, all of them."""
        while True:
            open_ = sorted(self._costly() if these is None else set(these), key=lambda at: -self.cost[at])
            before = self.total
            while open_ and self.steps < DESCENT_STEPS:
                at = open_[0]
                changed = self._deal_with_another(at)
                if changed is None:
                    open_.pop(0)
                elif changed not in open_:
                    open_.append(changed)
            if these is not None or self.total == before or self.steps >= DESCENT_STEPS:
                return

    @property
    def can_save(self) -> bool:
        """Whether there may be a better round."""
        return self.total - self.floor >= self.costs.unit

    def kick(self, rng: Random, most_steps: int) -> None:
        """Move players round some tables, mend what that breaks, and keep it unless the round is worse.

        Again and again, until so many tables have been looked at.
        """
        end = self.steps + most_steps
        while self.steps < end and self.can_save:
            tables, cost, total = list(self.tables), list(self.cost), self.total
            self.descend(self._move_round(rng, rng.choice(self._costly())))
            if self.total > total:
                self.tables, self.cost = tables, cost

    def deal_neighbours(self, width: int = NEIGHBOURS) -> None:
        """Deal every few neighbouring tables anew in the best way of all, until that saves nothing."""
        improved = self.can_save
        while improved:
            improved = False
            line = self._line()
            for at in range(max(1, len(line) - width + 1)):
                if self._deal_best(line[at : at + width]):
                    self.descend()
                    improved = True
                    break

    def _excess(self, at: int) -> int:
        """What this table costs beyond what a table of its size always does."""
        return self.cost[at] - self.costs.fixed(len(self.tables[at]))

    def _costly(self) -> list[int]:
        return [at for at in range(len(self.tables)) if self._excess(at) >= self.costs.unit]

    def _deal_with_another(self, at: int) -> int | None:
        """Deal the players of this table and of the nearest other anew with which that saves something."""
        furthest = len(self.tables) if self._excess(at) >= self.costs.grave else min(NEAR, len(self.tables))
        for distance in range(1, furthest):
            for other in (at - distance, at + distance):
                if 0 <= other < len(self.tables) and self._deal_two(at, other):
                    return other
        return None

    def _deal_two(self, at: int, other: int) -> bool:
        one, two = self.tables[at], self.tables[other]
        self.steps += 1
        excess = self._excess(at) + self._excess(other)
        if excess < self.costs.unit:
            return False
        if excess < self.costs.grave and len(one) > 1 < len(two) and self._narrow(one + two, len(one), excess):
            return False
        people, least, found = sorted(one + two), self.cost[at] + self.cost[other], None
        ways, known = _splits(len(one), len(two)), self.known
        self.steps += len(ways)
        for here, there in ways:
            table = here(people)
            # Millions of tables, nearly all known: a call for each would be a twentieth of the time.
            cost = known.get(table)
            if cost is None:
                cost = self._of(table)
            if cost < least:
                cost += self._of(there(people))
                if cost < least:
                    least, found = cost, (table, there(people))
        if found is None:
            return False
        self._set(at, found[0])
        self._set(other, found[1])
        return True

    def _of(self, table: Table) -> int:
        """The cost of a table whose players are in order: the same ones come again and again."""
        cost = self.known.get(table)
        if cost is None:
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            cost = self.known[table] = self.costs.of(table)
        return cost

    def _narrow(self, people: Table, size: int, excess: int) -> bool:
        """Whether no other way to divide these people among two tables has smaller differences of points."""
        units = sorted([self.costs.units[player] for player in people])
        low, high, rest = units[0], units[-1], len(units) - size
        least = min(
            (high - low) ** 2,
            (units[size - 1] - low) ** 2 + (high - units[size]) ** 2,
            (units[rest - 1] - low) ** 2 + (high - units[rest]) ** 2,
        )
        return least >= excess // self.costs.gap

    def _set(self, at: int, table: Table) -> None:
        self.tables[at], self.cost[at] = table, self.costs.of(table)

    def _line(self) -> list[int]:
        """The tables by points, those with most first."""
        units = self.costs.units
        middle = [sum(units[player] for player in table) / len(table) for table in self.tables]
        return sorted(range(len(self.tables)), key=lambda at: (-middle[at], at))

    def _move_round(self, rng: Random, first: int) -> list[int]:
        """One player of this table and of one to three near it each move to the next of them."""
        line = self._line()
        places = {at: place for place, at in enumerate(line)}
        near = sorted(line, key=lambda at: abs(places[at] - places[first]) + rng.random() * REACH)
        near.remove(first)
        ring = [first, *near[: rng.randint(1, 3)]]
        chairs = [rng.randrange(len(self.tables[at])) for at in ring]
        moving = [self.tables[at][chair] for at, chair in zip(ring, chairs, strict=True)]
        for at, chair, player in zip(ring, chairs, moving[1:] + moving[:1], strict=True):
            table = self.tables[at]
            self._set(at, (*table[:chair], player, *table[chair + 1 :]))
        return ring

    def _deal_best(self, these: Sequence[int]) -> bool:
        if sum(map(self._excess, these)) < self.costs.unit:
            return False
        people = sorted((p for at in these for p in self.tables[at]), key=lambda p: -self.costs.units[p])
        sizes = sorted({len(self.tables[at]) for at in these}, reverse=True)
        found, steps = cheapest(self.costs, people, sizes, sum(self.cost[at] for at in these))
        self.steps += steps
        if len(found) != len(these):
            return False
        for at, table in zip(these, found, strict=True):
            self._set(at, table)
        return True


@cache
def _splits(one: int, other: int) -> list[tuple[Picked, Picked]]:
    """Every way to divide people among a table of each size."""
    places = range(one + other)
    ways = [here for here in combinations(places, one) if one != other or 0 in here]
    return [(_picker(here), _picker([place for place in places if place not in here])) for here in ways]


def _picker(places: Sequence[int]) -> Picked:
    if len(places) == 1:
        return lambda people: (people[places[0]],)
    return itemgetter(*places)
