"""Result codes of our tables: results by place, whatever points the tournament gives for them."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from competition.records import TableRecord


def table_codes(table: TableRecord, win: Decimal) -> tuple[str, ...]:
    """The code of each seat. `win` is what a win is worth, to tell a full bye from a half one.

    A bye that was not asked for is U whatever it is worth. A table without a result has blanks.
    """
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


def points_of_a_win(tables: Iterable[TableRecord], bye_points: Decimal) -> Decimal:
    """What a win is worth here, read off the tables: a winner's points, twice a shared place, else those of a bye."""
    shared = Decimal(0)
    for table in tables:
        if len(table.seats) != 2 or not table.played:
            continue
        one, other = table.seats
        if one.place == other.place:
            shared = one.points or shared
        else:
            return max(one.points or Decimal(0), other.points or Decimal(0))
    return 2 * shared or bye_points


def bye_share(table: TableRecord, win: Decimal) -> Decimal:
    """What a bye is worth beside a win: 0, 0.5 or 1, whichever is nearest."""
    points = table.seats[0].points or Decimal(0)
    return min(Decimal(1), (2 * points / win).quantize(Decimal(1)) / 2) if win else Decimal(0)


def _bye_code(table: TableRecord, win: Decimal) -> str:
    if not table.requested:
        return "U"
    return {Decimal(0): "Z", Decimal(1): "F"}.get(bye_share(table, win), "H")
