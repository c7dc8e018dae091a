"""How a tournament ended: the podium, and the places behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Sum

from competition.formats import FORMATS
from nabu.contests.matches.models import Seat
from nabu.contests.tournaments.models import Entry, Stage, Tournament
from nabu.contests.tournaments.queries import StandingRow, standings

PODIUM = 3
SHOWN = 8
"""The last place that the overview shows; all others are in the standings."""


@dataclass(frozen=True, slots=True)
class Finisher:
    """A line of the final standings. `in_all`: the points of all the player's games, None if no game has any."""

    row: StandingRow
    in_all: int | None


@dataclass(frozen=True, slots=True)
class Finish:
    """The first three places with all who share them, and the next ones. `with_points`: the points of a stage made the
    places, and so no knockout. `stage`: the last one that has a cross table."""

    podium: Sequence[Finisher]
    others: Sequence[Finisher]
    players: int
    with_points: bool
    stage: Stage | None

    @property
    def is_three(self) -> bool:
        """Nobody shares a place, so that the three stand on steps."""
        return [each.row.place for each in self.podium] == [1, 2, 3]


def podium(tournament: Tournament) -> list[StandingRow]:
    """The first three places of a finished tournament, with all who share them; nobody before."""
    return [row for row in final_rows(tournament) if row.place <= PODIUM]


def finish_of(tournament: Tournament) -> Finish | None:
    """None as long as the tournament is not finished."""
    if tournament.status != Tournament.Status.FINISHED:
        return None
    rows = final_rows(tournament)
    shown = [row for row in rows if row.place <= SHOWN]
    scores = Seat.objects.filter(
        entry__in=[row.entry.pk for row in shown], table__round__stage__tournament=tournament, score__isnull=False
    )
    sums = dict(scores.values_list("entry").annotate(Sum("score")).order_by())
    finishers = [Finisher(row, sums.get(row.entry.pk)) for row in shown]
    stages = list(tournament.stages.all())
    scored = [stage for stage in stages if not FORMATS[stage.format].is_bracket]
    return Finish(
        [each for each in finishers if each.row.place <= PODIUM],
        [each for each in finishers if each.row.place > PODIUM],
        len(rows),
        with_points=len(stages) == 1 and bool(scored),
        stage=scored[-1] if scored else None,
    )


def final_rows(tournament: Tournament) -> list[StandingRow]:
    """The final ranking without the disqualified; nobody before the tournament is finished."""
    if tournament.status != Tournament.Status.FINISHED:
        return []
    return [row for row in standings(tournament) if row.entry.status != Entry.Status.DISQUALIFIED]
