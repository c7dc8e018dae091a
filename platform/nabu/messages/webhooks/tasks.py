"""What the workers do with deliveries: each webhook is one job, which sends what is due in order.

When something fails the webhook rests, so an address that hangs costs ten seconds now and then and not one worker for
every message.
"""

from __future__ import annotations

import random
import time
from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from nabu.core import database_clock
from nabu.messages.webhooks import sending
from nabu.messages.webhooks.feed import forget_events_before
from nabu.messages.webhooks.models import Attempt, Delivery, Webhook
from nabu.messages.webhooks.sending import headers_of
from nabu.messages.webhooks.services import switch_off
from nabu.messages.webhooks.writing import DELIVER
from nabu.web.jobs.kinds import job
from nabu.web.jobs.running import Later, NotDone, Progress

DELAYS = (5, 30, 120, 600, 3600, 6 * 3600)
"""Seconds to wait after each failed attempt; after the one that follows the last of them it is given up."""

LONGEST_REST = 600
JITTER = 0.25
"""Every delay is up to that much longer, so that what failed together is not tried again together."""

RUNS_FOR = 30.0
"""Seconds after which a task makes room for others."""

SWITCHED_OFF_AFTER = timedelta(days=5)
KEPT_FOR = timedelta(days=settings.KEEP_DAYS["webhooks"])
GONE = 410

State = Delivery.State


@job(DELIVER, queue="webhooks", attempts=20)
def deliver(progress: Progress) -> None:
    """Send what is due for a webhook, in order, and come back when more is."""
    end = time.monotonic() + RUNS_FOR
    while delivery := _begin(progress.job.payload["webhook"]):
        progress.step()
        body = delivery.body.encode()
        headers = headers_of(delivery.webhook.secret, delivery.message_id, int(timezone.now().timestamp()), body)
        answer = sending.post(
            delivery.webhook.url, body, {**headers, "Content-Type": "application/json", "User-Agent": "Nabu-Webhooks/1"}
        )
        _finish(delivery.pk, answer)
        if time.monotonic() > end:
            raise NotDone


@shared_task(ignore_result=True)
def purge() -> int:
    """Delete the log of old deliveries, and old public events. Returns how many rows went."""
    begin = timezone.now() - KEPT_FOR
    return Delivery.objects.filter(created_at__lt=begin).delete()[0] + forget_events_before(begin)


@transaction.atomic
def _begin(webhook_id: int) -> Delivery | None:
    """The first message that is due. None if there is nothing to do; raises Later if it is to be done later."""
    webhook = Webhook.objects.select_for_update().filter(pk=webhook_id, active=True).first()
    if webhook is None:
        return None
    due = webhook.deliveries.filter(state=State.DUE).select_related("webhook").order_by("next_attempt_at", "pk")
    # The worker ended in the last attempt, and nobody could write down how it went.
    due.filter(attempt_count__gt=len(DELAYS)).update(state=State.FAILED)
    delivery = due.first()
    if delivery is None:
        return None
    when = max(delivery.next_attempt_at, webhook.paused_until or delivery.next_attempt_at)
    if when > database_clock.now():
        raise Later(when)
    delivery.attempt_count += 1
    delivery.save(update_fields=["attempt_count"])
    return delivery


@transaction.atomic
def _finish(delivery_id: int, answer: sending.Answer) -> None:
    """Write down how it went and what is next."""
    known = Delivery.objects.filter(pk=delivery_id).first()
    if known is None:
        return
    webhook = Webhook.objects.select_for_update().get(pk=known.webhook_id)
    delivery = Delivery.objects.get(pk=delivery_id)
    now = database_clock.now()
    Attempt.objects.create(
        delivery=delivery, at=now, status=answer.status, answer=answer.body, error=answer.error, seconds=answer.seconds
    )
    if answer.ok:
        delivery.state, delivery.delivered_at = State.DELIVERED, now
        webhook.failures, webhook.failing_since, webhook.paused_until = 0, None, None
    else:
        webhook.failures += 1
        webhook.failing_since = webhook.failing_since or now
        rest = min(DELAYS[min(webhook.failures, len(DELAYS)) - 1], LONGEST_REST)
        webhook.paused_until = now + _delay(rest)
        if delivery.attempt_count > len(DELAYS):
            delivery.state = State.FAILED
        else:
            # Somebody may have asked for it again during this attempt, which then is none of the new ones.
            delivery.next_attempt_at = now + _delay(DELAYS[max(delivery.attempt_count - 1, 0)])
    delivery.save()
    webhook.save()
    if answer.status == GONE:
        switch_off(webhook, Webhook.Reason.GONE)
    elif webhook.failing_since is not None and webhook.failing_since <= now - SWITCHED_OFF_AFTER:
        switch_off(webhook, Webhook.Reason.FAILING)


def _delay(seconds: float) -> timedelta:
    return timedelta(seconds=seconds * random.uniform(1, 1 + JITTER))
