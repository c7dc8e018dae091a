"""How far a cancelled tournament came, for its pages."""

from __future__ import annotations

from django import template

from nabu.contests.tournaments.cancelling.queries import how_far
from nabu.contests.tournaments.models import Tournament

register = template.Library()


@register.filter
def cancelled_words(tournament: Tournament) -> str:
    """Where it ended."""
    return how_far(tournament)
