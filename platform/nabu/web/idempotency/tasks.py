"""Forgetting."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from nabu.web.idempotency.middleware import KEPT_FOR
from nabu.web.idempotency.models import KeyedRequest


@shared_task(ignore_result=True)
def forget_keys() -> int:
    """Delete what is older than `KEPT_FOR`. Returns how many."""
    return KeyedRequest.objects.filter(asked_at__lt=timezone.now() - KEPT_FOR).delete()[0]
