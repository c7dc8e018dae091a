"""From a published round or an announcement to the notifications for the devices of the players: rows, which a worker
sends."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db.models import Q

from nabu.contests.announcements.models import Announcement
from nabu.contests.announcements.recipients import accounts_told
from nabu.contests.domain_events.events import (
    ANNOUNCEMENT_MADE,
    ROUND_PUBLISHED,
    TABLE_ANNOUNCEMENT,
    TABLE_SEATS,
    DomainEvent,
)
from nabu.core import database_clock
from nabu.messages.push.models import Device, Notification
from nabu.web.jobs.asking import ask

SEND = "push"
"""The kind of the job that sends notifications, and its key."""

BATCH = 500
USEFUL_FOR = timedelta(hours=1)
"""Whoever has not seen it by then has found the table, or is late; an announcement stands on the pages."""


def notifications_of(happened: Sequence[DomainEvent]) -> list[Notification]:
    """One for each device of each player of a round that was published, or of a table that has other players or another
    number now, or whom an announcement reaches; not saved yet."""
    if not settings.PUSH_KEY:
        return []
    return [*_of_tables(happened), *_of_announcements(happened)]


def _of_tables(happened: Sequence[DomainEvent]) -> list[Notification]:
    rounds = [one.pk for one in happened if one.kind == ROUND_PUBLISHED]
    tables = [one.pk for one in happened if one.kind == TABLE_SEATS]
    if not (rounds or tables):
        return []
    news = Q(user__player__entries__seats__table__round__in=rounds) | Q(user__player__entries__seats__table__in=tables)
    seated = Device.objects.filter(news, user__is_active=True).values_list("pk", "user__player__entries__seats__table")
    until = database_clock.now() + USEFUL_FOR
    return [
        Notification(device_id=device, table_id=table, expires_at=until)
        for device, table in seated.order_by("user__player__entries__seats__table", "pk").distinct()
    ]


def _of_announcements(happened: Sequence[DomainEvent]) -> list[Notification]:
    """Also for those who want no mail. What is shown again after it was withdrawn is no news."""
    kinds = (ANNOUNCEMENT_MADE, TABLE_ANNOUNCEMENT)
    said = [one.pk for one in happened if one.kind in kinds and not one.again]
    until = database_clock.now() + USEFUL_FOR
    return [
        Notification(device_id=device, announcement=announcement, expires_at=until)
        for announcement in Announcement.objects.filter(pk__in=said).select_related("tournament").order_by("pk")
        for device in Device.objects.filter(user__in=accounts_told(announcement)).values_list("pk", flat=True)
    ]


def save_notifications(notifications: Sequence[Notification]) -> None:
    """Store them and have them sent. In the caller's transaction."""
    if notifications:
        # What still waits from before, of a round that was unpublished and published again, says the same.
        Notification.objects.bulk_create(notifications, batch_size=BATCH, ignore_conflicts=True)
        ask(SEND, SEND)
