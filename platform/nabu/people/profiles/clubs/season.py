"""The season table of a club: its finished tournaments of a year, and the places in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.timezone import localdate

from competition.points import spelled
from competition.season import EventScore, SeasonLine, season
from nabu.accounts.players.models import Player
from nabu.contests.clubs.models import Club
from nabu.contests.tournaments.models import Entry, Tournament
from nabu.contests.tournaments.permissions import PUBLIC
from nabu.contests.tournaments.queries import standings
from nabu.core.spreadsheet import Record


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A player of the season with the tournaments that gave points."""

    line: SeasonLine
    player: Player
    events: list[tuple[Tournament, EventScore]]


@dataclass(frozen=True, slots=True)
class Season:
    """The table of one year; `years` are those with finished tournaments, the latest first."""

    year: int | None
    years: list[int]
    tournaments: list[Tournament]
    rows: list[SeasonRow]


def season_of(club: Club, year: int | None) -> Season:
    """The table of a year; of the latest one if that year has none."""
    finished = Tournament.objects.filter(PUBLIC, club=club, status=Tournament.Status.FINISHED)
    held = sorted((_day(tournament), tournament.pk, tournament) for tournament in finished)
    years = sorted({day.year for day, _pk, _tournament in held}, reverse=True)
    if year not in years:
        year = years[0] if years else None
    tournaments = [tournament for day, _pk, tournament in held if day.year == year]
    players: dict[int, Player] = {}
    events = [(tournament.pk, _places(tournament, players)) for tournament in tournaments]
    by_pk = {tournament.pk: tournament for tournament in tournaments}
    rows = [
        SeasonRow(line, players[line.player], [(by_pk[score.event], score) for score in line.events])
        for line in season(events)
    ]
    rows.sort(key=lambda row: (row.line.place, row.player.name_key, row.player.pk))
    return Season(year, years, tournaments, rows)


SEASON_COLUMNS = (
    "place",
    "player",
    "player_id",
    "points",
    "points_exact",
    "tournament",
    "tournament_id",
    "tournament_place",
    "tournament_points",
    "tournament_points_exact",
)


def season_records(rows: Sequence[SeasonRow]) -> list[Record]:
    """One row for each player and tournament, with the total."""
    return [
        {
            "place": row.line.place,
            "player": row.player.name,
            "player_id": row.player.pk,
            "points": round(float(row.line.points), 4),
            "points_exact": spelled(row.line.points),
            "tournament": tournament.name,
            "tournament_id": tournament.pk,
            "tournament_place": score.place,
            "tournament_points": round(float(score.points), 4),
            "tournament_points_exact": spelled(score.points),
        }
        for row in rows
        for tournament, score in row.events
    ]


def _day(tournament: Tournament) -> date:
    """The date of a tournament; without one the day on which it was created."""
    return tournament.starts_on or localdate(tournament.created_at)


def _places(tournament: Tournament, players: dict[int, Player]) -> dict[int, int]:
    """The places of those who played and were not disqualified: these move up, ties stay."""
    by_place = defaultdict(list)
    for row in standings(tournament):
        if row.games and row.entry.status != Entry.Status.DISQUALIFIED:
            by_place[row.place].append(row.entry.player)
    places: dict[int, int] = {}
    for place in sorted(by_place):
        shared = 1 + len(places)
        for player in by_place[place]:
            players[player.pk] = player
            places[player.pk] = shared
    return places
