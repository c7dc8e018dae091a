"""What workers do with experiments: they play them chunk by chunk.

Each chunk that is with the workers is a job, and its sums are added in the transaction that ends it. Only a few are
with them at a time, so that others find a free worker; the end of one asks for the next.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from nabu.core.background import compute
from nabu.statistics.lab.costs import CHUNK_LIMIT
from nabu.statistics.lab.models import LIVE, Chunk, Experiment
from nabu.web.jobs.asking import ask, live_jobs
from nabu.web.jobs.kinds import job
from nabu.web.jobs.models import Job
from nabu.web.jobs.running import Progress

if TYPE_CHECKING:
    from analytics.experiments import ExperimentSums

logger = logging.getLogger(__name__)

PLAY = "experiment"
Status, Problem = Experiment.Status, Experiment.Problem


@transaction.atomic
def ask_for_chunks(ending: Job | None = None) -> int:
    """Ask for chunks until enough are with the workers, first of experiments that have the fewest there.

    `ending` does not count any more. Returns how many were asked for.
    """
    live = lock_live_experiments()
    with_workers = live_jobs(PLAY).exclude(pk=ending.pk if ending else 0)
    taken = dict(with_workers.values_list("payload__chunk", "payload__experiment"))
    busy = Counter(taken.values())
    asked = 0
    while live and len(taken) < settings.LAB_CHUNKS_AT_ONCE:
        fewest = min(live, key=lambda pk: busy[pk])
        waiting = Chunk.objects.filter(experiment=fewest, status=Chunk.Status.WAITING).exclude(pk__in=taken)
        pk = waiting.order_by("first").values_list("pk", flat=True).first()
        if pk is None:
            live.remove(fewest)
            continue
        ask(PLAY, f"chunk:{pk}", {"chunk": pk, "experiment": fewest})
        taken[pk] = fewest
        busy[fewest] += 1
        asked += 1
    return asked


def lock_live_experiments() -> list[int]:
    """Whoever changes what is with the workers locks all of them first, in one order."""
    live = Experiment.objects.select_for_update(of=("self",)).filter(status__in=LIVE)
    return list(live.order_by("pk").values_list("pk", flat=True))


def give_up(job_: Job) -> None:
    """A chunk that ends its worker every time must not do so for ever."""
    lock_live_experiments()
    _fail(job_.payload["experiment"], Problem.BROKEN)
    ask_for_chunks(ending=job_)


@job(PLAY, queue="lab", seconds=CHUNK_LIMIT, gave_up=give_up)
def play_chunk(progress: Progress) -> None:
    """Play a chunk and add it up. Doing it again, or twice at the same time, adds nothing more."""
    # Here, not above: every process imports this file when it starts, and few need what this imports.
    from analytics.experiments import Contradiction, play_games
    from nabu.statistics.lab.plans import Outdated, plan_to_play

    pk, experiment_id = progress.job.payload["chunk"], progress.job.payload["experiment"]
    queued = Experiment.objects.filter(pk=experiment_id, status=Status.QUEUED)
    queued.update(status=Status.RUNNING, started_at=Coalesce("started_at", Value(timezone.now())))
    chunk = Chunk.objects.select_related("experiment").filter(pk=pk, status=Chunk.Status.WAITING).first()
    sums, problem, began = None, Problem.NONE, time.monotonic()
    if chunk is not None and chunk.experiment.status in LIVE:
        try:
            sums = compute(play_games, plan_to_play(chunk.experiment), chunk.first, chunk.count)
        except Outdated as outdated:
            problem = outdated.problem
        except Contradiction:
            logger.exception("the engine contradicts itself in chunk %s of an experiment", pk)
            problem = Problem.ENGINE
    seconds = time.monotonic() - began
    with progress.last_step():
        lock_live_experiments()
        if problem:
            _fail(experiment_id, problem)
        elif sums is not None:
            _add(pk, sums, seconds)
        ask_for_chunks(ending=progress.job)


def _add(chunk_id: int, sums: ExperimentSums, seconds: float) -> None:
    """Add the sums of a chunk, once. What comes after an experiment was called off is not added any more."""
    chunk = Chunk.objects.get(pk=chunk_id)
    experiment = Experiment.objects.select_for_update(of=("self",)).get(pk=chunk.experiment_id)
    if chunk.status == Chunk.Status.DONE or experiment.status not in (*LIVE, Status.PAUSED):
        return
    chunk.status, chunk.seconds = Chunk.Status.DONE, seconds
    chunk.save(update_fields=["status", "seconds"])
    experiment.sums = (sums.from_json(experiment.sums) + sums).to_json()
    experiment.played += chunk.count * len(sums.arms)
    experiment.seconds += seconds
    experiment.save(update_fields=["sums", "played", "seconds"])
    if not experiment.chunks.exclude(status=Chunk.Status.DONE).exists():
        _end(experiment, Status.DONE, Problem.NONE)


def _fail(experiment_id: int, problem: Experiment.Problem) -> None:
    experiment = Experiment.objects.select_for_update(of=("self",)).get(pk=experiment_id)
    if experiment.status in (*LIVE, Status.PAUSED):
        _end(experiment, Status.FAILED, problem)


def _end(experiment: Experiment, status: Experiment.Status, problem: Experiment.Problem) -> None:
    experiment.status, experiment.problem, experiment.finished_at = status, problem, timezone.now()
    experiment.save(update_fields=["status", "problem", "finished_at"])
