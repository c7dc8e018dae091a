"""Forgetting what people wrote to organisers."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from nabu.contests.calls.models import Conversation

KEPT_FOR = timedelta(days=settings.KEEP_DAYS["contact"])


@shared_task(ignore_result=True)
def purge() -> int:
    """Delete conversations so long after their last message, with all that was said. Returns how many rows."""
    return Conversation.objects.filter(last_at__lt=timezone.now() - KEPT_FOR).delete()[0]
