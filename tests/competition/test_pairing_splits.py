"""In which order the ways to divide a field among tables are tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, combinations_with_replacement, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.pairing_table import found_byes
from competition.pairing import pods
from competition.pairing.pods import _finest, _fit, _people, _splits
from tests.cases import each
from tests.profiles import examples

SIZES = ([4, 3, 2], [4, 3], [4, 2], [3, 2], [4], [3], [2], [])


@each(("players", "allowed"), [(n, allowed) for n in (1, 2, 5, 12, 17, 23) for allowed in ([4, 3, 2], [4, 2], [3], [])])
def test_every_way_comes_once_and_few_free_chairs_first(players: int, allowed: list[int]) -> None:
    found = list(_splits(players, allowed))
    every = {
        tuple(sorted(tables, reverse=True))
        for count in range(players // 2 + 1)
        for tables in combinations_with_replacement(allowed, count)
        if sum(tables) == players
    }
    assert sorted(tuple(sorted(tables, reverse=True)) for tables in found) == sorted(every)
    free = [sum((max(allowed) - size) ** 2 for size in tables) for tables in found]
    assert free == sorted(free)


def test_thousands_of_players_have_a_first_way_at_once() -> None:
    """They have 1.3 million ways: making all of them first takes minutes and gigabytes."""
    first, second = islice(_splits(8001, [4, 3, 2]), 2)
    assert first == (4,) * 1998 + (3,) * 3
    assert second == (4,) * 1999 + (3, 2)


@each(("players", "allowed"), [(n, allowed) for n in range(1, 31) for allowed in SIZES])
def test_the_largest_tables_of_the_finest_way_have_the_fewest_chairs(players: int, allowed: list[int]) -> None:
    every = [sorted(way, reverse=True) for way in _splits(players, allowed)]
    finest = _finest(players, allowed)
    assert (finest is None) == (not every)
    if finest is not None:
        assert list(finest) in every
        assert all(few <= many for way in every for few, many in zip(accumulate(finest), accumulate(way), strict=False))


@given(
    st.lists(st.integers(1, 12), min_size=1, max_size=8),
    st.sampled_from(SIZES),
)
@examples(60)
def test_what_the_finest_way_does_not_seat_no_way_does(clubs: list[int], allowed: list[int]) -> None:
    groups = [{(club, at) for at in range(people)} for club, people in enumerate(clubs)]
    for byes in range(sum(clubs)):
        people = _people(groups, byes)
        finest = _finest(sum(clubs) - byes, allowed)
        fits = finest is not None and _fit(people, finest)
        assert fits == any(_fit(people, way) for way in _splits(sum(clubs) - byes, allowed))


def test_a_number_of_byes_that_is_too_small_is_left_at_one_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty of a club and ten others: below ten byes there are 189 ways to seat the rest, and none is possible."""
    looks: list[bool] = []

    def counted(people: Counter[int], sizes: Sequence[int]) -> bool:
        looks.append(_fit(people, sizes))
        return looks[-1]

    monkeypatch.setattr(pods, "_fit", counted)
    assert found_byes([20, *[1] * 10], (4, 3, 2)) == 10
    assert looks.index(True) <= 10
