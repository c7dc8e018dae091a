"""The reports that say whether the ratings of a game predict: made from its journal and kept until the next one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from itertools import groupby

from django.db import transaction
from django.utils import timezone

from analytics.rating_quality.evaluation import GameResult
from analytics.rating_quality.report import PredictionReport, report_on
from competition.ratings.prediction import SYSTEM
from nabu.accounts.versions.services import ratings_topic, touch
from nabu.contests.ratings.models import RatingEntry, RatingQuality
from nabu.core.background import compute


def refresh_quality(game: str) -> RatingQuality | None:
    """Make the report on a game anew and keep it. Without rated games there is none, and an old one goes."""
    now = timezone.now()
    report = compute(report_on, list(results_of(game)))
    with transaction.atomic():
        touch(ratings_topic(game))
        return _keep(game, report, now)


def _keep(game: str, report: PredictionReport | None, now: datetime) -> RatingQuality | None:
    if report is None:
        RatingQuality.objects.filter(game=game).delete()
        return None
    quality, _created = RatingQuality.objects.update_or_create(
        game=game,
        defaults={
            "report": asdict(report),
            "temperature": report.temperature,
            "rated_games": report.games,
            "system": SYSTEM,
            "made_at": now,
        },
    )
    return quality


def is_made_since(game: str, moment: datetime) -> bool:
    """Whether the report on a game has seen what the journal was at that moment."""
    return RatingQuality.objects.filter(game=game, system=SYSTEM, made_at__gt=moment).exists()


def results_of(game: str) -> Iterator[GameResult]:
    """All rated games in the order of the journal."""
    entries = RatingEntry.objects.filter(rated_game__game=game).order_by("rated_game__sequence", "player")
    lines = entries.values_list("rated_game", "rated_game__played_at", "player", "place").iterator(chunk_size=5000)
    for (_game, played_at), group in groupby(lines, key=lambda line: line[:2]):
        at_table = list(group)
        players, places = [player for *_, player, _ in at_table], [place for *_, place in at_table]
        yield GameResult(players, places, played_at.timestamp() / 86400)
