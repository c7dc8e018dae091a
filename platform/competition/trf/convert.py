"""Between a tournament report and the records that pairing and standings compute with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from competition.points import share_points
from competition.records import Competitor, SeatRecord, TableRecord
from competition.trf.codes import table_codes
from competition.trf.values import BLACK, NO_COLOUR, POINTS, WHITE, Cell, Player, TrfReport
from engine.message import Message

IMPORTED = Message("trf.imported")
"""The note of a round that comes from a report file."""

NOTHING = Decimal(0)
FIDE_POINTS = (Decimal(1), NOTHING)
GIVEN = "U+-"
"""Codes without an opponent that nobody asked for: a bye by the pairing, and forfeits whose opponent is not named."""


@dataclass(frozen=True, slots=True)
class Records:
    """What a report says in our terms. Ids are starting ranks. `resting` misses the round to be paired."""

    competitors: tuple[Competitor, ...]
    tables: tuple[TableRecord, ...]
    resting: frozenset[int]
    rounds: int


def to_records(report: TrfReport, points: Sequence[Decimal] = FIDE_POINTS, bye_points: Decimal = Decimal(1)) -> Records:
    """The report as records. `points` are those of a win and a loss; a draw shares them.

    The seeds are the order of the starting ranks. White is the first seat. Somebody with a Z, a blank or a forfeit
    loss without an opponent has no table in that round.
    """
    players = sorted(report.players, key=lambda player: player.number)
    rounds = {player.number: player.rounds for player in players}
    competitors = tuple(
        Competitor(player.number, player.name, seed, rating=player.rating)
        for seed, player in enumerate(players, start=1)
    )
    tables = []
    for player in players:
        for number, cell in enumerate(player.rounds, start=1):
            if cell is None:
                continue
            if cell.opponent is None and cell.result not in "Z-":
                worth = bye_points if cell.result == "U" else POINTS[cell.result] * points[0]
                seat = SeatRecord(player.number, None, 1, worth)
                tables.append(TableRecord(number, (seat,), is_bye=True, requested=cell.result not in GIVEN))
            elif cell.opponent is not None and cell.colour == WHITE:
                other = rounds[cell.opponent][number - 1]
                tables.append(_table(number, (player.number, cell.opponent), (cell, other), points))
    tables.sort(key=lambda table: (table.round, table.is_bye))
    return Records(competitors, tuple(tables), frozenset(report.absent), report.last_round())


def _table(
    number: int, players: tuple[int, int], cells: tuple[Cell, Cell | None], points: Sequence[Decimal]
) -> TableRecord:
    """A table from the cells of white and black. Black's is the mirror of white's, except that both can forfeit."""
    codes = tuple(cell.result if cell else "-" for cell in cells)
    if " " in codes:
        return TableRecord(number, tuple(map(SeatRecord, players)), confirmed=False)
    if codes == ("-", "-"):
        seats = tuple(SeatRecord(player, None, 2, NOTHING, absent=True) for player in players)
        return TableRecord(number, seats)
    better = [POINTS[code] for code in codes]
    places = [1 + sum(value > mine for value in better) for mine in better]
    seats = tuple(
        SeatRecord(player, None, place, NOTHING if code == "-" else worth, absent=code == "-")
        for player, place, worth, code in zip(players, places, share_points(places, points), codes, strict=True)
    )
    return TableRecord(number, seats)


def from_records(
    report: TrfReport,
    competitors: Sequence[Competitor],
    tables: Sequence[TableRecord],
    win: Decimal = Decimal(1),
    ranks: Mapping[int, int] | None = None,
    fide_ids: Mapping[int, str] | None = None,
) -> TrfReport:
    """`report` with its players: these competitors in order of seed, with every round of `tables`.

    Results are written by place in FIDE's points (1, 0.5, 0), whatever the tournament gives; `win` is the tournament's
    points for a win and tells full byes from half ones. Who had no table in a round has a Z.
    """
    order = sorted(competitors, key=lambda competitor: competitor.seed)
    numbers = {competitor.id: number for number, competitor in enumerate(order, start=1)}
    cells: dict[int, dict[int, Cell]] = {competitor.id: {} for competitor in order}
    for table in tables:
        codes = table_codes(table, win)
        seats = [seat.competitor for seat in table.seats]
        if table.is_bye:
            cells[seats[0]][table.round] = Cell(None, NO_COLOUR, codes[0])
            continue
        for player, opponent, colour, code in zip(seats, reversed(seats), (WHITE, BLACK), codes, strict=True):
            cells[player][table.round] = Cell(numbers[opponent], colour, code)
    last = max((table.round for table in tables), default=0)
    absent = Cell(None, NO_COLOUR, "Z")
    players = []
    for competitor in order:
        rounds = tuple(cells[competitor.id].get(number, absent) for number in range(1, last + 1))
        players.append(
            Player(
                numbers[competitor.id],
                competitor.name,
                rounds,
                sum((POINTS.get(cell.result, Decimal(0)) for cell in rounds), Decimal(0)),
                (ranks or {}).get(competitor.id),
                competitor.rating,
                (fide_ids or {}).get(competitor.id, ""),
            )
        )
    return replace(report, players=tuple(players))
