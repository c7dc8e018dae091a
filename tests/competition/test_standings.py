"""Standings: points, then tie-breaks, in an order that nothing but results decides."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.points import is_ranking, places_from_scores, share_points
from competition.records import Competitor, SeatRecord, TableRecord
from competition.standings import final_ranking, standings, up_to_round
from competition.tie_breaks import TIE_BREAKS
from tests.cases import each

FOUR = [Decimal(p) for p in (6, 4, 2, 0)]


def table(number: int, *seats: tuple[int, int, int, int]) -> TableRecord:
    """A table from (competitor, score, place, points)."""
    return TableRecord(number, tuple(SeatRecord(c, s, p, Decimal(pts)) for c, s, p, pts in seats))


def people(n: int) -> list[Competitor]:
    return [Competitor(i, f"P{i}", i) for i in range(1, n + 1)]


def test_hand_computed_example() -> None:
    """Three games of two. 1 beats 2 60:40, 3 beats 4 50:50 on the game's tie-break, then 1-3 30:70, 2-4 45:55."""
    tables = [
        table(1, (1, 60, 1, 6), (2, 40, 2, 0)),
        table(1, (3, 50, 1, 6), (4, 50, 2, 0)),
        table(2, (1, 30, 2, 0), (3, 70, 1, 6)),
        table(2, (2, 45, 2, 0), (4, 55, 1, 6)),
    ]
    rows = standings(people(4), tables)
    assert [row.competitor.id for row in rows] == [3, 4, 1, 2]
    assert [row.points for row in rows] == [12, 6, 6, 0]
    relative = {row.competitor.id: row.tie_breaks["vp_relative"] for row in rows}
    assert relative == pytest.approx({1: 0.6 + 0.3, 2: 0.85, 3: 1.2, 4: 1.05})
    opponents = {row.competitor.id: row.tie_breaks["opponents"] for row in rows}
    # 1 met 2 (0 a game) and 3 (6 a game); 4 met 3 and 2.
    assert opponents == {1: 3.0, 2: 3.0, 3: 3.0, 4: 3.0}
    assert {row.competitor.id: row.wins for row in rows} == {1: 1, 2: 0, 3: 2, 4: 1}


def test_byes_give_points_but_no_opponents() -> None:
    tables = [
        table(1, (1, 60, 1, 6), (2, 40, 2, 0)),
        TableRecord(1, (SeatRecord(3, None, 1, Decimal(6)),), is_bye=True),
    ]
    rows = {row.competitor.id: row for row in standings(people(3), tables)}
    assert (rows[3].points, rows[3].games, rows[3].byes, rows[3].wins) == (6, 0, 1, 0)
    assert rows[3].tie_breaks["opponents"] == 0
    assert rows[1].place == 1


def test_tables_without_a_confirmed_result_do_not_count() -> None:
    seats = (SeatRecord(1), SeatRecord(2))
    rows = standings(people(2), [TableRecord(1, seats, confirmed=False)])
    assert [(row.points, row.games) for row in rows] == [(0, 0), (0, 0)]


@given(st.integers(2, 12), st.integers(1, 4), st.integers(0, 10**6))
def test_the_order_of_the_input_never_matters(n: int, rounds: int, seed: int) -> None:
    rng = Random(seed)
    field = people(n)
    tables = []
    for number in range(1, rounds + 1):
        order = list(range(1, n + 1))
        rng.shuffle(order)
        while order:
            size = min(len(order), 4)
            seats, order = order[:size], order[size:]
            scores = [rng.randint(0, 5) for _ in seats]
            places = places_from_scores(scores)
            points = share_points(places, FOUR[-size:])
            tables.append(TableRecord(number, tuple(map(SeatRecord, seats, scores, places, points)), size == 1))
    keys = sorted(TIE_BREAKS)
    rng.shuffle(keys)
    expected = standings(field, tables, keys, "lot")
    rng.shuffle(field)
    rng.shuffle(tables)
    assert standings(field, tables, keys, "lot") == expected
    assert [row.place for row in expected] == sorted(row.place for row in expected)


