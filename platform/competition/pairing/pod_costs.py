"""What tables of three and four cost, as one number: digits for each term, so that sums order rounds as `Costs` do.

A bye is a table of one. Above the terms of `Costs` stand how many have a bye and then the free chairs, squared; below
them all stands one more: what cannot be avoided is put at the table with the fewest points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from competition.pairing.costs import TERMS, Costs
from competition.records import Pair

Table = tuple[int, ...]
"""Who sits together; one player alone has a bye."""


class PodCosts:
    """The costs of tables in one round, and the lines between their digits."""

    def __init__(self, costs: Costs, sizes: Iterable[int], spared: frozenset[Pair] = frozenset()) -> None:
        """`sizes` are the sizes that tables may have. `spared` are pairs whom a schedule has meet later, so that they
        should not meet now: a term below all that count meetings."""
        history = costs.history
        self.ids = [c.id for c in costs.competitors]
        self.units = costs.units
        self.sizes = sorted({size for size in sizes if 2 <= size <= costs.full}, reverse=True)
        known, players = set(self.ids), len(self.ids)
        most = max(self.units.values(), default=0)
        short = {c: history.short[c] ** 2 for c in self.ids}
        met = {pair: times**2 for pair, times in history.met.items() if known.issuperset(pair)}
        discouraged = [pair for pair in costs.discouraged if known.issuperset(pair)]
        byes = {c: dict(zip(TERMS, costs.of((c,)), strict=True)) for c in self.ids}

        def of_byes(term: str) -> int:
            return sum(byes[c][term] for c in self.ids)

        # Each digit is wide enough for the sum of all below it over any round.
        order = 1 + players * most
        self.unit = order
        """From here on a cost is of a term of `Costs`, below it only of the one term more."""
        self.gap = order * (1 + of_byes("order"))
        missed = self.gap * (1 + players * most**2)
        score = missed * (1 + of_byes("bye_missed"))
        spare = score * (1 + of_byes("bye_score"))
        self.grave = spare * (1 + len(spared))
        """From here on a cost is of a term above the choice of the bye."""
        again = self.grave * (1 + len(discouraged))
        rematch = again * (1 + sum(short.values()))
        second = rematch * (1 + sum(met.values()))
        chair = second * (1 + of_byes("second_bye"))
        bye = chair * (1 + players * costs.full**2)
        self.forbidden = bye * (1 + players)
        self._chairs = {size: (costs.full - size) ** 2 * chair for size in self.sizes}
        self._short = {c: again * worth for c, worth in short.items()}
        self._full = costs.full
        self._bye = {
            c: bye
            + second * of["second_bye"]
            + score * of["bye_score"]
            + missed * of["bye_missed"]
            + order * of["order"]
            for c, of in byes.items()
        }
        self._least_bye = min(self._bye.values(), default=0)
        self._pairs: dict[int, dict[int, int]] = {c: {} for c in self.ids}
        for pair, worth in met.items():
            self._weigh(pair, worth * rematch)
        for pair in discouraged:
            self._weigh(pair, self.grave)
        for pair in spared:
            if known.issuperset(pair):
                self._weigh(pair, spare)
        for pair in costs.forbidden:
            if known.issuperset(pair):
                self._weigh(pair, self.forbidden)

    def _weigh(self, pair: tuple[int, int], worth: int) -> None:
        for one, other in (pair, pair[::-1]):
            self._pairs[one][other] = self._pairs[one].get(other, 0) + worth

    def of(self, table: Sequence[int]) -> int:
        """The cost of one table or bye."""
        if len(table) == 1:
            return self._bye[table[0]]
        cost = self._chairs[len(table)]
        if len(table) < self._full:
            for one in table:
                cost += self._short[one]
        for one, other in combinations(table, 2):
            near = self._pairs[one]
            if other in near:
                cost += near[other]
        units = [self.units[c] for c in table]
        top = max(units)
        gap = top - min(units)
        if gap:
            return cost + gap * gap * self.gap + top
        return cost + top if cost else 0

    def gap_of(self, table: Sequence[int]) -> int:
        """What its difference of points adds to the cost of a table."""
        units = [self.units[player] for player in table]
        return (max(units) - min(units)) ** 2 * self.gap

    def least_short(self, sizes: Iterable[int]) -> int:
        """What earlier games at short tables add at least to the costs of tables of these sizes."""
        return sum(sorted(self._short.values())[: sum(size for size in sizes if size < self._full)])

    def total(self, tables: Iterable[Sequence[int]]) -> int:
        return sum(map(self.of, tables))

    def fixed(self, size: int) -> int:
        """What a table of this size, or a bye, costs at least."""
        return self._least_bye if size == 1 else self._chairs[size]

    def least(self, players: int) -> list[int]:
        """For every number of players up to this the least that byes and free chairs of theirs cost."""
        least = [0]
        for number in range(1, players + 1):
            ways = [least[number - size] + self._chairs[size] for size in self.sizes if size <= number]
            least.append(min([*ways, least[number - 1] + self._least_bye]))
        return least
