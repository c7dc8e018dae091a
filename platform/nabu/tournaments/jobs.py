"""Long work that a worker does: pairing a large round, and whatever else stands in `JOBS`.

The row is the truth. A task may be lost, come twice or die in the middle: whoever takes the row on, works; what a
worker found out counts only if the row is still running when it is written, in the same transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from nabu.errors import NotAllowed, Refused
from nabu.players.models import User
from nabu.queueing import enqueue
from nabu.tournaments.locks import RUNNING, lock_as
from nabu.tournaments.models import Entry, Job, Round, Stage, StageEntry, Tournament
from nabu.tournaments.permissions import is_organiser
from nabu.tournaments.rounds.pairing import (
    Changed,
    lock_draft,
    next_number,
    pair_round,
    prepare,
    repair_round,
    running_stage,
    store_pairing,
)

AT_ONCE = 200
"""Up to so many players a round is paired while the person waits."""

MOST_ATTEMPTS = 3
"""So often a job is begun, and so often a round is paired that meanwhile changed."""

QUEUED_FOR = timedelta(seconds=15)
"""A row that waits longer than this may have lost its message."""

LIVE = (Job.Status.QUEUED, Job.Status.RUNNING)


class CalledOff(Exception):
    """Somebody called the job off, or it is not this worker's any more."""


class NotDone(Exception):
    """A job that does its work in steps has used up the time of one task; another task goes on."""


class Progress:
    """What a running job tells those who watch. Each step also asks whether to go on."""

    def __init__(self, job: Job) -> None:
        self.job = job

    def step(self, done: int, total: int, message: str) -> None:
        """So much is done. Raises CalledOff if nobody wants the rest."""
        mine = Job.objects.filter(pk=self.job.pk, status=Job.Status.RUNNING, attempts=self.job.attempts)
        told = mine.filter(cancel_asked=False).update(done=done, total=total, message=message, heard_at=timezone.now())
        if not told:
            raise CalledOff

    @contextmanager
    def last_step(self, message: str) -> Iterator[dict[str, int]]:
        """Write the result inside: it counts together with the end of the job, or not at all.

        What is put into the dictionary stands in the settings of the job, for the link to what was made.
        """
        with transaction.atomic():
            job = Job.objects.select_for_update().get(pk=self.job.pk)
            if job.status != Job.Status.RUNNING or job.cancel_asked or job.attempts != self.job.attempts:
                raise CalledOff
            made: dict[str, int] = {}
            yield made
            job.status, job.done, job.message = Job.Status.DONE, job.total, message
            job.heard_at = job.finished_at = timezone.now()
            job.settings |= made
            job.save()


def pair_or_ask(actor: User, of: Stage | Tournament) -> Round | Job:
    """Pair the next round, at once in a small field, else by a worker. Raises like `pair_round`."""
    stage = of if isinstance(of, Stage) else of.stages.filter(status=Stage.Status.RUNNING).first()
    if stage is None or not is_large(stage):
        return pair_round(actor, of)
    with transaction.atomic():
        locked = lock_as(actor, stage.tournament_id, {RUNNING})
        number = next_number(running_stage(locked, stage))
        return ask(actor, locked, Job.Kind.PAIR, {"stage": stage.pk, "number": number})


def repair_or_ask(actor: User, round_: Round) -> Round | Job:
    """Pair a draft again, at once in a small field, else by a worker. Raises like `repair_round`."""
    if not is_large(round_.stage):
        return repair_round(actor, round_)
    with transaction.atomic():
        current, locked = lock_draft(actor, round_)
        asked = {"stage": current.stage_id, "number": current.number, "again": current.pk}
        return ask(actor, locked, Job.Kind.PAIR, asked)


def is_large(stage: Stage) -> bool:
    """So many play that nobody should wait for the pairing in a request."""
    return _players(stage) > AT_ONCE


def live_job(tournament: Tournament) -> Job | None:
    """The job that is queued or being done for a tournament."""
    return Job.objects.filter(tournament=tournament, status__in=LIVE).first()


def cancel_job(actor: User, job: Job) -> Job:
    """Call a job off: at once while it waits, at its next step while it is being done. Raises Refused if it is over."""
    with transaction.atomic():
        current = Job.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=job.pk)
        if not is_organiser(actor, current.tournament):
            raise NotAllowed
        if current.status not in LIVE:
            raise Refused(_("This is over already."))
        current.cancel_asked = True
        current.save(update_fields=["cancel_asked"])
        if current.status == Job.Status.QUEUED:
            _end(current, Job.Status.CANCELLED, _("Called off before it began."))
    return current


def run(job_id: int, task_id: str) -> None:
    """What a worker does with a job. Doing it again, or twice at the same time, does nothing more."""
    job = _begin(job_id, task_id)
    if job is None:
        return
    with override(job.settings.get("language") or settings.LANGUAGE_CODE):
        try:
            JOBS[job.kind](job, Progress(job))
        except CalledOff:
            _end_mine(job, Job.Status.CANCELLED, _called_off(job), only_if_asked=True)
        except NotDone:
            _hand_on(job)
        except (Refused, NotAllowed) as refusal:
            message = refusal.message if isinstance(refusal, Refused) else _("This account may not do that any more.")
            _end_mine(job, Job.Status.FAILED, message)


def give_back(job_id: int) -> None:
    """After an unexpected error: the sweep will try again, until it was tried too often."""
    with transaction.atomic():
        job = Job.objects.select_for_update().filter(pk=job_id, status=Job.Status.RUNNING).first()
        if job is not None and not _gave_up(job):
            job.status, job.queued_at = Job.Status.QUEUED, timezone.now()
            job.save(update_fields=["status", "queued_at"])


