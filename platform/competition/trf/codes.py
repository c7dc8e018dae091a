"""Result codes of our tables: results by place, whatever points the tournament gives for them."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction

from competition.records import Points, TableRecord


def table_codes(table: TableRecord, win: Points) -> tuple[str, ...]:
    """The code of each seat. `win` is what a win is worth, to tell a full bye from a half one.

    A bye that was not asked for is U whatever it is worth. A table without a result has blanks.
    """
    if table.is_bye and not table.confirmed:
        return (" ",)
    if table.is_bye:
        return (_bye_code(table, win),)
    one, other = table.seats
    if one.absent or other.absent:
        return ("-" if one.absent else "+", "-" if other.absent else "+")
    if not table.confirmed or one.place is None or other.place is None:
        return (" ", " ")
    if one.place == other.place:
        return ("=", "=")
    return ("1", "0") if one.place < other.place else ("0", "1")


def points_of_a_win(tables: Iterable[TableRecord], bye_points: Points) -> Fraction:
    """What a win is worth here, read off the tables: a winner's points, twice a shared place, else those of a bye."""
    shared = Fraction(0)
    for table in tables:
        if len(table.seats) != 2 or not table.played:
            continue
        one, other = table.seats
        if one.place == other.place:
            shared = Fraction(one.points or shared)
        else:
            return max(Fraction(one.points or 0), Fraction(other.points or 0))
    return 2 * shared or Fraction(bye_points)


def bye_share(table: TableRecord, win: Points) -> Decimal:
    """What a bye is worth beside a win: 0, 0.5 or 1, whichever is nearest."""
    halves = round(2 * Fraction(table.seats[0].points or 0) / Fraction(win)) if win else 0
    return Decimal(min(2, halves)) / 2


def _bye_code(table: TableRecord, win: Points) -> str:
    if not table.requested:
        return "U"
    return {Decimal(0): "Z", Decimal(1): "F"}.get(bye_share(table, win), "H")
