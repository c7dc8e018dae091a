"""Between a tournament report and the records that pairing and standings compute with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from competition.points import share_points
from competition.records import Competitor, Points, SeatRecord, TableRecord
from competition.trf.codes import table_codes
from competition.trf.values import BLACK, NO_COLOUR, POINTS, WHITE, Byes, Cell, Forbidden, Player, TrfReport
from engine.message import Message

IMPORTED = Message("trf.imported")
"""The note of a round that comes from a report file."""

IMPORTED_TABLE = Message("trf.imported_table")
"""The note of one that comes from a plain table of results instead."""

NOTHING = Decimal(0)
FIDE_POINTS = (Decimal(1), NOTHING)
GIVEN = "U+-"
"""Codes without an opponent that nobody asked for: a bye by the pairing, and forfeits whose opponent is not named."""


@dataclass(frozen=True, slots=True)
class Records:
    """What a report says in our terms. Ids are starting ranks.

    `rounds` is the number of rounds that are paired, `rests` the later ones for which somebody asked for a bye.
    """

    competitors: tuple[Competitor, ...]
    tables: tuple[TableRecord, ...]
    rests: Mapping[int, tuple[int, ...]]
    rounds: int

    @property
    def resting(self) -> frozenset[int]:
        """Who misses the round to be paired."""
        return frozenset(number for number, rounds in self.rests.items() if self.rounds + 1 in rounds)


def to_records(report: TrfReport, points: Sequence[Points] = FIDE_POINTS, bye_points: Points = 1) -> Records:
    """The report as records. `points` are those of a win and a loss; a draw shares them.

    The seeds are the order of the starting ranks. White has the first seat, without colours the better starting
    rank. Somebody with a Z, a blank or a forfeit loss without an opponent has no table in that round; a blank that a
    line 240 calls a bye is that bye.
    """
    players = sorted(report.players, key=lambda player: player.number)
    rounds = report.cells()
    competitors = tuple(
        Competitor(player.number, player.name, seed, rating=player.rating)
        for seed, player in enumerate(players, start=1)
    )
    tables = []
    for player in players:
        for number, cell in enumerate(rounds[player.number], start=1):
            if cell is None:
                continue
            if cell.opponent is None and cell.result not in "Z-":
                worth = bye_points if cell.result == "U" else Fraction(POINTS[cell.result]) * Fraction(points[0])
                seat = SeatRecord(player.number, None, 1, worth)
                tables.append(TableRecord(number, (seat,), is_bye=True, requested=cell.result not in GIVEN))
            elif cell.opponent is not None:
                other = rounds[cell.opponent][number - 1]
                if _is_first(player.number, cell, other):
                    tables.append(_table(number, (player.number, cell.opponent), (cell, other), points))
    tables.sort(key=lambda table: (table.round, table.is_bye))
    rests = {number: tuple(byes) for number, byes in report.coming_byes().items()}
    return Records(competitors, tuple(tables), rests, report.last_round())


def _is_first(number: int, cell: Cell, other: Cell | None) -> bool:
    """Whether the player with this cell has the first seat. One colour of the two is enough; without any, see above."""
    if cell.colour != NO_COLOUR:
        return cell.colour == WHITE
    if other is not None and other.colour != NO_COLOUR:
        return other.colour == BLACK
    return cell.opponent is not None and number < cell.opponent


def _table(
    number: int, players: tuple[int, int], cells: tuple[Cell, Cell | None], points: Sequence[Points]
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
    win: Points = 1,
    ranks: Mapping[int, int] | None = None,
    fide_ids: Mapping[int, str] | None = None,
) -> TrfReport:
    """`report` with its players: these competitors in order of seed, with every round of `tables`.

    Results are written by place in FIDE's points (1, 0.5, 0), whatever the tournament gives; `win` is the tournament's
    points for a win and tells full byes from half ones. Who had no table in a round has a Z.

    Where `report` has a player with the id of a competitor, as after `to_records`, the title, sex, federation, birth
    date and FIDE number stay. Its byes of later rounds and its forbidden pairs get the new numbers.
    """
    given = {player.number: player for player in report.players}
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
        kept = given.get(competitor.id, Player(0, ""))
        players.append(
            replace(
                kept,
                number=numbers[competitor.id],
                name=competitor.name,
                rounds=rounds,
                points=sum((POINTS.get(cell.result, Decimal(0)) for cell in rounds), Decimal(0)),
                rank=(ranks or {}).get(competitor.id),
                rating=competitor.rating,
                fide_id=(fide_ids or {}).get(competitor.id, kept.fide_id),
            )
        )
    byes = _coming_byes(report, numbers, last)
    return replace(
        report,
        players=tuple(players),
        byes=byes,
        absent=tuple(number for line in byes if line.round == last + 1 for number in line.players),
        forbidden=tuple(_forbidden(report, numbers)),
    )


def _forbidden(report: TrfReport, numbers: Mapping[int, int]) -> Iterator[Forbidden]:
    """The forbidden pairs of `report` by their new numbers, without those who are not there."""
    for group in report.forbidden:
        players = tuple(numbers[player] for player in group.players if player in numbers)
        if len(players) > 1:
            yield replace(group, players=players)


def _coming_byes(report: TrfReport, numbers: Mapping[int, int], last: int) -> tuple[Byes, ...]:
    """The byes of `report` after the last round, by their new numbers: one line for each round and kind."""
    lines: dict[tuple[int, str], list[int]] = {}
    for player, rounds in report.coming_byes().items():
        for number, code in rounds.items():
            if number > last and player in numbers:
                lines.setdefault((number, code), []).append(numbers[player])
    return tuple(Byes(code, number, tuple(sorted(players))) for (number, code), players in sorted(lines.items()))
