"""What bots can do in a practice event now."""

from __future__ import annotations

from django import template

from nabu.contests.tournaments.models import Round, Tournament

register = template.Library()


@register.filter
def has_open_round(tournament: Tournament) -> bool:
    """A published round waits for results. One query."""
    return Round.objects.filter(stage__tournament=tournament, status=Round.Status.PUBLISHED).exists()
