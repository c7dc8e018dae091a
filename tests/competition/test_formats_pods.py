"""Pod elimination: who goes on, how the next tables are dealt, and how any number ends at one table."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.brackets.pods import PodRound, course, next_round
from competition.formats import get_format
from competition.invalid_config import InvalidConfig
from tests.competition.english import english
from tests.competition.format_events import Event
from tests.profiles import examples

FOUR_TWO = {"table_size": 4, "best": 2}


def seats(event: Event, number: int) -> list[list[int]]:
    """Who sits together, in order of tables."""
    return [sorted(table.seats) for table in event.format.pair(event.read, event.field(number)).tables]


def test_fourteen_players_by_hand() -> None:
    event = Event("pod_elimination", 14, 0, FOUR_TWO, favourites=True)
    # Two tables of three for the best seeds, two of four: the snake runs 1-4, 8-5, 9-12, and 14, 13 fill up.
    assert seats(event, 1) == [[1, 8, 9], [2, 7, 10], [3, 6, 11, 14], [4, 5, 12, 13]]
    event.play_round(1)
    # 1 to 4 have won, 5 to 8 are second. 8 has met 1, 7 has met 2: they sit at the other table.
    assert seats(event, 2) == [[1, 4, 6, 7], [2, 3, 5, 8]]
    event.play_round(2)
    assert seats(event, 3) == [[1, 2, 3, 4]]
    event.play_round(3)
    assert event.last_round() == 3
    assert [place for place, _player in event.ranking()] == [1, 2, 3, 4, 5, 5, 7, 7, 9, 9, 9, 9, 13, 13]
    assert [player for _place, player in event.ranking()][:6] == [1, 2, 3, 4, 5, 6]


def test_those_who_have_met_are_parted_where_it_costs_nothing() -> None:
    event = Event("pod_elimination", 16, 0, FOUR_TWO, favourites=True)
    event.play_round(1)
    met = {frozenset(pair) for table in event.tables for pair in _pairs([s.competitor for s in table.seats])}
    again = [pair for table in seats(event, 2) for pair in _pairs(table) if frozenset(pair) in met]
    assert again == []


def _pairs(people: list[int]) -> list[tuple[int, int]]:
    return [(one, other) for at, one in enumerate(people) for other in people[at + 1 :]]


@examples(150)
@given(
    st.integers(2, 90),
    st.sampled_from([(4, 1), (4, 2), (4, 3), (3, 1), (3, 2), (2, 1)]),
    st.sampled_from([(2, 3, 4), (3, 4), (2, 4), (4,), (2, 3), (3,), (2,)]),
    st.sampled_from([0.0, 0.2, 0.8]),
    st.integers(0, 10**6),
)
def test_any_number_ends_at_one_table(
    n: int, shape: tuple[int, int], sizes: tuple[int, ...], trouble: float, seed: int
) -> None:
    table_size, best = shape
    if table_size not in sizes or n < min(sizes):
        return
    event = Event("pod_elimination", n, seed, {"table_size": table_size, "best": best}, trouble=trouble, sizes=sizes)
    event.run()
    last = [table for table in event.tables if table.round == event.last_round()]
    assert all(len(table.seats) in (*sizes, 1) for table in event.tables)
    if not trouble:
        assert len(last) == 1
        assert [place for place, _player in event.ranking()][0] == 1
        assert event.last_round() == len(course(n, best, table_size, sizes))
        out = Counter(seat.competitor for table in event.tables for seat in table.seats)
        assert len(out) == n


@examples(60)
@given(
    st.integers(3, 90),
    st.sampled_from([(4, 1), (4, 2), (4, 3), (3, 1), (3, 2), (2, 1)]),
    st.integers(2, 16),
    st.sampled_from([0.0, 0.2]),
    st.integers(0, 10**6),
)
def test_as_many_advance_as_are_wanted(n: int, shape: tuple[int, int], advance: int, trouble: float, seed: int) -> None:
    table_size, best = shape
    if advance >= n:
        return
    config = {"table_size": table_size, "best": best, "advance": advance}
    event = Event("pod_elimination", n, seed, config, trouble=trouble).run()
    on = event.format.qualifiers(event.read, event.competitors, event.tables)
    here = [competitor.id for competitor in event.competitors if competitor.active]
    assert len(on) == min(advance, len(here))
    assert set(on) <= set(here)
    if not trouble:
        last = [table for table in event.tables if table.round == event.last_round()]
        went_on = {s.competitor for t in last for s in t.seats if s.place and s.place <= min(best, len(t.seats) - 1)}
        byes = {table.seats[0].competitor for table in last if table.is_bye}
        # Nobody who went on from the last round stands behind somebody who did not.
        assert went_on | byes <= set(on) if len(went_on | byes) <= advance else set(on) <= went_on | byes
        assert event.last_round() == event.format.rounds(event.read, n)


def test_sixteen_at_tables_of_four_send_six_on() -> None:
    event = Event("pod_elimination", 16, 0, FOUR_TWO | {"advance": 6}, favourites=True).run()
    # Eight go on from round 1, so there is a second one; its four best, and the two third of its two tables.
    assert event.last_round() == 2
    assert event.format.qualifiers(event.read, event.competitors, event.tables) == [1, 2, 3, 4, 5, 6]
    (section,) = event.format.chart(event.read, event.competitors, event.tables)
    assert [english(column.title) for column in section.columns] == ["Round 1", "Round 2"]


def test_where_no_more_came_than_go_on_the_line_is_clear() -> None:
    fmt = get_format("pod_elimination")
    config = fmt.read_config(FOUR_TWO)
    assert not fmt.decided(config, [1, 2, 2, 4], absent={3})
    assert fmt.decided(config, [1, 2, 2, 2], absent={2, 3})
    assert fmt.decided(config, [1, 2, 2, 2], absent={1, 2, 3})
    assert fmt.decided(config, [1, 1, 3, 3], absent={2, 3})
    assert not fmt.decided(config, [1, 1, 3, 3], absent={2, 3}, final=True)
    # Two advance to the next stage: the table need not say which of them is first.
    assert fmt.decided(fmt.read_config(FOUR_TWO | {"advance": 2}), [1, 1, 3, 3], final=True)


def test_the_line_between_on_and_out_must_be_clear() -> None:
    fmt = get_format("pod_elimination")
    config = fmt.read_config(FOUR_TWO)
    assert fmt.decided(config, [1, 1, 3, 4])
    assert fmt.decided(config, [1, 2, 3, 3])
    assert not fmt.decided(config, [1, 2, 2, 4])
    assert not fmt.decided(config, [1, 1, 1])
    assert fmt.decided(config, [1, 2])
    assert not fmt.decided(config, [1, 1])
    assert not fmt.decided(config, [1, 1, 3, 4], final=True)
    assert fmt.decided(config, [1, 2, 2, 4], final=True)
    swiss, knock_out = get_format("swiss"), get_format("double_elimination")
    assert swiss.decided(swiss.read_config({}), [1, 1])
    assert not knock_out.decided(knock_out.read_config({}), [1, 1])


def test_who_just_missed_it_fills_a_final_that_the_game_needs_larger() -> None:
    assert next_round(2, 4, 4, (3, 4)) == PodRound((3,), 0, 1)
    event = Event("pod_elimination", 6, 0, {"table_size": 3, "best": 1}, sizes=(3,), favourites=True)
    event.play_round(1)
    pairing = event.format.pair(event.read, event.field(2))
    assert [sorted(table.seats) for table in pairing.tables] == [[1, 2, 3]]
    assert "P3" in english(pairing.notes[0])
    said = [concern.key for concern in event.format.forecast(event.read, 6, (3,))]
    assert said == ["size", "let_in"]


def test_without_anybody_to_fill_up_the_best_has_won() -> None:
    assert next_round(2, 0, 4, (3, 4)) == PodRound((), 1)


def test_a_later_drop_changes_only_the_round_to_come() -> None:
    event = Event("pod_elimination", 16, 0, FOUR_TWO, favourites=True)
    event.play_round(1)
    event.competitors[15] = replace(event.competitors[15], active=False)
    assert sorted(player for table in seats(event, 2) for player in table) == list(range(1, 9))
    event.competitors[0] = replace(event.competitors[0], active=False)
    assert sorted(player for table in seats(event, 2) for player in table) == list(range(2, 9))
    assert [len(table) for table in seats(event, 2)] == [3, 4]


def test_a_missing_result_leaves_the_next_round_open() -> None:
    event = Event("pod_elimination", 16, 0, FOUR_TWO, favourites=True)
    event.play_round(1)
    event.tables[0] = replace(event.tables[0], confirmed=False)
    assert event.format.pair(event.read, event.field(2)).tables == ()
    assert event.last_round() == 3


def test_the_picture_has_a_column_for_each_round() -> None:
    event = Event("pod_elimination", 16, 0, FOUR_TWO, favourites=True)

    def shape() -> list[tuple[str, list[tuple[str, int]]]]:
        (section,) = event.format.chart(event.read, event.competitors, event.tables)
        return [
            (english(column.title), [(english(slot.name), len(slot.seats)) for slot in column.slots])
            for column in section.columns
        ]

    planned = [
        ("Round 1", [("Table 1", 4), ("Table 2", 4), ("Table 3", 4), ("Table 4", 4)]),
        ("Round 2", [("Table 1", 4), ("Table 2", 4)]),
        ("Final", [("Final", 4)]),
    ]
    assert shape() == planned
    event.play_round(1)
    assert shape() == planned
    (section,) = event.format.chart(event.read, event.competitors, event.tables)
    first = section.columns[0].slots[0]
    assert {seat.competitor for seat in first.seats if seat.won} == {1, 8}
    assert english(section.columns[1].slots[0].seats[0].coming) == "from round 1"
    event.run(2)
    assert shape() == planned


def test_forecast_names_rounds_matches_and_smaller_tables() -> None:
    fmt = get_format("pod_elimination")
    said = [english(concern.text) for concern in fmt.forecast(fmt.read_config(FOUR_TWO), 14, (2, 3, 4))]
    assert said == ["Rounds: 3. Matches: at most 7.", "Round 1 has 2 smaller tables."]


@pytest.mark.parametrize("config", [{"table_size": 2}, {"table_size": 3, "best": 3}])
def test_somebody_must_be_out(config: dict[str, int]) -> None:
    with pytest.raises(InvalidConfig, match="fewer than"):
        get_format("pod_elimination").read_config(config)


def test_ten_thousand_are_dealt() -> None:
    event = Event("pod_elimination", 10_000, 0, FOUR_TWO, favourites=True)
    event.play_round(1)
    assert len(seats(event, 2)) == 1250
