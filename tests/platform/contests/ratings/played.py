"""Rounds with results, for the tests of the ratings."""

from __future__ import annotations

from dataclasses import asdict
from random import Random

from django.utils import timezone

from analytics.rating_quality.report import report_on
from competition.ratings.prediction import SYSTEM
from nabu.accounts.players.models import Player
from nabu.contests.matches.models import Table
from nabu.contests.ratings.models import Rating, RatingQuality
from nabu.contests.results import services
from nabu.contests.results.settling.ruling import Ruling
from tests.analytics.rated_games import made_up_games
from tests.platform.scenario import Event, seats

GAME = "babylonia"


def play_rounds(event: Event, rounds: int, rng: Random) -> list[Table]:
    """Rounds with results by ruling; the tables in the order in which they were confirmed."""
    done = []
    for _number in range(rounds):
        tables = list(event.pair().tables.filter(is_bye=False))
        rng.shuffle(tables)
        for table in tables:
            services.rule_result(event.organiser, table, Ruling([rng.randint(20, 40) for _ in seats(table)]))
            table.refresh_from_db()
            done.append(table)
    return done


def rated(player: Player, value: float, sigma: float = 40, games: int = 30) -> Rating:
    """A rating that no journal knows of."""
    return Rating.objects.create(
        player=player, game=GAME, value=value, games=games, mu=value, sigma=sigma, last_game_at=timezone.now()
    )


def measured(games: int = 300, spread: float = 200) -> RatingQuality:
    """A stored report, as if so many made-up games had been rated."""
    report = report_on(made_up_games(games, spread=spread))
    assert report is not None
    return RatingQuality.objects.update_or_create(
        game=GAME,
        defaults={
            "report": asdict(report),
            "temperature": report.temperature,
            "rated_games": games,
            "system": SYSTEM,
            "made_at": timezone.now(),
        },
    )[0]
