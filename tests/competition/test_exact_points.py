"""Shared points are exact: added up, compared and told apart as fractions, rounded only when somebody reads them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from competition.pairing.costs import Costs
from competition.pairing.explain import amount
from competition.pairing.history import read_history
from competition.points import in_cents, share_points, spelled
from competition.records import Competitor, Points, SeatRecord, TableRecord
from competition.standings import standings
from competition.tie_breaks import Played, explain, points_sum

THREE = [Decimal(3), Decimal(1), Decimal(0)]


def people(n: int) -> list[Competitor]:
    return [Competitor(i, f"P{i}", i) for i in range(1, n + 1)]


def three_way_tie(number: int, *players: int) -> TableRecord:
    seats = zip(players, share_points([1, 1, 1], THREE), strict=True)
    return TableRecord(number, tuple(SeatRecord(player, 50, 1, points) for player, points in seats))


def won_by(number: int, *players: int) -> TableRecord:
    """The players in order of their places, with 3, 1 and 0 points."""
    seats = zip(players, THREE, strict=True)
    return TableRecord(
        number, tuple(SeatRecord(player, 60 - at, at + 1, points) for at, (player, points) in enumerate(seats))
    )


# 1 ties three times with others; 4 wins once, has one second place and one third: 4 points each.
LEVEL = [
    three_way_tie(1, 1, 2, 3),
    won_by(1, 4, 5, 6),
    three_way_tie(2, 1, 5, 6),
    won_by(2, 2, 4, 3),
    three_way_tie(3, 1, 3, 6),
    won_by(3, 5, 2, 4),
]


def test_three_ties_of_three_are_as_good_as_four_points() -> None:
    """3.99 and fourth it was, where every third of a point was cut to cents."""
    rows = {row.competitor.id: row for row in standings(people(6), LEVEL, tie_breaks=())}
    assert {id_: row.points for id_, row in rows.items()} == {
        1: 4,
        2: Fraction(16, 3),
        3: Fraction(8, 3),
        4: 4,
        5: Fraction(16, 3),
        6: Fraction(8, 3),
    }
    assert rows[1].place == rows[4].place == 3


def test_pairing_sees_them_in_one_score_group() -> None:
    """After two rounds 1 has two thirds of four, 4 has four: after the third the same."""
    history = read_history(LEVEL, 3, people(6))
    assert history.points[1] == history.points[4] == 4
    units = Costs(people(6), history, 3).units
    assert units[1] == units[4]
    assert units[2] - units[1] == units[1] - units[3] > 0


def test_tie_breaks_add_them_up_exactly() -> None:
    """Buchholz of 1: the average of the two others at each table, 4 + 4 + 8/3. Sonneborn-Berger: 4/3 of that."""
    played = Played(people(6), LEVEL)
    assert {key: explain(key, 1, played).value for key in ("buchholz", "sonneborn_berger", "progressive")} == {
        "buchholz": Fraction(32, 3),
        "sonneborn_berger": Fraction(128, 9),
        "progressive": 8,
    }
    assert points_sum(1, played).value == 4


def test_a_penalty_may_have_other_digits_than_the_points() -> None:
    one = Competitor(1, "P1", 1, penalty=Decimal("0.01"))
    rows = standings([one, *people(6)[1:]], LEVEL, tie_breaks=())
    assert [row.points for row in rows if row.competitor.id == 1] == [Fraction(399, 100)]
    assert [(row.competitor.id, row.place) for row in rows if row.competitor.id in (1, 4)] == [(4, 3), (1, 4)]


def test_points_come_as_whole_numbers_decimals_or_fractions() -> None:
    forms: list[tuple[Points, Points]] = [(3, Fraction(3)), (Decimal("0.50"), Fraction(1, 2)), (Fraction(1, 3), 0)]
    tables = [TableRecord(n, (SeatRecord(1, 9, 1, a), SeatRecord(2, 9, 1, b))) for n, (a, b) in enumerate(forms, 1)]
    assert {row.competitor.id: row.points for row in standings(people(2), tables, ())} == {
        1: Fraction(23, 6),
        2: Fraction(7, 2),
    }


@pytest.mark.parametrize(
    ("points", "cents", "words", "number"),
    [
        (Fraction(4, 3), "1.33", "4/3", 1.33),
        (Fraction(8, 3), "2.67", "8/3", 2.67),
        (Fraction(49, 8), "6.12", "49/8", 6.12),
        (Fraction(-5, 2), "-2.50", "-5/2", -2.5),
        (Fraction(12), "12.00", "12", 12),
    ],
)
def test_they_are_rounded_for_readers_only(points: Fraction, cents: str, words: str, number: float) -> None:
    assert (str(in_cents(points)), spelled(points), amount(points)) == (cents, words, number)
