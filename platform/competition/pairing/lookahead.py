"""Tables of two for a few players: a round after which all the others can still do without a repeated meeting.

The pairs who have not met yet are a graph; the remaining rounds need as many perfect matchings of it that share no
pair. Pairing each round for itself can leave a graph without them: of six players after three rounds, two triangles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from competition.pairing.costs import Cost, Costs
from competition.pairing.matching import Pairs
from competition.records import pair_of

MOST_PLAYERS = 16
"""Up to so many the rounds to come are looked at."""

MOST_PAIRINGS = 20_000
"""So many ways to pair this round are compared: with 12 players all of them, with more those of the last rounds, in
which alone something can go wrong."""

MOST_NODES = 30_000
"""Pairs tried in the search for later rounds, over all ways to pair this one. It is a number and no time, so that the
round is the same on every machine."""

Node = int
"""A place among the players; the one behind the last is the bye."""


def keep_open(costs: Costs, found: Pairs, round_number: int, rounds: int, resting: Sequence[int] = ()) -> Pairs:
    """The cheapest round after which the remaining ones need no repeated meeting and no second bye: `found`, the
    cheapest of all, if it is one. Also `found` where there is none, or none was found. `resting` are those who are away
    in this round only.

    Once everybody has met everybody, the same holds for the second time they meet, and so on.
    """
    here = [competitor.id for competitor in costs.competitors]
    everybody = [*here, *resting]
    nodes = len(everybody) + len(everybody) % 2
    if len(here) < 3 or not 4 <= nodes <= MOST_PLAYERS or len(found.byes) > 1:
        return found
    cycle = (round_number - 1) // (nodes - 1)
    left = min(rounds, (cycle + 1) * (nodes - 1)) - round_number
    if left < 1:
        return found
    now, later = _not_met(costs, here, cycle), _not_met(costs, everybody, cycle)
    # Where nobody rests, everybody meets somebody now.
    if min(others.bit_count() for others in later) < left + (not resting):
        return found

    def after(pairs: Sequence[tuple[Node, Node]]) -> list[int]:
        """Who may still meet whom; the bye of this round is another node where the number of players differs."""
        if not resting:
            return _without(later, pairs)
        bye = len(here)
        played = [pair for pair in pairs if bye not in pair]
        if len(everybody) % 2:
            played += [(min(pair), len(everybody)) for pair in pairs if bye in pair]
        return _without(later, played)

    place = {player: at for at, player in enumerate(here)}
    budget = _Budget(MOST_NODES)
    pairs = [(place[one], place[other]) for one, other in found.pairs]
    pairs += [(place[player], len(here)) for player in found.byes]
    if not all(now[one] >> other & 1 for one, other in pairs) or _is_open(after(pairs), left, budget):
        return found
    for pairing in _by_cost(costs, here, now):
        if budget.spent:
            break
        if _is_open(after(pairing), left, budget):
            return _as_pairs(costs, here, pairing)
    return found


class _Budget:
    """How many more pairs may be tried."""

    def __init__(self, nodes: int) -> None:
        self.left = nodes

    @property
    def spent(self) -> bool:
        return self.left <= 0


def _not_met(costs: Costs, players: Sequence[int], cycle: int) -> list[int]:
    """For each node a bit for every other that it may still meet in this cycle; the bye is a node of its own."""
    odd = len(players) % 2
    graph = [0] * (len(players) + odd)

    def join(one: Node, other: Node) -> None:
        graph[one] |= 1 << other
        graph[other] |= 1 << one

    for at, one in enumerate(players):
        for other in range(at):
            pair = pair_of(one, players[other])
            if pair not in costs.forbidden and costs.history.met[pair] <= cycle:
                join(at, other)
        if odd and costs.history.byes[one] <= cycle:
            join(at, len(players))
    return graph


def _without(graph: Sequence[int], pairs: Sequence[tuple[Node, Node]]) -> list[int]:
    left = list(graph)
    for one, other in pairs:
        left[one] &= ~(1 << other)
        left[other] &= ~(1 << one)
    return left


def _is_open(graph: Sequence[int], rounds: int, budget: _Budget) -> bool:
    """Whether the graph has so many perfect matchings that share no pair, as far as the budget lets that be found."""
    if not rounds:
        return True
    degrees = [others.bit_count() for others in graph]
    if min(degrees) < rounds:
        return False
    if min(degrees) == max(degrees) >= _always_enough(len(graph)):
        return True
    # The first node meets somebody in every round, in whatever order; whoever leads to nothing is left out of the rest.
    left = list(graph)
    while left[0].bit_count() >= rounds and not budget.spent:
        other = (left[0] & -left[0]).bit_length() - 1
        left = _without(left, [(0, other)])
        free = ((1 << len(graph)) - 1) & ~(1 | 1 << other)
        if any(_is_open(after, rounds - 1, budget) for after in _matchings(left, free, budget)):
            return True
    return False


def _always_enough(nodes: int) -> int:
    """A graph in which everybody can meet so many others falls into perfect matchings (the one-factorisation
    conjecture, proved for large graphs by Csaba, Kühn, Lo, Osthus and Treglown 2016; no small exception is known)."""
    half = nodes // 2
    return half if half % 2 else half - 1


def _matchings(graph: list[int], free: int, budget: _Budget) -> Iterator[list[int]]:
    """What is left of the graph after each of its perfect matchings among the free nodes."""
    if not free:
        yield graph
        return
    one = (free & -free).bit_length() - 1
    others = graph[one] & free
    while others and not budget.spent:
        other = (others & -others).bit_length() - 1
        others &= others - 1
        budget.left -= 1
        yield from _matchings(_without(graph, [(one, other)]), free & ~(1 << one | 1 << other), budget)


def _by_cost(costs: Costs, players: Sequence[int], graph: Sequence[int]) -> list[list[tuple[Node, Node]]]:
    """The perfect matchings of the graph, the cheapest first."""
    known: dict[tuple[Node, Node], Cost] = {}
    for one, others in enumerate(graph):
        for other in range(one + 1, len(graph)):
            if others >> other & 1:
                known[one, other] = costs.of([players[at] for at in (one, other) if at < len(players)])
    # One number for each pair, whose digits are wide enough for the sum of a round.
    widest = 1 + len(graph) * max((max(cost) for cost in known.values()), default=0)
    weights: dict[tuple[Node, Node], int] = {}
    for pair, cost in known.items():
        weight = 0
        for term in cost:
            weight = weight * widest + term
        weights[pair] = weight
    found: list[tuple[int, list[tuple[Node, Node]]]] = []

    def extend(pairs: list[tuple[Node, Node]], free: int, weight: int) -> None:
        if len(found) >= MOST_PAIRINGS:
            return
        if not free:
            found.append((weight, pairs))
            return
        one = (free & -free).bit_length() - 1
        for other in range(one + 1, len(graph)):
            if free >> other & 1 and (one, other) in weights:
                left = free & ~(1 << one | 1 << other)
                extend([*pairs, (one, other)], left, weight + weights[one, other])

    extend([], (1 << len(graph)) - 1, 0)
    return [pairs for _weight, pairs in sorted(found)]


def _as_pairs(costs: Costs, players: Sequence[int], pairing: Sequence[tuple[Node, Node]]) -> Pairs:
    """The pairs as `pair_two` gives them: the better placed first, best pair first."""
    at = {player: place for place, player in enumerate(costs.line)}
    pairs, byes = [], []
    for nodes in pairing:
        table = sorted((players[node] for node in nodes if node < len(players)), key=at.__getitem__)
        if len(table) == 1:
            byes.append(table[0])
        else:
            pairs.append((table[0], table[1]))
    pairs.sort(key=lambda pair: (-costs.units[pair[0]] - costs.units[pair[1]], at[pair[0]], at[pair[1]]))
    return Pairs(tuple(pairs), tuple(byes))
