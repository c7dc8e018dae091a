"""Long standings come in pages; a search finds a name, and a player the own line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator

from competition.formats import FORMATS
from competition.standings import final_ranking
from engine.message import Message
from nabu.accounts.players.models import Person
from nabu.contests.tournaments.entries.queries import own_entry
from nabu.contests.tournaments.models import Stage, Tournament
from nabu.contests.tournaments.queries import StandingRow, ranking, standings
from nabu.contests.tournaments.shared import works_in_tournament
from nabu.contests.tournaments.standings.table import StandingsTable
from nabu.contests.tournaments.topics import topics_of_results
from nabu.core.name_keys.search import has_words
from nabu.web.shared_pages.kinds import NUMBER, WORDS, SharedPage
from nabu.web.shared_pages.making import keep_first_and_real

ROWS_PER_PAGE = 100


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """Where somebody stands, and on which page. `stage`: in its table, else in the ranking over several stages."""

    stage: Stage | None
    entry: int
    place: int
    page: int

    @property
    def stage_title(self) -> Message | None:
        """What the format of the stage is called."""
        return FORMATS[self.stage.format].title if self.stage else None


def page_of_overall(rows: Sequence[StandingRow], words: str, number: str | None) -> Page[StandingRow]:
    """A page of the ranking over several stages, or the lines with that name."""
    return _page([row for row in rows if _is_called(row, words)], number)


def page_of_table(table: StandingsTable, words: str, number: str | None) -> Page[Any]:
    """A page of the rows of a table, or those with that name."""
    return _page([line for line in table.rows if _is_called(line[0], words)], number)


def _is_called(row: StandingRow, words: str) -> bool:
    return not words or has_words(row.entry.player.name, words)


def _page(rows: Sequence[Any], number: str | None) -> Page[Any]:
    page = Paginator(rows, ROWS_PER_PAGE).get_page(number)
    keep_first_and_real(page.number, number)
    return page


def own_places(person: Person, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Where this account's player stands now, and the marks of the own lines.

    Of several stages first over all of them: the place in an earlier one is not the place in the tournament.
    """
    tournament = Tournament.objects.filter(pk=values["pk"]).first()
    entry = own_entry(person, tournament) if tournament else None
    if tournament is None or entry is None:
        return {}
    stages = list(tournament.stages.exclude(status=Stage.Status.PENDING).order_by("-position"))
    several = len(stages) > 1
    rows = standings(tournament) if several else []
    found = [
        OwnPlace(None, entry.pk, row.place, 1 + index // ROWS_PER_PAGE)
        for index, row in enumerate(rows)
        if row.entry.pk == entry.pk
    ]
    for stage in stages:
        if FORMATS[stage.format].is_bracket:
            continue
        stage.tournament = tournament
        for index, (_stage, line) in enumerate(final_ranking([ranking(stage)])):
            if line.competitor.id == entry.pk:
                found.append(OwnPlace(stage, entry.pk, line.place, 1 + index // ROWS_PER_PAGE))
    return {"own_places": found, "several_stages": several, "mine": {entry.pk}}


standings_page = SharedPage(
    topics_of_results,
    {"after-[1-9]": NUMBER, "page(-[1-9])?": NUMBER, "q": WORDS},
    in_full=works_in_tournament,
    own=own_places,
)

embedded_page = SharedPage(
    topics_of_results, {"theme": re.compile("light|dark")}, in_full=works_in_tournament, framable=True
)
