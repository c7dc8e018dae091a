"""Swiss for tables of three and four: chunks of the order by points, then swaps that lower the cost.

Cost of a table, most important first: pairs that have met before (squared, so that a third meeting is worse than two
second ones); the spread of points at the table (squared); who already sat at a short table sits there again (squared).
Small fields are searched to the end, so a repeated pair there is really unavoidable; up to forty players repeated pairs
that the swaps leave are searched for a while.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import gcd
from random import Random

from nabu.tournaments.pairing.history import History
from nabu.tournaments.records import Competitor

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
    """Fewest byes first, then the lowest score, then the lowest seed."""
    order = sorted(competitors, key=lambda c: (history.byes[c.id], history.points[c.id], -c.seed))
    return order[:byes]


def pair_pods(competitors: Sequence[Competitor], history: History, sizes: Sequence[int], rng: Random) -> Tables:
    """Seat everybody at tables of these sizes; the sum of `sizes` is the number of competitors."""
    if not sizes:
        return []
    search = _Search(history, competitors, sizes)
    tables = search.descend(_chunks(_order(competitors, history, sizes, rng), sizes))
    if len(competitors) <= SMALL_FIELD:
        for _ in range(RESTARTS):
            if not search.total(tables):
                break
            shuffled = [competitor.id for competitor in competitors]
            rng.shuffle(shuffled)
            shuffled.sort(key=lambda c: -history.points[c])
            tables = min(tables, search.descend(_chunks(shuffled, sizes)), key=search.total)
    if len(competitors) <= EXACT_FIELD and search.total(tables):
        return search.exact(tables)
    if len(competitors) <= SMALL_FIELD and search.total(tables) >= search.meeting_weight:
        return search.exact(tables, MOST_STEPS)
    return tables


def _order(competitors: Sequence[Competitor], history: History, sizes: Sequence[int], rng: Random) -> list[int]:
    """By points, equals by lot; where everybody is equal (the first round) so that each table gets strong and weak."""
    if len({history.points[c.id] for c in competitors}) > 1:
        shuffled = list(competitors)
        rng.shuffle(shuffled)
        return [c.id for c in sorted(shuffled, key=lambda c: -history.points[c.id])]
    by_seed = [c.id for c in sorted(competitors, key=lambda c: c.seed)]
    dealt: Tables = [[] for _ in sizes]
    forward = True
    while by_seed:
        for table in range(len(sizes)) if forward else reversed(range(len(sizes))):
            if by_seed and len(dealt[table]) < sizes[table]:
                dealt[table].append(by_seed.pop(0))
        forward = not forward
    return [competitor for table in dealt for competitor in table]


def _chunks(order: Sequence[int], sizes: Sequence[int]) -> Tables:
    tables, start = [], 0
    for size in sizes:
        tables.append(list(order[start : start + size]))
        start += size
    return tables


class _Search:
    """Costs and swaps for one round."""

    def __init__(self, history: History, competitors: Sequence[Competitor], sizes: Sequence[int]) -> None:
        ids = [competitor.id for competitor in competitors]
        cents = {c: int(history.points[c] * 100) for c in ids}
        low = min(cents.values())
        unit = max(gcd(*(value - low for value in cents.values())), 1)
        self.ids = ids
        self.units = {c: (value - low) // unit for c, value in cents.items()}
        self.meetings: dict[tuple[int, int], int] = {}
        for (one, other), times in history.met.items():
            self.meetings[one, other] = self.meetings[other, one] = times * times
        self.short = {c: history.short[c] ** 2 for c in ids}
        self.sizes = sizes
        self.full = max(sizes)
        self.spread_weight = 1 + sum(self.short.values())
        self.meeting_weight = 1 + self.spread_weight * len(sizes) * max(self.units.values()) ** 2

    def cost(self, table: Sequence[int]) -> int:
        """The cost of one table as one number: a digit for each term."""
        met = self.meetings
        repeated = sum(met.get(pair, 0) for pair in combinations(table, 2)) if met else 0
        points = [self.units[c] for c in table]
        spread = max(points) - min(points)
        short = sum(self.short[c] for c in table) if len(table) < self.full else 0
        return repeated * self.meeting_weight + spread * spread * self.spread_weight + short

    def total(self, tables: Tables) -> int:
        return sum(map(self.cost, tables))

    def descend(self, tables: Tables) -> Tables:
        """Swap while a swap helps. Ends because the total falls with every swap."""
        costs = [self.cost(table) for table in tables]
        small = len(self.ids) <= SMALL_FIELD
        improved = True
        while improved:
            improved = False
            for index in range(len(tables)):
                if not costs[index] or (not small and not self._needs_help(tables[index], costs[index])):
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

    def _needs_help(self, table: Sequence[int], cost: int) -> bool:
        """In a large field only repeated pairs and repeated short tables are worth a search."""
        return cost >= self.meeting_weight or (len(table) < self.full and any(self.short[c] for c in table))

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
                    saved = before - self.cost(here) - self.cost(there)
                    here[seat], there[chair] = one, other
                    if saved > 0 and (best is None or saved > best[0]):
                        best = (saved, seat, near, chair)
        if best is None:
            return False
        _saved, seat, near, chair = best
        here[seat], tables[near][chair] = tables[near][chair], here[seat]
        costs[index], costs[near] = self.cost(here), self.cost(tables[near])
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
                    with_table = cost + self.cost(table)
                    if with_table < best_cost:
                        built.append(table)
                        place([c for c in free[1:] if c not in others], tuple(rest_sizes), with_table)
                        built.pop()

        place(sorted(self.ids, key=lambda c: -self.units[c]), tuple(self.sizes), 0)
        return best
