"""Long standings come in pages; a search finds a name, and a player the own line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator

from competition.formats import FORMATS
from competition.standings import final_ranking
from nabu.players.models import Person
from nabu.shared_pages.kinds import NUMBER, SharedPage
from nabu.shared_pages.making import keep_first_and_real
from nabu.tournaments.entries.queries import own_entry
from nabu.tournaments.models import Entry, Stage, Tournament
from nabu.tournaments.queries import StandingRow, ranking, standings
from nabu.tournaments.shared import works_in_tournament
from nabu.tournaments.standings.table import StandingsTable
from nabu.tournaments.topics import topics_of_results

ROWS_PER_PAGE = 100
PODIUM = 3


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """Where somebody stands in a stage, and on which page of its table."""

    stage: Stage
    entry: int
    place: int
    page: int


def podium(tournament: Tournament) -> list[StandingRow]:
    """The first three places of a finished tournament, with all who share them; nobody before."""
    if tournament.status != Tournament.Status.FINISHED:
        return []
    return [
        row for row in standings(tournament) if row.place <= PODIUM and row.entry.status != Entry.Status.DISQUALIFIED
    ]


def page_of_overall(rows: Sequence[StandingRow], words: str, number: str | None) -> Page[StandingRow]:
    """A page of the ranking over several stages, or the lines with that name."""
    return _page([row for row in rows if _is_called(row, words)], number)


def page_of_table(table: StandingsTable, words: str, number: str | None) -> Page[Any]:
    """A page of the rows of a table, or those with that name."""
    return _page([line for line in table.rows if _is_called(line[0], words)], number)


def _is_called(row: StandingRow, words: str) -> bool:
    return not words or words.casefold() in row.entry.player.name.casefold()


def _page(rows: Sequence[Any], number: str | None) -> Page[Any]:
    page = Paginator(rows, ROWS_PER_PAGE).get_page(number)
    keep_first_and_real(page.number, number)
    return page


def own_places(person: Person, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Where this account's player stands now, the latest stage first, and the marks of the own lines."""
    tournament = Tournament.objects.filter(pk=values["pk"]).first()
    entry = own_entry(person, tournament) if tournament else None
    if tournament is None or entry is None:
        return {}
    found = []
    for stage in tournament.stages.exclude(status=Stage.Status.PENDING).order_by("-position"):
        if FORMATS[stage.format].is_bracket:
            continue
        stage.tournament = tournament
        for index, (_stage, line) in enumerate(final_ranking([ranking(stage)])):
            if line.competitor.id == entry.pk:
                found.append(OwnPlace(stage, entry.pk, line.place, 1 + index // ROWS_PER_PAGE))
    return {"own_places": found, "mine": {entry.pk}}


standings_page = SharedPage(
    topics_of_results,
    {"after-[1-9]": NUMBER, "page(-[1-9])?": NUMBER, "q": None},
    in_full=works_in_tournament,
    own=own_places,
)

embedded_page = SharedPage(
    topics_of_results, {"theme": re.compile("light|dark")}, in_full=works_in_tournament, framable=True
)
