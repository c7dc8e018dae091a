"""Forgetting tokens that have not been valid for long, and codes that count no more anyway."""

from __future__ import annotations

from celery import shared_task

from nabu.accounts.players.tokens import purge_tokens
from nabu.accounts.players.two_factor import forget_used_codes


@shared_task(ignore_result=True)
def purge() -> int:
    """Returns how many were deleted."""
    return purge_tokens() + forget_used_codes()
