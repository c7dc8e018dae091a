"""The standings of one stage as a table: points, and a column for each tie-break that says something to people."""

from __future__ import annotations

from dataclasses import dataclass

from nabu.tournaments.formats import FORMATS
from nabu.tournaments.formats.base import Format
from nabu.tournaments.models import Stage
from nabu.tournaments.queries import StandingRow, standings
from nabu.tournaments.tie_breaks import TIE_BREAKS, TieBreak

LAST_RESORT = "seed"
"""It only makes the order complete; as a column it would be noise."""


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """`rows` are the standings with the values of `tie_breaks`, in their order."""

    stage: Stage
    format: Format[object]
    tie_breaks: list[TieBreak]
    rows: list[tuple[StandingRow, list[float | None]]]


def standings_table(stage: Stage) -> StandingsTable:
    """The standings of a stage that has begun."""
    rows = standings(stage)
    keys = list(dict.fromkeys(key for row in rows for key in row.tie_breaks if key != LAST_RESORT))
    return StandingsTable(
        stage,
        FORMATS[stage.format],
        [TIE_BREAKS[key] for key in keys],
        [(row, [row.tie_breaks.get(key) for key in keys]) for row in rows],
    )
