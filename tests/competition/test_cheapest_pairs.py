"""Small and large fields are paired by different means: to the same end, and in a small field to the same pairing."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.pairing import cheapest_pairs, matching
from competition.pairing.blossom import NOBODY
from competition.pairing.costs import Cost, Costs, total
from competition.pairing.matching import Pairs, pair_two
from competition.pairing.rounds import Rules, costs_of
from tests.competition.pairing_events import FORMATS, TROUBLE, Day, days, play
from tests.competition.test_pairing_candidates import large_field
from tests.competition.test_worked_examples import named
from tests.profiles import examples


def networkx_matching(vertices: int, edges: Iterable[tuple[int, int, int]]) -> list[int]:
    """What `cheapest_matching` does."""
    graph = networkx.Graph()
    graph.add_weighted_edges_from((one, other, -weight) for one, other, weight in edges)
    partners = [NOBODY] * vertices
    for one, other in networkx.max_weight_matching(graph, maxcardinality=True):
        partners[one], partners[other] = other, one
    return partners


def all_costs(day: Day) -> list[Costs]:
    fmt = FORMATS[day.key]
    rules = fmt.rules(fmt.read_config({"table_size": 2, "rounds": day.rounds}))
    return [costs_of(rules, field) for field, _pairing in play(day)]


def cost_of(found: Pairs, costs: Costs) -> Cost:
    return total([*found.pairs, *((player,) for player in found.byes)], costs.of)


@given(days(24, 6, [2], **TROUBLE | {"forbidden": st.sampled_from([0, 4, 40])}))
@examples(25)
def test_another_solver_finds_the_same_pairing_of_a_small_field(day: Day) -> None:
    """Also where several are as good, and where it takes further byes: the draw is part of what is compared."""
    every = all_costs(day)
    own = [pair_two(costs, Random(3)) for costs in every]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cheapest_pairs, "cheapest_matching", networkx_matching)
        assert [pair_two(costs, Random(3)) for costs in every] == own


@given(days(24, 6, [2], **TROUBLE | {"forbidden": st.sampled_from([0, 4, 40])}))
@examples(25)
def test_a_field_costs_the_same_with_libraries_and_without(day: Day) -> None:
    every = all_costs(day)
    own = [cost_of(pair_two(costs, Random(3)), costs) for costs in every]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cheapest_pairs, "PLAIN_FIELD", 0)
        assert [cost_of(pair_two(costs, Random(3)), costs) for costs in every] == own


@pytest.mark.parametrize("players", [100, 101])
def test_a_large_field_in_parts_costs_what_it_costs_at_once(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    in_parts = 0
    for seed in range(8):
        costs = large_field(players, seed)
        monkeypatch.setattr(matching, "PART", 1000)
        whole = pair_two(costs, Random(1))
        monkeypatch.setattr(matching, "PART", 10)
        assert cost_of(pair_two(costs, Random(1)), costs) == cost_of(whole, costs)
        edges = cheapest_pairs.weighted_edges(costs, players % 2, players)
        in_parts += matching._pairs_by_part(costs, players % 2, edges, 0.5) is not None
    assert in_parts >= 2


def test_of_equally_good_rounds_the_draw_takes_one() -> None:
    """The second round of docs/pairing.md: Ana–Ben and Gil–Cem are as good as Ana–Gil and Ben–Cem."""
    swiss = named("swiss", {"table_size": 2, "rounds": 3})
    swiss.play_round(1)
    costs = costs_of(Rules(2), swiss.field(2))
    drawn = {frozenset(map(frozenset, pair_two(costs, Random(seed)).pairs)) for seed in range(30)}
    assert drawn == {frozenset(map(frozenset, pairs)) for pairs in ([(1, 2), (3, 7), (4, 5)], [(1, 7), (2, 3), (4, 5)])}
