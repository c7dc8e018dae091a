"""The place of one competitor as sums: its points and each tie-break, term by term."""

from __future__ import annotations

from dataclasses import dataclass

from competition.standings import Standing
from competition.tie_breaks import TIE_BREAKS, Sum, TieBreak, explain, points_sum
from nabu.contests.tournaments.models import Stage
from nabu.contests.tournaments.queries import format_of, ranking


@dataclass(frozen=True, slots=True)
class Breakdown:
    """A line of the standings; its points and its tie-breaks in order, None where nobody was level."""

    standing: Standing
    points: Sum
    tie_breaks: list[tuple[TieBreak, Sum | None]]


def breakdown_of(stage: Stage, entry: int) -> Breakdown | None:
    """How the place of an entry came about. None where places do not come from sums (a bracket), or for a stranger."""
    fmt, config = format_of(stage)
    for standing in ranking(stage):
        if standing.competitor.id == entry and standing.record is not None:
            record = standing.record
            keys = fmt.tie_breaks(config)
            terms = [(TIE_BREAKS[key], explain(key, entry, record, standing.level.get(key, ()))) for key in keys]
            return Breakdown(standing, points_sum(entry, record), terms)
    return None
