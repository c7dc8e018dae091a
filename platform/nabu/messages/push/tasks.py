"""Sending the notifications: one job sends whatever is due, several at a time, because everybody waits for them."""

from __future__ import annotations

import hashlib
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

from django.db import transaction

from nabu.core import database_clock
from nabu.messages.push.encoding import from_text, to_text
from nabu.messages.push.encryption import encrypt
from nabu.messages.push.models import Notification
from nabu.messages.push.server_key import authorization
from nabu.messages.push.services import forget_device
from nabu.messages.push.wording import content_of
from nabu.messages.push.writing import SEND
from nabu.messages.webhooks.sending import Answer, post
from nabu.web.jobs.kinds import job
from nabu.web.jobs.running import Later, NotDone, Progress

logger = logging.getLogger(__name__)

DELAYS = (10, 30, 120, 600)
"""Seconds to wait after each failed attempt; after the one that follows the last of them it is given up."""

BATCH = 40
AT_ONCE = 8
SECONDS = 5.0
"""A push service that has not answered by then is tried again later."""

RUNS_FOR = 30.0
"""Seconds after which a task makes room for others."""

GONE = (404, 410)
"""The browser has ended its subscription (RFC 8030, section 7.3)."""


@job(SEND, queue="mails", attempts=20)
def send_notifications(progress: Progress) -> None:
    """Send what is due, and come back when more is."""
    end = time.monotonic() + RUNS_FOR
    waiting = Notification.objects.select_related(
        "device__user",
        "table__round__stage__tournament",
        "announcement__tournament",
        "announcement__round",
        "announcement__table__round",
    )
    waiting = waiting.order_by("next_attempt_at", "pk")
    while batch := list(waiting.filter(next_attempt_at__lte=database_clock.now())[:BATCH]):
        progress.step()
        if time.monotonic() > end:
            raise NotDone
        _send(batch)
    following = waiting.first()
    if following is not None:
        raise Later(following.next_attempt_at)


def _send(batch: list[Notification]) -> None:
    """Send them side by side, and write down how it went."""
    now = database_clock.now()
    contents = [content_of(one) if one.expires_at > now else None for one in batch]
    useless = [one.pk for one, content in zip(batch, contents, strict=True) if content is None]
    Notification.objects.filter(pk__in=useless).delete()
    useful = [(one, content) for one, content in zip(batch, contents, strict=True) if content is not None]
    # Threads only wait for other servers; the database is for this one.
    with ThreadPoolExecutor(AT_ONCE) as threads:
        requests = [threads.submit(partial(_post, one, content)) for one, content in useful]
    for (one, _content), request in zip(useful, requests, strict=True):
        _note(one, request.result())


def _post(notification: Notification, content: bytes) -> Answer:
    device = notification.device
    headers = {
        "Authorization": authorization(device.endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        # RFC 8030: how long the service keeps it for a browser that is away, that it must not wait to save energy, and
        # that a later message about the same table or announcement replaces it.
        "TTL": str(max(0, int((notification.expires_at - database_clock.now()).total_seconds()))),
        "Urgency": "high",
        "Topic": _topic(notification),
    }
    body = encrypt(content, from_text(device.public_key), from_text(device.secret))
    return post(device.endpoint, body, headers, SECONDS)


def _topic(notification: Notification) -> str:
    """32 characters that tell the push service nothing."""
    about = notification.table_id or f"announcement {notification.announcement_id}"
    words = f"{notification.device_id} {about} {notification.device.secret}"
    return to_text(hashlib.sha256(words.encode()).digest())[:32]


@transaction.atomic
def _note(notification: Notification, answer: Answer) -> None:
    """Sent and refused ones go; the others are tried again, as long as somebody may need them."""
    found = Notification.objects.filter(pk=notification.pk)
    if answer.status in GONE:
        forget_device(notification.device)
    elif answer.ok:
        found.delete()
    elif answer.status in (0, 408, 429) or answer.status >= 500:
        attempts = notification.attempts + 1
        logger.warning("notification %s was not sent: %s", notification.pk, answer.status or answer.error)
        if attempts > len(DELAYS):
            found.delete()
        else:
            again = database_clock.now() + timedelta(seconds=DELAYS[attempts - 1])
            found.update(attempts=attempts, next_attempt_at=again)
    else:
        logger.error("the push service refused notification %s: %s", notification.pk, answer.status)
        found.delete()
