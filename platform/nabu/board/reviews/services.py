"""Asking for reviews and cancelling them. One transaction and one audit entry each.

Every function takes the acting account first and raises `nabu.core.errors.NotAllowed` (wrong person),
`nabu.core.errors.Refused` (with a sentence for the page) or `nabu.core.errors.TryLater` (the quota is used up).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.review.reviewer import reviewer_name
from nabu.accounts.audit.services import audit
from nabu.accounts.players.models import User
from nabu.board.reviews.games import files_of_game, game_of_log, review_of, why_not_reviewable
from nabu.board.reviews.models import LIVE, GameReview
from nabu.board.reviews.permissions import can_ask_for_review, can_cancel_review, can_review_tournament
from nabu.board.reviews.queries import live_batch, logs_to_review
from nabu.board.reviews.runs import REVIEW, REVIEW_ALL
from nabu.contests.matches.models import GameLog, PlayedGame
from nabu.contests.tournaments.locks import lock_tournament
from nabu.contests.tournaments.models import Tournament
from nabu.core.errors import NotAllowed, Refused, TryLater
from nabu.web.jobs import asking
from nabu.web.jobs.models import LIVE as LIVE_JOBS
from nabu.web.jobs.models import Job

WINDOW = timedelta(hours=24)

Status = GameReview.Status


def ask_for_review(actor: User, log: GameLog) -> GameReview:
    """Have a game reviewed. One that is reviewed already, or is about to be, costs nothing of the quota."""
    if not can_ask_for_review(actor, log):
        raise NotAllowed
    if (why := why_not_reviewable(log)) is not None:
        raise Refused(why)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=actor.pk)
        review = _locked(actor, log)
        if review.status == Status.DONE or (review.is_live and _has_job(review)):
            return review
        check_quota(actor, review)
        job = asking.ask(REVIEW, None, {"review": review.pk}, actor)
        _queue(actor, [review], job, in_batch=False)
        audit(actor, "review.asked", review, after={"log": log.sha256})
    return review


@transaction.atomic
def cancel_review(actor: User, review: GameReview) -> GameReview:
    """Call it off. What was judged is kept: a review that is asked for again goes on there."""
    if not can_cancel_review(actor, review):
        raise NotAllowed
    _cancel_jobs([review.job])
    locked = GameReview.objects.select_for_update().get(pk=review.pk)
    if not locked.is_live:
        raise Refused(_("This review has already ended."))
    locked.status = Status.CANCELLED
    locked.save(update_fields=["status"])
    audit(actor, "review.cancelled", locked, after={"log": locked.log.sha256, "done": locked.done})
    return locked


@transaction.atomic
def review_tournament(actor: User, tournament: Tournament) -> Job:
    """Have all games of a tournament reviewed, one after the other. One batch at a time for each tournament, and for
    each account but staff."""
    if not can_review_tournament(actor, tournament):
        raise NotAllowed
    lock_tournament(tournament.pk)
    User.objects.select_for_update().get(pk=actor.pk)
    if live_batch(tournament) is not None:
        raise Refused(_("The games of this tournament are already being reviewed."))
    if not actor.is_staff and asking.live_jobs(REVIEW_ALL).filter(asked_by=actor, cancel_asked=False).exists():
        raise Refused(_("Another tournament of yours is being reviewed. Wait for it or cancel it."))
    logs = sorted(logs_to_review(tournament), key=lambda log: log.game_id or 0)  # two batches lock in one order
    found = [_locked(actor, log) for log in logs]
    wanted = [review for review in found if review.status != Status.DONE and not (review.is_live and _has_job(review))]
    if not wanted:
        raise Refused(_("No game of this tournament is waiting for a review."))
    job = asking.ask(REVIEW_ALL, None, {"tournament": tournament.pk, "games": len(wanted)}, actor)
    _queue(actor, wanted, job, in_batch=True)
    audit(actor, "reviews.asked", tournament, after={"games": len(wanted)}, tournament=tournament)
    return job


@transaction.atomic
def cancel_tournament(actor: User, tournament: Tournament) -> None:
    """Call the batch of a tournament off. What was reviewed until then stays."""
    if not can_review_tournament(actor, tournament):
        raise NotAllowed
    lock_tournament(tournament.pk)
    batch = live_batch(tournament)
    if batch is None:
        raise Refused(_("No games of this tournament are being reviewed."))
    _cancel_jobs([batch.pk])
    left = GameReview.objects.filter(job=batch.pk, status__in=LIVE).update(status=Status.CANCELLED)
    audit(actor, "reviews.cancelled", tournament, after={"games": left}, tournament=tournament)


def check_quota(actor: User, review: GameReview | None) -> None:
    """Raises TryLater if this account has asked for as many other games as it may in a day. Staff have no quota."""
    if actor.is_staff:
        return
    own = GameReview.objects.filter(asked_by=actor, in_batch=False, asked_at__gt=timezone.now() - WINDOW)
    times = sorted(own.exclude(pk=review.pk if review else 0).values_list("asked_at", flat=True))
    most = settings.REVIEWS_A_DAY
    if len(times) < most:
        return
    until = times[len(times) - most] + WINDOW if most else timezone.now() + WINDOW
    text = ngettext(
        "You have reached the limit of %(most)d review in 24 hours. Try again at %(time)s, or review the game in your "
        "browser.",
        "You have reached the limit of %(most)d reviews in 24 hours. Try again at %(time)s, or review the game in your "
        "browser.",
        most,
    ) % {"most": most, "time": time_format(timezone.localtime(until))}
    seconds = int((until - timezone.now()).total_seconds()) + 1
    raise TryLater(text, status=429, seconds=max(1, seconds))


def _locked(actor: User, log: GameLog) -> GameReview:
    """The row of a game for the reviewer of today, made if there is none. Nothing is asked for yet.

    The game is locked, so that two files of it never get two reviews. The review is kept with the file that proves a
    table, if there is one: another one may be deleted by who sent it.
    """
    if log.game_id:
        list(PlayedGame.objects.select_for_update(no_key=True).filter(pk=log.game_id))
    game = game_of_log(log)
    row = review_of(log, game)
    if row is None:
        made = {"game": game.key, "asked_at": timezone.now(), "asked_by": actor, "status": Status.CANCELLED}
        row, _made = GameReview.objects.get_or_create(
            log=files_of_game(log)[0], reviewer=reviewer_name(game), defaults=made
        )
    return GameReview.objects.select_for_update().get(pk=row.pk)


def _has_job(review: GameReview) -> bool:
    """Somebody works on it, or will: a row could have been left by a backup."""
    return Job.objects.filter(pk=review.job or 0, status__in=LIVE_JOBS, cancel_asked=False).exists()


def _queue(actor: User, reviews: Iterable[GameReview], job: Job, *, in_batch: bool) -> None:
    for review in reviews:
        review.status, review.job, review.in_batch = Status.QUEUED, job.pk, in_batch
        review.asked_by, review.asked_at, review.finished_at = actor, timezone.now(), None
        review.save(update_fields=["status", "job", "in_batch", "asked_by", "asked_at", "finished_at"])


def _cancel_jobs(jobs: Iterable[int | None]) -> None:
    """Jobs are locked before reviews, as by a worker that gives one up."""
    for job in Job.objects.filter(pk__in=[pk for pk in jobs if pk], status__in=LIVE_JOBS):
        asking.cancel(job)
