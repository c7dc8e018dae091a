"""The verified games that count for a filter, in a fixed number of queries."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from analytics.facts import FACTS_VERSION
from analytics.games import VerifiedGame
from nabu.dashboards.filters import GameFilter, public_tournaments
from nabu.matches.models import Seat, Table
from nabu.matches.seats import with_players
from nabu.players.models import Player
from nabu.tournaments.models import Round


@dataclass(frozen=True, slots=True)
class GameOnRecord:
    """A verified game with the table that it was played at."""

    table: Table
    game: VerifiedGame


def proven_tables(chosen: GameFilter) -> QuerySet[Table]:
    """The confirmed tables whose result is proven by a log, in published rounds of tournaments that have started."""
    tables = (
        Table.objects.filter(status=Table.Status.CONFIRMED, basis=Table.Basis.LOG, log__isnull=False)
        .filter(round__stage__tournament__in=public_tournaments(chosen.game))
        .exclude(round__status=Round.Status.DRAFT)
    )
    if chosen.tournament is not None:
        tables = tables.filter(round__stage__tournament=chosen.tournament)
    if chosen.player is not None:
        tables = tables.filter(Exists(Seat.objects.filter(table=OuterRef("pk"), entry__player=chosen.player)))
    return tables


def games_on_record(chosen: GameFilter) -> list[GameOnRecord]:
    """The games of the filter, the latest first. Facts of another version are left out (see `games_waiting`)."""
    tables = proven_tables(chosen).filter(log__game_facts__facts_version=FACTS_VERSION)
    if chosen.players is not None:
        tables = tables.filter(log__game_facts__facts__players=chosen.players)
    if chosen.ruleset is not None:
        tables = tables.filter(log__game_facts__facts__ruleset=chosen.ruleset)
    tables = (
        tables.select_related("round__stage__tournament", "log__game_facts")
        .defer("log__content", "reason")
        .prefetch_related(with_players())
        .order_by("-confirmed_at", "-pk")
    )
    return [GameOnRecord(table, _game_of(table)) for table in tables]


def games_waiting(chosen: GameFilter) -> int:
    """How many proven games of the filter have no facts of this version yet; players and ruleset are not known."""
    return proven_tables(chosen).exclude(log__game_facts__facts_version=FACTS_VERSION).count()


def players_of(chosen: GameFilter) -> list[Player]:
    """Everybody with a proven game of the filter's game and tournament, by name."""
    tables = proven_tables(GameFilter(chosen.game, tournament=chosen.tournament))
    return list(Player.objects.filter(entries__seats__table__in=tables).distinct().order_by("name", "pk"))


def _game_of(table: Table) -> VerifiedGame:
    """The facts of the table's log with the people of the table.

    A log that becomes a table's result brings its seats into the order of play, so position and log seat are the same;
    who was absent is not in it.
    """
    assert table.log is not None
    seats = sorted(table.seats.all(), key=lambda seat: seat.position)
    people = [seat.entry.player for seat in seats if not seat.absent]
    return VerifiedGame(
        game_id=table.pk,
        facts=table.log.game_facts.facts,
        players=[person.name for person in people],
        player_ids=[person.pk for person in people],
    )
