"""The page of a followed game, and how it stands, as shared pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import AnonymousUser

from nabu.accounts.players.models import Person
from nabu.accounts.versions.services import PEOPLE, moves_topic, table_topic, tournament_topic
from nabu.contests.matches.models import Table
from nabu.contests.results.permissions import can_see_table
from nabu.contests.results.table.shared import tournament_of_table
from nabu.web.shared_pages.kinds import SharedPage


def topics_of_watch(values: Mapping[str, Any]) -> Sequence[str] | None:
    """The moves where they are told at once, the table, and the settings of its tournament."""
    try:
        tournament = tournament_of_table(values["pk"])
    except Table.DoesNotExist:
        return None
    return moves_topic(values["pk"]), table_topic(values["pk"]), tournament_topic(tournament), PEOPLE


def sees_what_others_do_not(person: Person, values: Mapping[str, Any]) -> bool:
    """Whoever sees a table that is not for everybody."""
    found = Table.objects.select_related("round__stage__tournament").filter(pk=values["pk"]).first()
    return found is not None and not can_see_table(AnonymousUser(), found)


shared_watch = SharedPage(topics_of_watch, {"move": None}, in_full=sees_what_others_do_not)
shared_now = SharedPage(topics_of_watch, in_full=sees_what_others_do_not, content_type="application/json")
