"""What the workers do with announcements: dispatch each to the subscribers, once."""

from __future__ import annotations

import logging
from datetime import timedelta

from celery import shared_task
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from nabu.announcements.events import events_of, verdict_event
from nabu.announcements.models import Announcement
from nabu.announcements.subscribers import SUBSCRIBERS, News
from nabu.queueing import enqueue

logger = logging.getLogger(__name__)

WAITS_FOR = timedelta(seconds=15)
"""A row that waits longer may have lost its message."""

MOST_ATTEMPTS = 5
MOST_SENT = 200
KEPT_FOR = timedelta(days=7)
"""So long what could not be announced is kept for whoever looks for the error."""


@shared_task(acks_late=True, ignore_result=True)
def dispatch(announcement_id: int) -> None:
    """Let every subscriber store what follows from one announcement. Doing it again does nothing.

    A thousand mails are made before the transaction begins: it holds the only write lock of SQLite.
    """
    Announcement.objects.filter(pk=announcement_id).update(attempts=F("attempts") + 1)
    found = Announcement.objects.filter(pk=announcement_id).first()
    if found is None:
        return
    news = _news(found)
    saves = [prepare(news) for prepare in SUBSCRIBERS]
    with transaction.atomic():
        # Of two workers one deletes the row; the other one waits for it and finds nothing.
        if found.delete()[0]:
            for save in saves:
                save()


@shared_task(ignore_result=True)
def sweep() -> int:
    """Send the announcements again whose message may be lost. Returns how many."""
    now = timezone.now()
    Announcement.objects.filter(made_at__lt=now - KEPT_FOR).delete()
    left = Announcement.objects.filter(made_at__lt=now - WAITS_FOR, attempts__lt=MOST_ATTEMPTS).order_by("pk")
    sent = 0
    for pk in left.values_list("pk", flat=True)[:MOST_SENT]:
        if not enqueue(dispatch, pk):
            break
        sent += 1
    return sent


def _news(announcement: Announcement) -> News:
    if announcement.entry is not None:
        return News(events_of(announcement.entry), announcement.entry.at, entry=announcement.entry)
    verdict = verdict_event(announcement.submission) if announcement.submission is not None else None
    return News([verdict] if verdict else [], timezone.now(), submission=announcement.submission)
