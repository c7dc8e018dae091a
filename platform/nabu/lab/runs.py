"""What workers do with experiments: they play them chunk by chunk.

The rows are the truth. A message may be lost, come twice, or its worker may die: whoever takes a chunk on, plays it,
and its sums are added in the same transaction that calls it done. Only a few chunks are with the workers at a time,
because people wait for the verification of their logs behind them; the end of one sends the next.
"""

from __future__ import annotations

import time
from collections import Counter
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from analytics.experiments import Contradiction, ExperimentSums, play_games
from nabu.lab.models import LIVE, Chunk, Experiment
from nabu.lab.plans import Outdated, plan_of
from nabu.queueing import enqueue

MOST_ATTEMPTS = 3
"""So often a chunk is begun; one that ends its worker every time must not do so for ever."""

SENT_FOR = timedelta(seconds=60)
"""A chunk that nobody has begun for so long may have lost its message."""

Status, Problem = Experiment.Status, Experiment.Problem
UNDER_WAY = (Chunk.Status.SENT, Chunk.Status.RUNNING)


def send_next() -> int:
    """Send chunks to the workers until enough are under way, first of experiments that have the fewest there.

    Returns how many were sent.
    """
    busy: Counter[int] = Counter(Chunk.objects.filter(status__in=UNDER_WAY).values_list("experiment", flat=True))
    live = list(Experiment.objects.filter(status__in=LIVE).order_by("pk").values_list("pk", flat=True))
    sent = 0
    while live and sum(busy.values()) < settings.LAB_CHUNKS_AT_ONCE:
        fewest = min(live, key=lambda pk: busy[pk])
        if _send_one(fewest):
            busy[fewest] += 1
            sent += 1
        else:
            live.remove(fewest)
    return sent


def play_chunk(chunk_id: int, task_id: str) -> None:
    """Play a chunk and add it up. Doing it again, or twice at the same time, adds nothing more."""
    chunk = _begin(chunk_id, task_id)
    if chunk is None:
        return
    began = time.monotonic()
    try:
        sums = play_games(plan_of(chunk.experiment), chunk.first, chunk.count)
    except Outdated as outdated:
        _fail(chunk.experiment_id, outdated.problem)
        release_chunk(chunk_id)
    except Contradiction:
        _fail(chunk.experiment_id, Problem.ENGINE)
        raise
    else:
        _finish(chunk_id, sums, time.monotonic() - began)
    send_next()


def release_chunk(chunk_id: int) -> None:
    """After an unexpected error: the sweep will try again, until it was tried too often."""
    with transaction.atomic():
        chunk = Chunk.objects.select_for_update(of=("self",)).filter(pk=chunk_id, status=Chunk.Status.RUNNING).first()
        if chunk is not None:
            _wait_again(chunk)


def sweep() -> int:
    """Send again what was left: chunks whose message may be lost, and those whose worker must be gone.

    Returns how many were sent.
    """
    now = timezone.now()
    lease = timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT + 10)
    lost = Chunk.objects.filter(status=Chunk.Status.SENT, changed_at__lt=now - SENT_FOR)
    abandoned = Chunk.objects.filter(status=Chunk.Status.RUNNING, changed_at__lt=now - lease)
    lost.update(status=Chunk.Status.WAITING, changed_at=now)
    for pk in abandoned.values_list("pk", flat=True):
        release_chunk(pk)
    return send_next()


def _send_one(experiment_id: int) -> bool:
    """Send the next waiting chunk. False if there is none, or if the broker is away."""
    waiting = Chunk.objects.filter(experiment=experiment_id, status=Chunk.Status.WAITING)
    pk = waiting.order_by("first").values_list("pk", flat=True).first()
    # Somebody else may send it in the same moment; then this one was not the one to do it.
    if pk is None or not waiting.filter(pk=pk).update(status=Chunk.Status.SENT, changed_at=timezone.now()):
        return False
    if enqueue("nabu.lab.tasks.run_chunk", pk):
        return True
    Chunk.objects.filter(pk=pk, status=Chunk.Status.SENT).update(status=Chunk.Status.WAITING)
    return False


@transaction.atomic
def _begin(chunk_id: int, task_id: str) -> Chunk | None:
    """Take a chunk on. None if there is nothing to do: it is done, another task is at it, or nobody wants it now.

    A running chunk is taken on only by the same task, whose message came back because its worker is gone.
    """
    found = Chunk.objects.filter(pk=chunk_id).values_list("experiment", flat=True).first()
    if found is None:
        return None
    experiment = Experiment.objects.select_for_update(of=("self",)).get(pk=found)
    chunk = Chunk.objects.select_for_update(of=("self",)).get(pk=chunk_id)
    if chunk.status == Chunk.Status.DONE or (chunk.status == Chunk.Status.RUNNING and chunk.task != task_id):
        return None
    if experiment.status not in LIVE:
        chunk.status = Chunk.Status.WAITING
        chunk.save(update_fields=["status"])
        return None
    if chunk.attempts >= MOST_ATTEMPTS:
        _end(experiment, Status.FAILED, Problem.BROKEN)
        return None
    now = timezone.now()
    chunk.status, chunk.task, chunk.changed_at, chunk.attempts = Chunk.Status.RUNNING, task_id, now, chunk.attempts + 1
    chunk.save(update_fields=["status", "task", "changed_at", "attempts"])
    if experiment.status == Status.QUEUED:
        experiment.status, experiment.started_at = Status.RUNNING, experiment.started_at or now
        experiment.save(update_fields=["status", "started_at"])
    chunk.experiment = experiment
    return chunk


@transaction.atomic
def _finish(chunk_id: int, sums: ExperimentSums, seconds: float) -> None:
    """Add the sums of a chunk, once. What comes after an experiment was called off is not added any more."""
    found = Chunk.objects.values_list("experiment", flat=True).get(pk=chunk_id)
    experiment = Experiment.objects.select_for_update(of=("self",)).get(pk=found)
    chunk = Chunk.objects.select_for_update(of=("self",)).get(pk=chunk_id)
    if chunk.status == Chunk.Status.DONE:
        return
    if experiment.status not in (*LIVE, Status.PAUSED):
        _wait_again(chunk)
        return
    chunk.status, chunk.seconds, chunk.changed_at = Chunk.Status.DONE, seconds, timezone.now()
    chunk.save(update_fields=["status", "seconds", "changed_at"])
    experiment.sums = (ExperimentSums.from_json(experiment.sums) + sums).to_json()
    experiment.played += chunk.count * len(sums.arms)
    experiment.seconds += seconds
    experiment.save(update_fields=["sums", "played", "seconds"])
    if not experiment.chunks.exclude(status=Chunk.Status.DONE).exists():
        _end(experiment, Status.DONE, Problem.NONE)


@transaction.atomic
def _fail(experiment_id: int, problem: Experiment.Problem) -> None:
    experiment = Experiment.objects.select_for_update(of=("self",)).get(pk=experiment_id)
    if experiment.status in (*LIVE, Status.PAUSED):
        _end(experiment, Status.FAILED, problem)


def _end(experiment: Experiment, status: Experiment.Status, problem: Experiment.Problem) -> None:
    experiment.status, experiment.problem, experiment.finished_at = status, problem, timezone.now()
    experiment.save(update_fields=["status", "problem", "finished_at"])


def _wait_again(chunk: Chunk) -> None:
    if chunk.attempts >= MOST_ATTEMPTS:
        _fail(chunk.experiment_id, Problem.BROKEN)
    chunk.status, chunk.changed_at = Chunk.Status.WAITING, timezone.now()
    chunk.save(update_fields=["status", "changed_at"])
