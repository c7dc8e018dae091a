"""Games of which only a typed score sheet says where the points came from: confirmed by people, proven by no log.

They have a store of their own beside that of the replayed games, so that only what asks for them counts them: points by
source. Once a log proves the table its facts count, and the sheet does not any more.
"""

from __future__ import annotations

from django.db.models import QuerySet

from analytics.facts import typed_facts
from analytics.games import VerifiedGame
from engine.game import Game
from nabu.contests.matches.models import ResultReport, ScoreSheet, Table
from nabu.contests.matches.proof import Proof, is_proven, proof_of, rank_of
from nabu.contests.matches.queries import with_players
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.variants import rules_of
from nabu.statistics.dashboards.facts.filters import public_tournaments
from nabu.statistics.dashboards.facts.fingerprints import fingerprint
from nabu.statistics.dashboards.facts.ratings_before import RatingBefore, ratings_before


def typed_key_of(game: Game) -> str:
    """The key of the store of the typed games of a title."""
    return f"{game.key}-typed"


def typed_tables(game: Game) -> QuerySet[Table]:
    """The tables with a confirmed sheet and without a log, in published rounds of tournaments that have started."""
    confirmed = ScoreSheet.objects.filter(report__status=ResultReport.Status.CONFIRMED)
    return (
        Table.objects.filter(is_proven(Proof.AGREED), log=None, pk__in=confirmed.values("report__table"))
        .filter(round__stage__tournament__in=public_tournaments(game))
        .exclude(round__status=Round.Status.DRAFT)
    )


def typed_games(game: Game, tournament: Tournament) -> list[VerifiedGame]:
    """The typed games of the tournament as they count now. One whose points are not those of the result does not."""
    tables = list(
        typed_tables(game)
        .filter(round__stage__tournament=tournament)
        .select_related("round__stage__tournament", "variant")
        .prefetch_related(with_players())
        .order_by("pk")
    )
    sheets = dict(
        ScoreSheet.objects.filter(report__status=ResultReport.Status.CONFIRMED, report__table__in=tables).values_list(
            "report__table", "points"
        )
    )
    before = ratings_before([table.pk for table in tables])
    found = (_typed_game(game, tournament, table, sheets[table.pk], before[table.pk]) for table in tables)
    return [one for one in found if one is not None]


def _typed_game(
    game: Game,
    tournament: Tournament,
    table: Table,
    points: dict[str, list[int | None]],
    before: dict[int, RatingBefore],
) -> VerifiedGame | None:
    seats = [seat for seat in table.seats.all() if not seat.absent]
    full = {key: [numbers[seat.position] or 0 for seat in seats] for key, numbers in points.items()}
    rules = rules_of(table)
    facts = typed_facts(
        game.key,
        (rules.ruleset, rules.switches, rules.components),
        full,
        [seat.place or len(seats) for seat in seats],
    )
    if facts["scores"] != [seat.score for seat in seats]:
        return None
    players = [seat.entry.player_id for seat in seats]
    ratings, proof = [before[player] for player in players], rank_of(proof_of(table))
    finished_at = int(table.confirmed_at.timestamp()) if table.confirmed_at else 0
    counts = proof >= rank_of(tournament.statistics_need)
    return VerifiedGame(
        game_id=table.pk,
        tournament_id=tournament.pk,
        finished_at=finished_at,
        facts=facts,
        player_ids=players,
        ratings=[rating for rating, _games in ratings],
        rated_games=[games for _rating, games in ratings],
        fingerprint=fingerprint(tournament.pk, facts, finished_at, players, ratings, proof, counts),
        proof=proof,
        counts=counts,
    )
