"""From what happened to the messages for the webhooks that asked for it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

from nabu.contests.domain_events.events import DomainEvent
from nabu.messages.webhooks.models import Delivery, Webhook, new_message_id
from nabu.messages.webhooks.payloads import Data, details_of, message_of
from nabu.web.jobs.asking import ask

DELIVER = "deliver"
BATCH = 500


def deliveries_of(happened: Sequence[DomainEvent], at: datetime) -> list[Delivery]:
    """What happened to one tournament, for each webhook that asks for it; not saved yet."""
    if not happened:
        return []
    tournament = happened[0].tournament
    webhooks = list(Webhook.objects.filter(tournament=tournament, active=True))
    wanted = {event for webhook in webhooks for event in webhook.events}
    happened = [one for one in happened if one.kind in wanted]
    if not happened:
        return []
    details = details_of(happened)
    bodies = [
        (one.kind, body_of(message_of(one.kind, at, tournament, details[one.kind, one.pk])))
        for one in happened
        if (one.kind, one.pk) in details
    ]
    return [
        Delivery(webhook=webhook, message_id=new_message_id(), event=kind, body=body)
        for webhook in webhooks
        for kind, body in bodies
        if kind in webhook.events
    ]


def save_deliveries(deliveries: Sequence[Delivery]) -> None:
    """Store them and have them sent. In the caller's transaction."""
    Delivery.objects.bulk_create(deliveries, batch_size=BATCH)
    for webhook in {delivery.webhook for delivery in deliveries}:
        send_soon(webhook)


def body_of(message: Data) -> str:
    """The text that is signed and sent."""
    return json.dumps(message, ensure_ascii=False)


def send_soon(webhook: Webhook) -> None:
    """After the commit a worker looks at what is due for this webhook."""
    ask(DELIVER, f"webhook:{webhook.pk}", {"webhook": webhook.pk})
