"""What the workers do with deliveries. The rows are the truth: a task may be lost, run twice, or die in the middle.

One worker at a time is at a webhook, and sends what is due in order until something fails. Then the webhook rests, so
an address that hangs costs ten seconds now and then and not one worker for every message.
"""

from __future__ import annotations

import random
import time
from datetime import timedelta

from celery import shared_task
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from nabu.queueing import enqueue
from nabu.webhooks import sending
from nabu.webhooks.models import Attempt, Delivery, Webhook
from nabu.webhooks.sending import headers_of
from nabu.webhooks.services import switch_off

DELAYS = (5, 30, 120, 600, 3600, 6 * 3600)
"""Seconds to wait after each failed attempt; after the one that follows the last of them it is given up."""

LONGEST_REST = 600
JITTER = 0.25
"""Every delay is up to that much longer, so that what failed together is not tried again together."""

BUSY_FOR = timedelta(seconds=60)
"""A worker that has not come back by then is gone. Far longer than an attempt takes."""

RUNS_FOR = 30.0
"""Seconds after which a task makes room for others and queues itself again."""

SWITCHED_OFF_AFTER = timedelta(days=5)
KEPT_FOR = timedelta(days=30)
MOST_SENT = 100
GONE = 410

State = Delivery.State


@shared_task(acks_late=True, ignore_result=True)
def deliver(webhook_id: int) -> None:
    """Send what is due for a webhook."""
    end = time.monotonic() + RUNS_FOR
    while time.monotonic() < end:
        delivery = _begin(webhook_id)
        if delivery is None:
            return
        body = delivery.body.encode()
        headers = headers_of(delivery.webhook.secret, delivery.message_id, int(timezone.now().timestamp()), body)
        answer = sending.post(
            delivery.webhook.url, body, {**headers, "Content-Type": "application/json", "User-Agent": "Nabu-Webhooks/1"}
        )
        _finish(delivery.pk, answer)
        if not answer.ok:
            _try_soon(webhook_id)
            return
    enqueue(deliver, webhook_id)


@shared_task(ignore_result=True)
def sweep() -> int:
    """Look after every webhook that has something due and nobody at it. Returns how many."""
    now = timezone.now()
    due = Webhook.objects.filter(
        Q(busy_until=None) | Q(busy_until__lte=now),
        Q(paused_until=None) | Q(paused_until__lte=now),
        active=True,
        deliveries__state=State.DUE,
        deliveries__next_attempt_at__lte=now,
    )
    sent = 0
    for pk in due.order_by("pk").values_list("pk", flat=True).distinct()[:MOST_SENT]:
        if not enqueue(deliver, pk):
            break
        sent += 1
    return sent


@shared_task(ignore_result=True)
def purge() -> int:
    """Delete the log of old deliveries. Returns how many rows went."""
    return Delivery.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()[0]


@transaction.atomic
def _begin(webhook_id: int) -> Delivery | None:
    """Take the webhook, and the first message that is due. None if there is nothing to do, or somebody is at it."""
    now = timezone.now()
    webhook = Webhook.objects.select_for_update().filter(pk=webhook_id, active=True).first()
    if webhook is None or _later(webhook.busy_until) or _later(webhook.paused_until):
        return None
    due = webhook.deliveries.filter(state=State.DUE, next_attempt_at__lte=now)
    delivery = due.select_related("webhook").order_by("next_attempt_at", "pk").first()
    if delivery is None:
        return None
    if delivery.attempt_count > len(DELAYS):
        # The worker ended in the last attempt, and nobody could write down how it went.
        delivery.state = State.FAILED
        delivery.save(update_fields=["state"])
        return None
    delivery.attempt_count += 1
    delivery.save(update_fields=["attempt_count"])
    webhook.busy_until = now + BUSY_FOR
    webhook.save(update_fields=["busy_until"])
    return delivery


@transaction.atomic
def _finish(delivery_id: int, answer: sending.Answer) -> None:
    """Write down how it went and what is next."""
    known = Delivery.objects.filter(pk=delivery_id).first()
    if known is None:
        return
    webhook = Webhook.objects.select_for_update().get(pk=known.webhook_id)
    delivery = Delivery.objects.get(pk=delivery_id)
    now = timezone.now()
    Attempt.objects.create(
        delivery=delivery, at=now, status=answer.status, answer=answer.body, error=answer.error, seconds=answer.seconds
    )
    webhook.busy_until = None
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
            delivery.next_attempt_at = now + _delay(DELAYS[delivery.attempt_count - 1])
    delivery.save()
    webhook.save()
    if answer.status == GONE:
        switch_off(webhook, Webhook.Reason.GONE)
    elif webhook.failing_since is not None and webhook.failing_since <= now - SWITCHED_OFF_AFTER:
        switch_off(webhook, Webhook.Reason.FAILING)


def _try_soon(webhook_id: int) -> None:
    """The first retry comes within seconds; for the later ones the sweep is soon enough."""
    webhook = Webhook.objects.filter(pk=webhook_id, active=True, failures=1).first()
    if webhook is not None:
        enqueue(deliver, webhook_id, countdown=DELAYS[0] * (1 + JITTER) + 0.5)


def _later(moment: object) -> bool:
    return moment is not None and moment > timezone.now()  # type: ignore[operator]


def _delay(seconds: float) -> timedelta:
    return timedelta(seconds=seconds * random.uniform(1, 1 + JITTER))
