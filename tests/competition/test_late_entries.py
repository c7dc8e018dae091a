"""Points for the rounds that a late entry missed."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from hypothesis import given

from competition.event import Event
from competition.formats.swiss import Swiss
from competition.late_entries import AVERAGE, CHOSEN, HALF, NONE, RULES, late_tables
from competition.pairing.history import read_history
from competition.records import Competitor, SeatRecord, TableRecord
from competition.tie_breaks import points_sum
from tests.cases import each
from tests.competition.english import english
from tests.competition.pairing_events import TROUBLE, days, play
from tests.profiles import examples

SWISS = Swiss()


def game(number: int, *points: tuple[int, int | Fraction]) -> TableRecord:
    seats = tuple(SeatRecord(player, 50, at, Fraction(won)) for at, (player, won) in enumerate(points, start=1))
    return TableRecord(number, seats)


PEOPLE = [*(Competitor(number, f"P{number}", number) for number in range(1, 6)), Competitor(6, "Late", 6, since=3)]
TABLES = [
    game(1, (1, 6), (2, 3), (3, 0)),
    game(1, (4, 6), (5, 0)),
    game(2, (1, 6), (4, 3), (5, 0)),
    TableRecord(2, (SeatRecord(2, None, 1, Decimal(6)),), is_bye=True),
    TableRecord(2, (SeatRecord(3, None, 1, Decimal(2)),), is_bye=True, requested=True),
]


@each(
    ("rule", "chosen", "points"),
    [
        (NONE, 0, []),
        (HALF, 0, [3, 3]),
        # Round 1: 6, 3, 0, 6, 0 are 15 for five; round 2: 6, 3, 0 are 9 for three, without the byes.
        (AVERAGE, 0, [3, 3]),
        (CHOSEN, 5, [Fraction(5, 2), Fraction(5, 2)]),
        (CHOSEN, 0, []),
        (NONE, 5, []),
    ],
)
def test_what_a_late_entry_has_for_two_missed_rounds(rule: str, chosen: int, points: list[int | Fraction]) -> None:
    late = [*PEOPLE[:-1], Competitor(6, "Late", 6, since=3, late_points=chosen)]
    found = late_tables(rule, late, TABLES, Decimal(6))
    assert [table.seats[0].points for table in found] == points
    assert all(table.late and table.requested and table.seats[0].competitor == 6 for table in found)


def test_the_average_is_that_of_the_round_and_exact() -> None:
    tables = [game(1, (1, 3), (2, 1), (3, 0)), game(2, (1, 4), (2, 1), (3, 1))]
    found = late_tables(AVERAGE, PEOPLE, tables, Decimal(3))
    assert [table.seats[0].points for table in found] == [Fraction(4, 3), 2]


def test_a_round_in_which_the_late_entry_sat_was_not_missed() -> None:
    found = late_tables(HALF, PEOPLE, [game(1, (6, 6), (1, 0)), game(2, (1, 6), (2, 0))], Decimal(6))
    assert [table.round for table in found] == [2]


def test_late_points_are_lines_of_the_sum_and_no_byes() -> None:
    config = SWISS.read_config({"late_points": HALF})
    tables = [*TABLES, *SWISS.late_tables(config, PEOPLE, TABLES)]
    line = next(line for line in SWISS.ranking(config, PEOPLE, tables) if line.competitor.id == 6)
    assert (line.points, line.byes, line.games, line.wins) == (6, 0, 0, 0)
    assert line.record is not None
    said = [(term.value, english(term.note) if term.note else "") for term in points_sum(6, line.record).terms]
    assert said == [(3, "late entry: points for a missed round")] * 2


def test_late_points_pair_among_equals_and_leave_the_bye_open() -> None:
    tables = [*TABLES, *late_tables(HALF, PEOPLE, TABLES, Decimal(6))]
    history = read_history(tables, 3, PEOPLE)
    assert (history.points[6], history.byes[6], history.missed(6)) == (6, 0, 2)


def test_an_event_counts_them_and_keeps_them_as_json() -> None:
    """Two rounds of 2 points for a win, each worth a half: the late entry is level with one win."""
    event = Event(["A", "B", "C", "D"], "swiss", {"table_size": 2, "late_points": CHOSEN})
    for _round in range(2):
        for table in event.next_round().tables:
            event.record({seat: place for place, seat in enumerate(sorted(table.seats), start=1)})
    late = event.add("E", late_points=Fraction(7, 2))
    assert next(line.points for line in event.standings() if line.competitor.id == late.id) == Fraction(7, 2)
    again = Event.from_json(event.to_json())
    assert [(line.competitor, line.points) for line in again.standings()] == [
        (line.competitor, line.points) for line in event.standings()
    ]


def test_old_settings_without_the_rule_stay_as_they_are() -> None:
    assert SWISS.read_config({}).late_points == NONE
    assert "late_points" not in SWISS.complete({})
    assert SWISS.complete({"late_points": HALF})["late_points"] == HALF


@examples(30)
@given(days(8, 4, **TROUBLE))
def test_points_are_the_sum_of_the_records_whatever_the_rule(day) -> None:  # type: ignore[no-untyped-def]
    for field, _pairing in play(day):
        for rule in RULES:
            config = SWISS.read_config({"table_size": day.table_size, "late_points": rule, "tie_breaks": ["buchholz"]})
            late = SWISS.late_tables(config, field.competitors, field.tables)
            counted = [*field.tables, *late]
            sums = {
                c.id: sum(
                    (Fraction(s.points or 0) for t in counted if t.confirmed for s in t.seats if s.competitor == c.id),
                    Fraction(0),
                )
                for c in field.competitors
            }
            lines = SWISS.ranking(config, field.competitors, counted)
            assert {line.competitor.id: line.points for line in lines} == sums
            assert all(
                line.record and points_sum(line.competitor.id, line.record).value == line.points for line in lines
            )
            # Asked twice, nothing is given twice.
            assert not SWISS.late_tables(config, field.competitors, counted) or rule == CHOSEN
