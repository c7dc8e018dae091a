"""What is announced, on the pages of a tournament."""

from __future__ import annotations

from typing import Any

from django import template

from nabu.accounts.players.models import Person
from nabu.contests.announcements.queries import PROJECTED_FOR, latest, latest_at, reads_table, shown_now
from nabu.contests.matches.models import Table
from nabu.contests.tournaments.models import Tournament
from nabu.core import database_clock
from nabu.web.shared_pages.making import holds_until

register = template.Library()


@register.inclusion_tag("contests/announcements/_top.html")
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


@register.inclusion_tag("contests/announcements/_at_table.html")
def announced_at_table(table: Table, person: Person) -> dict[str, Any]:
    """The latest announcement to this table, with room for the next one; nothing for those who do not read it."""
    return {"table": table, "said": latest_at(table)} if reads_table(person, table) else {}


@register.inclusion_tag("contests/announcements/_said.html")
def said_at_table(table: Table) -> dict[str, Any]:
    """The same on a page that only those who sit there have: their own part, the slip."""
    return {"said": latest_at(table)}
