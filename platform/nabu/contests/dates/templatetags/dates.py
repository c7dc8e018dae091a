"""Dates of rounds and tables on the pages of lower apps."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.template.loader import render_to_string

from nabu.contests.dates import moments
from nabu.contests.dates.queries import count_overdue, dates_of_table, extended_tables
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.models import Round, Stage, Tournament
from nabu.contests.tournaments.round_dates import NO_DATES, Dates, dates_of

register = template.Library()


@register.filter
def moment(at: datetime | None) -> str:
    """Day of the week, day and time in the zone of the site."""
    return moments.moment(at)


@register.simple_tag(takes_context=True)
def event_dates(context: dict[str, Any], tournament: Tournament) -> str:
    """The dates of all rounds that have some, and for directors the way to set them and the overdue tables."""
    organises = bool(context.get("organises"))
    stages = {stage.position: stage for stage in tournament.stages.all()}
    lines = [
        (Round(number=number, name=_name(stages.get(stage), number)), stage, dates)
        for (stage, number), dates in sorted(dates_of(tournament).by_round.items())
        if stage in stages
    ]
    may_change = organises and tournament.status in (Tournament.Status.DRAFT, Tournament.Status.RUNNING)
    if not lines and not may_change:
        return ""
    shown = {
        "tournament": tournament,
        "lines": lines,
        "several_stages": len(stages) > 1,
        "may_change": may_change,
        "overdue": count_overdue(tournament) if organises and lines else 0,
    }
    return render_to_string("contests/dates/_card.html", shown)


def _name(stage: Stage | None, number: int) -> dict[str, Any]:
    """The name of a round that is paired; what a draft will be called is not known yet."""
    rounds = stage.rounds.all() if stage is not None else ()
    return next((round_.name for round_ in rounds if round_.number == number), {})


@register.simple_tag
def dates_in_list(tournament: Tournament, stage: Stage, round_: Round) -> str:
    """When a round in the list of its tournament begins and is due."""
    return _drawn("_in_list", dates_of(tournament).by_round.get((stage.position, round_.number), NO_DATES))


@register.simple_tag
def round_dates(round_: Round) -> str:
    """When a round begins and until when it is due, in a line; and which of its tables have more time."""
    dates = dates_of(round_.stage.tournament).of(round_)
    return _drawn("_line", dates, extended=extended_tables(round_) if dates.due_at else [])


@register.simple_tag
def table_dates(table: Table) -> str:
    """The same of a table whose result is not confirmed, with what holds after the deadline."""
    if table.is_bye or table.status == Table.Status.CONFIRMED:
        return ""
    return _drawn("_line", dates_of_table(table), explained=True)


def _drawn(template_name: str, dates: Dates, **more: Any) -> str:
    """The template with these dates. Most events have none, and take no time for it."""
    if dates == NO_DATES:
        return ""
    return render_to_string(f"contests/dates/{template_name}.html", {"dates": dates, **more})


@register.simple_tag
def until(table: Table) -> str:
    """Until when a table is due, for its player; empty without a deadline or once there is a result."""
    if table.is_bye or table.status == Table.Status.CONFIRMED:
        return ""
    return moments.moment(dates_of_table(table).due_at)
