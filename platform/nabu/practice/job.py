"""What a worker does with a rehearsal: bots play the round that is open, or everything to the end."""

from __future__ import annotations

import time

from django.db import transaction
from django.utils.translation import gettext as _

from nabu.errors import Refused
from nabu.players.models import User
from nabu.practice.made_up_event import BUSY, CALM, MadeUpEvent
from nabu.practice.services import lock_practice_event
from nabu.tournaments.jobs import NotDone, Progress, ask
from nabu.tournaments.models import Job, Round, Tournament

ONE_TASK = 60
"""Seconds after which a task hands the job on: well before the time limit of tasks."""

PROGRESS_SECONDS = 0.5
"""Seconds between two looks at whether the job was called off."""

SLOW = 2
"""Seconds between two results at a speed that a person can follow."""


def ask_for_round(actor: User, tournament: Tournament, slowly: bool = False) -> Job:
    """Let bots play the tables of the published round. Raises NotAllowed or Refused."""
    with transaction.atomic():
        locked = lock_practice_event(actor, tournament)
        if not Round.objects.filter(stage__tournament=locked, status=Round.Status.PUBLISHED).exists():
            raise Refused(_("No round is published that could be played."))
        return ask(actor, locked, Job.Kind.SIMULATE, {"to_the_end": 0, "slowly": int(slowly), "busy": 1})


def ask_for_everything(actor: User, tournament: Tournament, slowly: bool = False, busy: bool = True) -> Job:
    """Let the platform run the whole rehearsal from here on. Raises NotAllowed or Refused."""
    with transaction.atomic():
        locked = lock_practice_event(actor, tournament)
        return ask(actor, locked, Job.Kind.SIMULATE, {"to_the_end": 1, "slowly": int(slowly), "busy": int(busy)})


def play(job: Job, progress: Progress) -> None:
    """Play on from wherever the rehearsal is. Every result stays, whatever becomes of the job."""
    began = told = time.monotonic()
    slowly = bool(job.settings.get("slowly"))

    def report_progress(done: int, total: int, message: str) -> None:
        nonlocal told
        now = time.monotonic()
        if now - began > ONE_TASK:
            raise NotDone
        if slowly:
            time.sleep(SLOW)
        if slowly or now - told > PROGRESS_SECONDS or done == 0:
            progress.step(done, total, message)
            told = now

    event = MadeUpEvent(
        job.asked_by,
        Tournament.objects.get(pk=job.tournament_id),
        BUSY if job.settings.get("busy") else CALM,
        report_progress=report_progress,
    )
    if job.settings.get("to_the_end"):
        event.play()
        message = _("The rehearsal is played to the end.")
    else:
        event.play_open_round()
        message = _("The bots have played the round.")
    with progress.last_step(message):
        pass
