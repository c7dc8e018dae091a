"""The numbers that the matching minimises: they agree with the costs of tables and stay within what is safe."""

from __future__ import annotations

from decimal import Decimal
from random import Random

import networkx
import pytest
import rustworkx
from hypothesis import example, given
from hypothesis import strategies as st

from competition.pairing import matching as two
from competition.pairing.candidates import WEIGHT_LIMIT, candidates
from competition.pairing.costs import NOTHING, Costs, total
from competition.pairing.history import History
from competition.pairing.matching import pair_two
from competition.pairing.rounds import costs_of
from tests.competition.pairing_events import FORMATS, TROUBLE, Day, competitors, days, play
from tests.profiles import examples

ORDERS = st.sampled_from(["slide", "fold", "adjacent", "random"])


@given(days(15, 6, [2], **TROUBLE | {"order": ORDERS, "key": st.just("swiss")}))
@examples(25)
@example(Day(3, 5, 2, 6, 0.05, forbidden=1)).via("a floater past the one who is next for the bye")
def test_numbers_of_pairs_are_ordered_as_their_costs(day: Day) -> None:
    swiss = FORMATS["swiss"]
    rules = swiss.rules(swiss.read_config({"table_size": 2, "pairing_order": day.order}))
    for field, _pairing in play(day):
        costs = costs_of(rules, field)
        n = len(costs.line)
        edges = candidates(costs, n % 2, n)
        assert edges.top < WEIGHT_LIMIT
        assert max(edges.weights, default=0) < edges.top
        by_cost: dict[tuple[int, ...], int] = {}
        for one, other, weight in zip(edges.one, edges.other, edges.weights, strict=True):
            table = [costs.line[place] for place in (one, other) if place < n]
            cost = costs.of(table)
            assert costs.of(table[::-1]) == cost
            assert cost[0] == 0, "a forbidden pair is no edge"
            assert by_cost.setdefault(cost, weight) == weight
        ordered = [by_cost[cost] for cost in sorted(by_cost)]
        assert ordered == sorted(set(ordered))


def test_numbers_stay_below_the_limit_in_a_large_field_with_uneven_points() -> None:
    rng = Random(4)
    history = History()
    everybody = competitors(3000)
    for competitor in everybody:
        history.points[competitor.id] = Decimal(rng.randint(0, 5000)) / 100
        history.lead[competitor.id] = rng.choice([-24, -12, 0, 12, 24])
        history.floats[competitor.id] = rng.choice([-1, 1])
        history.byes[competitor.id] = rng.randint(0, 3)
    for competitor in everybody[:-1]:
        history.met[competitor.id, competitor.id + 1] = 3
    edges = candidates(Costs(everybody, history, 2), 0, 64)
    assert edges.top < WEIGHT_LIMIT
    assert max(edges.weights) < edges.top


def test_why_there_is_a_limit() -> None:
    """rustworkx and networkx agree just below the limit; far above it rustworkx is wrong or fails."""
    rng = Random(2)
    for size in (2**62, WEIGHT_LIMIT - 1):
        weights = {(i, j): rng.randrange(size) for i in range(10) for j in range(i + 1, 10)}
        graph = networkx.Graph()
        graph.add_weighted_edges_from((i, j, weight) for (i, j), weight in weights.items())
        fast: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
        fast.add_nodes_from(range(10))
        fast.add_edges_from([(i, j, weight) for (i, j), weight in weights.items()])
        found = rustworkx.max_weight_matching(fast, max_cardinality=True, weight_fn=int)
        best = networkx.max_weight_matching(graph, maxcardinality=True)
        assert sum(weights[min(p), max(p)] for p in found) == sum(weights[min(p), max(p)] for p in best)


def large_field(n: int, seed: int) -> Costs:
    """The third round of a field in which people met whoever stood near them."""
    rng = Random(seed)
    history = History(rounds=2)
    everybody = competitors(n)
    for competitor in everybody:
        history.points[competitor.id] = Decimal(6 * rng.choice([0, 1, 1, 2]))
        history.attended[competitor.id] = 2
    for _ in range(2 * n):
        one = rng.randrange(n - 9)
        history.met[100 + one + 1, 100 + one + 1 + rng.randint(1, 8)] += 1
    return Costs(everybody, history, 2)


@pytest.mark.parametrize("n", [120, 121])
def test_a_window_finds_the_optimum_in_all_terms_but_the_last(n: int) -> None:
    for seed in range(6):
        costs = large_field(n, seed)
        narrow, wide = pair_two(costs, Random(1), first_window=16), pair_two(costs, Random(1), first_window=n)
        assert wide.window is None
        sums = [total([*found.pairs, *((p,) for p in found.byes)], costs.of) for found in (narrow, wide)]
        assert sums[0][:-1] == sums[1][:-1]
        assert sums[0][-1] >= sums[1][-1]


def test_a_window_that_is_too_narrow_is_doubled_until_nobody_meets_again() -> None:
    """The first forty have all met each other: nobody within a window of 8 is left for them."""
    history = History()
    for one in range(101, 141):
        for other in range(one + 1, 141):
            history.met[one, other] = 1
    costs = Costs(competitors(120), history, 2, order="adjacent")
    found = pair_two(costs, Random(1), first_window=8)
    assert total(found.pairs, costs.of)[: two.GREAT_TERMS] == NOTHING[: two.GREAT_TERMS]
    assert found.window is None or found.window > 8
