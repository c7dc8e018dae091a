"""The clock and the no-show time of a stored round or table."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from competition.clock import Clock, State, no_show_from, shown
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.models import Round
from nabu.core import database_clock
from nabu.web.shared_pages.making import holds_until


def clock_of(round_: Round, table: Table | None = None) -> Clock:
    """The clock of a round, or of one of its tables with the time it has more."""
    extra = table.extra_seconds if table is not None else 0
    return Clock(round_.minutes, round_.started_at, round_.paused_at, round_.paused_seconds, extra)


def no_show_time(round_: Round, game_opened_at: datetime | None = None) -> datetime | None:
    """From when somebody of this round who is not there may be declared absent; None as long as nobody knows."""
    minutes = round_.stage.tournament.no_show_minutes
    return no_show_from(minutes, clock_of(round_), round_.published_at, game_opened_at)


def clock_context(round_: Round, table: Table | None = None) -> dict[str, Any]:
    """What the template of a clock shows."""
    clock = shown(clock_of(round_, table), database_clock.now())
    if clock.ends_at is not None and clock.state == State.RUNNING:
        holds_until(clock.ends_at)
    return {"round": round_, "table": table, "clock": clock}
