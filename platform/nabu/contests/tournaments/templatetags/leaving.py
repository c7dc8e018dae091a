"""What becomes of the results of somebody who leaves."""

from __future__ import annotations

from django import template

from competition.formats import get_format
from nabu.contests.tournaments.models import Stage, Tournament

register = template.Library()


@register.filter
def annuls_early_leavers(tournament: Tournament) -> bool:
    """In the running stage, whoever leaves before half of the games has met nobody. One query."""
    running = tournament.stages.filter(status=Stage.Status.RUNNING).order_by("position").first()
    return running is not None and get_format(running.format).annuls_early_leavers
