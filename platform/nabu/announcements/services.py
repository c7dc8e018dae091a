"""Announcing: called inside the transaction of what is announced."""

from __future__ import annotations

from functools import partial

from django.db import transaction

from nabu.announcements.models import Announcement
from nabu.audit.models import AuditEntry
from nabu.matches.models import LogSubmission
from nabu.queueing import enqueue

MODELS = {
    "tournaments.tournament",
    "tournaments.stage",
    "tournaments.round",
    "tournaments.entry",
    "tournaments.penalty",
    "matches.table",
    "matches.seat",
}
"""Changes of other rows are not news for anybody outside."""


def announce(entry: AuditEntry) -> None:
    """Others may want to know this change. What it means for them a worker finds out after the commit."""
    if entry.tournament_id is not None and any(model in MODELS for model, *_row in entry.changes):
        _queue(Announcement.objects.create(entry=entry))


def announce_verdict(submission: LogSubmission) -> None:
    """A log that somebody sent has its verdict."""
    _queue(Announcement.objects.create(submission=submission))


def _queue(announcement: Announcement) -> None:
    transaction.on_commit(partial(enqueue, "nabu.announcements.tasks.dispatch", announcement.pk), robust=True)
