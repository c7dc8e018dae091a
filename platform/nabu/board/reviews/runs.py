"""What workers do with reviews: some decisions at a time, and then whoever else waits has a turn.

A part keeps what it has judged, and a decision can be interrupted. Judging a decision again gives the same, so it does
no harm if two workers do it, and a worker that dies loses one part at most.
"""

from __future__ import annotations

import logging
import time

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from engine.message import Message
from nabu.board.reviews.models import LIVE, GameReview
from nabu.catalogue.games.library import library_of
from nabu.contests.matches.served_logs import served_bytes
from nabu.core import outages
from nabu.core.background import compute
from nabu.web.jobs.kinds import job
from nabu.web.jobs.models import Job
from nabu.web.jobs.running import Cancelled, Later, NotDone, Progress

logger = logging.getLogger(__name__)

REVIEW, REVIEW_ALL = "review", "review_all"
QUEUE = "reviews"

NOTICED = 1.0
"""So many seconds pass at most until a worker notices that a review is cancelled."""

Status = GameReview.Status


def give_up(job_: Job) -> None:
    """One that breaks its worker again and again is not tried for ever."""
    _end(GameReview.objects.filter(job=job_.pk, status__in=LIVE), Status.FAILED)


def give_up_batch(job_: Job) -> None:
    """The game at which the worker broke has failed; the others can be asked for again."""
    waiting = GameReview.objects.filter(job=job_.pk, status__in=LIVE)
    broken = list(waiting.order_by("pk").values_list("pk", flat=True)[:1])
    _end(GameReview.objects.filter(pk__in=broken), Status.FAILED)
    _end(waiting, Status.CANCELLED)


@job(REVIEW, queue=QUEUE, gave_up=give_up, cancelled=Message("reviews.cancelled"))
def review_game(progress: Progress) -> None:
    """A part of one review."""
    review = GameReview.objects.filter(job=progress.job.pk, status__in=LIVE).first()
    if review is not None and not advance(review, progress):
        raise NotDone


@job(REVIEW_ALL, queue=QUEUE, gave_up=give_up_batch, cancelled=Message("reviews.cancelled"))
def review_games(progress: Progress) -> None:
    """A part of the first game of a tournament that is not done. A game that cannot be reviewed stops no other."""
    games: int = progress.job.payload["games"]
    waiting = GameReview.objects.filter(job=progress.job.pk, status__in=LIVE).order_by("pk")
    left = waiting.count()
    progress.step(games - left, games, Message("reviews.games_done", {"done": games - left, "total": games}))
    review = waiting.first()
    if review is None:
        return
    try:
        advance(review, progress)
    except Exception as error:
        if isinstance(error, Cancelled | Later) or outages.reason(error):
            raise
        logger.exception("review %s failed in a batch", review.pk)
        _end(GameReview.objects.filter(pk=review.pk, status__in=LIVE), Status.FAILED)
    raise NotDone


def advance(review: GameReview, progress: Progress) -> bool:
    """Judge for some seconds and keep it. Returns whether nothing is left to do. Raises Cancelled, Later for a review
    of another version, and whatever the reviewer raises.

    Versions are never mixed in one review. If the workers of the other version do not come in time, it ends as
    cancelled, and the game can be reviewed by today's.
    """
    # Here, not above: every process imports this file when it starts, and few need what this imports.
    from engine.review.reviewer import Reviewer, reviewer_name
    from engine.review.summary import summary_of
    from nabu.board.reviews.games import table_of_log
    from nabu.board.reviews.judging import find

    table, content = table_of_log(review.log), served_bytes(review.log)
    library = library_of(content)
    if reviewer_name(table.game) != review.reviewer:
        progress.leave_to_other_version()
        _end(GameReview.objects.filter(pk=review.pk, status__in=LIVE), Status.CANCELLED)
        return True
    reviewer = Reviewer(table, review.decisions)
    before, began = reviewer.done, time.monotonic()
    try:
        # The first decision may take longer: a part that has judged nothing would be the same again.
        while reviewer.done < reviewer.total and (_seconds_left(began) > 0 or reviewer.done == before):
            seconds = min(NOTICED, _seconds_left(began)) if reviewer.done > before else NOTICED
            found = compute(find, content, library, reviewer.done, seconds)
            if found is not None:
                reviewer.kept.append(found)
            progress.step()
    finally:
        _keep(review, reviewer.kept, reviewer.total, time.monotonic() - began)
    if reviewer.done < reviewer.total:
        return False
    summary = summary_of(reviewer)
    done = {"status": Status.DONE, "summary": summary, "finished_at": timezone.now()}
    GameReview.objects.filter(pk=review.pk, status__in=LIVE).update(**done)
    return True


def _seconds_left(began: float) -> float:
    """How many seconds of a part are left."""
    return settings.REVIEW_PART_SECONDS - (time.monotonic() - began)


@transaction.atomic
def _keep(review: GameReview, found: list[dict[str, object]], total: int, seconds: float) -> None:
    """Add what was judged, unless somebody was faster."""
    locked = GameReview.objects.select_for_update().filter(pk=review.pk).first()
    if locked is None:
        return  # who sent the game has deleted it
    if locked.status == Status.QUEUED:
        locked.status = Status.RUNNING
    if len(found) >= locked.done:
        locked.decisions, locked.done, locked.total = found, len(found), total
    locked.seconds += seconds
    locked.save(update_fields=["status", "decisions", "done", "total", "seconds"])


def _end(reviews: QuerySet[GameReview], status: GameReview.Status) -> None:
    reviews.update(status=status, finished_at=timezone.now())
