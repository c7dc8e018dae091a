"""What the workers do with announcements: tell each to the subscribers, once, many at a time while many wait."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from nabu.accounts.audit.models import AuditEntry
from nabu.contests.domain_events.events import events_of, verdict_event
from nabu.contests.domain_events.services import ANNOUNCE
from nabu.contests.domain_events.subscribers import LAST, SUBSCRIBERS, News
from nabu.contests.matches.models import LogSubmission
from nabu.web.jobs.kinds import job
from nabu.web.jobs.models import Job
from nabu.web.jobs.running import Progress

AT_ONCE = 50
"""So many are told together: the demo makes a thousand, and other work waits beside them."""


@job(ANNOUNCE, queue="announcements", attempts=5, lifetime=timedelta(days=7))
def dispatch(progress: Progress) -> None:
    """Let every subscriber store what follows from a change or a verdict, and from others that wait.

    A thousand mails are made before the transaction begins: it holds the only write lock of SQLite.
    """
    waiting = sorted([progress.job, *progress.take_along(AT_ONCE - 1)], key=lambda each: each.pk)
    news = [found for found in map(_news, waiting) if found is not None]
    if news:
        saves = [prepare(news) for prepare in (*SUBSCRIBERS, *LAST)]
        with progress.last_step():
            for save in saves:
                save()


def _news(asked: Job) -> News | None:
    return _change(asked.payload["entry"]) if "entry" in asked.payload else _verdict(asked.payload["submission"])


def _change(pk: int) -> News | None:
    entry = AuditEntry.objects.filter(pk=pk).select_related("tournament").first()
    return News(events_of(entry), entry.at, entry=entry) if entry else None


def _verdict(pk: int) -> News | None:
    submission = LogSubmission.objects.filter(pk=pk).first()
    if submission is None:
        return None
    event = verdict_event(submission)
    return News([event] if event else [], timezone.now(), submission=submission)
