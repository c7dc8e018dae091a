"""The standings of one stage as a table: points, and a column for each tie-break that says something to people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from competition.formats.base import Format
from competition.points import in_cents
from competition.tie_breaks import TIE_BREAKS, TieBreak
from nabu.contests.tournaments.models import Round, Stage
from nabu.contests.tournaments.queries import StandingRow, format_of, standings
from nabu.web.shared_pages.making import do_not_keep

LAST_RESORTS = ("lot", "seed")
"""They only make the order complete; as columns they would be noise."""

MOST_DECIMALS = 3


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """`rows` are the standings with the values of `columns`, in their order, each with the decimals that its column
    shows; None where it was not needed. `decimals` are those of the points.

    `tie_breaks` are all that decide, in their order, also those without a column. `rounds` are the numbers of the
    rounds after which the standings can be looked at, `after` the one that is shown, None for now.
    """

    stage: Stage
    format: Format[object]
    tie_breaks: list[TieBreak]
    columns: list[TieBreak]
    rows: list[tuple[StandingRow, list[tuple[float | None, int]]]]
    decimals: int
    rounds: list[int]
    after: int | None


def standings_table(stage: Stage, after: int | None = None) -> StandingsTable:
    """The standings of a stage that has begun, now or as they were after a round."""
    fmt, config = format_of(stage)
    published = stage.rounds.exclude(status=Round.Status.DRAFT).order_by("number")
    rounds = list(published.values_list("number", flat=True))
    if after is not None and after not in rounds:
        do_not_keep()
        after = None
    rows = standings(stage, after)
    chosen = [TIE_BREAKS[key] for key in fmt.tie_breaks(config)]
    columns = [tie_break for tie_break in chosen if tie_break.key not in LAST_RESORTS]
    needed = [decimals_of(row.tie_breaks.get(column.key) for row in rows) for column in columns]
    return StandingsTable(
        stage,
        fmt,
        chosen,
        columns,
        [
            (row, [(row.tie_breaks.get(column.key), places) for column, places in zip(columns, needed, strict=True)])
            for row in rows
        ],
        decimals_of(in_cents(row.points) for row in rows),
        rounds,
        after,
    )


def decimals_of(values: Iterable[float | Decimal | None]) -> int:
    """As many decimals as the values of a column need, so that they line up."""
    units = {round(float(value) * 10**MOST_DECIMALS) for value in values if value is not None}
    for places in range(MOST_DECIMALS):
        if not any(unit % 10 ** (MOST_DECIMALS - places) for unit in units):
            return places
    return MOST_DECIMALS
