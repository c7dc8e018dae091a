"""Standings of a stage: points first, then tie-breaks in order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from nabu.tournaments.records import Competitor, TableRecord
from nabu.tournaments.tie_breaks import TIE_BREAKS, Played

DEFAULT_TIE_BREAKS = ("vp_share", "opponents", "wins", "seed")


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings. `games` counts confirmed tables without byes; `tie_breaks` has a value by key."""

    place: int
    competitor: Competitor
    points: Decimal
    games: int
    byes: int
    wins: int
    tie_breaks: dict[str, float] = field(default_factory=dict)


def played(competitors: Iterable[Competitor], tables: Iterable[TableRecord]) -> Played:
    """The confirmed games by competitor, as the tie-breaks read them."""
    by_id = {competitor.id: competitor for competitor in competitors}
    games: dict[int, list[TableRecord]] = {competitor: [] for competitor in by_id}
    points: dict[int, Fraction] = defaultdict(Fraction)
    for table in tables:
        if table.is_bye or not table.confirmed:
            continue
        for seat in table.seats:
            games[seat.competitor].append(table)
            points[seat.competitor] += Fraction(seat.points or 0)
    return Played(by_id, games, points)


def standings(
    competitors: Sequence[Competitor],
    tables: Sequence[TableRecord],
    tie_breaks: Sequence[str] = DEFAULT_TIE_BREAKS,
) -> list[Standing]:
    """The competitors in order of points and the named tie-breaks. Equal in all of them share a place.

    The order of the arguments' items never matters.
    """
    record = played(competitors, tables)
    points: dict[int, Decimal] = {competitor.id: Decimal(0) for competitor in competitors}
    byes = dict.fromkeys(points, 0)
    for table in tables:
        if not table.confirmed:
            continue
        for seat in table.seats:
            points[seat.competitor] += seat.points or Decimal(0)
            byes[seat.competitor] += table.is_bye
    keys = {
        competitor.id: (
            Fraction(points[competitor.id]),
            *(TIE_BREAKS[key].value(competitor.id, record) for key in tie_breaks),
        )
        for competitor in competitors
    }
    ordered = sorted(competitors, key=lambda c: (*(-value for value in keys[c.id]), c.seed, c.id))
    rows: list[Standing] = []
    for index, competitor in enumerate(ordered, start=1):
        same = rows and keys[competitor.id] == keys[rows[-1].competitor.id]
        rows.append(
            Standing(
                place=rows[-1].place if same else index,
                competitor=competitor,
                points=points[competitor.id],
                games=len(record.games[competitor.id]),
                byes=byes[competitor.id],
                wins=int(TIE_BREAKS["wins"].value(competitor.id, record)),
                tie_breaks=dict(zip(tie_breaks, map(float, keys[competitor.id][1:]), strict=True)),
            )
        )
    return rows
