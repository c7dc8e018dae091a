"""Swiss for two seats: the pairing of a round as one maximum-weight matching with named cost terms.

Everybody is a node, the bye one more when the number is odd; an edge joins two who may meet, and everybody with the
bye. The cheapest perfect matching is the round. What has to be given up is given up from the least term upwards: order
within the score group, balance of starts, repeated floats, differences of points, the choice of the bye, the limits of
seats, discouraged pairs, repeated meetings, second byes. A forbidden pair never meets: where that leaves no perfect
matching there are as many further byes as it takes, two at a time. So a round can always be paired.

In a large field only pairs close to each other in the line are looked at, where everybody stands beside the one whom
the order wants as opponent. If anything above the choice of the bye was given up, or if somebody had to go further than
half the window, the window is doubled, in the end up to all pairs. Two bounds keep that within time and memory, and
both are told: `ORDER_EDGES` where only somebody's long way asks for more, `MOST_EDGES` for whatever reason. Measured
against all pairs (docs/pairing.md), a window of 64 never missed the optimum in any term but the last.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from competition.pairing.cheapest_pairs import cheapest_pairs, is_small, weighted_edges
from competition.pairing.costs import NOTHING, TERMS, Costs, total
from competition.pairing.few_candidates import WeightedEdge

DRAW_BITS = 40
"""In a small field every pair draws a number of so many bits, and of equally cheap rounds the one with the least sum wins.
Two with the same sum are as good as impossible, so whatever finds the cheapest round finds the same one."""

ALL_PAIRS = 400
"""Up to so many players all pairs are looked at from the start."""

FIRST_WINDOW = 64
ORDER_EDGES = 100_000
"""Beyond so many pairs the window is not doubled for the order within score groups, the least of the terms."""

MOST_EDGES = 3_000_000
"""Beyond so many pairs it is not doubled at all."""

GREAT_TERMS = TERMS.index("bye_score")
"""The terms before this one are above what a window may give up."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Who meets whom (the better placed first, best pair first), who has a bye, and how far the search looked.

    `window` is None where all pairs were looked at.
    """

    pairs: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]
    window: int | None = None


def pair_two(costs: Costs, rng: Random, first_window: int | None = None) -> Pairs:
    """Pair everybody. `rng` breaks the ties that the cost terms leave, in the order in which nodes are added."""
    n = len(costs.line)
    if n < 2:
        return Pairs((), tuple(costs.line))
    window = first_window or (n if n <= ALL_PAIRS else FIRST_WINDOW)
    while True:
        found, byes = _match(costs, window, rng.random())
        if window >= n - 1 or n * window >= MOST_EDGES:
            break
        if not _gives_up(costs, found, byes) and (n * window >= ORDER_EDGES or not _goes_far(found, window)):
            break
        window *= 2
    pairs = sorted(found, key=lambda pair: (-costs.units[costs.line[pair[0]]] - costs.units[costs.line[pair[1]]], pair))
    return Pairs(
        tuple((costs.line[i], costs.line[j]) for i, j in pairs),
        tuple(costs.line[i] for i in sorted(byes)),
        window if window < n - 1 else None,
    )


def _match(costs: Costs, window: int, lot: float) -> tuple[list[tuple[int, int]], list[int]]:
    """Pairs and byes as places in the line. Further byes are added until everybody has a table or a bye."""
    n = len(costs.line)
    byes = n % 2
    while True:
        found = _drawn_pairs(costs, n + byes, weighted_edges(costs, byes, window), Random(lot))
        missing = n + byes - 2 * len(found)
        if not missing:
            return [pair for pair in found if pair[1] < n], [i for i, j in found if j >= n]
        byes += missing


def _drawn_pairs(costs: Costs, nodes: int, edges: list[WeightedEdge], draw: Random) -> list[tuple[int, int]]:
    """The cheapest pairs, the smaller node first; the draw decides among equally cheap ones.

    In a large field it is the order of the nodes that is drawn: a search meets the first of equals first.
    """
    if is_small(costs):
        worth = nodes << DRAW_BITS
        edges = [(one, other, weight * worth + draw.getrandbits(DRAW_BITS)) for one, other, weight in edges]
        return cheapest_pairs(costs, nodes, edges)
    order = list(range(nodes))
    draw.shuffle(order)
    index = [0] * nodes
    for at, node in enumerate(order):
        index[node] = at
    found = cheapest_pairs(costs, nodes, [(index[one], index[other], weight) for one, other, weight in edges])
    return [(min(order[one], order[other]), max(order[one], order[other])) for one, other in found]


def _gives_up(costs: Costs, found: list[tuple[int, int]], byes: list[int]) -> bool:
    """Whether the round has anything in it that a wider window might avoid and that is above the choice of the bye."""
    if len(byes) != len(costs.line) % 2:
        return True
    tables = [(costs.line[i], costs.line[j]) for i, j in found] + [(costs.line[i],) for i in byes]
    return total(tables, costs.of)[:GREAT_TERMS] != NOTHING[:GREAT_TERMS]


def _goes_far(found: list[tuple[int, int]], window: int) -> bool:
    """Whether some opponents are so far apart in the line that better ones could be outside the window."""
    return any(2 * (j - i) > window for i, j in found)
