"""What the workers do about deadlines: every few minutes those are reminded who are to be."""

from __future__ import annotations

from typing import Any

from celery import shared_task

from nabu.contests.dates.models import Reminder
from nabu.contests.dates.reminders import to_remind
from nabu.contests.dates.signals import deadlines_near
from nabu.core import database_clock
from nabu.web.jobs.asking import ask
from nabu.web.jobs.kinds import job
from nabu.web.jobs.running import Progress

REMIND = "deadlines"
"""The kind of the job, and its key."""


@shared_task(ignore_result=True)
def look_for_deadlines() -> None:
    """Ask for reminders if some are due."""
    if to_remind(database_clock.now()):
        ask(REMIND, REMIND)


@job(REMIND, queue="announcements", attempts=5)
def remind(progress: Progress) -> None:
    """Remind the players of all tables that are due. The mails are made before the transaction, and stored in it
    together with who was reminded: a worker that dies in between has reminded nobody, and two never remind the same.
    """
    tables = to_remind(database_clock.now())
    saves: list[Any] = [
        save for _receiver, save in deadlines_near.send(sender=Reminder, tables=[table.pk for table in tables])
    ]
    with progress.last_step():
        Reminder.objects.bulk_create(
            Reminder(round_id=table.round_id, number=table.number, due_at=table.due_at) for table in tables
        )
        for save in saves:
            save()
