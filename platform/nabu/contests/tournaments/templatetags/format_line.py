"""The format of a tournament in one line, on pages."""

from __future__ import annotations

from django import template

from competition.formats import StageSpec
from nabu.contests.tournaments import format_line as words
from nabu.contests.tournaments.models import Tournament

register = template.Library()


@register.filter
def format_line(tournament: Tournament) -> str:
    """The stages of a tournament, which lists prefetch."""
    return words.format_line([StageSpec(stage.format, stage.config) for stage in tournament.stages.all()])
