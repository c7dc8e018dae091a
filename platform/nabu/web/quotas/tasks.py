"""Forgetting."""

from __future__ import annotations

from celery import shared_task

from nabu.web.quotas import services


@shared_task(ignore_result=True)
def forget_uploads() -> int:
    """Delete what counts no more. Returns how many rows."""
    return services.forget_uploads()
