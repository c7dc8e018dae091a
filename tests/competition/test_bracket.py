"""Single elimination: seeding, byes, who goes on, who ranks where."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.brackets.seeding import bracket_size, lines, number_of_rounds, seeding_order
from competition.formats import get_format
from competition.records import Competitor, RoundInput, SeatRecord, TableRecord
from tests.competition.english import english
from tests.competition.format_events import SIZES, Event


def test_standard_seeding_of_eight() -> None:
    assert seeding_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert lines([1, 2, 3, 4, 5, 6]) == [1, None, 4, 5, 2, None, 3, 6]


@given(st.integers(1, 8))
def test_seeds_of_a_duel_sum_to_one_more_than_the_size(power: int) -> None:
    size = 2**power
    order = seeding_order(size)
    assert sorted(order) == list(range(1, size + 1))
    assert all(order[i] + order[i + 1] == size + 1 for i in range(0, size, 2))


@given(st.integers(2, 300))
def test_byes_fall_on_the_best_seeds(n: int) -> None:
    top = lines(range(1, n + 1))
    duels = list(zip(top[::2], top[1::2], strict=True))
    assert sorted(first or 0 for first, second in duels if second is None) == list(range(1, bracket_size(n) - n + 1))
    assert all(first is not None for first, _second in duels)


def play(
    n: int, third_place: bool, seed: int, *, favourites: bool = False, dropping: bool = False
) -> list[TableRecord]:
    """A whole bracket; the better seed wins, or anybody."""
    fmt = get_format("single_elimination")
    config = fmt.read_config({"third_place": third_place})
    rng = Random(seed)
    people = [Competitor(i, f"P{i}", i) for i in range(1, n + 1)]
    tables: list[TableRecord] = []
    for number in range(1, number_of_rounds(n) + 1):
        pairing = fmt.pair(config, RoundInput(tuple(people), tuple(tables), number, SIZES, "x"))
        for table in pairing.tables:
            if table.is_bye:
                tables.append(TableRecord(number, (SeatRecord(table.seats[0], None, 1),), True, table.slot))
                continue
            winner = min(table.seats) if favourites else rng.choice(table.seats)
            seats = tuple(SeatRecord(s, 50, 1 if s == winner else 2) for s in table.seats)
            tables.append(TableRecord(number, seats, False, table.slot))
        if dropping and rng.random() < 0.4:
            gone = rng.randrange(n)
            people[gone] = Competitor(people[gone].id, people[gone].name, people[gone].seed, active=False)
    return tables


@given(st.integers(2, 40), st.integers(0, 10**6))
def test_everybody_but_the_champion_loses_exactly_once(n: int, seed: int) -> None:
    tables = [table for table in play(n, False, seed) if not table.is_bye]
    losers = [seat.competitor for table in tables for seat in table.seats if seat.place == 2]
    assert len(tables) == n - 1
    assert len(losers) == len(set(losers)) == n - 1


@given(st.integers(2, 64))
def test_the_two_best_seeds_meet_in_the_final(n: int) -> None:
    last = play(n, False, 0, favourites=True)[-1]
    assert {seat.competitor for seat in last.seats} == {1, 2}


@given(st.integers(4, 40), st.integers(0, 10**6))
def test_the_losers_of_the_semi_finals_play_for_the_third_place(n: int, seed: int) -> None:
    fmt = get_format("single_elimination")
    config = fmt.read_config({"third_place": True})
    tables = play(n, True, seed)
    last = number_of_rounds(n)
    final, small = (next(t for t in tables if t.round == last and t.slot == slot) for slot in (0, 1))
    people = [Competitor(i, f"P{i}", i) for i in range(1, n + 1)]
    ranking = fmt.ranking(config, people, tables)
    assert [row.place for row in ranking[:4]] == [1, 2, 3, 4]
    by_place = {seat.place: seat.competitor for seat in final.seats}
    third = {seat.place: seat.competitor for seat in small.seats}
    assert [row.competitor.id for row in ranking[:4]] == [by_place[1], by_place[2], third[1], third[2]]


@given(st.integers(2, 30), st.integers(0, 10**6))
def test_who_drops_gives_the_opponent_the_next_round(n: int, seed: int) -> None:
    tables = play(n, False, seed, dropping=True)
    for number in range(1, number_of_rounds(n) + 1):
        seats = [seat.competitor for table in tables if table.round == number for seat in table.seats]
        assert len(seats) == len(set(seats))


def test_places_are_shared_by_those_who_went_out_together() -> None:
    fmt = get_format("single_elimination")
    people = [Competitor(i, f"P{i}", i) for i in range(1, 9)]
    ranking = fmt.ranking(fmt.read_config({}), people, play(8, False, 0, favourites=True))
    assert [(row.place, row.competitor.id) for row in ranking] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (3, 4),
        (5, 5),
        (5, 6),
        (5, 7),
        (5, 8),
    ]


@pytest.mark.parametrize("size", [3, 4])
def test_one_final_table(size: int) -> None:
    fmt = get_format("single_elimination")
    config = fmt.read_config({"table_size": size})
    people = tuple(Competitor(i, f"P{i}", i) for i in range(1, size + 1))
    pairing = fmt.pair(config, RoundInput(people, (), 1, SIZES, "x"))
    assert [sorted(table.seats) for table in pairing.tables] == [[*range(1, size + 1)]]
    seats = tuple(SeatRecord(i, 10 * i, size + 1 - i) for i in range(1, size + 1))
    ranking = fmt.ranking(config, people, [TableRecord(1, seats, slot=0)])
    assert [row.competitor.id for row in ranking] == list(range(size, 0, -1))
    assert fmt.rounds(config, size) == 1


def labels(event: Event) -> list[list[str]]:
    """The chart in short: by column what stands at each match."""
    (section,) = event.format.chart(event.read, event.competitors, event.tables)
    return [
        [
            f"{english(slot.name)}: " + " / ".join(english(s.coming) or str(s.competitor or "") for s in slot.seats)
            for slot in column.slots
        ]
        for column in section.columns
    ]


def test_the_picture_before_during_and_after() -> None:
    event = Event("single_elimination", 6, 0, {"third_place": True}, favourites=True)
    assert labels(event) == [
        [": 1 / ", "M1: 4 / 5", ": 2 / ", "M2: 3 / 6"],
        ["M3: 1 / winner of M1", "M4: 2 / winner of M2"],
        ["Final: winner of M3 / winner of M4", "Third place: loser of M3 / loser of M4"],
    ]
    event.play_round(1)
    assert labels(event)[1] == ["M3: 1 / 4", "M4: 2 / 3"]
    event.run(2)
    (section,) = event.format.chart(event.read, event.competitors, event.tables)
    assert [english(column.title) for column in section.columns] == ["Quarter-finals", "Semi-finals", "Final"]
    final, third = section.columns[2].slots
    assert [(seat.competitor, seat.won) for seat in final.seats] == [(1, True), (2, False)]
    assert {seat.competitor for seat in third.seats} == {3, 4}
    semi = section.columns[1].slots
    assert [slot.feeds for slot in semi] == [(3, 0), (3, 0)]
    assert [slot.feeds for slot in (final, third)] == [None, None]


def test_a_double_forfeit_sends_nobody_on() -> None:
    event = Event("single_elimination", 8, 0, {"third_place": True}, favourites=True)
    event.play_round(1)
    first = event.tables[0]
    event.tables[0] = replace(first, seats=tuple(replace(seat, absent=True) for seat in first.seats))
    assert [{*table.seats} for table in event.format.pair(event.read, event.field(2)).tables] == [{4}, {2, 3}]
    event.run(2)
    assert event.last_round() == 3
    assert [player for _place, player in event.ranking()][:3] == [2, 4, 3]
    third = [table for table in event.tables if table.round == 3 and table.slot == 1]
    assert [table.is_bye for table in third] == [True]


def test_the_third_place_of_three_needs_no_game() -> None:
    event = Event("single_elimination", 3, 0, {"third_place": True}, favourites=True).run()
    assert [len(table.seats) for table in event.tables] == [1, 2, 2]
    assert event.ranking() == [(1, 1), (2, 2), (3, 3)]


def test_who_is_disqualified_comes_last() -> None:
    event = Event("single_elimination", 4, 0, favourites=True).run()
    event.competitors[0] = replace(event.competitors[0], active=False, disqualified=True)
    assert [player for _place, player in event.ranking()] == [2, 3, 4, 1]


def test_who_has_started_less_often_starts() -> None:
    event = Event("single_elimination", 8, 0, favourites=True)
    event.play_round(1)
    for first, second in [(1, 8), (8, 1)]:
        by_id = {seat.competitor: seat for seat in event.tables[0].seats}
        event.tables[0] = replace(event.tables[0], seats=(by_id[first], by_id[second]))
        by_id = {seat.competitor: seat for seat in event.tables[1].seats}
        event.tables[1] = replace(event.tables[1], seats=(by_id[5], by_id[4]) if first == 1 else (by_id[4], by_id[5]))
        pairing = event.format.pair(event.read, event.field(2))
        starter = 4 if first == 1 else 1
        assert pairing.tables[0].seats[0] == starter
        assert english(pairing.reasons[0].sentences[1]) == (
            f"P{starter} starts (games started before: 0). Everybody else here has started a larger share of their "
            "games."
        )


@given(st.integers(5, 40), st.integers(0, 10**6), st.sampled_from([0.0, 0.3]))
def test_a_knock_out_that_ends_with_four(n: int, seed: int, trouble: float) -> None:
    event = Event("single_elimination", n, seed, {"advance": 4}, trouble=trouble).run()
    assert event.last_round() <= event.format.rounds(event.read, n) == number_of_rounds(n) - 2
    best = event.format.qualifiers(event.read, event.competitors, event.tables, "lot")
    active = [competitor.id for competitor in event.competitors if competitor.active]
    assert len(best) == min(4, len(active))
    if not trouble:
        last = [table for table in event.tables if table.round == event.last_round()]
        assert sorted(best) == sorted(seat.competitor for table in last for seat in table.seats if seat.place == 1)
        assert len([table for table in event.tables if not table.is_bye]) == n - 4
        assert {place for place, player in event.ranking() if player in best} == {1}


def test_the_picture_of_a_knock_out_that_ends_early() -> None:
    event = Event("single_elimination", 8, 0, {"advance": 4}, favourites=True).run()
    (section,) = event.format.chart(event.read, event.competitors, event.tables)
    assert [english(column.title) for column in section.columns] == ["Quarter-finals"]
    assert [english(slot.name) for slot in section.columns[0].slots] == ["M1", "M2", "M3", "M4"]
