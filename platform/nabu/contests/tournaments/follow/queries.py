"""What spectators see of an event and of one of its players: published rounds only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from competition.formats import FORMATS
from nabu.contests.matches.models import Seat, Table
from nabu.contests.tournaments.models import Entry, Round, Stage, Tournament
from nabu.contests.tournaments.permissions import is_public
from nabu.contests.tournaments.projector.queries import projected_standings
from nabu.contests.tournaments.queries import StandingRow, ranking, rounds_planned, standings
from nabu.contests.tournaments.rounds.pages import recorded_now, tables_with_players
from nabu.contests.tournaments.rounds.seated import SeatAtTable, seat_of_entry

Status = Round.Status


@dataclass(frozen=True, slots=True)
class FollowedRow:
    """A line of the standings. `gained`: places won since the round `since`, negative if lost; None where there is no
    such round, or the player was not in it."""

    row: StandingRow
    gained: int | None = None
    since: int = 0

    @property
    def change(self) -> str:
        """What changed, in words."""
        if self.gained is None:
            return ""
        values = {"places": abs(self.gained), "since": self.since}
        if self.gained > 0:
            text = ngettext(
                "%(places)s place up since round %(since)s", "%(places)s places up since round %(since)s", self.gained
            )
        elif self.gained < 0:
            text = ngettext(
                "%(places)s place down since round %(since)s",
                "%(places)s places down since round %(since)s",
                -self.gained,
            )
        else:
            text = gettext("same place as after round %(since)s")
        return text % values


@dataclass(frozen=True, slots=True)
class FollowedStandings:
    """The current standings; `with_points` as in `ProjectedStandings`."""

    rows: Sequence[FollowedRow]
    with_points: bool
    is_final: bool


@dataclass(frozen=True, slots=True)
class FollowedPlayer:
    """`current` are the seats in rounds that are being played (more than one in a best-of match), `past` those in
    finished rounds, the latest first."""

    current: Sequence[SeatAtTable]
    past: Sequence[SeatAtTable]
    line: FollowedRow | None
    standings: FollowedStandings | None


def followed_standings(tournament: Tournament, round_: Round) -> FollowedStandings:
    """As the projector shows them, with the places that each player gained since the round before this one."""
    shown = projected_standings(tournament, round_.stage)
    since = round_.number - 1 if shown.with_points else 0
    before = _places_after(round_.stage, since) if since else {}
    rows = [
        FollowedRow(row, before[row.entry.pk] - row.place, since) if row.entry.pk in before else FollowedRow(row)
        for row in shown.rows
    ]
    return FollowedStandings(rows, shown.with_points, shown.is_final)


def followed_player(tournament: Tournament, entry: Entry, round_: Round | None) -> FollowedPlayer:
    """What one player plays and has played, and the own line of the standings. `round_` is the newest published one."""
    seats = [seat_of_entry(table, entry.pk) for table in _tables_of(entry)]
    current = [] if tournament.is_over else [each for each in seats if each.table.round.status == Status.PUBLISHED]
    past = [each for each in seats if each not in current]
    if round_ is None:
        return FollowedPlayer(current, past, None, None)
    table = followed_standings(tournament, round_)
    line = _line_of(table.rows, entry.pk)
    if line is None:
        # Who did not reach the stage that is played has a place over all stages.
        line = _line_of(map(FollowedRow, standings(tournament)), entry.pk)
        table = FollowedStandings((), with_points=False, is_final=table.is_final)
    return FollowedPlayer(current, past, line, table)


def has_bracket(stage: Stage) -> bool:
    """The stage is a knockout."""
    return FORMATS[stage.format].is_bracket


def is_last(tournament: Tournament, round_: Round) -> bool:
    """No round follows, as things stand."""
    return round_.number >= rounds_planned(round_.stage) and not tournament.stages.filter(
        position__gt=round_.stage.position
    )


def live_tables(tournament: Tournament) -> list[Table]:
    """The games that can be watched now."""
    if tournament.is_over:
        return []
    tables = tables_with_players().filter(Exists(recorded_now()), round__stage__tournament=tournament)
    return list(tables.exclude(round__status=Status.DRAFT).exclude(status=Table.Status.CONFIRMED))


def players_to_follow(tournament: Tournament) -> list[Entry]:
    """Everybody who is entered, in alphabetical order."""
    entries = tournament.entries.select_related("player")
    return sorted(entries, key=lambda entry: (entry.player.name_key, entry.pk))


def share_address(tournament: Tournament, *player: int) -> str | None:
    """The whole address of the page; None if visitors may not see the tournament."""
    if not is_public(tournament):
        return None
    name = "tournaments:follow_player" if player else "tournaments:follow"
    return settings.SITE_ADDRESS + reverse(name, args=[tournament.pk, *player])


def _tables_of(entry: Entry) -> list[Table]:
    sits = Seat.objects.filter(table=OuterRef("pk"), entry=entry)
    tables = tables_with_players().filter(Exists(sits)).exclude(round__status=Status.DRAFT).select_related("round")
    return list(tables.order_by("-round__stage__position", "-round__number", "game_number"))


def _places_after(stage: Stage, number: int) -> dict[int, int]:
    return {line.competitor.id: line.place for line in ranking(stage, number)}


def _line_of(rows: Iterable[FollowedRow], entry: int) -> FollowedRow | None:
    return next((each for each in rows if each.row.entry.pk == entry), None)
