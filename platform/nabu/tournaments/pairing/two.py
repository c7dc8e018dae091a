"""Swiss for two seats: the pairing of a round as one maximum-weight matching with named cost terms.

Everybody is a node, the bye one more when the number is odd; every two nodes are joined by an edge whose cost is a
number with one digit for each term, the most important first. Because a digit can hold the sum of its term over a
whole round, no amount of a lesser term ever outweighs one unit of a greater. The cheapest perfect matching is the
round. A complete graph always has one, so an unavoidable rematch or second bye degrades the round and never ends it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd
from random import Random

import rustworkx

from nabu.tournaments.pairing.history import History
from nabu.tournaments.records import Competitor

TERMS = ("second_bye", "rematch", "bye_score", "score_gap", "repeated_float", "first_seat", "slide")
"""In order of importance: nobody gets a second bye while another has none; nobody meets again; the bye goes to the
lowest score; differences of points (squared) are small; nobody leaves the score group in the same direction twice
running; the starts can be balanced; within a score group the upper half meets the lower half."""

WEIGHT_LIMIT = 2**100
"""rustworkx calculates with 128-bit integers and is silently wrong from 2**126 on."""

Cost = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Who meets whom (the better placed first, best pair first) and who has the bye."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None


def pair_two(competitors: Sequence[Competitor], history: History, rng: Random) -> Pairs:
    """Pair everybody. `rng` breaks the ties that the cost terms leave, in the order in which nodes are added."""
    order = sorted(competitors, key=lambda c: (-history.points[c.id], c.seed, c.id))
    if len(order) < 2:
        return Pairs((), order[0].id if order else None)
    costs = _Costs(order, history)
    nodes = list(range(len(order) + len(order) % 2))
    rng.shuffle(nodes)
    index = {node: at for at, node in enumerate(nodes)}
    weights, top = costs.weights()
    if top >= WEIGHT_LIMIT:
        raise AssertionError("matching weights must stay below 2**100")
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(nodes)
    graph.add_edges_from([(index[i], index[j], top - weight) for (i, j), weight in weights.items()])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    found = sorted(tuple(sorted((nodes[a], nodes[b]))) for a, b in matching)
    bye = next((i for i, j in found if j == len(order)), None)
    pairs = tuple((order[i].id, order[j].id) for i, j in found if j < len(order))
    return Pairs(pairs, order[bye].id if bye is not None else None)


class _Costs:
    """The cost of every edge. Nodes are positions in the order by points and seed; the bye is the last."""

    def __init__(self, order: Sequence[Competitor], history: History) -> None:
        self.order = order
        self.history = history
        self.cents = [int(history.points[c.id] * 100) for c in order]
        self.group_start: dict[int, int] = {}
        self.group_size: dict[int, int] = {}
        for position, cents in enumerate(self.cents):
            self.group_start.setdefault(cents, position)
            self.group_size[cents] = self.group_size.get(cents, 0) + 1
        steps = gcd(*(self.cents[0] - cents for cents in self.cents))
        self.unit = max(steps, 1)

    def weights(self) -> tuple[dict[tuple[int, int], int], int]:
        """One number for every edge, and a bound that none of their sums reaches.

        A very large field with very uneven points could need more room than there is: then differences of points are
        measured more coarsely until the number fits.
        """
        while True:
            edges = self._edges()
            digits = [max(column) for column in zip(*edges.values(), strict=True)]
            places = [1]
            for largest in reversed(digits):
                places.append(places[-1] * (largest * ((len(self.order) + 1) // 2) + 1))
            top = places.pop()
            if top < WEIGHT_LIMIT:
                places.reverse()
                return {
                    edge: sum(digit * place for digit, place in zip(cost, places, strict=True))
                    for edge, cost in edges.items()
                }, top
            self.unit *= 2

    def _edges(self) -> dict[tuple[int, int], Cost]:
        n = len(self.order)
        edges = {(i, j): self._meeting(i, j) for i in range(n) for j in range(i + 1, n)}
        if n % 2:
            edges.update({(i, n): self._bye(i) for i in range(n)})
        return edges

    def _meeting(self, i: int, j: int) -> Cost:
        one, other = self.order[i].id, self.order[j].id
        gap = (self.cents[i] - self.cents[j]) // self.unit
        floats = self.history.floats
        repeated = (floats.get(one) == -1) + (floats.get(other) == 1) if gap else 0
        balance = abs(self._balance(one) - self._balance(other))
        slide = 0
        if not gap:
            slide = abs((j - i) - self.group_size[self.cents[i]] // 2)
        return (0, self.history.meetings(one, other) ** 2, 0, gap * gap, repeated, max(0, 2 - balance), slide)

    def _bye(self, i: int) -> Cost:
        competitor = self.order[i].id
        above_last = (self.cents[i] - self.cents[-1]) // self.unit
        return (self.history.byes[competitor] ** 2, 0, above_last, 0, 0, 0, len(self.order) - 1 - i)

    def _balance(self, competitor: int) -> int:
        """Games started minus games not started."""
        return 2 * self.history.starts[competitor] - self.history.games[competitor]
