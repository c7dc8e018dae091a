"""What the workers do with announcements: tell the webhooks, the mails and the statistics, each change once."""

from __future__ import annotations

import logging
from datetime import timedelta

from celery import shared_task
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from nabu.announcements.happenings import happenings_of, verdict_of
from nabu.announcements.models import Announcement
from nabu.dashboards.facts.staleness import made_stale_by, mark_stale
from nabu.notifications.writing import mails_of, save_mails, verdict_mails
from nabu.queueing import enqueue
from nabu.webhooks.writing import deliveries_of, save_deliveries

logger = logging.getLogger(__name__)

WAITS_FOR = timedelta(seconds=15)
"""A row that waits longer may have lost its message."""

MOST_ATTEMPTS = 5
MOST_SENT = 200
KEPT_FOR = timedelta(days=7)
"""So long what could not be announced is kept for whoever looks for the error."""


@shared_task(acks_late=True, ignore_result=True)
def tell(announcement_id: int) -> None:
    """Write what follows from one announcement: deliveries, mails, games to look at. Doing it again does nothing.

    A thousand mails are made before the transaction begins: it holds the only write lock of SQLite.
    """
    Announcement.objects.filter(pk=announcement_id).update(attempts=F("attempts") + 1)
    found = Announcement.objects.filter(pk=announcement_id).first()
    if found is None:
        return
    deliveries, mails = [], []
    stale: set[int] = set()
    if found.entry is not None:
        stale = made_stale_by(found.entry)
        happened = happenings_of(found.entry)
        deliveries = deliveries_of(happened, found.entry.at)
        mails = mails_of(happened, found.entry.actor_id)
    elif found.submission is not None:
        verdict = verdict_of(found.submission)
        deliveries = deliveries_of([verdict] if verdict else [], timezone.now())
        mails = verdict_mails(found.submission)
    with transaction.atomic():
        # Of two workers one deletes the row; the other one waits for it and finds nothing.
        if found.delete()[0]:
            save_deliveries(deliveries)
            save_mails(mails)
            mark_stale(stale)


@shared_task(ignore_result=True)
def sweep() -> int:
    """Send the announcements again whose message may be lost. Returns how many."""
    now = timezone.now()
    Announcement.objects.filter(made_at__lt=now - KEPT_FOR).delete()
    left = Announcement.objects.filter(made_at__lt=now - WAITS_FOR, attempts__lt=MOST_ATTEMPTS).order_by("pk")
    sent = 0
    for pk in left.values_list("pk", flat=True)[:MOST_SENT]:
        if not enqueue(tell, pk):
            break
        sent += 1
    return sent
