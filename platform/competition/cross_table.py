"""Cross tables: who met whom with which result. A square where everybody meets everybody, else a list by rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from competition.records import Competitor, Points, SeatRecord, TableRecord
from competition.standings import Standing


@dataclass(frozen=True, slots=True)
class Cell:
    """What one competitor did at one table of one round.

    `opponents` are their numbers in the cross table, in order of play, empty for a bye. `place` and `points` are None
    as long as there is no confirmed result; `total` are the points up to here. `first`: the competitor had the first
    seat. `absent`: the competitor did not play. `proof` is that of the table's record.
    """

    round: int
    opponents: tuple[int, ...] = ()
    place: int | None = None
    points: Points | None = None
    total: Fraction = Fraction(0)
    first: bool = False
    is_bye: bool = False
    is_late: bool = False
    absent: bool = False
    proof: str = ""


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A competitor with its number, which is its line in the standings, and what it did.

    `cells` are columns: in a list one for each round, in a square one for each competitor, with every meeting of the
    two. A column may be empty. `points` are those of the standings, less penalties.
    """

    number: int
    place: int
    competitor: Competitor
    points: Fraction
    cells: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class CrossTable:
    """`columns` are the numbers of the rounds, or of the competitors where it `is_square`. `group` 0: no groups."""

    is_square: bool
    group: int
    columns: tuple[int, ...]
    rows: tuple[CrossRow, ...]


def by_rounds(ranking: Sequence[Standing], tables: Sequence[TableRecord]) -> CrossTable:
    """A line for each competitor in order of the standings, a column for each round that is published."""
    rounds = tuple(range(1, 1 + max((table.round for table in tables), default=0)))
    numbers = _numbers(ranking)
    found = _cells(tables, numbers)
    rows = tuple(
        CrossRow(
            numbers[line.competitor.id],
            line.place,
            line.competitor,
            line.points,
            tuple(tuple(cell for cell in found[line.competitor.id] if cell.round == number) for number in rounds),
        )
        for line in ranking
    )
    return CrossTable(False, 0, rounds, rows)


def squares(ranking: Sequence[Standing], tables: Sequence[TableRecord]) -> list[CrossTable]:
    """A square for each group, in order of groups; in a cell the points of the row against the column."""
    groups: dict[int, list[Standing]] = {}
    for line in ranking:
        groups.setdefault(line.competitor.group, []).append(line)
    drawn = []
    for group, lines in sorted(groups.items()):
        numbers = _numbers(lines)
        found = _cells(tables, numbers)
        rows = tuple(
            CrossRow(
                numbers[line.competitor.id],
                line.place,
                line.competitor,
                line.points,
                tuple(
                    tuple(cell for cell in found[line.competitor.id] if number in cell.opponents)
                    for number in numbers.values()
                ),
            )
            for line in lines
        )
        drawn.append(CrossTable(True, group, tuple(numbers.values()), rows))
    return drawn


def _numbers(ranking: Iterable[Standing]) -> dict[int, int]:
    return {line.competitor.id: number for number, line in enumerate(ranking, start=1)}


def _cells(tables: Sequence[TableRecord], numbers: dict[int, int]) -> dict[int, list[Cell]]:
    """By competitor what it did, in order of rounds, with the running total."""
    found: dict[int, list[Cell]] = {competitor: [] for competitor in numbers}
    for table in sorted(tables, key=lambda table: table.round):
        for at, seat in enumerate(table.seats):
            if seat.competitor in found:
                mine = found[seat.competitor]
                mine.append(_cell(table, seat, at, numbers, mine[-1].total if mine else Fraction(0)))
    return found


def _cell(table: TableRecord, seat: SeatRecord, at: int, numbers: dict[int, int], before: Fraction) -> Cell:
    others = (other.competitor for other in table.seats if other.competitor != seat.competitor)
    points = seat.points if table.confirmed else None
    return Cell(
        round=table.round,
        opponents=tuple(numbers[other] for other in others if other in numbers),
        place=None if table.is_bye or not table.confirmed else seat.place,
        points=points,
        total=before + Fraction(points or 0),
        first=at == 0 and not table.is_bye,
        is_bye=table.is_bye and table.confirmed,
        is_late=table.late,
        absent=seat.absent,
        proof=table.proof,
    )
