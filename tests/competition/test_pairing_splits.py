"""In which order the ways to divide a field among tables are tried."""

from __future__ import annotations

from itertools import combinations_with_replacement, islice

from competition.pairing.pods import _splits
from tests.cases import each


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
