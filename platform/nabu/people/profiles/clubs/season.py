"""Season tables of a club: its finished tournaments of some days, and what the places in them add up to.

The season of a calendar year is there without anybody creating it, with fixed rules; the others are rows. Both are
counted here, from the standings as they are now.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.conf import settings
from django.utils.timezone import localdate

from competition.points import spelled
from competition.season import EventScore, Qualification, SeasonEvent, SeasonLine, SeasonRules, qualification, season
from competition.season_sums import DEFINITIONS, NAMES, season_sum, tie_break_sums
from competition.tie_breaks import Sum
from competition.tie_breaks.ratings import FROM_RATINGS
from engine.message import Message
from nabu.accounts.players.models import Player
from nabu.accounts.versions.services import PEOPLE, club_topic, numbers, ratings_topic, results_topic, tournament_topic
from nabu.contests.clubs.models import Club, Season
from nabu.contests.clubs.seasons import rules_of
from nabu.contests.tournaments.models import Entry, Stage, Tournament
from nabu.contests.tournaments.permissions import PUBLIC
from nabu.contests.tournaments.queries import format_of, standings
from nabu.core.spreadsheet import Record
from nabu.web.shared_pages.memory import Memory
from nabu.web.shared_pages.store import in_transaction

OF_A_YEAR = SeasonRules()
"""How the season of a year counts."""

MOST_KEPT = 2000
"""Tournaments whose places are in the memory of a process: one of 100 players takes some kilobytes."""

PLACES: Memory[dict[int, int]] = Memory(MOST_KEPT)


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A player of the season with the tournaments that gave points. `undecided`: level with others for the last seats
    above the line."""

    line: SeasonLine
    player: Player
    events: list[tuple[Tournament, EventScore]]
    qualified: bool = False
    undecided: bool = False


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """A table with its rules; the tournaments in order of time. `line` is None where nobody qualifies for anything."""

    rules: SeasonRules
    tournaments: list[Tournament]
    rows: list[SeasonRow]
    line: Qualification | None

    def named(self, players: Sequence[int]) -> list[SeasonRow]:
        """The rows of these players, in their order."""
        by_player = {row.player.pk: row for row in self.rows}
        return [by_player[player] for player in players]


@dataclass(frozen=True, slots=True)
class YearSeason:
    """The table of one year; `years` are those with finished tournaments, the latest first."""

    year: int | None
    years: list[int]
    table: SeasonTable


@dataclass(frozen=True, slots=True)
class SeasonBreakdown:
    """A row as sums: its points, and name, definition and sum of each tie-break, None where nobody was level."""

    row: SeasonRow
    points: Sum
    tie_breaks: list[tuple[Message, Message, Sum | None]]


def season_of_year(club: Club, year: int | None) -> YearSeason:
    """The table of a year; of the latest one if that year has none."""
    held = _held(club)
    years = sorted({day.year for day, _tournament in held}, reverse=True)
    if year not in years:
        year = years[0] if years else None
    return YearSeason(year, years, _table([each for each in held if each[0].year == year], OF_A_YEAR))


def table_of(found: Season) -> SeasonTable:
    """The table of a season that a director created."""
    left_out = set(found.left_out.values_list("pk", flat=True))
    counting = [(day, tournament) for day, tournament in events_of(found) if tournament.pk not in left_out]
    return _table(counting, rules_of(found))


def events_of(found: Season) -> list[tuple[date, Tournament]]:
    """The finished tournaments in the days and of the game of a season, in order of time, left out or not.

    Not its final: that would change who qualified for it.
    """
    return [
        (day, tournament)
        for day, tournament in _held(found.club)
        if found.starts_on <= day <= found.ends_on
        and found.game in ("", tournament.game)
        and tournament.pk != found.final_id
    ]


def breakdown_in(table: SeasonTable, player: int) -> SeasonBreakdown | None:
    """How the place of a player came about; None for one who is not in the table."""
    row = next((row for row in table.rows if row.player.pk == player), None)
    if row is None:
        return None
    titles = {tournament.pk: tournament.name for tournament in table.tournaments}
    sums = tie_break_sums(row.line, titles, table.tournaments[-1].pk) if table.line is not None else {}
    terms = [(NAMES[key], DEFINITIONS[key], found) for key, found in sums.items()]
    return SeasonBreakdown(row, season_sum(row.line, titles), terms)


