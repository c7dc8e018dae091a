"""Who may call and write at an event that takes place again."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from nabu.contests.calls.models import CallSettings
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.signals import tournament_repeated


@receiver(tournament_repeated)
def _allow_again(source: Tournament, made: Tournament, **_kwargs: Any) -> None:
    """As last time."""
    settings = CallSettings.objects.filter(tournament=source).first()
    if settings is not None:
        CallSettings.objects.create(tournament=made, calls=settings.calls, contact=settings.contact)
