"""Forgetting tokens that have not been valid for long."""

from __future__ import annotations

from celery import shared_task

from nabu.players.tokens import purge_tokens


@shared_task(ignore_result=True)
def purge() -> int:
    """Returns how many were deleted."""
    return purge_tokens()
