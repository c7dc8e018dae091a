"""What a worker does with a practice event: bots play the round that is open, or everything to the end."""

from __future__ import annotations

import time

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.message import Catalogue, Message
from nabu.accounts.players.models import User
from nabu.contests.practice.made_up_event import BUSY, CALM, MadeUpEvent
from nabu.contests.practice.services import lock_practice_event
from nabu.contests.tournaments.jobs import JobKind, ask
from nabu.contests.tournaments.models import Round, Tournament
from nabu.core.errors import Refused
from nabu.web.jobs.kinds import job
from nabu.web.jobs.models import Job
from nabu.web.jobs.running import NotDone, Progress

ONE_TASK = 60
"""Seconds after which a task hands the job on: well before the time limit of tasks."""

PROGRESS_SECONDS = 0.5
"""Seconds between two looks at whether the job was called off."""

SLOW = 2
"""Seconds between two results at a speed that a person can follow."""

TEXTS: Catalogue = {
    "rehearsal.pairing": gettext_noop("Pairing round %(number)s."),
    "rehearsal.playing": gettext_noop("Round %(number)s, tables with a result: %(done)s."),
    "rehearsal.round_played": gettext_noop("The bots have played the round."),
    "rehearsal.played": gettext_noop("Practice event played to the end."),
    "rehearsal.cancelled": gettext_noop("Cancelled. Games played so far are kept."),
}


def ask_for_round(actor: User, tournament: Tournament, slowly: bool = False) -> Job:
    """Let bots play the tables of the published round. Raises NotAllowed or Refused."""
    with transaction.atomic():
        locked = lock_practice_event(actor, tournament)
        if not Round.objects.filter(stage__tournament=locked, status=Round.Status.PUBLISHED).exists():
            raise Refused(_("There is no published round to play. Publish one first."))
        return ask(actor, locked, JobKind.SIMULATE, {"to_the_end": 0, "slowly": int(slowly), "busy": 1})


def ask_for_everything(actor: User, tournament: Tournament, slowly: bool = False, busy: bool = True) -> Job:
    """Let the platform run the whole practice event from here on. Raises NotAllowed or Refused."""
    with transaction.atomic():
        locked = lock_practice_event(actor, tournament)
        return ask(actor, locked, JobKind.SIMULATE, {"to_the_end": 1, "slowly": int(slowly), "busy": int(busy)})


@job(JobKind.SIMULATE, queue="practice", kept=True, cancelled=Message("rehearsal.cancelled"))
def play(progress: Progress) -> None:
    """Play on from wherever the practice event is. Every result stays, whatever becomes of the job."""
    began = told = time.monotonic()
    asked, actor = progress.job.payload, progress.job.asked_by
    assert actor is not None
    slowly = bool(asked.get("slowly"))

    def report_progress(done: int, total: int, message: Message) -> None:
        nonlocal told
        now = time.monotonic()
        if now - began > ONE_TASK:
            raise NotDone
        if slowly:
            time.sleep(SLOW)
        if slowly or now - told > PROGRESS_SECONDS or done == 0:
            progress.step(done, total, message)
            told = now

    tournament = Tournament.objects.get(pk=asked["tournament"])
    event = MadeUpEvent(actor, tournament, BUSY if asked.get("busy") else CALM, report_progress=report_progress)
    if asked.get("to_the_end"):
        event.play()
    else:
        event.play_open_round()
    with progress.last_step(Message("rehearsal.played" if asked.get("to_the_end") else "rehearsal.round_played")):
        pass