def sweep() -> int:
    """Send again what was left: queued rows whose message may be lost, running ones whose worker must be gone.

    Returns how many were sent.
    """
    now = timezone.now()
    sent = 0
    for pk in Job.objects.filter(_left_behind()).order_by("queued_at").values_list("pk", flat=True):
        with transaction.atomic():
            job = Job.objects.select_for_update().filter(_left_behind(), pk=pk).first()
            if job is None or _gave_up(job):
                continue
            job.status, job.queued_at = Job.Status.QUEUED, now
            job.save(update_fields=["status", "queued_at"])
        if not _send(pk):
            break
        sent += 1
    return sent


def _players(stage: Stage) -> int:
    return StageEntry.objects.filter(stage=stage, entry__status=Entry.Status.ACTIVE).count()


def _left_behind() -> Q:
    now = timezone.now()
    lease = timedelta(seconds=settings.CELERY_TASK_TIME_LIMIT + 10)
    waiting = Q(status=Job.Status.QUEUED, queued_at__lt=now - QUEUED_FOR)
    return waiting | Q(status=Job.Status.RUNNING, heard_at__lt=now - lease)


def ask(actor: User, tournament: Tournament, kind: Job.Kind, asked: dict[str, int]) -> Job:
    """Make the row and tell a worker after the commit. One job at a time. The caller has locked the tournament."""
    if live_job(tournament) is not None:
        raise Refused(_("Something is being worked out for this tournament already. Wait for it, or call it off."))
    job = Job.objects.create(
        tournament=tournament, kind=kind, asked_by=actor, settings={**asked, "language": get_language()}
    )
    transaction.on_commit(lambda: _send(job.pk), robust=True)
    return job


def _send(job_id: int) -> bool:
    return enqueue("nabu.tournaments.tasks.run_job", job_id)


@transaction.atomic
def _begin(job_id: int, task_id: str) -> Job | None:
    """Take the job on. None if there is nothing to do: it is over, or another task is at it.

    A running row is taken on only by the same task, whose message came back because its worker is gone; other
    abandoned rows are the sweep's.
    """
    job = Job.objects.select_for_update(of=("self",)).select_related("tournament", "asked_by").filter(pk=job_id).first()
    if job is None or job.status not in LIVE:
        return None
    if job.status == Job.Status.RUNNING and job.settings.get("task") != task_id:
        return None
    if _gave_up(job):
        return None
    job.status, job.attempts, job.heard_at = Job.Status.RUNNING, job.attempts + 1, timezone.now()
    job.started_at = job.started_at or job.heard_at
    job.settings["task"] = task_id
    job.save(update_fields=["status", "attempts", "heard_at", "started_at", "settings"])
    return job


def _gave_up(job: Job) -> bool:
    """End what was called off, and what was tried too often."""
    if job.cancel_asked:
        _end(job, Job.Status.CANCELLED, _called_off(job))
    elif job.attempts >= MOST_ATTEMPTS:
        tries = job.attempts
        _end(job, Job.Status.FAILED, _("It did not work in %(tries)s attempts, and was given up.") % {"tries": tries})
    return job.status not in LIVE


def _end_mine(job: Job, status: Job.Status, message: str, only_if_asked: bool = False) -> None:
    """End the job unless somebody else has taken it on since."""
    with transaction.atomic():
        mine = Job.objects.select_for_update().filter(pk=job.pk, status=Job.Status.RUNNING, attempts=job.attempts)
        current = mine.filter(cancel_asked=True).first() if only_if_asked else mine.first()
        if current is not None:
            _end(current, status, message)


def _end(job: Job, status: Job.Status, message: str) -> None:
    job.status, job.message, job.finished_at = status, message, timezone.now()
    job.save(update_fields=["status", "message", "finished_at"])


def _hand_on(job: Job) -> None:
    """Let another task go on with the job."""
    mine = Job.objects.filter(pk=job.pk, status=Job.Status.RUNNING, attempts=job.attempts)
    if mine.update(status=Job.Status.QUEUED, queued_at=timezone.now(), attempts=0):
        _send(job.pk)


def _called_off(job: Job) -> str:
    if job.kind == Job.Kind.SIMULATE:
        return _("Called off. What was played until then stays.")
    return _("Called off. Nothing was changed.")


def _pair(job: Job, progress: Progress) -> None:
    """Pair a round outside any transaction and store it if nothing has changed meanwhile; else once more."""
    stage = Stage.objects.select_related("tournament").get(pk=job.settings["stage"])
    number = job.settings["number"]
    again = Round.objects.select_related("stage").filter(pk=job.settings.get("again")).first()
    words = {"number": number, "players": _players(stage)}
    for attempt in range(1, MOST_ATTEMPTS + 1):
        progress.step(1, 3, _("Round %(number)s is being paired for %(players)s players.") % words)
        prepared = prepare(stage, number, again=again is not None)
        progress.step(2, 3, _("The tables are being written."))
        try:
            with progress.last_step(_("Round %(number)s is paired for %(players)s players.") % words) as made:
                made["round"] = store_pairing(job.asked_by, prepared, again).pk
        except Changed:
            if attempt == MOST_ATTEMPTS:
                raise
        else:
            return


JOBS: dict[str, Callable[[Job, Progress], None]] = {Job.Kind.PAIR: _pair}
"""How each kind of job is done; higher apps add theirs. It works outside any transaction and tells its steps to the
`Progress`."""
