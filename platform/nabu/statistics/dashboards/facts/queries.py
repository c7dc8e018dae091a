"""The verified games that count, in the database."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum

from analytics.facts import FACTS_VERSION, LAYOUT
from engine.game import Game
from nabu.accounts.players.models import Player
from nabu.contests.matches.models import Seat, Table
from nabu.contests.matches.proof import Proof, is_proven, proof_of
from nabu.contests.matches.queries import with_players
from nabu.contests.tournaments.models import NEEDED, Round
from nabu.statistics.dashboards.facts.filters import GameFilter, public_tournaments
from nabu.statistics.dashboards.facts.staleness import stale_tournaments
from nabu.statistics.store.models import StoredPart

AT_ONCE = 5000
"""So many keys in one question to the database."""


def logged_tables(game: Game) -> QuerySet[Table]:
    """The tables whose result has a log, in published rounds of tournaments that have started; any level of proof."""
    return (
        Table.objects.filter(is_proven(Proof.REPORTED), status=Table.Status.CONFIRMED, log__isnull=False)
        .filter(round__stage__tournament__in=public_tournaments(game))
        .exclude(round__status=Round.Status.DRAFT)
    )


def proven_tables(chosen: GameFilter) -> QuerySet[Table]:
    """Those of the tables whose level of proof is the one of the filter, or else what their tournament asks for.

    Of the rest of the filter only game, tournament, player and opponent are looked at.
    """
    if chosen.proof is not None:
        enough = is_proven(chosen.proof)
    else:
        needs = [Q(round__stage__tournament__statistics_need=need) & is_proven(need) for need, _label in NEEDED]
        enough = reduce(or_, needs)
    tables = logged_tables(chosen.game).filter(enough)
    if chosen.tournament is not None:
        tables = tables.filter(round__stage__tournament=chosen.tournament)
    for person in chosen.people:
        tables = tables.filter(Exists(Seat.objects.filter(table=OuterRef("pk"), entry__player=person)))
    return tables


def games_behind(game: Game) -> int:
    """How many games with facts the store of the title has not, or has too many. Two queries; whether a game has
    changed is not looked at, nor the typed games."""
    wanted = logged_tables(game).filter(log__game_facts__facts_version=FACTS_VERSION).count()
    there = StoredPart.objects.filter(store__key=game.key, store__layout=LAYOUT, retired_at=None)
    return abs(wanted - (there.aggregate(games=Sum("games"))["games"] or 0))


def tables_of_games(game_ids: Sequence[int]) -> list[Table]:
    """The tables of these games with their people, tournament and facts, in the given order."""
    tables = (
        Table.objects.filter(pk__in=game_ids)
        .select_related("round__stage__tournament", "log__game_facts")
        .defer("log__content", "reason")
        .prefetch_related(with_players())
    )
    found = {table.pk: table for table in tables}
    return [found[key] for key in game_ids if key in found]


def played_tables(game_ids: Sequence[int]) -> dict[int, dict[str, str | int | None]]:
    """When, where and in which log each of these games was played."""
    found: dict[int, dict[str, str | int | None]] = {}
    for start in range(0, len(game_ids), AT_ONCE):
        tables = (
            Table.objects.filter(pk__in=game_ids[start : start + AT_ONCE])
            .select_related("round__stage__tournament", "log")
            .defer("log__content", "reason")
        )
        for table in tables:
            found[table.pk] = {
                "confirmed_at": table.confirmed_at.isoformat() if table.confirmed_at else None,
                "tournament_id": table.round.stage.tournament_id,
                "tournament": table.round.stage.tournament.name,
                "round": table.round.number,
                "table": table.number,
                "log_sha256": table.log.sha256 if table.log else None,
                "proof": proof_of(table).value,
            }
    return found


def is_stale(chosen: GameFilter) -> bool:
    """Whether a worker still has to look at games that the filter may count."""
    stale = stale_tournaments()
    if chosen.tournament is not None:
        return chosen.tournament.pk in stale
    return bool(stale) and public_tournaments(chosen.game).filter(pk__in=stale).exists()


def players_of(chosen: GameFilter) -> list[Player]:
    """Everybody with a proven game of the filter's game and tournament, by name."""
    tables = proven_tables(GameFilter(chosen.game, tournament=chosen.tournament, proof=chosen.proof))
    return list(Player.objects.filter(entries__seats__table__in=tables).distinct().order_by("name_key", "pk"))


def names_of(player_ids: Sequence[int]) -> dict[int, str]:
    """The names of these players."""
    names: dict[int, str] = {}
    for start in range(0, len(player_ids), AT_ONCE):
        part = player_ids[start : start + AT_ONCE]
        names |= Player.objects.filter(pk__in=part).values_list("pk", "name")
    return names
