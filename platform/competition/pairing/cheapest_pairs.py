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
    left = _reduced(nodes, list(edges))
    top = max([weight for _one, _other, weight in left], default=0)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(range(nodes)))
    graph.add_edges_from([(one, other, top - weight) for one, other, weight in left])
    return list(rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))


def _reduced(nodes: int, edges: list[WeightedEdge]) -> list[WeightedEdge]:
    """The same edges, doubled, less a price for each of their ends.

    That takes the same off all perfect matchings, so the cheapest stay the cheapest. The prices leave nearly every node
    with an edge that costs nothing: most pairs are found at once, in a third of the time.
    """
    near: list[list[tuple[int, int]]] = [[] for _ in range(nodes)]
    for one, other, weight in edges:
        near[one].append((other, 2 * weight))
        near[other].append((one, 2 * weight))
    price = [min([weight for _other, weight in row], default=0) // 2 for row in near]
    for node, row in enumerate(near):
        price[node] = min([weight - price[other] for other, weight in row], default=0)
    return [(one, other, 2 * weight - price[one] - price[other]) for one, other, weight in edges]


def _needs_libraries() -> InvalidConfig:
    return InvalidConfig(Message("pairing.needs_libraries", {"most": PLAIN_FIELD}))
