"""Sending the mails: one job sends whatever is due."""

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
from django.utils import timezone, translation

from nabu.core import database_clock
from nabu.messages.notifications.accounts import without_links
from nabu.messages.notifications.kinds import ACCOUNT, Kind
from nabu.messages.notifications.links import stop_link
from nabu.messages.notifications.models import Mail
from nabu.messages.notifications.pairings import drop_withdrawn
from nabu.messages.notifications.writing import SEND
from nabu.web.jobs.kinds import job
from nabu.web.jobs.running import Later, NotDone, Progress

logger = logging.getLogger(__name__)

DELAYS = (60, 600, 3600, 6 * 3600)
"""Seconds to wait after each failed attempt; after the one that follows the last of them the mail is given up."""

BATCH = 50
RUNS_FOR = 60.0
"""Seconds after which a task makes room for others."""

KEPT_FOR = timedelta(days=settings.KEEP_DAYS["mails"])

State = Mail.State


@job(SEND, queue="mails", attempts=20)
def send_mails(progress: Progress) -> None:
    """Send what is due, over one connection, and come back when the next mail is due."""
    end = time.monotonic() + RUNS_FOR
    due = Mail.objects.filter(state=State.DUE).select_related("user").order_by("next_attempt_at", "pk")
    while batch := list(due.filter(next_attempt_at__lte=database_clock.now())[:BATCH]):
        progress.step()
        connection = get_connection()
        try:
            for mail in drop_withdrawn(batch):
                if time.monotonic() > end:
                    raise NotDone
                _send(mail, connection)
        finally:
            connection.close()
    following = due.first()
    if following is not None:
        raise Later(following.next_attempt_at)


@shared_task(ignore_result=True)
def purge() -> int:
    """Delete old mails, whose texts hold names. Returns how many."""
    return Mail.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()[0]


def _send(mail: Mail, connection: BaseEmailBackend) -> None:
    """Send one mail and write down how it went."""
    headers = {"Auto-Submitted": "auto-generated"}
    if mail.kind in Kind.values:
        # RFC 2369 and RFC 8058: the mail program has a button for it.
        headers["List-Unsubscribe"] = f"<{stop_link(mail.user_id, mail.kind)}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    now = database_clock.now()
    mail.attempts += 1
    try:
        with translation.override(mail.language):
            message = EmailMessage(mail.subject, mail.text, to=[mail.address], headers=headers, connection=connection)
        connection.open()
        message.send()
        mail.error = ""
        if settings.MAIL_SERVER:
            mail.state, mail.sent_at = State.SENT, now
            if mail.kind == ACCOUNT:
                mail.content = without_links(mail.content)
        else:
            mail.state = State.KEPT
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
    changed = ["attempts", "content", "state", "sent_at", "error", "next_attempt_at"]
    Mail.objects.filter(pk=mail.pk).update(**{name: getattr(mail, name) for name in changed})


def _for_good(error: Exception) -> bool:
    """The server says that this address will never work."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(500 <= code < 600 for code, _text in error.recipients.values())
    return isinstance(error, ValueError | KeyError)
