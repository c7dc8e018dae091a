"""What the projector shows: the round that is played, pairings by name, standings, what is open in a bracket."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from competition.brackets.drawing import BracketColumn, BracketSection
from competition.formats import FORMATS
from nabu.contests.tournaments.bracket.queries import bracket
from nabu.contests.tournaments.models import Round, Stage, Tournament
from nabu.contests.tournaments.queries import StandingRow, standings


@dataclass(frozen=True, slots=True)
class ProjectedStandings:
    """The rows, and whether their points say anything: in a knockout places do."""

    rows: Sequence[StandingRow]
    with_points: bool
    is_final: bool


def last_round(tournament: Tournament) -> Round | None:
    """The newest round that everybody may see."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(status=Round.Status.DRAFT)
    found = rounds.select_related("stage").order_by("stage__position", "number").last()
    if found is not None:
        found.stage.tournament = tournament
    return found


def projected_standings(tournament: Tournament, stage: Stage) -> ProjectedStandings:
    """Of the stage that is played; over all stages once there is a knockout, or a tournament of several is over."""
    is_final = tournament.status == Tournament.Status.FINISHED
    is_bracket = FORMATS[stage.format].is_bracket
    of = tournament if is_bracket or (is_final and stage.position > 1) else stage
    return ProjectedStandings(standings(of), not is_bracket and of is stage, is_final)


def open_bracket(stage: Stage) -> list[BracketSection]:
    """The parts of the bracket from the column before the first one that is open: what is long decided helps nobody to
    find the next game."""
    if not FORMATS[stage.format].is_bracket:
        return []
    return [BracketSection(each.title, _from_open(each.columns)) for each in bracket(stage)]


def _from_open(columns: tuple[BracketColumn, ...]) -> tuple[BracketColumn, ...]:
    decided = 0
    for column in columns:
        if not all(any(seat.won for seat in slot.seats) for slot in column.slots):
            break
        decided += 1
    return columns[max(0, min(decided, len(columns) - 1) - 1) :]
