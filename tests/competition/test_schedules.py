"""Planned schedules: everybody sits once in a round, nobody meets twice, and tables have the sizes they must have."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from competition.pairing.sizes import table_sizes
from competition.schedules.designs import DESIGNS, Round, rounds_without_repeat
from competition.schedules.planned import Schedule, find_schedule
from tests.cases import each

ROUNDS = {
    (9, 3): 4,
    (12, 3): 4,
    (15, 3): 7,
    (18, 3): 8,
    (21, 3): 10,
    (24, 3): 11,
    (27, 3): 13,
    (30, 3): 14,
    (33, 3): 16,
    (36, 3): 17,
    (16, 4): 5,
    (20, 4): 5,
    (24, 4): 7,
    (28, 4): 9,
    (32, 4): 8,
    (36, 4): 11,
}
"""How many rounds without a repeat there must be: the bound of all pairs but for 12 at tables of three, and 20 and 32
at tables of four."""


def meetings(rounds: tuple[Round, ...], players: set[int]) -> Counter[tuple[int, ...]]:
    return Counter(
        pair for tables in rounds for table in tables for pair in combinations(sorted(players.intersection(table)), 2)
    )


def test_the_designs_are_those_that_are_promised() -> None:
    assert {key: len(rounds_without_repeat(*key)) for key in DESIGNS} == ROUNDS


@pytest.mark.parametrize(("players", "size"), list(ROUNDS))
def test_everybody_sits_once_in_a_round_and_meets_nobody_twice(players: int, size: int) -> None:
    rounds = rounds_without_repeat(players, size)
    for tables in rounds:
        assert {len(table) for table in tables} == {size}
        assert sorted(number for table in tables for number in table) == list(range(players))
    assert set(meetings(rounds, set(range(players))).values()) == {1}


@each("size", [3, 4])
def test_any_number_of_players_sits_at_the_tables_that_the_rules_ask_for(size: int) -> None:
    """With one player fewer at some tables: in no round two, and never the same two."""
    for players in range(7 if size == 3 else 13, 37):
        tables = table_sizes(players, size, (2, 3, 4)).tables
        schedule = find_schedule(players, size, tables)
        assert isinstance(schedule, Schedule)
        there = set(schedule.players)
        assert len(there) == players
        full = ROUNDS[players + len(schedule.vacant), size]
        assert len(schedule.rounds) >= full - 1
        for number in schedule.rounds:
            sizes = [len(there.intersection(table)) for table in number]
            assert sorted((one for one in sizes if one > 1), reverse=True) == list(tables)
        met = meetings(schedule.rounds, there)
        assert set(met.values()) == {1}
        assert schedule.complete == (len(met) == players * (players - 1) // 2)


def test_a_game_that_fills_no_such_tables_has_no_schedule() -> None:
    assert find_schedule(15, 4, table_sizes(15, 4, (4,)).tables) is None
    assert find_schedule(37, 4, table_sizes(37, 4, (3, 4)).tables) is None
    assert find_schedule(10, 4, table_sizes(10, 4, (3, 4)).tables) is None
