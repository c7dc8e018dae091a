"""What is due is due by the clock of the database, on a host whose own clock is slow, too."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import models
from django.utils import timezone

from nabu.core.database_clock import OFFSET
from nabu.messages.notifications.models import Mail
from nabu.messages.push.models import Notification
from nabu.messages.webhooks.models import Delivery
from tests.cases import each

SLOW = timedelta(minutes=2)


@each("model", [Mail, Notification, Delivery])
def test_what_is_to_be_sent_is_due_from_now_on(monkeypatch: pytest.MonkeyPatch, model: type[models.Model]) -> None:
    monkeypatch.setattr(OFFSET, "behind", SLOW)
    before, due, after = timezone.now(), model().next_attempt_at, timezone.now()  # type: ignore[attr-defined]
    assert before + SLOW <= due <= after + SLOW
