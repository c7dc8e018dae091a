"""Every change that is committed is told to the web processes."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from nabu.accounts.versions.signals import committed
from nabu.web.live.channel import publisher


@receiver(committed)
def tell(versions: dict[str, int], **kwargs: Any) -> None:
    """These topics have these numbers now."""
    publisher.publish(versions)
