"""What happens to reviews when files of games go."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.dispatch import receiver

from nabu.board.reviews.games import files_of_game
from nabu.board.reviews.models import GameReview
from nabu.contests.matches.models import GameLog
from nabu.contests.results.signals import logs_go


@receiver(logs_go)
def keep_reviews(logs: QuerySet[GameLog], **kwargs: Any) -> None:
    """A review stays with another file of its game: who sent the one that goes may not be the only one who wants it."""
    for review in GameReview.objects.filter(log__in=logs).select_related("log").only("reviewer", "log__game"):
        others = files_of_game(review.log).exclude(pk__in=logs)
        other = others.exclude(pk__in=GameReview.objects.filter(reviewer=review.reviewer).values("log")).first()
        if other is not None:
            GameReview.objects.filter(pk=review.pk).update(log=other)
