"""The page of a round as a shared page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from nabu.players.models import Person
from nabu.shared_pages.kinds import NUMBER, SharedPage
from nabu.tournaments.models import Round
from nabu.tournaments.rounds.pages import SHOWN
from nabu.tournaments.rounds.seated import OWN_PART, own_tables
from nabu.tournaments.shared import works_in_round
from nabu.tournaments.topics import topics_of_round


def own_in_round(person: Person, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Where somebody sits in this round, for the card and the marks."""
    tables = own_tables(person, Round(pk=values["pk"]))
    return {"own": tables, "mine": {at.table.pk for at in tables}}


shared_round = SharedPage(
    topics_of_round,
    {"page": NUMBER, "show": re.compile("|".join(filter(None, SHOWN))), "q": None},
    fragments=frozenset({"tables", OWN_PART}),
    in_full=works_in_round,
    own=own_in_round,
)
