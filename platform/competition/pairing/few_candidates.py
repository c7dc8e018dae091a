"""The candidate pairs of a small round for two, in plain Python: `candidates` does the same for many players.

All pairs are compared, with the numbers of `Costs.of`, packed so that their sums order rounds term by term.
"""

from __future__ import annotations

from itertools import combinations

from competition.pairing.costs import Cost, Costs

WeightedEdge = tuple[int, int, int]
"""Two nodes, the smaller first, and what it costs to pair them. Nodes below the number of players are places in the
line; the byes follow."""


def few_candidates(costs: Costs, byes: int) -> list[WeightedEdge]:
    """All pairs that are not forbidden, and every player with every bye."""
    line = costs.line
    n = len(line)
    pairs = {(i, j): costs.of((line[i], line[j])) for i, j in combinations(range(n), 2)}
    found = {nodes: cost for nodes, cost in pairs.items() if not cost[0]}
    for i, player in enumerate(line if byes else ()):
        found |= dict.fromkeys(((i, n + bye) for bye in range(byes)), costs.of((player,)))
    factors = _factors(list(found.values()), (n + byes) // 2)
    return [(i, j, sum(map(int.__mul__, cost, factors))) for (i, j), cost in found.items()]


def _factors(costs: list[Cost], tables: int) -> list[int]:
    """What one unit of each term is worth: more than all lesser terms of so many tables together."""
    factors: list[int] = []
    factor = 1
    for column in reversed([*zip(*costs, strict=True)]):
        factors.append(factor)
        factor *= max(column) * tables + 1
    return factors[::-1]
