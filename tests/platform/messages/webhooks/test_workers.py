"""Webhooks and mails with real workers: from a service to the receiver, also past a worker that is killed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nabu.messages.notifications.models import Mail, Mailbox
from nabu.messages.webhooks import services
from nabu.messages.webhooks.models import Attempt, Delivery
from nabu.web.jobs import running
from tests.platform.by_hand import long_ago
from tests.platform.messages.webhooks.receiver import receiver
from tests.platform.scenario import make_event

pytestmark = [pytest.mark.broker, pytest.mark.django_db(transaction=True)]


def test_a_round_is_told_and_a_killed_worker_is_made_good(
    start_worker: Callable[..., Any], wait_until: Callable[..., None]
) -> None:
    worker = start_worker()
    event = make_event(2, table_size=2)
    ana = event.players[0]
    ana.email = "ana@example.org"
    ana.save()
    Mailbox.objects.create(user=ana, confirmed=ana.email)
    with receiver() as there:
        there.behaviour = "hang"
        services.create_webhook(event.organiser, event.tournament, there.address, ["round.published"])
        event.pair()
        wait_until(lambda: there.got, what="the request")
        worker.kill_group()
        there.behaviour = ""
        there.released.set()
        delivery = Delivery.objects.get()
        assert (delivery.state, delivery.attempt_count) == ("due", 1)
        assert not Attempt.objects.exists(), "nobody could write down how it went"
        # Minutes later, when nobody believes any more that the worker is at it:
        long_ago()
        start_worker()
        assert running.sweep() >= 1
        wait_until(lambda: Delivery.objects.filter(state="delivered").exists(), what="the delivery")
        wait_until(
            lambda: Mail.objects.filter(user=ana, kind="pairing", state__in=["sent", "kept"]).exists(), what="the mail"
        )
        assert {headers["webhook-id"] for headers, _body in there.got} == {delivery.message_id}
