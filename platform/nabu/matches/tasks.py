"""What the workers do: verify logs, and sweep up what was left behind.

Everything that matters is in the database. A task may be lost, run twice, or die in the middle: the row says what is
still to be done, and the sweep sends it again.
"""

from __future__ import annotations

import logging
import time
from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

from analytics.facts import extract_facts
from nabu.dashboards.facts.services import store_facts
from nabu.games.library import library
from nabu.games.models import ComponentSet
from nabu.matches.models import Verification
from nabu.matches.storable import storable
from nabu.matches.submission import enqueue, verify_refused_again
from nabu.matches.verification import apply_verification, fail_submissions

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 5
"""So often a verification is begun; a log that ends its worker every time must not do so for ever."""

QUEUED_FOR = timedelta(seconds=15)
"""A row that waits longer than this may have lost its message."""

MOST_SENT = 100
"""So many are sent again in one sweep: with a long queue most of them are only waiting."""

NEW_FOR = timedelta(hours=1)
"""So long the sweep looks for logs that were refused while a component set was being loaded."""

Status = Verification.Status


@shared_task(acks_late=True, ignore_result=True)
def verify_log(verification_id: int) -> None:
    """Replay a log and carry the verdict to where it belongs.

    The replay runs outside any transaction. Whoever writes the verdict first wins; a second run finds it done.
    """
    verification = _begin(verification_id)
    if verification is None:
        return
    started = time.monotonic()
    try:
        report, facts = extract_facts(bytes(verification.log.content), library)
        _finish(verification_id, report.to_json(), dict(facts) if facts else None, time.monotonic() - started)
    except Exception as error:  # the time limit too: whatever it is, the row must say so
        logger.exception("verification %s broke in attempt %s", verification_id, verification.attempts)
        _give_back(verification_id, f"{type(error).__name__}: {error}")


@shared_task(ignore_result=True)
def sweep() -> int:
    """Send what was left behind: queued rows whose message may be lost, running ones whose worker must be gone.

    Logs that were refused in the moment in which the component set they name was loaded are queued again.

    Returns how many were sent.
    """
    now = timezone.now()
    for components in ComponentSet.objects.filter(created_at__gt=now - NEW_FOR):
        verify_refused_again(components)
    lease = timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT + 10)
    waiting = models.Q(status=Status.QUEUED, queued_at__lt=now - QUEUED_FOR)
    abandoned = models.Q(status=Status.RUNNING, started_at__lt=now - lease)
    left = list(
        Verification.objects.filter(waiting | abandoned).order_by("queued_at").values_list("pk", flat=True)[:MOST_SENT]
    )
    sent = 0
    for pk in left:
        if not enqueue(pk):
            break
        Verification.objects.filter(pk=pk).update(queued_at=now)
        sent += 1
    return sent


@transaction.atomic
def _begin(verification_id: int) -> Verification | None:
    """Mark the row as running. None if there is nothing to do, or if it was tried too often."""
    verification = _locked(verification_id)
    if verification is None or verification.status in (Status.DONE, Status.FAILED):
        return None
    if verification.attempts >= MOST_ATTEMPTS:
        _fail(verification, f"the worker ended in each of {verification.attempts} attempts")
        return None
    verification.status, verification.started_at = Status.RUNNING, timezone.now()
    verification.attempts += 1
    verification.save(update_fields=["status", "started_at", "attempts"])
    return verification


@transaction.atomic
def _finish(verification_id: int, report: dict[str, object], facts: dict[str, object] | None, seconds: float) -> None:
    """Write the verdict and everything that follows from it, once."""
    verification = _locked(verification_id)
    if verification is None or verification.status == Status.DONE:
        return
    words = storable(report)
    verification.status, verification.finished_at, verification.seconds = Status.DONE, timezone.now(), seconds
    verification.verdict, verification.code = words["verdict"], words["code"] or ""
    verification.line, verification.turn, verification.seat = words["line"], words["turn"], words["seat"]
    verification.reason, verification.report = words["reason"] or "", words
    verification.save()
    store_facts(verification.log, storable(facts))
    apply_verification(verification)


@transaction.atomic
def _give_back(verification_id: int, error: str) -> None:
    """After an unexpected error: the sweep will try again, until it was tried too often."""
    verification = _locked(verification_id)
    if verification is None or verification.status == Status.DONE:
        return
    if verification.attempts >= MOST_ATTEMPTS:
        _fail(verification, error)
        return
    verification.status, verification.queued_at, verification.reason = Status.QUEUED, timezone.now(), error[:500]
    verification.save(update_fields=["status", "queued_at", "reason"])


def _fail(verification: Verification, reason: str) -> None:
    verification.status, verification.finished_at = Status.FAILED, timezone.now()
    verification.reason = storable(reason)[:500]
    verification.save(update_fields=["status", "finished_at", "reason"])
    fail_submissions(verification)


def _locked(verification_id: int) -> Verification | None:
    return Verification.objects.select_for_update(of=("self",)).select_related("log").filter(pk=verification_id).first()
