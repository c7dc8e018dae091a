"""From groups into a bracket: nobody meets somebody of the own group before it must be.

The winners of the groups keep their seeds, all runners-up come behind them, and so on; which of them gets which seed is
chosen so that members of a group are as far apart as they can be. With three or more of each group the best order of
one tier after the other need not be the best of all together. So each tier in turn gets the best order beside all
others (an assignment, by a cheapest matching) until nothing improves, from several first orders, and the best of
the results is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

from competition.brackets.seeding import meeting_rounds
from competition.pairing.blossom import cheapest_matching

Qualified = tuple[int, int]
"""A competitor and the group."""

Rounds = Sequence[Sequence[int]]
"""For each two seeds (counted from 0) the first round in which they can meet."""

Meetings = Callable[[int], Sequence[Rounds]]
"""For so many players when they can meet. Of several the first matters most (a losers' bracket comes second)."""

STARTS = 64
MOST_STARTED = 2_000
"""Of a large field fewer first orders are tried: so many players are seeded in all of them together."""


def knock_out(players: int) -> list[Rounds]:
    """When the players of a knock-out can meet."""
    return [meeting_rounds(players)]


def cross_groups(tiers: Sequence[Sequence[Qualified]], meetings: Meetings = knock_out) -> list[int]:
    """The order of seeds for those who go on. The first tier has all winners, the next all runners-up, and so on.

    The first tier keeps its order. Every other one is rearranged within itself: as few as possible of a group meet in
    the first round, then in the second, ...; of equal ones the order in which everybody is nearest to the own place
    (the sum of the squared distances).
    """
    tiers = [tier for tier in tiers if tier]
    if len(tiers) < 2:
        return [competitor for tier in tiers for competitor, _group in tier]
    total = sum(len(tier) for tier in tiers)
    problem = _Crossing([[group for _competitor, group in tier] for tier in tiers], meetings(total))
    # With two tiers the first assignment is the best there is.
    starts = 1 if len(tiers) == 2 else max(1, min(STARTS, MOST_STARTED // total))
    orders = min((problem.settled(start) for start in range(starts)), key=problem.cost)
    return [tier[at][0] for tier, order in zip(tiers, orders, strict=True) for at in order]


Order = list[int]
"""Of a tier, by seed, who has it: the place in the natural order."""


class _Crossing:
    """Groups by tier in natural order, and what it costs where two of a group have two seeds."""

    def __init__(self, groups: Sequence[Sequence[int]], meetings: Sequence[Rounds]) -> None:
        self.groups = groups
        self.first = [sum(len(tier) for tier in groups[:number]) for number in range(len(groups))]
        self.weight = _weights(groups, meetings)

    def settled(self, start: int) -> list[Order]:
        """The first order of that number, improved tier by tier until nothing improves.

        Number 0 seeds one tier after the other beside those ahead of it; the others begin with a draw.
        """
        natural = [list(range(len(tier))) for tier in self.groups]
        orders = natural[:1]
        draw = Random(start)
        for tier, own in enumerate(natural[1:], start=1):
            orders.append(draw.sample(own, len(own)) if start else self._best(tier, orders))
        cost, before = self.cost(orders), None
        while before is None or cost < before:
            before = cost
            for tier in range(1, len(orders)):
                orders[tier] = self._best(tier, orders)
            cost = self.cost(orders)
        return orders

    def cost(self, orders: Sequence[Order]) -> int:
        """Of all meetings in a group, and of the distances from the own places."""
        held = self._seeds(orders)
        apart = sum((at - seed) ** 2 for order in orders for seed, at in enumerate(order))
        return apart + sum(self.weight[one][other] for seeds in held.values() for one, other in combinations(seeds, 2))

    def _seeds(self, orders: Sequence[Order], without: int | None = None) -> dict[int, list[int]]:
        """By group the seeds that it has."""
        held: dict[int, list[int]] = {}
        for tier, order in enumerate(orders):
            if tier != without:
                for seed, at in enumerate(order, start=self.first[tier]):
                    held.setdefault(self.groups[tier][at], []).append(seed)
        return held

    def _best(self, tier: int, orders: Sequence[Order]) -> Order:
        """The best order of this tier beside the others."""
        held = self._seeds(orders, tier)
        size, first = len(self.groups[tier]), self.first[tier]
        costs = [
            [
                (at - seed) ** 2 + sum(self.weight[first + seed][mate] for mate in held.get(group, ()))
                for seed in range(size)
            ]
            for at, group in enumerate(self.groups[tier])
        ]
        edges = [(at, size + seed, cost) for at, row in enumerate(costs) for seed, cost in enumerate(row)]
        return cheapest_matching(2 * size, edges)[size:]


def _weights(groups: Sequence[Sequence[int]], meetings: Sequence[Rounds]) -> list[list[int]]:
    """For each two seeds what it costs if two of a group have them: one meeting in an earlier round costs more than
    all that a tier can have in later ones together, and any more than all distances. The last round costs nothing."""
    largest = max(len(tier) for tier in groups)
    worth: list[dict[int, int]] = []
    size = len(meetings[0])
    levels = [sorted({rounds[one][other] for one, other in combinations(range(size), 2)}) for rounds in meetings]
    distances = largest**3
    bits = (largest * (len(groups) - 1)).bit_length()
    value = distances
    for level in reversed(levels):
        worth.insert(0, {level[-1]: 0})
        for number in reversed(level[:-1]):
            worth[0][number] = value
            value <<= bits
    weight = [[0] * size for _seed in range(size)]
    for one, other in combinations(range(size), 2):
        together = sum(of[rounds[one][other]] for of, rounds in zip(worth, meetings, strict=True))
        weight[one][other] = weight[other][one] = together
    return weight
