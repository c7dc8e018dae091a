"""The cheapest perfect matching in plain Python, against all matchings of small graphs and against other libraries."""

from __future__ import annotations

from collections.abc import Iterator

import networkx
import pytest
import rustworkx
from hypothesis import given
from hypothesis import strategies as st

from competition.pairing.blossom import NOBODY, cheapest_matching
from tests.profiles import examples

Weights = dict[tuple[int, int], int]


@st.composite
def graphs(draw: st.DrawFn, most: int, sizes: st.SearchStrategy[int]) -> tuple[int, Weights]:
    """Vertices, and the weights of some edges; small weights make many equally cheap matchings, large ones few."""
    count = draw(st.integers(0, most))
    pairs = [(one, other) for one in range(count) for other in range(one + 1, count)]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs and draw(st.booleans()) else pairs
    size = draw(sizes)
    return count, {pair: draw(st.integers(-size, size)) for pair in chosen}


def edges_of(weights: Weights) -> list[tuple[int, int, int]]:
    return [(one, other, weight) for (one, other), weight in weights.items()]


def pairs_of(partners: list[int]) -> list[tuple[int, int]]:
    """The pairs; partners are mutual."""
    for vertex, partner in enumerate(partners):
        assert partner == NOBODY or partners[partner] == vertex
    return [(one, other) for one, other in enumerate(partners) if one < other]


def matchings(vertices: list[int], weights: Weights) -> Iterator[list[tuple[int, int]]]:
    """All matchings, perfect or not."""
    if not vertices:
        yield []
        return
    first, *others = vertices
    yield from matchings(others, weights)
    for other in others:
        if (first, other) in weights:
            left = [vertex for vertex in others if vertex != other]
            yield from ([(first, other), *rest] for rest in matchings(left, weights))


@given(graphs(8, st.sampled_from([0, 1, 3, 1000])))
@examples(120)
def test_no_matching_of_a_small_graph_has_more_pairs_and_no_perfect_one_costs_less(graph: tuple[int, Weights]) -> None:
    count, weights = graph
    found = pairs_of(cheapest_matching(count, edges_of(weights)))
    every = list(matchings(list(range(count)), weights))
    assert set(found) <= weights.keys()
    assert len(found) == max(map(len, every))
    if 2 * len(found) == count:
        perfect = [pairs for pairs in every if len(pairs) == len(found)]
        assert sum(map(weights.__getitem__, found)) == min(sum(map(weights.__getitem__, pairs)) for pairs in perfect)


@given(graphs(16, st.sampled_from([2, 40, 2**90, 2**200])))
@examples(80)
def test_networkx_finds_nothing_better(graph: tuple[int, Weights]) -> None:
    count, weights = graph
    found = pairs_of(cheapest_matching(count, edges_of(weights)))
    theirs = networkx.Graph()
    theirs.add_weighted_edges_from((one, other, -weight) for (one, other), weight in weights.items())
    best = networkx.max_weight_matching(theirs, maxcardinality=True)
    assert len(found) == len(best)
    if 2 * len(found) == count:
        assert sum(map(weights.__getitem__, found)) == sum(weights[min(pair), max(pair)] for pair in best)


@pytest.mark.parametrize("count", [40, 64])
def test_rustworkx_finds_nothing_better_in_a_large_graph_of_few_weights(count: int) -> None:
    """Distances modulo 7: many blossoms, and again blossoms in them."""
    weights = {(i, j): (i * i + 3 * j) % 7 for i in range(count) for j in range(i + 1, count) if (i + j) % 3}
    found = pairs_of(cheapest_matching(count, edges_of(weights)))
    theirs: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    theirs.add_nodes_from(list(range(count)))
    theirs.add_edges_from([(one, other, -weight) for one, other, weight in edges_of(weights)])
    best = rustworkx.max_weight_matching(theirs, max_cardinality=True, weight_fn=int)
    assert 2 * len(found) == count
    assert sum(map(weights.__getitem__, found)) == sum(weights[min(pair), max(pair)] for pair in best)


def test_the_smallest_graph_with_a_blossom_in_a_blossom() -> None:
    """A triangle, a second one round it, and a way out on each side: worked out by hand."""
    edges = [(0, 1, 1), (1, 2, 1), (0, 2, 1), (2, 3, 1), (3, 4, 1), (2, 4, 1), (4, 5, 9), (0, 6, 2), (5, 7, 3)]
    assert cheapest_matching(8, edges) == [6, 2, 1, 4, 3, 7, 0, 5]


def test_a_way_out_of_an_opened_blossom_is_seen_from_the_whole_tree() -> None:
    """A part that has left the tree is reached by an edge that was seen before. There is only one way to pair all."""
    edges = [(0, 1, 5), (0, 2, 5), (0, 4, 1), (1, 2, 5), (1, 3, 5), (1, 4, 1), (4, 5, 4)]
    assert cheapest_matching(6, edges) == [2, 3, 0, 1, 5, 4]


def test_who_cannot_have_a_partner_has_none() -> None:
    """A star: one of its three ends gets the middle."""
    partners = cheapest_matching(4, [(0, 1, 5), (0, 2, 5), (0, 3, 5)])
    assert sorted(partners) == [NOBODY, NOBODY, 0, partners[0]]
    assert cheapest_matching(0, []) == []