def test_equal_in_every_named_tie_break_shares_the_place() -> None:
    rows = standings(people(3), [], tie_breaks=("wins",))
    assert [row.place for row in rows] == [1, 1, 1]
    assert [row.place for row in standings(people(3), [])] == [1, 2, 3]


def test_the_lot_leaves_no_shared_place_and_is_repeatable() -> None:
    rows = standings(people(9), [], lot="spring cup")
    assert [row.place for row in rows] == list(range(1, 10))
    assert rows == standings(people(9)[::-1], [], lot="spring cup")
    assert rows != standings(people(9), [], lot="autumn cup")


def test_a_penalty_moves_only_whoever_has_it() -> None:
    field = [replace(one, penalty=Decimal("1.5")) if one.id == 1 else one for one in people(3)]
    tables = [table(1, (1, 60, 1, 6), (2, 40, 2, 0)), table(2, (1, 60, 1, 6), (3, 40, 2, 0))]
    rows = {row.competitor.id: row for row in standings(field, tables, ["opponents", "buchholz"])}
    assert rows[1].points == Decimal("10.5")
    assert rows[2].tie_breaks["opponents"] == 6


def test_who_is_disqualified_comes_last() -> None:
    field = [replace(one, disqualified=one.id == 1) for one in people(3)]
    rows = standings(field, [table(1, (1, 60, 1, 6), (2, 40, 2, 0))])
    assert [row.competitor.id for row in rows][-1] == 1
    assert rows[-1].place == 3
    assert rows[-1].points == 6


def test_standings_after_an_earlier_round() -> None:
    tables = [table(1, (1, 60, 1, 6), (2, 40, 2, 0)), table(2, (1, 40, 2, 0), (2, 60, 1, 6))]
    assert [row.points for row in standings(people(2), up_to_round(tables, 1))] == [6, 0]
    assert [row.points for row in standings(people(2), up_to_round(tables, 2))] == [6, 6]


def test_the_ranking_over_stages() -> None:
    """1 and 2 reached the final, which 2 won; 3 and 4 share a place in the first stage; 5 is out of all."""
    field = [replace(one, disqualified=one.id == 5) for one in people(5)]
    groups = standings(field, [table(1, (1, 60, 1, 6), (2, 40, 2, 0))], tie_breaks=())
    final = standings(field[:2], [table(1, (1, 40, 2, 0), (2, 60, 1, 6))], tie_breaks=())
    found = [(stage, row.place, row.competitor.id) for stage, row in final_ranking([groups, final])]
    assert found == [(1, 1, 2), (1, 2, 1), (0, 3, 3), (0, 3, 4), (0, 5, 5)]


@each(
    ("places", "points"),
    [
        ([1, 2, 3, 4], [6, 4, 2, 0]),
        ([1, 1, 3, 4], [5, 5, 2, 0]),
        ([4, 1, 2, 2], [0, 6, 3, 3]),
        ([1, 1, 1, 1], [3, 3, 3, 3]),
        ([1, 1, 1, 4], [4, 4, 4, 0]),
    ],
)
def test_shared_places_share_the_points(places: list[int], points: list[int]) -> None:
    assert share_points(places, FOUR) == points


@given(st.lists(st.integers(0, 9), min_size=2, max_size=4))
def test_sharing_keeps_the_sum(scores: list[int]) -> None:
    places = places_from_scores(scores)
    assert is_ranking(places)
    vector = FOUR[: len(scores)]
    assert sum(share_points(places, vector)) == sum(vector)


@each("places", [[1, 1, 2, 3], [2, 3, 4, 4], [0, 1, 2, 3], [1, 2, 3]])
def test_what_is_no_ranking_is_refused(places: list[int]) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        share_points(places, FOUR)
