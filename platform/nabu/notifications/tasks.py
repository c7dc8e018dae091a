"""Sending the mails. The rows are the truth: a lost task is made good by the sweep, a second one finds nothing."""

from __future__ import annotations

import logging
import smtplib
import time
from contextlib import suppress
from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone, translation

from nabu.notifications.kinds import CONFIRMATION
from nabu.notifications.links import stop_link
from nabu.notifications.models import Mail
from nabu.queueing import enqueue

logger = logging.getLogger(__name__)

DELAYS = (60, 600, 3600, 6 * 3600)
"""Seconds to wait after each failed attempt; after the one that follows the last of them the mail is given up."""

BATCH = 50
CLAIMED_FOR = timedelta(minutes=5)
RUNS_FOR = 60.0
"""Seconds after which a task makes room for others and queues itself again."""

KEPT_FOR = timedelta(days=30)

State = Mail.State


@shared_task(acks_late=True, ignore_result=True)
def send_mails() -> int:
    """Send what is due, over one connection. Returns how many mails went out."""
    end = time.monotonic() + RUNS_FOR
    sent = 0
    while batch := _claim():
        connection = get_connection()
        for mail in batch:
            if time.monotonic() > end:
                break
            sent += _send(mail, connection)
        connection.close()
        if time.monotonic() > end:
            _release(batch)
            enqueue(send_mails)
            break
    return sent


@shared_task(ignore_result=True)
def sweep() -> bool:
    """Have somebody send what was left behind. True if there was something."""
    return _due().exists() and enqueue(send_mails)


@shared_task(ignore_result=True)
def purge() -> int:
    """Delete old mails, whose texts hold names. Returns how many."""
    return Mail.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()[0]


def _due() -> QuerySet[Mail]:
    now = timezone.now()
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    return Mail.objects.filter(free, state=State.DUE, next_attempt_at__lte=now)


@transaction.atomic
def _claim() -> list[Mail]:
    """The next mails, which are ours for some minutes."""
    due = _due().select_for_update(skip_locked=True, of=("self",)).select_related("user")
    batch = list(due.order_by("next_attempt_at", "pk")[:BATCH])
    Mail.objects.filter(pk__in=[mail.pk for mail in batch]).update(claimed_until=timezone.now() + CLAIMED_FOR)
    return batch


def _release(batch: list[Mail]) -> None:
    Mail.objects.filter(pk__in=[mail.pk for mail in batch], state=State.DUE).update(claimed_until=None)


def _send(mail: Mail, connection: BaseEmailBackend) -> bool:
    """Send one mail and write down how it went."""
    headers = {"Auto-Submitted": "auto-generated"}
    if mail.kind != CONFIRMATION:
        # RFC 2369 and RFC 8058: the mail program has a button for it.
        headers["List-Unsubscribe"] = f"<{stop_link(mail.user_id, mail.kind)}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    now = timezone.now()
    mail.attempts, mail.claimed_until = mail.attempts + 1, None
    try:
        with translation.override(mail.user.language or settings.LANGUAGE_CODE):
            message = EmailMessage(mail.subject, mail.text, to=[mail.address], headers=headers, connection=connection)
        connection.open()
        message.send()
        mail.state, mail.sent_at, mail.error = State.SENT, now, ""
    except (smtplib.SMTPException, OSError, ValueError, KeyError) as error:
        logger.warning("mail %s was not sent: %s", mail.pk, type(error).__name__)
        with suppress(smtplib.SMTPException, OSError):
            # A connection that broke is of no use for the next mail; it opens a new one.
            connection.close()
        mail.error = f"{type(error).__name__}: {error}"[:300]
        if _for_good(error) or mail.attempts > len(DELAYS):
            mail.state = State.FAILED
        else:
            mail.next_attempt_at = now + timedelta(seconds=DELAYS[mail.attempts - 1])
    changed = ["attempts", "claimed_until", "state", "sent_at", "error", "next_attempt_at"]
    Mail.objects.filter(pk=mail.pk).update(**{name: getattr(mail, name) for name in changed})
    return mail.state == State.SENT


def _for_good(error: Exception) -> bool:
    """The server says that this address will never work."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(500 <= code < 600 for code, _text in error.recipients.values())
    return isinstance(error, ValueError | KeyError)
