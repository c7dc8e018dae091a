"""Cross tables: everything in them can be counted by hand."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from competition.cross_table import by_rounds, squares
from competition.formats import get_format
from competition.records import Competitor, RoundInput, SeatRecord, TableRecord
from competition.standings import standings
from tests.competition.format_events import SIZES

NAMES = ("Ana", "Bo", "Cem", "Dia")


def people(number: int = 4, groups: Sequence[int] = ()) -> list[Competitor]:
    return [
        Competitor(10 + n, NAMES[n] if n < 4 else f"P{n}", n + 1, group=groups[n] if groups else 0)
        for n in range(number)
    ]


def game(number: int, one: int, other: int, points: tuple[int, int] | None) -> TableRecord:
    """`one` has the first seat. Points None: no result yet."""
    gained = points or (None, None)
    places = (None, None) if points is None else (1 + (points[0] < points[1]), 1 + (points[1] < points[0]))
    seats = tuple(
        SeatRecord(who, None, place, None if gain is None else Decimal(gain))
        for who, place, gain in zip((one, other), places, gained, strict=True)
    )
    return TableRecord(number, seats, confirmed=points is not None)


def test_a_list_by_rounds() -> None:
    """Cem beats Ana, Bo and Dia; Dia has a bye of 6; the game of round 2 between Ana and Dia has no result."""
    tables = [
        game(1, 12, 10, (6, 0)),
        TableRecord(1, (SeatRecord(13, points=Decimal(6)),), is_bye=True),
        game(2, 11, 12, (0, 6)),
        game(2, 10, 13, None),
        game(3, 13, 12, (0, 6)),
    ]
    table = by_rounds(standings(people(), tables), tables)
    assert (table.is_square, table.columns) == (False, (1, 2, 3))
    rows = {row.competitor.name: row for row in table.rows}
    assert [row.number for row in table.rows] == [1, 2, 3, 4]
    assert rows["Cem"].number == 1
    first, second, third = (cells[0] for cells in rows["Cem"].cells)
    assert (first.opponents, first.place, first.points, first.total) == ((rows["Ana"].number,), 1, 6, 6)
    assert (first.first, second.first) == (True, False)
    assert (second.opponents, second.points, second.total) == ((rows["Bo"].number,), 6, 12)
    assert (third.total, rows["Cem"].points) == (18, 18)
    bye, waiting, _lost = (cells[0] for cells in rows["Dia"].cells)
    assert (bye.is_bye, bye.opponents, bye.place, bye.points, bye.total) == (True, (), None, 6, 6)
    assert (waiting.points, waiting.place, waiting.total) == (None, None, 6)
    assert rows["Bo"].cells[0] == (), "Bo was not there in round 1"


def test_tables_of_four_name_three_opponents_in_order_of_play() -> None:
    seats = tuple(SeatRecord(10 + n, 50 - n, n + 1, Decimal(6 - 2 * n)) for n in (2, 0, 3, 1))
    table = by_rounds(standings(people(), [TableRecord(1, seats)]), [TableRecord(1, seats)])
    cem = table.rows[2]
    assert cem.competitor.name == "Cem"
    assert cem.cells[0][0].opponents == (1, 4, 2), "Ana, Dia, Bo have the lines 1, 4 and 2"
    assert (cem.cells[0][0].first, cem.cells[0][0].place) == (True, 3)


def test_a_square_has_every_meeting_of_two() -> None:
    """Ana and Bo meet twice: 1-0 and 0-1."""
    tables = [game(1, 10, 11, (1, 0)), game(2, 11, 10, (1, 0))]
    (table,) = squares(standings(people(2), tables), tables)
    ana, bo = sorted(table.rows, key=lambda row: row.competitor.name)
    assert {ana.number, bo.number} == {1, 2}
    assert [cell.points for cell in ana.cells[bo.number - 1]] == [1, 0]
    assert [cell.points for cell in bo.cells[ana.number - 1]] == [0, 1]
    assert (ana.cells[ana.number - 1], bo.cells[bo.number - 1]) == ((), ())


def test_a_square_for_each_group() -> None:
    tables = [game(1, 10, 12, (1, 0)), game(1, 11, 13, (0, 1))]
    one, two = squares(standings(people(4, groups=(1, 2, 1, 2)), tables), tables)
    assert (one.group, [row.competitor.name for row in one.rows]) == (1, ["Ana", "Cem"])
    assert (two.group, [row.competitor.name for row in two.rows]) == (2, ["Dia", "Bo"])
    assert (one.columns, two.columns) == ((1, 2), (1, 2))


@given(st.integers(2, 9), st.integers(0, 2**32))
def test_the_square_of_a_round_robin_mirrors_itself_and_sums_to_the_points(players: int, seed: int) -> None:
    fmt = get_format("round_robin")
    config = fmt.read_config({})
    everybody = people(players)
    tables: list[TableRecord] = []
    for number in range(1, fmt.rounds(config, players) + 1):
        pairing = fmt.pair(config, RoundInput(tuple(everybody), tuple(tables), number, SIZES, "x"))
        for at, paired in enumerate(pairing.tables):
            if paired.is_bye:
                tables.append(TableRecord(number, (SeatRecord(paired.seats[0], points=Decimal(0)),), is_bye=True))
            else:
                tables.append(game(number, *paired.seats, (1, 0) if seed >> (number + at) % 32 & 1 else (0, 1)))
    (square,) = squares(fmt.ranking(config, everybody, tables, "x"), tables)
    for row in square.rows:
        for other in square.rows:
            cells = row.cells[other.number - 1]
            if row is other:
                assert cells == ()
            else:
                (cell,), (mirror,) = cells, other.cells[row.number - 1]
                assert cell.points is not None
                assert mirror.points == 1 - cell.points
        assert sum(cell.points or 0 for cells in row.cells for cell in cells) == row.points
