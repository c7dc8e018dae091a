"""Who has won what: the prizes of a tournament with the final ranking as it is now."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Min
from django.utils import timezone

from competition import prizes as pure
from nabu.contests.ratings.models import RatingEntry
from nabu.contests.tournaments.models import Prize, Round, Tournament
from nabu.contests.tournaments.queries import standings, standings_in_cents
from nabu.contests.tournaments.setup.tie_breaks import has_tie_breaks
from nabu.core.sentences import sentence
from nabu.core.spreadsheet import Record


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize and who gets it; nobody as long as its places are not taken."""

    prize: Prize
    allotments: list[pure.Allotment]


def prize_list(tournament: Tournament) -> list[PrizeLine]:
    """All prizes in order. Who gets them is provisional until the tournament is finished,
    and nobody if it is cancelled.

    Tournaments that were finished before prizes were pooled keep what was allotted then.
    """
    rows = list(tournament.prizes.all())
    listed = [pure.Prize(row.title, row.place_from, row.place_to, row.amount, row.only) for row in rows]
    sharing = pure.BY_POINTS if tournament.share_prizes else pure.BY_ORDER
    pooled = tournament.prizes_pooled or tournament.status != Tournament.Status.FINISHED
    cancelled = tournament.status == Tournament.Status.CANCELLED
    allots = rows and not cancelled
    found = pure.allot_prizes(_ranking(tournament, pooled), listed, sharing, pooled=pooled) if allots else []
    return [
        PrizeLine(row, [allotment for allotment in found if allotment.prize is prize])
        for row, prize in zip(rows, listed, strict=True)
    ]


PRIZE_COLUMNS = ("prize", "player", "amount", "why")


def prize_records(tournament: Tournament) -> list[Record]:
    """A line for every prize of every player, for a spreadsheet."""
    return [
        {
            "prize": line.prize.title,
            "player": competitor.name,
            "amount": None if allotment.amount is None else float(allotment.amount),
            "why": sentence(allotment.why),
        }
        for line in prize_list(tournament)
        for allotment in line.allotments
        for competitor in allotment.competitors
    ]


def _ranking(tournament: Tournament, pooled: bool) -> list[pure.Ranked]:
    rated = _rated_before(tournament)
    ranked = []
    for row in standings(tournament) if pooled else standings_in_cents(tournament):
        rating = rated.get(row.entry.player_id) if row.entry.rating is None else row.entry.rating
        points = row.points if has_tie_breaks(row.stage) else None
        ranked.append(pure.Ranked(row.place, replace(row.competitor, rating=rating), points, row.stage.position))
    return ranked


def _rated_before(tournament: Tournament) -> dict[int, int]:
    """Ratings of the players as they came to the tournament: what they won in it does not make them rated."""
    began: datetime | None = Round.objects.filter(stage__tournament=tournament).aggregate(at=Min("published_at"))["at"]
    found = RatingEntry.objects.filter(
        player__entries__tournament=tournament,
        rated_game__game=tournament.game,
        rated_game__table__round__stage__tournament__approved_at__lt=began or timezone.now(),
    ).exclude(rated_game__table__round__stage__tournament=tournament)
    ordered = found.order_by("rated_game__sequence").values_list("player_id", "after")
    return {player: round(after) for player, after in ordered}
