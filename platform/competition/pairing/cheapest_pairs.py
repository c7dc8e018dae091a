"""What pairs of a round cost, and which of them together cost least: in plain Python for a small field, with numpy and
rustworkx for a large one. The two libraries are imported only then.
"""

from __future__ import annotations

from collections.abc import Iterable

from competition.invalid_config import InvalidConfig
from competition.pairing.blossom import NOBODY, cheapest_matching
from competition.pairing.costs import Costs
from competition.pairing.few_candidates import WeightedEdge, few_candidates
from engine.message import Message

PLAIN_FIELD = 64
"""Up to so many players no library is needed."""


def is_small(costs: Costs) -> bool:
    """Whether the round is paired in plain Python."""
    return len(costs.line) <= PLAIN_FIELD


def weighted_edges(costs: Costs, byes: int, window: int) -> list[WeightedEdge]:
    """The pairs at most `window` places of the line apart that may meet, and every player with every bye. In a small
    field all pairs are compared."""
    if is_small(costs):
        return few_candidates(costs, byes)
    try:
        from competition.pairing.candidates import candidates
    except ModuleNotFoundError:
        raise _needs_libraries() from None
    edges = candidates(costs, byes, window)
    return list(zip(edges.one, edges.other, edges.weights, strict=True))


def cheapest_pairs(costs: Costs, nodes: int, edges: Iterable[WeightedEdge]) -> list[tuple[int, int]]:
    """The edges of a cheapest perfect matching; where there is none, of one with as many pairs as possible."""
    if is_small(costs):
        partners = enumerate(cheapest_matching(nodes, edges))
        return [(one, other) for one, other in partners if other != NOBODY and one < other]
    try:
        import rustworkx
    except ModuleNotFoundError:
        raise _needs_libraries() from None
    edges = list(edges)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(range(nodes)))
    price = _prices(nodes, edges)
    # A price that is taken off all edges of a node is taken off every perfect matching: the cheapest stays the same.
    graph.add_edges_from([(one, other, price[one] + price[other] - 2 * weight) for one, other, weight in edges])
    return list(rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))


def _prices(nodes: int, edges: list[WeightedEdge]) -> list[int]:
    """The least weight at each node. Less these, most pairs cost nothing and are found at once: of 5,000 players the
    search takes a third of the time."""
    price: dict[int, int] = {}
    for one, other, weight in edges:
        if price.get(one, weight) >= weight:
            price[one] = weight
        if price.get(other, weight) >= weight:
            price[other] = weight
    return [price.get(node, 0) for node in range(nodes)]


def _needs_libraries() -> InvalidConfig:
    return InvalidConfig(Message("pairing.needs_libraries", {"most": PLAIN_FIELD}))
