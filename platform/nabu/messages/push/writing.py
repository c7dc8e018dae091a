"""From a published round to the notifications for the devices of its players: rows, which a worker sends."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db.models import Q

from nabu.contests.domain_events.events import ROUND_PUBLISHED, TABLE_SEATS, DomainEvent
from nabu.core import database_clock
from nabu.messages.push.models import Device, Notification
from nabu.web.jobs.asking import ask

SEND = "push"
"""The kind of the job that sends notifications, and its key."""

BATCH = 500
USEFUL_FOR = timedelta(hours=1)
"""Whoever has not seen it by then has found the table, or is late."""


def notifications_of(happened: Sequence[DomainEvent]) -> list[Notification]:
    """One for each device of each player of a round that was published, or of a table that has other players or another
    number now, not saved yet."""
    rounds = [one.pk for one in happened if one.kind == ROUND_PUBLISHED]
    tables = [one.pk for one in happened if one.kind == TABLE_SEATS]
    if not (rounds or tables) or not settings.PUSH_KEY:
        return []
    news = Q(user__player__entries__seats__table__round__in=rounds) | Q(user__player__entries__seats__table__in=tables)
    seated = Device.objects.filter(news, user__is_active=True).values_list("pk", "user__player__entries__seats__table")
    until = database_clock.now() + USEFUL_FOR
    return [
        Notification(device_id=device, table_id=table, expires_at=until)
        for device, table in seated.order_by("user__player__entries__seats__table", "pk").distinct()
    ]


def save_notifications(notifications: Sequence[Notification]) -> None:
    """Store them and have them sent. In the caller's transaction."""
    if notifications:
        # What still waits from before, of a round that was unpublished and published again, says the same.
        Notification.objects.bulk_create(notifications, batch_size=BATCH, ignore_conflicts=True)
        ask(SEND, SEND)
