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

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from competition.pairing.cheapest_pairs import cheapest_pairs, is_small, weighted_edges
from competition.pairing.costs import NOTHING, TERMS, Costs, total
from competition.pairing.few_candidates import WeightedEdge

DRAW_BITS = 40
"""In a small field every pair draws a number of so many bits, and of equally cheap rounds the one with the least sum
wins. Two with the same sum are as good as impossible, so whatever finds the cheapest round finds the same one."""

ALL_PAIRS = 400
"""Up to so many players all pairs are looked at from the start."""

FIRST_WINDOW = 64
ORDER_EDGES = 100_000
"""Beyond so many pairs the window is not doubled for the order within score groups, the least of the terms."""

MOST_EDGES = 3_000_000
"""Beyond so many pairs it is not doubled at all."""

PART = 500
"""A large field is paired in parts of at least so many players, where that is as good as all at once."""

GAP = TERMS.index("score_gap")

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
        edges = weighted_edges(costs, byes, window)
        found = _pairs_by_part(costs, byes, edges, lot) or _drawn_pairs(costs, range(n + byes), edges, Random(lot))
        missing = n + byes - 2 * len(found)
        if not missing:
            return [pair for pair in found if pair[1] < n], [i for i, j in found if j >= n]
        byes += missing


def _drawn_pairs(costs: Costs, nodes: Sequence[int], edges: list[WeightedEdge], draw: Random) -> list[tuple[int, int]]:
    """The cheapest pairs of these nodes, the smaller one first; the draw decides among equally cheap ones.

    In a large field it is the order of the nodes that is drawn: a search meets the first of equals first.
    """
    if is_small(costs):
        worth = len(nodes) << DRAW_BITS
        edges = [(one, other, weight * worth + draw.getrandbits(DRAW_BITS)) for one, other, weight in edges]
        return cheapest_pairs(costs, len(nodes), edges)
    order = list(nodes)
    draw.shuffle(order)
    index = {node: at for at, node in enumerate(order)}
    found = cheapest_pairs(costs, len(order), [(index[one], index[other], weight) for one, other, weight in edges])
    return [(min(order[one], order[other]), max(order[one], order[other])) for one, other in found]


def _pairs_by_part(costs: Costs, byes: int, edges: list[WeightedEdge], lot: float) -> list[tuple[int, int]] | None:
    """The cheapest pairs of a large field, each part of it by itself; None where all at once could be better.

    A part ends below a score group above which everybody could be paired. Squared differences of points are least
    where neighbours in the order of points meet, and whoever has as little never crosses such an end: two pairs that
    cross it would differ less if the upper two met, and the lower two. So where the parts need nothing above these
    differences and no more of them than neighbours would, no pair of a cheapest round crosses, and the parts are one.
    """
    part, parts = _parts(costs)
    if parts < 2 or byes > 1:
        return None
    part += [parts - 1] * byes
    edges_of: list[list[WeightedEdge]] = [[] for _ in range(parts)]
    for edge in edges:
        if part[edge[0]] == part[edge[1]]:
            edges_of[part[edge[0]]].append(edge)
    draw = Random(lot)
    found: list[tuple[int, int]] = []
    for number in range(parts):
        nodes = [node for node, of in enumerate(part) if of == number]
        found += _drawn_pairs(costs, nodes, edges_of[number], draw)
    if 2 * len(found) < len(part):
        return None
    tables = [costs.line[one : one + 1] + costs.line[other : other + 1] for one, other in found]
    units = sorted(costs.units.values(), reverse=True)
    least = sum((one - other) ** 2 for one, other in zip(units[::2], units[1::2], strict=False))
    return found if total(tables, costs.of)[: GAP + 1] == (*NOTHING[:GAP], least) else None


def _parts(costs: Costs) -> tuple[list[int], int]:
    """The part of each place in the line, from the most points on, and how many there are."""
    units = [costs.units[player] for player in costs.line]
    counts = Counter(units)
    part_of: dict[int, int] = {}
    part, above, begin = 0, 0, 0
    for group in sorted(counts, reverse=True):
        if above % 2 == 0 and above - begin >= PART and len(units) - above >= PART:
            part, begin = part + 1, above
        part_of[group] = part
        above += counts[group]
    return [part_of[group] for group in units], part + 1


def _gives_up(costs: Costs, found: list[tuple[int, int]], byes: list[int]) -> bool:
    """Whether the round has anything in it that a wider window might avoid and that is above the choice of the bye."""
    if len(byes) != len(costs.line) % 2:
        return True
    tables = [(costs.line[i], costs.line[j]) for i, j in found] + [(costs.line[i],) for i in byes]
    return total(tables, costs.of)[:GREAT_TERMS] != NOTHING[:GREAT_TERMS]


def _goes_far(found: list[tuple[int, int]], window: int) -> bool:
    """Whether some opponents are so far apart in the line that better ones could be outside the window."""
    return any(2 * (j - i) > window for i, j in found)
