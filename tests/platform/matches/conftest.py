"""What the tests of tables share."""

from __future__ import annotations

from django.utils import timezone

from tests.platform.scenario import Event


def approved(event: Event) -> Event:
    """An event whose games count for the ratings at once: a director has approved it before it is over."""
    event.tournament.approved_at = timezone.now()
    event.tournament.save(update_fields=["approved_at"])
    return event
