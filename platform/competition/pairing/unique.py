"""Whether a round is the only best one: what pairing it again would show, were the lot to fall differently.

Two searches find out: the second counts, below everything else, how many tables a round shares with the first. If the
one that shares the fewest shares them all, there is no other.
"""

from __future__ import annotations

from collections.abc import Sequence

from competition.pairing.cheapest_pairs import cheapest_pairs, weighted_edges
from competition.pairing.costs import Costs
from competition.pairing.exact_pods import cheapest
from competition.pairing.matching import Pairs
from competition.pairing.pod_costs import PodCosts


def only_best_pairs(costs: Costs, found: Pairs) -> bool | None:
    """Whether no other pairs cost as little as those of `pair_two`; None where that cannot be told: not all pairs were
    looked at, or there are more byes than it takes, of which nobody knows who could have had them instead.
    """
    n, byes = len(costs.line), len(costs.line) % 2
    if found.window is not None or len(found.byes) != byes:
        return None
    place = {player: at for at, player in enumerate(costs.line)}
    shared = {(min(place[one], place[other]), max(place[one], place[other])) for one, other in found.pairs}
    shared |= {(place[player], n) for player in found.byes}
    worth = len(shared) + 1
    edges = [
        (one, other, weight * worth + ((one, other) in shared)) for one, other, weight in weighted_edges(costs, byes, n)
    ]
    return {(min(pair), max(pair)) for pair in cheapest_pairs(costs, n + byes, edges)} == shared


def only_best_tables(costs: PodCosts, found: Sequence[Sequence[int]]) -> bool:
    """Whether no other tables and byes of a small field cost as little as these, which are among the cheapest."""
    sharing = _Sharing(costs, found)
    others, _steps = cheapest(sharing, costs.ids, (*costs.sizes, 1), sharing.total)
    return not others


class _Sharing:
    """The costs of tables, and below them one for each that is among those given."""

    def __init__(self, costs: PodCosts, tables: Sequence[Sequence[int]]) -> None:
        self.costs = costs
        self.shared = {frozenset(table) for table in tables}
        self.worth = len(self.shared) + 1
        self.total = sum(self.of(table) for table in tables)

    def of(self, table: Sequence[int]) -> int:
        return self.costs.of(table) * self.worth + (frozenset(table) in self.shared)

    def least(self, players: int) -> list[int]:
        return [least * self.worth for least in self.costs.least(players)]
