"""Whether a pairing is the only best one, against all rounds of small fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from competition.formats import get_format
from competition.pairing.costs import total
from competition.pairing.pod_costs import PodCosts
from competition.pairing.rounds import Rules, costs_of, only_pairing
from competition.records import RoundInput
from tests.competition.pairing_events import competitors
from tests.competition.pod_referee import Referee, Round
from tests.competition.test_pairing_pods import fields
from tests.profiles import examples


def best_ones(rounds: Iterator[Round], cost: Callable[[Round], Any]) -> int:
    """How many of these rounds cost the least."""
    all_costs = [cost(tables) for tables in rounds]
    return all_costs.count(min(all_costs))


@given(fields(3, 8), st.sampled_from([3, 4]))
@examples(60)
def test_tables_of_a_small_field(field: RoundInput, table_size: int) -> None:
    assume(any(2 < size <= table_size for size in field.sizes))
    rules = Rules(table_size)
    costs = PodCosts(costs_of(rules, field), field.sizes)
    rounds = Referee(field, table_size).rounds(costs.ids)
    assert only_pairing(rules, field) == (best_ones(rounds, costs.total) == 1)


@given(fields(3, 8))
@examples(60)
def test_pairs(field: RoundInput) -> None:
    rules = Rules(2)
    costs = costs_of(rules, field)
    found = only_pairing(rules, field)
    rounds = list(twos(costs.line, len(costs.line) % 2, field))
    assert found == (best_ones(iter(rounds), lambda tables: total(tables, costs.of)) == 1 if rounds else None)


def twos(players: Sequence[int], byes: int, field: RoundInput) -> Iterator[Round]:
    """All rounds of pairs that may meet, with so many byes."""
    if not players:
        yield []
        return
    first, *others = players
    if byes:
        yield from ([(first,), *rest] for rest in twos(others, byes - 1, field))
    for other in others:
        if (min(first, other), max(first, other)) not in field.forbidden:
            left = [player for player in others if player != other]
            yield from ([(first, other), *rest] for rest in twos(left, byes, field))


def test_a_first_round_of_duels_follows_the_seeds_and_a_first_table_of_four_the_lot() -> None:
    field = RoundInput(competitors(8), (), 1, (2, 3, 4), "lot")
    assert only_pairing(Rules(2), field)
    assert only_pairing(Rules(4), field) is False


def test_a_large_field_is_not_searched_to_the_end() -> None:
    assert only_pairing(Rules(4), RoundInput(competitors(24), (), 1, (2, 3, 4), "lot")) is None


@pytest.mark.parametrize("key", ["single_elimination", "double_elimination", "round_robin"])
def test_a_bracket_and_a_round_robin_leave_no_choice(key: str) -> None:
    fmt = get_format(key)
    assert fmt.only_pairing(fmt.read_config({}), RoundInput(competitors(8), (), 1, (2, 3, 4), "lot"))
