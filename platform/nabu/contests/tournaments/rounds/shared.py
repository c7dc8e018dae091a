"""The page of a round as a shared page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from nabu.accounts.players.models import Person
from nabu.contests.tournaments.models import Round
from nabu.contests.tournaments.rounds.pages import SHOWN
from nabu.contests.tournaments.rounds.seated import OWN_PART, own_tables
from nabu.contests.tournaments.shared import works_in_round
from nabu.contests.tournaments.topics import topics_of_round
from nabu.web.shared_pages.kinds import NUMBER, WORDS, SharedPage


def own_in_round(person: Person, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Where somebody sits in this round, for the card and the marks."""
    tables = own_tables(person, Round(pk=values["pk"]))
    return {"own": tables, "mine": {at.table.pk for at in tables}}


shared_round = SharedPage(
    topics_of_round,
    {"page": NUMBER, "show": re.compile("|".join(filter(None, SHOWN))), "q": WORDS},
    fragments=frozenset({"tables", OWN_PART}),
    in_full=works_in_round,
    own=own_in_round,
)