def topics_of_club(values: Mapping[str, Any]) -> Sequence[str]:
    """All that the season tables of a club depend on: its tournaments in any state, its rules, ratings, names."""
    club = values["pk"]
    held = list(Tournament.objects.filter(club=club, practice=False).order_by("pk").values_list("pk", "game"))
    games = sorted({ratings_topic(game) for _pk, game in held})
    return [PEOPLE, club_topic(club), *games, *(tournament_topic(pk) for pk, _game in held)]


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
RULED_COLUMNS = (*SEASON_COLUMNS, "counts", "qualified")
"""Of a season with rules of its own: whether the result is among the best, and the player above the line."""


def season_records(table: SeasonTable) -> list[Record]:
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
        for row in table.rows
        for tournament, score in row.events
    ]


def ruled_records(table: SeasonTable) -> list[Record]:
    """The same, and whether each result counts, and the player qualified."""
    told = [
        {"counts": score.counts, "qualified": row.qualified} for row in table.rows for _tournament, score in row.events
    ]
    return [record | more for record, more in zip(season_records(table), told, strict=True)]


def _held(club: Club) -> list[tuple[date, Tournament]]:
    """The finished tournaments of a club with their days, in order of time."""
    finished = Tournament.objects.filter(PUBLIC, club=club, status=Tournament.Status.FINISHED)
    return sorted(((_day(found), found) for found in finished), key=lambda each: (each[0], each[1].pk))


def _table(held: Sequence[tuple[date, Tournament]], rules: SeasonRules) -> SeasonTable:
    tournaments = [tournament for _day, tournament in held]
    places = _places_of(tournaments)
    lines = season([SeasonEvent(found.pk, day, places[found.pk]) for day, found in held], rules)
    line = qualification(lines, rules)
    players = Player.objects.in_bulk([each.player for each in lines])
    by_pk = {tournament.pk: tournament for tournament in tournaments}
    qualified, undecided = (set(line.qualified), set(line.undecided)) if line else (set(), set())
    rows = [
        SeasonRow(
            each,
            players[each.player],
            [(by_pk[score.event], score) for score in each.events],
            each.player in qualified,
            each.player in undecided,
        )
        for each in lines
    ]
    if line is None:
        rows.sort(key=lambda row: (row.line.place is None, -row.line.points, row.player.name_key, row.player.pk))
    return SeasonTable(rules, tournaments, rows, line)


def _day(tournament: Tournament) -> date:
    """The date of a tournament; without one the day on which it was created."""
    return tournament.starts_on or localdate(tournament.created_at)


def _places_of(tournaments: Sequence[Tournament]) -> dict[int, dict[int, int]]:
    """The places of players by tournament: counted anew only where something of a tournament has changed."""
    if in_transaction() or not settings.NABU_SHARED_PAGES:
        return {tournament.pk: _places(tournament) for tournament in tournaments}
    reads = _reads_ratings(tournaments)
    topics = {
        found.pk: (results_topic(found.pk), *([ratings_topic(found.game)] if found.pk in reads else ()))
        for found in tournaments
    }
    wanted = sorted({topic for each in topics.values() for topic in each})
    now = dict(zip(wanted, numbers(wanted), strict=True))
    found: dict[int, dict[int, int]] = {}
    for tournament in tournaments:
        known = tuple(now[topic] for topic in topics[tournament.pk])
        places = PLACES.find(tournament.pk, known)
        if places is None:
            places = _places(tournament)
            PLACES.keep(tournament.pk, known, places)
        found[tournament.pk] = places
    return found


def _reads_ratings(tournaments: Sequence[Tournament]) -> set[int]:
    """The tournaments in whose standings ties are broken by ratings, which change after the event."""
    stages = Stage.objects.filter(tournament__in=[tournament.pk for tournament in tournaments])
    return {stage.tournament_id for stage in stages if FROM_RATINGS & set(_tie_breaks(stage))}


def _tie_breaks(stage: Stage) -> Sequence[str]:
    fmt, config = format_of(stage)
    return fmt.tie_breaks(config)


def _places(tournament: Tournament) -> dict[int, int]:
    """The places of those who played and were not disqualified: these move up, ties stay. Stand-ins have none."""
    by_place = defaultdict(list)
    for row in standings(tournament):
        if row.games and row.entry.status != Entry.Status.DISQUALIFIED and not row.entry.stand_in:
            by_place[row.place].append(row.entry.player_id)
    places: dict[int, int] = {}
    for place in sorted(by_place):
        shared = 1 + len(places)
        for player in by_place[place]:
            places[player] = shared
    return places
