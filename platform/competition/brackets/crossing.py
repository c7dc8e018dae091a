"""From groups into a knock-out: nobody meets somebody of the own group before it must be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from competition.brackets.seeding import meeting_rounds

Qualified = tuple[int, int]
"""A competitor and the group."""


def cross_groups(tiers: Sequence[Sequence[Qualified]]) -> list[int]:
    """The order of seeds for those who go on. The first tier has all winners, the next all runners-up, and so on.

    The first tier keeps its order. In every other one two exchange their seeds as long as that lets members of a group
    meet later; the exchange that helps most comes first, of equal ones that of neighbours. With two of each group and
    a power of two of groups, members of a group only meet in the final.
    """
    total = sum(len(tier) for tier in tiers)
    if total < 2:
        return [competitor for tier in tiers for competitor, _group in tier]
    meets = meeting_rounds(total)
    seeded: list[Qualified] = []
    for tier in tiers:
        seeded += _exchanged(list(tier), seeded, meets)
    return [competitor for competitor, _group in seeded]


def _exchanged(tier: list[Qualified], ahead: Sequence[Qualified], meets: Sequence[Sequence[int]]) -> list[Qualified]:
    """The tier in the order in which it is seeded behind those ahead of it."""
    last = max(map(max, meets))
    groups = {group for _competitor, group in tier}
    cost = {
        (group, seed): sum(
            len(meets) ** (last - meets[seed][other]) for other, (_id, theirs) in enumerate(ahead) if theirs == group
        )
        for group in groups
        for seed in range(len(ahead), len(ahead) + len(tier))
    }

    def gain(exchange: tuple[int, int]) -> tuple[int, int]:
        one, other = exchange
        (_one, first), (_other, second) = tier[one], tier[other]
        one, other = one + len(ahead), other + len(ahead)
        saved = cost[first, one] + cost[second, other] - cost[first, other] - cost[second, one]
        return saved, one - other

    exchanges = list(combinations(range(len(tier)), 2))
    while exchanges and gain(best := max(exchanges, key=gain))[0] > 0:
        tier[best[0]], tier[best[1]] = tier[best[1]], tier[best[0]]
    return tier
