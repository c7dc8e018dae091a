"""What is announced, on the pages of a tournament."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from nabu.accounts.players.models import Person
from nabu.contests.announcements.queries import (
    PROJECTED_FOR,
    latest,
    latest_at,
    reads_table,
    shown_now,
)
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.models import Tournament
from nabu.core import database_clock
from nabu.web.shared_pages.making import holds_until

register = template.Library()

TOP, AT_TABLE, SAID = (f"contests/announcements/{name}.html" for name in ("_top", "_at_table", "_said"))


@register.inclusion_tag(TOP)
def announced(tournament: Tournament) -> dict[str, Any]:
    """The latest announcement above a page of the tournament, with room for the next one."""
    return {"tournament": tournament, "latest": shown_now(tournament)}


@register.inclusion_tag("contests/announcements/_projected.html")
def announced_large(tournament: Tournament) -> dict[str, Any]:
    """The latest announcement on the projector, as long as it is new."""
    found = latest(tournament)
    ends = found.made_at + PROJECTED_FOR if found else None
    if found is None or ends is None or ends <= database_clock.now():
        return {"latest": None}
    holds_until(ends)
    return {"latest": found}


@register.simple_tag
def announced_on_table(table: Table, person: Person) -> SafeString:
    """The latest announcement above the page of a table, and for those who read it the latest to the table."""
    tournament = table.round.stage.tournament
    if not reads_table(person, table):
        return render_to_string(TOP, {"tournament": tournament, "latest": shown_now(tournament)})
    top = render_to_string(TOP, {"tournament": tournament, "latest": shown_now(tournament)})
    return format_html("{}{}", top, render_to_string(AT_TABLE, {"table": table, "said": latest_at(table)}))


@register.simple_tag
def said_at_table(table: Table) -> SafeString:
    """The latest to this table on a page that only those who sit there have: their own part, the slip."""
    said = latest_at(table)
    return render_to_string(SAID, {"said": said}) if said else SafeString()
