"""What the workers do with logs: replay them, recognise their games, and look for those that were refused too early."""

from __future__ import annotations

import logging
import time
from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from analytics.facts import extract_facts
from engine import ENGINE_VERSION
from nabu.catalogue.games.library import library, library_of
from nabu.catalogue.games.models import ComponentSet
from nabu.contests.matches.models import LogSubmission, Verification
from nabu.contests.matches.served_logs import served_bytes
from nabu.contests.results.counts import VERDICT_SECONDS
from nabu.contests.results.settling.plausibility import count_usual_scores
from nabu.contests.results.settling.same_game import digests_in_background, digests_of, recognise
from nabu.contests.results.settling.storable import storable
from nabu.contests.results.settling.submission import (
    REVERIFY,
    VERIFY,
    ask_for_verdicts,
    key_of,
    requeue,
    verify_refused_again,
)
from nabu.contests.results.settling.verdicts import apply_verification, fail_submissions, touch_tables
from nabu.contests.results.signals import log_replayed
from nabu.core.background import compute
from nabu.web.jobs import running
from nabu.web.jobs.asking import live_jobs
from nabu.web.jobs.kinds import job
from nabu.web.jobs.models import Job
from nabu.web.jobs.running import Progress

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 5
"""So often a verification is begun; a log that ends its worker every time must not do so for ever."""

NEW_FOR = timedelta(hours=1)
"""So long we look for logs that were refused while a component set was being loaded."""

Status = Verification.Status


def begin(job_: Job) -> None:
    """People see that their log is being replayed."""
    waiting = Verification.objects.filter(pk=job_.payload["verification"], status=Status.QUEUED)
    waiting.update(status=Status.RUNNING, started_at=timezone.now(), finished_at=None)


def give_up(job_: Job) -> None:
    """The engine or its worker broke every time: tell those who wait."""
    verification = _locked(job_)
    if verification is not None and verification.status != Status.DONE:
        reason = job_.error or f"the worker ended in each of {job_.attempts} attempts"
        verification.status, verification.finished_at = Status.FAILED, timezone.now()
        verification.reason = storable(reason)[:500]
        verification.save(update_fields=["status", "finished_at", "reason"])
        fail_submissions(verification)
        touch_tables(verification)


@job(VERIFY, queue="logs", attempts=MOST_ATTEMPTS, began=begin, gave_up=give_up)
@job(REVERIFY, queue="maintenance", attempts=MOST_ATTEMPTS, began=begin, gave_up=give_up)
def verify(progress: Progress) -> None:
    """Replay a log and carry the verdict to where it belongs. The replay runs outside any transaction: here if people
    wait for the verdict, else beside this process."""
    found = Verification.objects.select_related("log").filter(pk=progress.job.payload["verification"]).first()
    if found is None or found.status in (Status.DONE, Status.FAILED):
        return
    if found.engine != ENGINE_VERSION:
        _leave_or_take(progress, found)
        return
    content, somebody_waits = served_bytes(found.log), progress.job.kind == VERIFY
    started = time.monotonic()
    if somebody_waits:
        report, facts = extract_facts(content, library)
    else:
        report, facts = compute(extract_facts, content, library_of(content))
    seconds = time.monotonic() - started
    digests = (digests_of if somebody_waits else digests_in_background)(found.log) if facts else None
    answered: list[LogSubmission] = []
    with progress.last_step():
        verification = _locked(progress.job)
        if verification is not None and verification.status != Status.DONE:
            recognise(verification.log, digests)
            answered = _finish(verification, report.to_json(), dict(facts) if facts else None, seconds)
    if somebody_waits:
        now = timezone.now()
        VERDICT_SECONDS.observe(max(0.0, (now - sent.submitted_at).total_seconds()) for sent in answered)


def _leave_or_take(progress: Progress, asked: Verification) -> None:
    """Another version of the site has asked for a verdict of its engine, during an update: what this engine says must
    not count as that.

    Workers with the newer engine do it. An older version's logs are replayed by the newer engine instead; so are a
    newer version's by the older one if it does not come, because the update was taken back. Raises Later.

    The row that was asked for stays, as answered by another version: a web host may be about to read it.
    """
    if _number(asked.engine) > _number(ENGINE_VERSION):
        progress.leave_to_other_version()
    with progress.last_step():
        own, _created = Verification.objects.get_or_create(log=asked.log, engine=ENGINE_VERSION)
        if own.status != Status.DONE:
            ask_for_verdicts(progress.job.kind, [own.pk])
        unanswered = Verification.objects.filter(pk=asked.pk).exclude(status=Status.DONE)
        unanswered.update(status=Status.QUEUED, finished_at=timezone.now())
        own = Verification.objects.select_for_update().get(pk=own.pk)
        if own.status == Status.DONE:
            apply_verification(own)
        elif own.finished_at:
            requeue(own)


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def verify_log(verification_id: int) -> None:
    """Verify a log now, in this process. Does nothing if that is done, or a worker is at it."""
    found = live_jobs(VERIFY, REVERIFY).filter(key=key_of(verification_id)).first()
    if found is None:
        [found] = ask_for_verdicts(VERIFY, [verification_id], tell=False)
    running.run(found.pk, "here")


@shared_task(ignore_result=True)
def look_for_refused() -> None:
    """Logs that were refused in the moment in which the component set they name was loaded are queued again."""
    for components in ComponentSet.objects.filter(created_at__gt=timezone.now() - NEW_FOR):
        verify_refused_again(components)


@shared_task(ignore_result=True)
def count_scores() -> None:
    """Count anew which scores are usual."""
    count_usual_scores()


def _finish(
    verification: Verification, report: dict[str, object], facts: dict[str, object] | None, seconds: float
) -> list[LogSubmission]:
    """Write the verdict and everything that follows from it, once. Returns the submissions that waited for it."""
    words = storable(report)
    verification.status, verification.finished_at, verification.seconds = Status.DONE, timezone.now(), seconds
    verification.verdict, verification.code = words["verdict"], words["code"] or ""
    verification.line, verification.turn, verification.seat = words["line"], words["turn"], words["seat"]
    verification.reason, verification.report = words["reason"] or "", words
    verification.save()
    log_replayed.send(sender=Verification, log=verification.log, facts=storable(facts))
    answered = apply_verification(verification)
    touch_tables(verification)
    logger.info("verdict on log %s: %s %s", verification.log.sha256, verification.verdict, verification.code)
    return answered


def _locked(job_: Job) -> Verification | None:
    rows = Verification.objects.select_for_update(of=("self",)).select_related("log")
    return rows.filter(pk=job_.payload["verification"]).first()
