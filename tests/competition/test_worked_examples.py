"""The worked examples of docs/pairing.md and docs/formats.md, played as they are told: the better seed always wins."""

from __future__ import annotations

from collections import Counter
from typing import Any

from competition.records import Competitor, SeatRecord, TableRecord
from tests.competition.english import english
from tests.competition.format_events import Event

PEOPLE = ("Ana", "Ben", "Cem", "Dia", "Eva", "Fin", "Gil")


def named(key: str, config: dict[str, Any]) -> Event:
    """The seven of docs/pairing.md."""
    seven = [Competitor(seed, name, seed) for seed, name in enumerate(PEOPLE, start=1)]
    return Event(key, 7, 0, config, favourites=True, competitors=seven)


def event(key: str, n: int, **config: Any) -> Event:
    return Event(key, n, 0, config, favourites=True)


def seats(played: Event, number: int) -> list[tuple[int, ...]]:
    """The tables of that round in order of play, after it was played."""
    played.play_round(number)
    return [tuple(s.competitor for s in table.seats) for table in played.tables if table.round == number]


def who(tables: list[tuple[int, ...]]) -> set[str]:
    """Who sits together, by the first letters of the names of the seven."""
    return {"".join(sorted(PEOPLE[player - 1][0] for player in table)) for table in tables}


def test_seven_at_tables_of_two() -> None:
    swiss = named("swiss", {"table_size": 2, "rounds": 3})
    assert who(seats(swiss, 1)) == {"AD", "BE", "CF", "G"}
    second = seats(swiss, 2)
    assert who(second) == {"AB", "CG", "DE", "F"}
    assert (7, 3) in second, "Gil has not started yet"
    told = swiss.format.pair(swiss.read, swiss.field(2))
    gil = told.reasons[[table.seats for table in told.tables].index((7, 3))]
    assert english(gil.alternative) == "Next best: Gil–Ana and Ben–Cem; it would be just as good."
    assert who(seats(swiss, 3)) == {"AC", "BF", "DG", "E"}
    told = swiss.format.pair(swiss.read, swiss.field(3))
    assert english(told.reasons[-1].alternative).startswith("Next best: ")
    assert english(told.reasons[-1].alternative).endswith("it would cost a bye for a player with more points.")


def test_seven_at_tables_of_four() -> None:
    swiss = named("swiss", {"table_size": 4, "rounds": 2})
    assert who(seats(swiss, 1)) == {"ADEG", "BCF"}
    assert who(seats(swiss, 2)) == {"ABCD", "EFG"}
    assert english(swiss.format.pair(swiss.read, swiss.field(2)).notes[0]) == (
        "No pairing without a repeated meeting was found for these 7 players: 3 here."
    )


def test_a_swiss_of_eight() -> None:
    swiss = event("swiss", 8, table_size=2, rounds=2, advance=2)
    assert {frozenset(table) for table in seats(swiss, 1)} == {frozenset({i, i + 4}) for i in range(1, 5)}
    assert set(seats(swiss, 2)) == {(2, 1), (4, 3), (5, 6), (7, 8)}
    rows = swiss.format.ranking(swiss.read, swiss.competitors, swiss.tables, "lot")
    assert {row.competitor.id for row in rows if row.points == 12} == {1, 3}
    assert set(swiss.format.qualifiers(swiss.read, swiss.competitors, swiss.tables, "lot")) == {1, 3}


def test_a_league_of_six() -> None:
    league = event("league", 6, table_size=2, rounds=5).run()
    met = Counter(frozenset(seat.competitor for seat in table.seats) for table in league.tables)
    assert len(league.tables) == 15
    assert sorted(met.values()) == [1] * 15, "everybody has met everybody"


def test_a_round_robin_of_eight_in_two_groups() -> None:
    groups = event("round_robin", 8, groups=2, advance=4)
    for number, tables in enumerate(([(1, 8), (4, 5)], [(8, 5), (1, 4)], [(4, 8), (5, 1)]), start=1):
        assert {table for table in seats(groups, number) if set(table) <= {1, 4, 5, 8}} == set(tables)
    assert groups.format.qualifiers(groups.read, groups.competitors, groups.tables, "lot") == [1, 2, 4, 3]
    final = event("single_elimination", 4)
    assert {frozenset(table) for table in seats(final, 1)} == {frozenset({1, 4}), frozenset({2, 3})}, "1–3 and 2–4"


def test_a_knock_out_of_six() -> None:
    knock_out = event("single_elimination", 6, third_place=True)
    assert [set(table) for table in seats(knock_out, 1)] == [{1}, {4, 5}, {2}, {3, 6}]
    assert [set(table) for table in seats(knock_out, 2)] == [{1, 4}, {2, 3}]
    assert {frozenset(table) for table in seats(knock_out, 3)} == {frozenset({1, 2}), frozenset({3, 4})}


def test_a_double_elimination_of_eight() -> None:
    double = event("double_elimination", 8)
    told = [
        [{1, 8}, {4, 5}, {2, 7}, {3, 6}],
        [{1, 4}, {2, 3}, {5, 8}, {6, 7}],
        [{1, 2}, {3, 5}, {4, 6}],
        [{3, 4}],
        [{2, 3}],
        [{1, 2}],
    ]
    for number, tables in enumerate(told, start=1):
        assert [set(table) for table in seats(double, number)] == tables
    assert double.last_round() == 6
    assert double.ranking() == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 6), (7, 7), (7, 8)]


def test_pods_of_fourteen() -> None:
    pods = event("pod_elimination", 14, table_size=4, best=2)
    first = [{1, 8, 9}, {2, 7, 10}, {3, 6, 11, 14}, {4, 5, 12, 13}]
    assert [set(table) for table in seats(pods, 1)] == first
    assert [set(table) for table in seats(pods, 2)] == [{1, 4, 6, 7}, {2, 3, 5, 8}]
    assert [set(table) for table in seats(pods, 3)] == [{1, 2, 3, 4}]
    places = [1, 2, 3, 4, 5, 5, 7, 7, 9, 9, 9, 9, 13, 13]
    assert pods.ranking() == list(zip(places, range(1, 15), strict=True))


def test_a_ladder_of_seven() -> None:
    ladder = Event("ladder", 7, 0, {"table_size": 2})
    rounds = [[(2, 1), (3, 4), (5, 6), (7,)], [(2,), (3, 1), (4, 5), (6, 7)]]
    for number, winners_first in enumerate(rounds, start=1):
        paired = ladder.format.pair(ladder.read, ladder.field(number)).tables
        assert {frozenset(table.seats) for table in paired} == {frozenset(table) for table in winners_first}
        for table in winners_first:
            people = tuple(SeatRecord(player, place=place) for place, player in enumerate(table, start=1))
            ladder.tables.append(TableRecord(number, people, is_bye=len(table) == 1))
    assert [player for _place, player in ladder.ranking()][:3] == [2, 3, 1]
