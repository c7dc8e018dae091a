"""The series that an event is part of."""

from __future__ import annotations

from django import template

from nabu.contests.series import queries
from nabu.contests.series.models import Series
from nabu.contests.tournaments.models import Tournament

register = template.Library()


@register.simple_tag
def series_of(tournament: Tournament) -> Series | None:
    """Named on the pages of the event. One query."""
    return queries.series_of(tournament)
