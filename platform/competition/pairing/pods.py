"""Swiss for tables of three and four: chunks of the order by points, then swaps that lower the cost.

The terms of a table's cost are those of `Costs`, with one more below them all: what cannot be avoided is put at the
lowest table, so that the top tables have the best of it. Small fields are searched to the end, so a repeated pair there
is really unavoidable; up to forty players repeated pairs that the swaps leave are searched for a while. A forbidden
pair that no seating avoids costs somebody the seat: one of the two has a bye, and the rest are seated anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from competition.pairing.costs import Costs
from competition.pairing.history import History
from competition.records import Competitor

EXACT_FIELD = 12
"""Up to so many players every seating is looked at."""

MOST_STEPS = 100_000
"""In a larger field the search for a seating without repeated pairs ends after so many tables looked at."""

SMALL_FIELD = 40
"""Up to so many players every swap is tried, from several starting points."""

RESTARTS = 12
FIRST_WINDOW = 4
"""A large field looks for a swap so many tables up and down, then twice as many, until it helps."""

Tables = list[list[int]]


def choose_byes(competitors: Sequence[Competitor], history: History, byes: int) -> list[Competitor]:
    """Fewest byes first, then the lowest score, then the fewest missed rounds, then the lowest seed."""
    order = sorted(competitors, key=lambda c: (history.byes[c.id], history.points[c.id], history.missed(c.id), -c.seed))
    return order[:byes]


def pair_pods(costs: Costs, sizes: Sequence[int], rng: Random, snake: bool = True) -> Tables:
    """Seat everybody at tables of these sizes; the sum of `sizes` is the number of competitors.

    Where all are equal in points, `snake` deals strong and weak to every table; else the lot does.
    """
    if not sizes:
        return []
    search = _Search(costs, sizes)
    ids = search.ids
    tables = search.descend(_chunks(_order(costs, sizes, rng, snake), sizes))
    if len(ids) <= SMALL_FIELD:
        for _ in range(RESTARTS):
            if search.total(tables) < search.top_weight:
                break
            shuffled = sorted(ids)
            rng.shuffle(shuffled)
            shuffled.sort(key=lambda c: -costs.units[c])
            tables = min(tables, search.descend(_chunks(shuffled, sizes)), key=search.total)
    if len(ids) <= EXACT_FIELD and search.total(tables) >= search.top_weight:
        return search.exact(tables)
    if len(ids) <= SMALL_FIELD and search.total(tables) >= search.meeting_weight:
        return search.exact(tables, MOST_STEPS)
    return tables


def stuck(tables: Sequence[Sequence[int]], costs: Costs) -> set[int]:
    """Everybody who sits with somebody they must never meet."""
    return {c for table in tables for pair in combinations(sorted(table), 2) if pair in costs.forbidden for c in pair}


def _order(costs: Costs, sizes: Sequence[int], rng: Random, snake: bool) -> list[int]:
    """By points, equals by lot; where everybody is equal (the first round) so that each table gets strong and weak."""
    by_seed = [c.id for c in sorted(costs.competitors, key=lambda c: (c.seed, c.id))]
    if len(set(costs.units.values())) > 1 or not snake:
        rng.shuffle(by_seed)
        return sorted(by_seed, key=lambda c: -costs.units[c])
    dealt: Tables = [[] for _ in sizes]
    next_one = iter(by_seed)
    forward = True
    while sum(map(len, dealt)) < len(by_seed):
        for table in range(len(sizes)) if forward else reversed(range(len(sizes))):
            if len(dealt[table]) < sizes[table]:
                dealt[table].append(next(next_one))
        forward = not forward
    return [competitor for table in dealt for competitor in table]


def _chunks(order: Sequence[int], sizes: Sequence[int]) -> Tables:
    tables, start = [], 0
    for size in sizes:
        tables.append(list(order[start : start + size]))
        start += size
    return tables


class _Search:
    """Costs and swaps for one round. The cost of a table is one number with digits for each term."""

    def __init__(self, costs: Costs, sizes: Sequence[int]) -> None:
        ids = [c.id for c in costs.competitors]
        history, known = costs.history, set(ids)
        self.ids = ids
        self.units = costs.units
        self.sizes = sizes
        self.full = costs.full
        self.short = {c: history.short[c] ** 2 for c in ids}
        tables = len(sizes)
        met = {pair: times**2 for pair, times in history.met.items() if known.issuperset(pair)}
        discouraged = [pair for pair in costs.discouraged if known.issuperset(pair)]
        top = 1 + tables * tables
        spread = 1 + tables * max(self.units.values()) ** 2
        self.top_weight = top
        self.discouraged_weight = top * spread
        self.short_weight = self.discouraged_weight * (1 + len(discouraged))
        self.meeting_weight = self.short_weight * (1 + sum(self.short.values()))
        forbidden_weight = self.meeting_weight * (1 + sum(met.values()))
        self.pairs: dict[tuple[int, int], int] = {}
        for pair, times in met.items():
            self._weigh(pair, times * self.meeting_weight)
        for pair in discouraged:
            self._weigh(pair, self.discouraged_weight)
        for pair in costs.forbidden:
            self._weigh(pair, forbidden_weight)

    def _weigh(self, pair: tuple[int, int], weight: int) -> None:
        one, other = pair
        self.pairs[one, other] = self.pairs[other, one] = self.pairs.get(pair, 0) + weight

    def cost(self, table: Sequence[int], index: int) -> int:
        """The cost of one table, the first having index 0."""
        known = self.pairs
        cost = 0
        if known:
            for pair in combinations(table, 2):
                if pair in known:
                    cost += known[pair]
        points = [self.units[c] for c in table]
        spread = max(points) - min(points)
        cost += spread * spread * self.top_weight
        if len(table) < self.full:
            cost += sum([self.short[c] for c in table]) * self.short_weight
        return cost + len(self.sizes) - index if cost else 0

    def total(self, tables: Tables) -> int:
        return sum(self.cost(table, index) for index, table in enumerate(tables))

    def descend(self, tables: Tables) -> Tables:
        """Swap while a swap helps. Ends because the total falls with every swap."""
        costs = [self.cost(table, index) for index, table in enumerate(tables)]
        small = len(self.ids) <= SMALL_FIELD
        improved = True
        while improved:
            improved = False
            for index in range(len(tables)):
                if costs[index] < (self.top_weight if small else self.discouraged_weight):
                    continue
                window = len(tables) if small else FIRST_WINDOW
                while True:
                    if self._best_swap(tables, costs, index, window):
                        improved = True
                        break
                    if window >= len(tables):
                        break
                    window *= 2
        return tables

    def _best_swap(self, tables: Tables, costs: list[int], index: int, window: int) -> bool:
        """Make the swap between this table and one near it that saves most. False if none saves anything."""
        best: tuple[int, int, int, int] | None = None
        here = tables[index]
        for near in range(max(0, index - window), min(len(tables), index + window + 1)):
            if near == index:
                continue
            there = tables[near]
            before = costs[index] + costs[near]
            for seat, one in enumerate(here):
                for chair, other in enumerate(there):
                    here[seat], there[chair] = other, one
                    saved = before - self.cost(here, index) - self.cost(there, near)
                    here[seat], there[chair] = one, other
                    if saved > 0 and (best is None or saved > best[0]):
                        best = (saved, seat, near, chair)
        if best is None:
            return False
        _saved, seat, near, chair = best
        here[seat], tables[near][chair] = tables[near][chair], here[seat]
        costs[index], costs[near] = self.cost(here, index), self.cost(tables[near], near)
        return True

    def exact(self, tables: Tables, most_steps: int | None = None) -> Tables:
        """The cheapest seating of all, found by trying each table for the first free player and cutting early.

        With `most_steps` it is the cheapest that was found in so many steps.
        """
        best, best_cost = [list(table) for table in tables], self.total(tables)
        built: Tables = []
        steps = 0

        def place(free: list[int], sizes: tuple[int, ...], cost: int) -> None:
            nonlocal best, best_cost, steps
            if not free:
                best, best_cost = [list(table) for table in built], cost
                return
            for size in sorted(set(sizes), reverse=True):
                rest_sizes = list(sizes)
                rest_sizes.remove(size)
                for others in combinations(free[1:], size - 1):
                    steps += 1
                    if most_steps is not None and steps > most_steps:
                        return
                    table = [free[0], *others]
                    with_table = cost + self.cost(table, len(built))
                    if with_table < best_cost:
                        built.append(table)
                        place([c for c in free[1:] if c not in others], tuple(rest_sizes), with_table)
                        built.pop()

        place(sorted(self.ids, key=lambda c: -self.units[c]), tuple(self.sizes), 0)
        return best
