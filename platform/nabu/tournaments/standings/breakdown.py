"""The place of one competitor as sums: its points and each tie-break, term by term."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext_lazy as _

from competition.standings import Standing
from competition.tie_breaks import TIE_BREAKS, Sum, TieBreak, explain
from competition.tie_breaks.played import ABSENT, BYE, FORFEIT_LOSS, FORFEIT_WIN, GAME, REQUESTED, Played
from competition.tie_breaks.registry import Part, Parts, Text, shown
from nabu.tournaments.models import Stage
from nabu.tournaments.queries import format_of, ranking

PENALTY = _("points taken away")
WHAT: dict[str, Text] = {
    GAME: "",
    BYE: _("bye"),
    REQUESTED: _("bye that was asked for"),
    FORFEIT_WIN: _("won by forfeit"),
    FORFEIT_LOSS: _("lost by forfeit"),
    ABSENT: _("not paired"),
}


@dataclass(frozen=True, slots=True)
class Sums:
    """A line of the standings; its points and its tie-breaks in order, None where nobody was level."""

    standing: Standing
    points: Sum
    tie_breaks: list[tuple[TieBreak, Sum | None]]


def sums_of(stage: Stage, entry: int) -> Sums | None:
    """How the place of an entry came about. None where places do not come from sums (a bracket), or for a stranger."""
    fmt, config = format_of(stage)
    for standing in ranking(stage):
        if standing.competitor.id == entry and standing.record is not None:
            record = standing.record
            keys = fmt.tie_breaks(config)
            terms = [(TIE_BREAKS[key], explain(key, entry, record, standing.level.get(key, ()))) for key in keys]
            return Sums(standing, points_of(entry, record), terms)
    return None


def points_of(competitor: int, record: Played) -> Sum:
    """The tournament points, round by round, less what was taken away."""
    parts = [
        Part(record.points(line.points), line.round, line.others, note=WHAT[line.kind])
        for line in record.lines[competitor]
    ]
    penalty = record.competitors[competitor].penalty
    if penalty:
        parts.append(Part(-Fraction(penalty), note=PENALTY))
    return shown(Parts(parts), record)
