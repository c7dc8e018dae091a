"""What counts as what for the pairing."""

from __future__ import annotations

from decimal import Decimal

import pytest

from competition.formats import get_format
from competition.pairing.history import read_history
from competition.pairing.seats import order_seats
from competition.records import RoundInput, SeatRecord, TableRecord
from competition.trf.convert import from_records, to_records
from competition.trf.reader import read_trf
from competition.trf.values import TrfReport
from competition.trf.writer import write_trf
from tests.competition.format_events import people
from tests.competition.test_starts import game


def test_of_an_earlier_stage_only_the_seats_count() -> None:
    earlier = [game(1, 1, 2), game(2, 1, 3), TableRecord(3, (SeatRecord(1, place=1),), is_bye=True)]
    history = read_history([game(1, 2, 3)], 2, earlier=earlier)
    assert (history.starts[1], history.starts[2], history.run[1]) == (2, 1, (0, 2))
    assert (history.games[1], history.byes[1], history.rounds, history.meetings(1, 2)) == (0, 0, 1, 0)
    # 2 has sat behind 1 once, and 1 has started twice running.
    assert order_seats((1, 2), history) == (2, 1)
    assert history.due(1, 2) == 2
    assert history.due(2, 4) is None


def bye(number: int, player: int, points: int, *, requested: bool) -> TableRecord:
    """A bye in that round."""
    return TableRecord(number, (SeatRecord(player, None, 1, Decimal(points)),), is_bye=True, requested=requested)


def test_a_requested_bye_that_gives_as_much_as_a_win_counts_as_a_bye() -> None:
    won = TableRecord(1, (SeatRecord(1, 50, 1, Decimal(6)), SeatRecord(2, 40, 2, Decimal(0))))
    tables = [won, bye(1, 3, 6, requested=True), bye(1, 4, 3, requested=True), bye(1, 5, 6, requested=False)]
    history = read_history(tables, 2)
    assert [history.byes[player] for player in (1, 3, 4, 5)] == [0, 1, 0, 1]
    assert [history.missed(player) for player in (1, 3, 4, 5)] == [0, 1, 1, 0]


@pytest.mark.parametrize("pairing", ["house", "dutch"])
def test_a_full_point_bye_of_a_report_file_is_followed_by_no_second_bye(pairing: str) -> None:
    """A program writes F where it should have written U: the last of seven, who loses every game, has no second bye."""
    fmt = get_format("swiss")
    config = fmt.read_config({"table_size": 2, "rounds": 6, "pairing": pairing, "points": {"2": [1, 0]}})
    players = tuple(people(7))
    tables = [game(1, *pair) for pair in [(1, 4), (2, 5), (3, 6)]] + [bye(1, 7, 1, requested=True)]
    for number in range(2, 6):
        records = to_records(read_trf(write_trf(from_records(TrfReport(name="Cup"), players, tables))))
        assert [table.requested for table in records.tables if table.round == 1 and table.is_bye] == [True]
        paired = fmt.pair(config, RoundInput(records.competitors, records.tables, number, (2,), "lot"))
        (resting,) = [table.seats[0] for table in paired.tables if table.is_bye]
        assert resting != 7
        tables += [game(number, *sorted(table.seats)) for table in paired.tables if not table.is_bye]
        tables.append(bye(number, resting, 1, requested=False))


def test_the_bye_goes_round_before_anybody_has_a_second_one() -> None:
    """Seven players, twelve rounds, the last one always loses."""
    fmt = get_format("swiss")
    config = fmt.read_config({"table_size": 2, "rounds": 12})
    tables: list[TableRecord] = []
    for number in range(1, 13):
        for table in fmt.pair(config, RoundInput(tuple(people(7)), tuple(tables), number, (2,), "lot")).tables:
            places = [1 + sum(other < player for other in table.seats) for player in table.seats]
            points = [config.bye_points] if table.is_bye else fmt.points(config, places)
            seats = tuple(SeatRecord(*seat) for seat in zip(table.seats, places, places, points, strict=True))
            tables.append(TableRecord(number, seats, is_bye=table.is_bye))
        byes = [read_history(tables, 2).byes[player] for player in range(1, 8)]
        assert max(byes) - min(byes) <= 1
