"""The clock on pages: of a round, of a table, and the desk of those who keep score."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from nabu.contests.matches.models import Table
from nabu.contests.matches.queries import no_show_calls
from nabu.contests.tournaments.clock.queries import clock_context, clock_of, no_show_time
from nabu.contests.tournaments.models import Round, Tournament
from nabu.contests.tournaments.permissions import can_keep_score
from nabu.core import database_clock

register = template.Library()


@register.inclusion_tag("contests/tournaments/clock/_clock.html")
def round_clock(round_: Round, table: Table | None = None) -> dict[str, Any]:
    """The clock of a round or of one of its tables; nothing where there is none."""
    return clock_context(round_, table)


@register.inclusion_tag("contests/tournaments/clock/_buttons.html", takes_context=True)
def clock_buttons(context: Context, round_: Round, back: str = "round") -> dict[str, Any]:
    """The buttons of the clock for whoever keeps score; `back`: the page to come back to, "round" or "clock"."""
    keeps = _keeps_score(context, round_)
    return {"round": round_, "back": back, "keeps": keeps, "csrf_token": context.get("csrf_token"), **_state(round_)}


@register.inclusion_tag("contests/tournaments/clock/_rows.html", takes_context=True)
def clock_rows(context: Context, round_: Round) -> dict[str, Any]:
    """The same as a row in the menu of the round."""
    return clock_buttons(context, round_)


@register.inclusion_tag("contests/tournaments/clock/_desk.html", takes_context=True)
def round_desk(context: Context, round_: Round) -> dict[str, Any]:
    """What matters while a round is played: its clock and how far it is, the main action, the time of a no-show, and
    who is said to be missing."""
    keeps = _keeps_score(context, round_)
    live = round_.status == Round.Status.PUBLISHED and round_.stage.tournament.status == Tournament.Status.RUNNING
    return {
        "round": round_,
        "live": live,
        "keeps": keeps,
        "no_show": no_show_time(round_) if live else None,
        "missing": _missing(round_) if live and keeps else [],
        **{name: context.get(name) for name in ("counts", "progress", "action", "csrf_token")},
        **_state(round_),
    }


def _state(round_: Round) -> dict[str, Any]:
    return {"state": clock_of(round_).state(database_clock.now()), "started": round_.started_at is not None}


def _keeps_score(context: Context, round_: Round) -> bool:
    request = context.get("request")
    return request is not None and can_keep_score(request.user, round_.stage.tournament)


def _missing(round_: Round) -> list[Table]:
    """The open tables of a round where a player says that somebody is missing, each with the time as `called_at`."""
    waiting = {table.pk: table for table in round_.tables.all() if table.status == Table.Status.OPEN}
    calls = no_show_calls(waiting)
    for pk, called_at in calls.items():
        waiting[pk].__dict__["called_at"] = called_at
    return [table for pk, table in waiting.items() if pk in calls]
