"""Points for the rounds that a late entry missed, by the rule of the stage.

FIDE gives none (C.04.2: who is not paired in a round has nothing from it), and so do most sites. The US Chess rules
(22C, 28K) let a director give half-point byes. Neither suits every club: where tables have three or four players, half
of a win is just the average of a full table, so `AVERAGE` gives what the field made in each of the missed rounds, which
neither helps nor hurts. With `CHOSEN` the organiser names the points of each late entry.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction

from competition.records import Competitor, Points, SeatRecord, TableRecord

NONE, HALF, AVERAGE, CHOSEN = "none", "half", "average", "chosen"
RULES = (NONE, HALF, AVERAGE, CHOSEN)


def late_tables(
    rule: str, competitors: Iterable[Competitor], tables: Sequence[TableRecord], win: Points
) -> list[TableRecord]:
    """A record for each round that a late entry missed and has points for; they count as byes that were asked for.

    A round is missed if it has tables, was paired before the player came (`Competitor.since`), and the player sits
    nowhere in it. By rule each of them is worth nothing; half of `win`, the points of a first place at a full table;
    the average of the points made at its tables with a result, byes left out; or an equal share of what the organiser
    chose (`Competitor.late_points`).
    """
    late = [competitor for competitor in competitors if competitor.since > 1]
    if rule == NONE or not late:
        return []
    rounds = sorted({table.round for table in tables})
    seated = {(table.round, seat.competitor) for table in tables for seat in table.seats}
    averages = _averages(tables) if rule == AVERAGE else {}
    found = []
    for competitor in late:
        missed = [number for number in rounds if number < competitor.since and (number, competitor.id) not in seated]
        for number in missed:
            if rule == HALF:
                points = Fraction(win) / 2
            elif rule == AVERAGE:
                points = averages.get(number, Fraction(0))
            else:
                points = Fraction(competitor.late_points) / len(missed)
            if points:
                seat = SeatRecord(competitor.id, None, 1, points)
                found.append(TableRecord(number, (seat,), is_bye=True, requested=True, late=True))
    return found


def _averages(tables: Iterable[TableRecord]) -> dict[int, Fraction]:
    """The average points of a seat at the tables of each round that have a result."""
    made: defaultdict[int, list[Fraction]] = defaultdict(list)
    for table in tables:
        if table.confirmed and not table.is_bye:
            made[table.round] += [Fraction(seat.points or 0) for seat in table.seats]
    return {number: sum(points, Fraction(0)) / len(points) for number, points in made.items() if points}
