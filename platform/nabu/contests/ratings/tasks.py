"""What the workers do for the ratings: measure whether they predict, and replay journals of older versions."""

from __future__ import annotations

from datetime import datetime

from celery import shared_task

from nabu.contests.ratings.models import RatingJournal
from nabu.contests.ratings.quality.services import is_made_since, refresh_quality
from nabu.contests.ratings.services import outdated_journals, renew


@shared_task(ignore_result=True)
def measure_quality(game: str, asked_at: str) -> None:
    """Make the report on a game anew, unless one was made after it was asked for."""
    if not is_made_since(game, datetime.fromisoformat(asked_at)):
        refresh_quality(game)


@shared_task(ignore_result=True)
def renew_journals() -> None:
    """Replay what another version of the rating systems has written, soon after an update."""
    for game in outdated_journals():
        renew(game)


@shared_task(ignore_result=True)
def measure_all() -> None:
    """The reports on all games. Once a day: a message that was lost is made good then."""
    for game in RatingJournal.objects.order_by("game").values_list("game", flat=True):
        refresh_quality(game)
