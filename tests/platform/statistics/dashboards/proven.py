"""Tournaments whose games are proven by logs, the way a site gets them, and its statistics without workers."""

from __future__ import annotations

from analytics.store import GameStore
from engine.registry import GAMES
from nabu.contests.matches.models import LogSubmission, Table
from nabu.contests.results import services
from nabu.contests.results.tasks import verify_log
from nabu.contests.tournaments.models import Tournament
from nabu.statistics.dashboards.facts.filters import public_tournaments
from nabu.statistics.dashboards.facts.refresh import refresh, store_of
from tests.platform.scenario import Event, agree, approved, log_of, make_event, users


def prove(table: Table, seed: int = 1, order: list[int] | None = None) -> LogSubmission:
    """Upload a log at the table and have it verified; somebody else there confirms what it reports."""
    submission = services.submit_log(users(table)[0], log_of(table, seed, order), table)
    for verification in submission.log.verifications.all():
        verify_log(verification.pk)
    agree(table)
    submission.refresh_from_db()
    return submission


def count_reported(tournament: Tournament) -> None:
    """Let the tournament's games count in the statistics whoever stands behind their results."""
    Tournament.objects.filter(pk=tournament.pk).update(statistics_need="reported")


def proven_event(players: int = 8, rounds: int = 2, table_size: int = 4, prefix: str = "player") -> Event:
    """A tournament in which every table of these rounds is proven by a log; one more round is to come.

    Its games are in the store.
    """
    event = approved(make_event(players, table_size=table_size, rounds=rounds + 1, prefix=prefix))
    # The same game is no result of a second event.
    first = sum(prefix.encode()) * 1000
    for number in range(rounds):
        for table in event.pair().tables.all():
            assert prove(table, seed=first + 100 * number + table.number).outcome == LogSubmission.Outcome.APPLIED
    counted(event.tournament.game)
    return event


def counted(game: str = "babylonia") -> GameStore:
    """What a worker does after every change: bring the store of the title up to date."""
    for tournament in public_tournaments(GAMES[game]):
        refresh(GAMES[game], tournament)
    return store_of(GAMES[game])
