"""The days of an event in words."""

from __future__ import annotations

from django import template

from nabu.contests.tournaments.days import days_in_words
from nabu.contests.tournaments.models import Tournament

register = template.Library()


@register.filter
def days(tournament: Tournament) -> str:
    """As "12 to 14 December 2026"; empty without a date."""
    return days_in_words(tournament.starts_on, tournament.ends_on)
