"""What dates do when drafts are changed or made."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from nabu.contests.dates.models import DateSettings
from nabu.contests.dates.queries import lengths
from nabu.contests.tournaments.models import Tournament
from nabu.contests.tournaments.signals import stages_replaced, tournament_repeated


@receiver(stages_replaced)
def _drop_dates(tournament: Tournament, **_kwargs: Any) -> None:
    """Rounds that the new stages do not have keep no dates: nobody could see where they come from."""
    rows = list(tournament.round_dates.all())
    if not rows:
        return
    planned = dict(enumerate(lengths(tournament, tournament.stages.order_by("position")), start=1))
    for row in rows:
        if row.number > planned.get(row.stage, 0):
            row.delete()
    tournament.__dict__.pop("_round_dates", None)


@receiver(tournament_repeated)
def _remind_again(source: Tournament, made: Tournament, **_kwargs: Any) -> None:
    """Players are reminded as last time."""
    settings = DateSettings.objects.filter(tournament=source).first()
    if settings is not None:
        DateSettings.objects.create(tournament=made, remind_hours=settings.remind_hours)
